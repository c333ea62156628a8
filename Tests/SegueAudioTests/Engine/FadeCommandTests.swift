import EventLoop
import Foundation
import SegueCore
import Testing

@testable import SegueAudio

/// The user's commands around and during a fade of a second, through the core and the engine. Several cases are
/// recorded in real time at once. Each track is a constant on one side, so that the recording shows the gains.
@Suite(.serialized) struct FadeCommandTests {
    /// Commands at one position in the fade.
    private final class Case: CustomStringConvertible {
        /// The position as the fade's progress: below 0 before the fade begins, above 1 after its end.
        let progress: Double
        let commands: [Command]
        let session: Session
        let path: String
        /// Returns true once the case is over; the session then continues for 0.3 s.
        let isOver: (Session) -> Bool
        /// The number of silences of 40 ms that may occur, one for each cut.
        let cuts: Int
        let endsInSilence: Bool

        init(
            _ progress: Double, _ commands: [Command], cuts: Int = 0, endsInSilence: Bool = false, folder: Folder,
            loop: EventLoop, until isOver: @escaping (Session) -> Bool
        ) throws {
            self.progress = progress
            self.commands = commands
            self.cuts = cuts
            self.endsInSilence = endsInSilence
            self.isOver = isOver
            path = folder.file(UUID().uuidString + ".wav")
            var configuration = Configuration()
            configuration.crossfadeDuration = MediaTime(seconds: 1)
            configuration.skipCrossfadeDuration = MediaTime(seconds: 0.5)
            configuration.fadeInDuration = .zero
            configuration.fadeOutDuration = MediaTime(seconds: 0.5)
            session = try Session(configuration, recording: path, on: loop)
        }

        var description: String { "\(commands) at \(progress)" }

        func begin(_ tracks: [String]) {
            session.perform(.edit(.replace(tracks.map { NewEntry(uri: $0) }, play: true)))
            session.when({ [unowned self] in isReached }) { [unowned self] in
                for command in commands { session.perform(command) }
                session.when({ [unowned self] in isOver(session) }) { [unowned self] in
                    let end = session.engine.mixedSamples + 13230
                    session.when({ [unowned self] in
                        session.engine.mixedSamples >= end || session.engine.score.tape.state == .stopped
                    }) { [unowned self] in session.finish() }
                }
            }
        }

        /// The first track lasts 2 s, so that its fade begins at 1 s.
        private var isReached: Bool {
            switch progress {
            case ..<0: session.player.queue.count == 3 && session.position >= MediaTime(seconds: 1 + progress)
            case 0...1: session.player.state.kind == .crossfading && session.fadeProgress >= progress
            default:
                session.states.contains { $0.kind == .crossfading } && session.player.state.kind == .playing
            }
        }
    }

    private static func isPlaying(_ index: Int) -> (Session) -> Bool {
        { session in
            guard case .playing(let track) = session.player.state else { return false }
            return session.player.queue.index(of: track.id) == index && session.engine.positions().count == 1
        }
    }

    @Test("Seek, next, previous and stop around and in a fade: no gain jumps, nothing is missing, two decks do")
    func commands() throws {
        let folder = try Folder()
        try Signal.constant(0.5, on: .left, seconds: 2).write(to: folder.file("a.wav"))
        try Signal.constant(0.5, on: .right, seconds: 4).write(to: folder.file("b.wav"))
        try Signal.constant(0.5, on: .left, seconds: 4).write(to: folder.file("c.wav"))
        let tracks = ["a.wav", "b.wav", "c.wav"].map(folder.uri)
        let loop = try EventLoop()
        func seek(_ seconds: Double) -> [Command] { [.seek(to: MediaTime(seconds: seconds), track: nil)] }
        var cases: [Case] = []
        func add(_ progress: Double, _ commands: [Command], cuts: Int = 0, until isOver: @escaping (Session) -> Bool)
            throws
        {
            cases.append(
                try Case(progress, commands, cuts: cuts, folder: folder, loop: loop, until: isOver))
        }
        // A seek before the fade, to a position inside it: the fade gets shorter.
        try add(-0.3, seek(1.2), cuts: 1, until: Self.isPlaying(1))
        try add(0.05, seek(1), cuts: 1, until: Self.isPlaying(1))
        try add(0.8, seek(1), cuts: 1, until: Self.isPlaying(1))
        try add(2, seek(1), cuts: 1, until: Self.isPlaying(1))
        try add(0.2, [.next], until: Self.isPlaying(2))
        try add(0.7, [.next], until: Self.isPlaying(2))
        try add(0.2, [.previous], until: Self.isPlaying(0))
        try add(0.7, [.previous], until: Self.isPlaying(0))
        for progress in [0.2, 0.7] {
            cases.append(
                try Case(progress, [.stop], endsInSilence: true, folder: folder, loop: loop) {
                    $0.player.state.kind == .finished
                })
        }
        // In groups of four: without optimization, so many tapes are too much for a processor.
        for start in stride(from: 0, to: cases.count, by: 4) {
            let some = cases[start..<min(start + 4, cases.count)]
            for each in some { each.begin(tracks) }
            #expect(Session.run(some.map(\.session)), "\(some.filter { !$0.session.isFinished })")
        }
        for each in cases {
            #expect(each.session.mostMixed <= 2 && each.session.mostAudible <= 3, "\(each)")
            let recording = try Signal(reading: each.path)
            // After the ramp into the first track. The steepest gain is that of a cut or a release, over 20 ms. A seek
            // in a fade ends the fade and begins at its position: on a slow machine, one ramp overlaps the other.
            let onset = 300
            let allowed = Float(0.5 * 1.01 / 882) * (each.cuts > 0 ? 2 : 1)
            for (name, samples) in [("left", recording.left), ("right", recording.right)] {
                let step = Signal.largestStep(samples[onset...])
                #expect(step <= allowed, "\(each): a step of \(step) on the \(name)")
            }
            // No audio is missing: 3 dB at the most, except in cuts.
            let faint = recording.left.indices.filter { index in
                index > onset
                    && recording.left[index] * recording.left[index] + recording.right[index] * recording.right[index]
                        < 0.125
            }
            if each.endsInSilence {
                #expect(abs(recording.left.last ?? 1) + abs(recording.right.last ?? 1) < 0.001, "\(each)")
                let first = faint.first ?? 0
                #expect(faint.count == recording.count - first, "\(each)")
            } else {
                #expect(faint.count <= each.cuts * 2 * 882, "\(each): \(faint.count) samples from \(faint.first ?? 0)")
            }
        }
    }
}
