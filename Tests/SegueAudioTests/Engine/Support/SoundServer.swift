import Foundation
import SegueTestSupport

/// A separate PulseAudio server for a test, with null sinks of one sample rate, on a socket in a separate folder. The
/// server ends with the test.
final class SoundServer {
    let rate: Int
    let folder: Folder
    let socket: String
    private var server: BackgroundProgram?
    private var recorders: [BackgroundProgram] = []

    struct Failed: Error {
        var command: [String]
    }

    init(rate: Int = 44100) throws {
        self.rate = rate
        folder = try Folder()
        socket = folder.file("socket")
    }

    deinit { end(SIGTERM) }

    /// Starts the server with these sinks, and records their output.
    func start(_ sinks: String...) throws {
        try? FileManager.default.removeItem(atPath: socket)
        server = try run(
            [
                try SoundServerProgram.pulseAudio.path, "-n", "--daemonize=no", "--exit-idle-time=-1",
                "--use-pid-file=no", "--disable-shm=yes",
            ]
                + sinks.map { "--load=\(module($0))" }
                + ["--load=module-native-protocol-unix socket=\(socket) auth-anonymous=1"])
        try record(sinks)
    }

    func end(_ signal: Int32) {
        server?.end(signal)
        server = nil
        for recorder in recorders { recorder.end(SIGTERM) }
        recorders = []
    }

    /// Adds a sink, and records its output.
    func add(_ sink: String) throws {
        try control(["load-module"] + module(sink).split(separator: " ").map(String.init))
        try record([sink])
    }

    /// Removes every null sink, even while it plays.
    func unloadSinks() throws { try control(["unload-module", "module-null-sink"]) }

    private func control(_ arguments: [String]) throws {
        let command = ["pactl"] + arguments
        guard try run(command).wait() else { throw Failed(command: command) }
    }

    /// Records the output of these sinks from now on, under their names; returns once all are being recorded.
    private func record(_ sinks: [String]) throws {
        var waiting = sinks
        var recorders: [String: BackgroundProgram] = [:]
        while !waiting.isEmpty {
            // A recorder ends if the server does not listen yet.
            for sink in waiting where recorders[sink]?.isRunning != true {
                recorders[sink] = try run([
                    "parec", "--device=\(sink).monitor", "--format=float32le", "--rate=\(rate)", "--channels=2",
                    "--raw",
                    "--latency-msec=20", folder.file(sink),
                ])
            }
            usleep(5000)
            waiting.removeAll { sink in
                var information = stat()
                return stat(folder.file(sink), &information) == 0 && information.st_size > 0
            }
        }
        self.recorders += recorders.values
    }

    func recording(_ name: String) throws -> Signal {
        let data = try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
        var samples = [Float](repeating: 0, count: data.count / 8 * 2)
        _ = samples.withUnsafeMutableBytes { data.copyBytes(to: $0) }
        return Signal(
            rate: rate, left: stride(from: 0, to: samples.count, by: 2).map { samples[$0] },
            right: stride(from: 1, to: samples.count, by: 2).map { samples[$0] })
    }

    private func module(_ sink: String) -> String {
        "module-null-sink sink_name=\(sink) format=float32le rate=\(rate) channels=2 "
            + "sink_properties=device.description=Test-\(sink)"
    }

    private func run(_ command: [String]) throws -> BackgroundProgram {
        try BackgroundProgram(
            command,
            environment: ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path, "PULSE_SERVER": "unix:\(socket)"])
    }
}
