import Foundation
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueAudio

/// GStreamer's own sinks, with buffers of any length, and sinks that block.
@Suite struct SinkOutputTests {
    @Test(
        "A track is heard to its end, however long the sink's own buffer and however short the track",
        arguments: [
            ("alsasink device=null", 2.0), ("alsasink device=null", 0.03),
            ("alsasink device=null buffer-time=50000 latency-time=10000", 0.5),
            ("alsasink device=null buffer-time=3000000", 0.5), ("fakesink", 0.5),
        ])
    func heardToTheEnd(_ sink: String, _ seconds: Double) throws {
        let folder = try Folder()
        try Signal.counting(on: .both, seconds: seconds).write(to: folder.file("a.wav"))
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: sink)))
        live.run(limit: 30, [.load(.first, uri: folder.uri("a.wav"), position: .zero)]) {
            [unowned live] event in
            switch event {
            case .loaded:
                live.perform(LiveTests.start(.first))
                live.perform(.playOut(.first))
            case .ended, .outputLost: live.finish()
            default: break
            }
        }
        #expect(!live.isTimedOut && live.events.contains(.ended(.first)), "\(live.events)")
    }

    @Test("A pause in the first moment, and a resume in the pause, leave out nothing")
    func pauseAtOnce() throws {
        let folder = try Folder()
        try Signal.counting(on: .both, seconds: 1).write(to: folder.file("a.wav"))
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "alsasink device=null")))
        var positions: [MediaTime] = []
        func note() { positions += live.engine.positions().map(\.heard) }
        // Without an output, the start is held, and the tape does not begin before the resume.
        var awaited = 2
        live.run(limit: 30, [.load(.first, uri: folder.uri("a.wav"), position: .zero)]) {
            [unowned live] event in
            switch event {
            case .loaded, .outputReady:
                awaited -= 1
                guard awaited == 0 else { break }
                live.perform(LiveTests.start(.first))
                live.perform(.playOut(.first))
                for _ in 0..<3 {
                    live.perform(.pause)
                    live.perform(.resume)
                }
                live.perform(.pause)
                live.when({ if case .paused = live.engine.score.tape.state { true } else { false } }) {
                    note()
                    live.perform(.resume)
                    live.when({ live.engine.heardSample > 4410 }, note)
                }
            case .ended, .outputLost: live.finish()
            default: break
            }
        }
        #expect(!live.isTimedOut && live.events.contains(.ended(.first)), "\(live.events)")
        #expect(positions.count == 2 && positions == positions.sorted(), "\(positions)")
    }

    @Test("A sink that never begins is lost, and neither that nor its end makes the loop wait")
    func waitingForAWriter() throws {
        let folder = try Folder()
        try Signal.counting(on: .both, seconds: 5).write(to: folder.file("a.wav"))
        // There is no writer: the elements wait in the state change that starts them.
        let pipe = folder.file("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let live = try Rehearsal(
            AudioEngine.Options(mode: .live(output: "filesrc location=\(pipe) ! fakesink async=false fakesink")))
        var turns = 0
        func turn() {
            turns += 1
            live.after(0.05, turn)
        }
        live.run(limit: 30, [.load(.first, uri: folder.uri("a.wav"), position: .zero)]) {
            [unowned live] event in
            switch event {
            case .loaded:
                live.perform(LiveTests.start(.first))
                turn()
            case .outputLost:
                #expect(live.engine.positions().map(\.heard) == [.zero])
                live.finish()
            default: break
            }
        }
        // Releases the thread that still waits.
        close(open(pipe, O_RDWR))
        #expect(!live.isTimedOut, "\(live.events)")
        #expect(turns > 5, "the loop went on meanwhile")
    }

    @Test("A sink whose server does not answer is refused, and not tried again while it still waits")
    func silentServer() throws {
        let folder = try Folder()
        let silent = try BadSoundServer(at: folder.file("socket"), .silent)
        let sink = "pulsesink server=unix:\(folder.file("socket"))"
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "null")))
        var refusals = 0
        live.run(limit: 60, []) { [unowned live] event in
            switch event {
            case .outputReady: live.perform(.selectOutput(sink))
            case .outputRefused:
                refusals += 1
                if refusals < 20 { live.perform(.selectOutput(sink)) } else { live.finish() }
            default: break
            }
        }
        #expect(!live.isTimedOut && refusals == 20, "\(live.events)")
        #expect(silent.takeWaiting() == 1)
    }
}
