import Foundation

extension Session {
    /// A PulseAudio server with nothing but null sinks, at the place where this session's programs look for one; the first
    /// one is the default.
    func startSoundServer(_ sinks: String...) async throws -> RunningProgram {
        let runtime = folder.appendingPathComponent("run/pulse")
        try FileManager.default.createDirectory(at: runtime, withIntermediateDirectories: true)
        // One that was killed has left it behind.
        try? FileManager.default.removeItem(at: runtime.appendingPathComponent("native"))
        let server = try start(
            "pulseaudio",
            ["-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disallow-exit", "--log-level=4"]
                + sinks.map {
                    "--load=module-null-sink sink_name=\($0) sink_properties=device.description=The-\($0)"
                } + ["--load=module-native-protocol-unix socket=\(runtime.path)/native auth-anonymous=1"])
        try await server.complained("Daemon startup complete.")
        return server
    }

    /// `segue output list`, with the one in use.
    func outputs() async throws -> (names: [String], current: String?) {
        let result = try await segue("output", "list", "--json")
        guard let data = result.text.data(using: .utf8),
            let rows = try JSONSerialization.jsonObject(with: data) as? [[String: Any]]
        else { throw StatusDocument.Malformed(description: "no outputs: \(result)") }
        return (
            rows.compactMap { $0["name"] as? String },
            rows.first { $0["current"] as? Bool == true }?["name"] as? String
        )
    }
}
