import EventLoop
import Foundation
import SegueCore
import Testing

@testable import SegueAudio

/// Tracks that are shorter than a block of the mixer, through the core and the engine, recorded in real time. All at
/// the same time.
@Suite(.serialized) struct ShortTrackTests {
    private final class Case {
        let session: Session
        let path: String
        let isOver: (Session) -> Bool

        init(
            recording path: String, on loop: EventLoop, _ commands: (Session) -> Void,
            until isOver: @escaping (Session) -> Bool
        ) throws {
            self.path = path
            self.isOver = isOver
            var configuration = Configuration()
            configuration.fadeInDuration = .zero
            session = try Session(configuration, recording: path, on: loop)
            commands(session)
            session.when({ [session] in isOver(session) }) { [session] in session.finish() }
        }
    }

    @Test("A track of a few milliseconds is repeated, and heard each time")
    func loop() throws {
        let folder = try Folder()
        let loop = try EventLoop()
        let lengths = [0.02, 0.05, 0.12, 0.3]
        let cases = try lengths.map { seconds in
            try Signal.constant(0.5, on: .both, seconds: seconds).write(to: folder.file("\(seconds).wav"))
            return try Case(recording: folder.file("\(seconds)-heard.wav"), on: loop) { session in
                session.perform(.setRepeat(.track))
                session.perform(.edit(.replace([NewEntry(uri: folder.uri("\(seconds).wav"))], play: true)))
            } until: {
                ($0.player.snapshot.track?.occurrence ?? 0) >= 6
            }
        }
        #expect(Session.run(cases.map(\.session), limit: 30))
        for (seconds, each) in zip(lengths, cases) {
            let recording = try Signal(reading: each.path)
            let sounding = Double(recording.left.count { $0 > 0.4 }) / 44100
            // The last round has just begun, and each ramp takes 5 ms.
            #expect(sounding > 5 * (seconds - 0.01), "\(seconds) s: \(sounding) s were heard")
        }
    }

    @Test("After a pause milliseconds before the end, the rest and a short last track are heard")
    func lastMoments() throws {
        let folder = try Folder()
        let loop = try EventLoop()
        try Signal.constant(0.5, on: .left, seconds: 2).write(to: folder.file("long.wav"))
        try Signal.constant(0.5, on: .right, seconds: 0.1).write(to: folder.file("short.wav"))
        let rests = [0.025, 0.04, 0.06]
        let cases = try rests.map { rest in
            try Case(recording: folder.file("\(rest)-heard.wav"), on: loop) { session in
                session.perform(
                    .edit(.replace(["long.wav", "short.wav"].map { NewEntry(uri: folder.uri($0)) }, play: true)))
                session.when({ session.player.state.kind == .playing }) {
                    session.perform(.pause)
                    session.perform(.seek(to: MediaTime(seconds: 2 - rest), track: nil))
                    session.when({ session.player.state.kind == .paused && session.player.snapshot.planned != nil }) {
                        session.perform(.play)
                    }
                }
            } until: {
                $0.player.state.kind == .finished
            }
        }
        #expect(Session.run(cases.map(\.session), limit: 30))
        for (rest, each) in zip(rests, cases) {
            let right = try Signal(reading: each.path).right.count { $0 > 0.4 }
            #expect(abs(right - 4410) < 300, "\(rest) s before the end: \(right) samples of the last track")
        }
    }

    @Test("A skip to a short track that has been mixed already is not followed by silence")
    func skipToWhatIsMixed() throws {
        let folder = try Folder()
        for (name, seconds) in [("a", 2.0), ("b", 0.02), ("c", 2)] {
            try Signal.constant(0.5, on: .both, seconds: seconds).write(to: folder.file("\(name).wav"))
        }
        let each = try Case(recording: folder.file("heard.wav"), on: EventLoop()) { session in
            session.perform(
                .edit(.replace(["a", "b", "c"].map { NewEntry(uri: folder.uri("\($0).wav")) }, play: true)))
            // All of the first track is on the tape, with the second one after it.
            session.when({ session.engine.mixedSamples > 2 * 44100 && session.position > MediaTime(seconds: 0.3) }) {
                session.perform(.next)
            }
        } until: {
            $0.player.snapshot.track?.uri == folder.uri("c.wav") && $0.position > MediaTime(seconds: 0.5)
        }
        #expect(Session.run([each.session], limit: 30))
        let recording = try Signal(reading: each.path)
        let silence = recording.left.split { $0 > 0.001 }.map(\.count).max() ?? 0
        #expect(silence < 8820, "\(silence) samples of silence")
    }
}
