import Foundation
import SegueCore
import Testing

@testable import SegueAudio

/// A PulseAudio server of the test's own, with a null sink, on a socket in a folder of its own.
private final class SoundServer {
    let socket: String
    private let folder: Folder
    private var process: Process?

    init() throws {
        folder = try Folder()
        socket = folder.file("socket")
    }

    deinit { stop() }

    func start() throws {
        try? FileManager.default.removeItem(atPath: socket)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--system=false", "--use-pid-file=no",
            "--disable-shm=yes", "-L", "module-null-sink sink_name=test", "-L",
            "module-native-protocol-unix socket=\(socket) auth-anonymous=1",
        ]
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path]) { $1 }
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.process = process
    }

    func stop() {
        guard let process else { return }
        process.terminate()
        process.waitUntilExit()
        self.process = nil
    }
}

@Suite(.serialized) struct OutputLossTests {
    @Test("When the sound server goes, the player stops where it was, and goes on when it is back")
    func lossAndReturn() throws {
        let folder = try Folder()
        try Signal.sine(440, seconds: 30).write(to: folder.file("a.wav"))
        let server = try SoundServer()
        try server.start()
        let sink = "pulsesink server=unix:\(server.socket)"
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "null")))
        var lost: MediaTime?
        var found: MediaTime?
        func waitForSound() {
            guard let position = live.engine.positions().first?.heard, position > MediaTime(seconds: 0.5) else {
                live.after(0.05) { waitForSound() }
                return
            }
            server.stop()
        }
        func waitForReturn() {
            guard let lost, let position = live.engine.positions().first?.heard,
                position > lost + MediaTime(seconds: 0.5)
            else {
                live.after(0.05) { waitForReturn() }
                return
            }
            live.finish()
        }
        live.run([.selectOutput(sink)]) { [unowned live] event in
            switch event {
            // The server may take a moment to listen.
            case .outputRefused: live.after(0.1) { live.perform(.selectOutput(sink)) }
            case .outputReady(name: sink, _) where lost == nil:
                live.perform(.load(.first, node: .a, uri: folder.uri("a.wav"), position: .zero))
            case .loaded:
                live.perform(.start(.first, fadeIn: .zero, curve: .linear, gain: 1, paused: false))
                waitForSound()
            case .outputLost:
                lost = live.engine.positions().first?.heard
                try? server.start()
            case .outputReady(name: sink, _):
                live.perform(.resume)
                found = live.engine.positions().first?.heard
                waitForReturn()
            default: break
            }
        }
        server.stop()
        #expect(!live.isTimedOut, "\(live.events)")
        #expect(lost != nil && lost == found)
        // It was one and the same load all the time.
        #expect(live.events.filter { if case .loaded = $0 { true } else { false } }.count == 1)
    }
}
