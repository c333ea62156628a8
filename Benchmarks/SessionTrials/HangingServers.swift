import Foundation
import SegueTestSupport

/// The sound servers of the sessions whose server hangs: one after the other, because a process has one PULSE_SERVER.
actor HangingServers {
    private let folder: URL
    private var isInUse = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var count = 0

    init(_ folder: URL) { self.folder = folder }

    /// Starts a server and names it in the environment, once those before it have ended.
    func start() async throws -> HangingServer {
        if isInUse { await withCheckedContinuation { waiting.append($0) } }
        isInUse = true
        count += 1
        let home = folder.appendingPathComponent("server-\(count)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        return try await HangingServer(in: home)
    }

    /// Ends a server, and lets the next session have one.
    func end(_ server: HangingServer) {
        server.end()
        if waiting.isEmpty { isInUse = false } else { waiting.removeFirst().resume() }
    }
}

/// A PulseAudio server with one null sink, what that plays, and a hand that stops the server and lets it go on.
final class HangingServer: Sendable {
    /// 32-bit floating point samples in stereo, without a header.
    let recording: URL
    private let processes: [ProcessID]

    private typealias ProcessID = Int32

    init(in home: URL) async throws {
        let socket = home.appendingPathComponent("socket").path
        recording = home.appendingPathComponent("heard")
        setenv("PULSE_SERVER", "unix:\(socket)", 1)
        let server = try Self.run(
            [
                SoundServerProgram.pulseAudio.path, "-n", "--daemonize=no", "--exit-idle-time=-1",
                "--use-pid-file=no", "--disable-shm=yes",
                "--load=module-null-sink sink_name=speakers format=float32le rate=44100 channels=2",
                "--load=module-native-protocol-unix socket=\(socket) auth-anonymous=1",
            ], in: home)
        var started = [server.processIdentifier]
        // A recorder gives up when the server does not listen yet.
        while true {
            let recorder = try Self.run(
                [
                    "parec", "--device=speakers.monitor", "--format=float32le", "--rate=44100", "--channels=2", "--raw",
                    "--latency-msec=20", recording.path,
                ], in: home)
            while recorder.isRunning, Self.size(of: recording) == 0 { try await Task.sleep(for: .milliseconds(10)) }
            guard recorder.isRunning else { continue }
            started.append(recorder.processIdentifier)
            break
        }
        processes = started
    }

    /// The server stands still, and answers nobody.
    func hang() { kill(processes[0], SIGSTOP) }

    func recover() { kill(processes[0], SIGCONT) }

    func end() {
        recover()
        for process in processes.reversed() { kill(process, SIGTERM) }
        unsetenv("PULSE_SERVER")
    }

    private static func size(of file: URL) -> Int {
        ((try? FileManager.default.attributesOfItem(atPath: file.path))?[.size] as? Int) ?? 0
    }

    private static func run(_ words: [String], in home: URL) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["XDG_RUNTIME_DIR": home.path, "HOME": home.path]) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }
}
