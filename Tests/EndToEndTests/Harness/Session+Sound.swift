import Foundation
import SDBus
import SegueTestSupport
import Testing

/// The sound servers of desktops.
enum SoundServer: CaseIterable {
    case pulseAudio
    case pipeWire

    /// Starts a server in the session with a null sink called `speakers`. Returns the server's processes.
    func start(in session: Session) async throws -> [RunningProgram] {
        switch self {
        case .pulseAudio: [try await session.startSoundServer("speakers")]
        case .pipeWire: try await session.startPipeWire("speakers")
        }
    }

    /// Ends the processes of a server.
    static func end(_ parts: [RunningProgram], by signal: Int32 = SIGTERM) async throws {
        for part in parts {
            part.send(signal)
            _ = try await part.finish()
        }
    }
}

extension Session {
    /// Starts a PulseAudio server with only null sinks, at the address where this session's programs look for a server.
    /// The first sink is the default.
    func startSoundServer(_ sinks: String...) async throws -> RunningProgram {
        let runtime = folder.appendingPathComponent("run/pulse")
        try FileManager.default.createDirectory(at: runtime, withIntermediateDirectories: true)
        // A killed server leaves its socket behind.
        try? FileManager.default.removeItem(at: runtime.appendingPathComponent("native"))
        let server = try start(
            try SoundServerProgram.pulseAudio.path,
            ["-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disallow-exit", "--log-level=4"]
                + sinks.map {
                    "--load=module-null-sink sink_name=\($0) sink_properties=device.description=The-\($0)"
                } + ["--load=module-native-protocol-unix socket=\(runtime.path)/native auth-anonymous=1"])
        try await server.complained("Daemon startup complete.")
        return server
    }

    /// Starts PipeWire with a single null sink instead of PulseAudio: on the same socket, with the same protocol.
    /// Returns all its processes, the last one first.
    func startPipeWire(_ sink: String) async throws -> [RunningProgram] {
        // The socket of a killed server would be mistaken for that of the new one.
        let socket = folder.appendingPathComponent("run/pipewire-0")
        try? FileManager.default.removeItem(at: socket)
        let server = try start(SoundServerProgram.pipeWire.path, [])
        // A client that connects before the socket exists never retries.
        while !FileManager.default.fileExists(atPath: socket.path) {
            try Task.checkCancellation()
            await Task.yield()
        }
        let manager = try start(SoundServerProgram.wirePlumber.path, [])
        // With messages enabled, the program reports when it is listening.
        let front = try start(SoundServerProgram.pipeWirePulse.path, [], environment: ["PIPEWIRE_DEBUG": "3"])
        try await front.complained("listening on unix:")
        let made = try await run("pactl", "load-module", "module-null-sink", "sink_name=\(sink)")
        guard made.status == 0 else { throw NoSink(description: "\(made)") }
        // The module exists before its sink does.
        while try await !run("pactl", "get-default-sink").text.hasPrefix(sink) { try Task.checkCancellation() }
        return [front, manager, server]
    }

    /// Configures ALSA with one device, which plays to the session's PulseAudio.
    func connectALSA() throws {
        let type = SoundServerProgram.plugIn.map { "pcm_type.pulse { lib \"\($0)\" }\n" } ?? ""
        try "\(type)pcm.default { type pulse }\n".write(
            to: folder.appendingPathComponent("alsa.conf"), atomically: true, encoding: .utf8)
    }

    struct NoSink: Error, CustomStringConvertible {
        var description: String
    }

    /// Returns the result of `segue output list`, and the output in use.
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

    /// Waits until audio goes to this output.
    func output(is wanted: String) async throws {
        func isWanted(_ output: BusValue) -> Bool {
            output.asStructure?.first?.asString == wanted && output.asStructure?.last?.asBoolean == true
        }
        while true {
            let outputs = try await observer.call(Self.player, Self.seguePath, Self.control, "ListOutputs")
            if outputs.first?.asArray?.contains(where: isWanted) == true { return }
            try Task.checkCancellation()
        }
    }

    /// Waits until audio, or silence, reaches the sink called `speakers`. A server plays its buffer to the end, and
    /// takes time to begin.
    func wait(forSound isWanted: Bool) async throws {
        while try await isHeard() != isWanted { try Task.checkCancellation() }
    }

    /// Returns true if a second of the sink's output is not silent.
    private func isHeard() async throws -> Bool {
        try await heard(seconds: 1).contains { $0 != 0 }
    }

    /// Records the sink called `speakers` from now on. Returns 16-bit stereo at 44.1 kHz.
    func heard(seconds: Int) async throws -> Data {
        let bytes = 176_400 * seconds
        let recorded = try await run(
            "sh", "-c",
            "parec --device=speakers.monitor --format=s16le --rate=44100 --channels=2 --raw | head -c \(bytes) >heard")
        #expect(recorded.status == 0, "\(recorded)")
        let data = try Data(contentsOf: music("heard"))
        #expect(data.count == bytes)
        return data
    }
}
