import Foundation
import SegueTestSupport

/// The sound servers of the sessions whose server hangs: one after the other, because a process has one PULSE_SERVER.
actor HangingServers {
    private let folder: URL
    private var isInUse = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var count = 0

    /// Creates servers that listen in `folder`: PULSE_SERVER must name `socket(in: folder)`.
    init(_ folder: URL) { self.folder = folder }

    static func socket(in folder: URL) -> String { folder.appendingPathComponent("socket").path }

    /// Waits until no other session has a server.
    func waitForTurn() async {
        if isInUse { await withCheckedContinuation { waiting.append($0) } }
        isInUse = true
    }

    /// Starts a server. The caller must have its turn.
    func start() async throws -> HangingServer {
        count += 1
        let home = folder.appendingPathComponent("server-\(count)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        return try await HangingServer(in: home, socket: Self.socket(in: folder))
    }

    /// Gives the turn to the next session that waits.
    func endTurn() {
        if waiting.isEmpty { isInUse = false } else { waiting.removeFirst().resume() }
    }
}

/// A PulseAudio server with one null sink that is recorded. The server can be made to hang.
final class HangingServer: Sendable {
    let recording: URL
    private let server: BackgroundProgram
    private let recorder: BackgroundProgram

    /// Starts a server that listens at `socket`, and returns once the server's sink is recorded.
    init(in home: URL, socket: String) async throws {
        recording = home.appendingPathComponent("heard")
        // The previous server was killed.
        try? FileManager.default.removeItem(atPath: socket)
        let environment = ["XDG_RUNTIME_DIR": home.path, "HOME": home.path]
        server = try BackgroundPrograms.shared.start(
            [
                SoundServerProgram.pulseAudio.path, "-n", "--daemonize=no", "--exit-idle-time=-1",
                "--use-pid-file=no", "--disable-shm=yes",
                "--load=module-null-sink sink_name=speakers format=float32le rate=44100 channels=2",
                "--load=module-native-protocol-unix socket=\(socket) auth-anonymous=1",
            ], environment: environment)
        recorder = try await BackgroundPrograms.shared.record(
            "speakers", into: recording.path, environment: environment)
    }

    /// Stops the server's process: no client gets an answer.
    func hang() { server.signal(SIGSTOP) }

    /// Resumes the server's process.
    func recover() { server.signal(SIGCONT) }

    func end() {
        for program in [recorder, server] { BackgroundPrograms.shared.end(program) }
    }
}
