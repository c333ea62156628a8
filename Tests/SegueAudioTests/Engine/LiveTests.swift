import Foundation
import SegueCore
import Synchronization
import Testing

@testable import SegueAudio

/// Plays in real time into a file of what would be heard, and measures the file.
@Suite(.serialized) struct LiveTests {
    static func plan(
        _ outgoing: LoadGeneration, _ incoming: LoadGeneration, _ start: TransitionPlan.Start, seconds: Double,
        kind: TransitionPlan.Kind = .crossfade
    ) -> TransitionPlan {
        TransitionPlan(
            outgoing: outgoing, incoming: incoming, kind: kind, start: start, duration: MediaTime(seconds: seconds),
            curve: .equalPower, incomingGain: 1, reason: .endOfTrack)
    }

    static func start(_ generation: LoadGeneration) -> AudioInstruction {
        .start(generation, fadeIn: .zero, curve: .equalPower, gain: 1, paused: false)
    }

    @Test("Skipping in a fade goes on from the louder deck, without a third one")
    func skipInFade() throws {
        let folder = try LivePair.tracks(seconds: 10, 10)
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "file:" + folder.file("live.wav"))))
        live.run([.load(.first, uri: folder.uri("a.wav"), position: .zero)]) { [unowned live] event in
            switch event {
            case .loaded(.first, _):
                live.perform(Self.start(.first))
                live.perform(.load(.second, uri: folder.uri("b.wav"), position: .zero))
            case .loaded(.second, _):
                live.perform(.schedule(Self.plan(.first, .second, .at(MediaTime(seconds: 0.5)), seconds: 2)))
            case .transitionStarted(.second, _):
                live.after(1.3) {
                    live.perform(.unload(.first, ramp: MediaTime(seconds: 0.04)))
                    live.perform(.load(.third, uri: folder.uri("a.wav"), position: MediaTime(seconds: 5)))
                }
            case .loaded(.third, _):
                live.perform(.schedule(Self.plan(.second, .third, .now, seconds: 0.5)))
            case .transitionFinished(.third):
                live.after(0.3) { live.finish() }
            default: break
            }
        }
        #expect(!live.isTimedOut, "\(live.events)")
        let recording = try Signal(reading: folder.file("live.wav"))
        // No gain jumps: 0.04 s is the shortest ramp.
        let allowed = Float(0.5 * .pi / 2 / (0.02 * 44100))
        let onset = 0.006 * 44100
        #expect(Signal.largestStep(recording.left[Int(onset)...]) < allowed)
        #expect(Signal.largestStep(recording.right[...]) < allowed)
        #expect(recording.left.last == 0.5)
        #expect(recording.right.last == 0)
    }

    @Test("A seek to the last moments of a track is heard, before anyone says what follows")
    func seekToTheEnd() throws {
        let folder = try LivePair.tracks(seconds: 10, 10)
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "file:" + folder.file("live.wav"))))
        live.run([.load(.first, uri: folder.uri("a.wav"), position: .zero)]) { [unowned live] event in
            switch event {
            case .loaded(.first, _):
                live.perform(Self.start(.first))
                live.perform(.load(.second, uri: folder.uri("b.wav"), position: MediaTime(seconds: 9.7)))
            case .loaded(.second, _):
                live.after(0.5) { live.perform(.schedule(Self.plan(.first, .second, .now, seconds: 0, kind: .cut))) }
            case .transitionStarted(.second, _):
                // The gate may have asked twice before the answer, and the loop may handle its question late.
                guard let deck = live.engine.loader.loads[.second]?.deck else { return }
                live.engine.handle(.endHeld(deck, at: deck.frontier))
            case .ended(.second): live.finish()
            default: break
            }
        }
        #expect(!live.isTimedOut, "\(live.events)")
        let recording = try Signal(reading: folder.file("live.wav"))
        #expect(abs(Double(recording.right.count { $0 > 0.4 }) / 44100 - 0.3) < 0.05)
        #expect(recording.left.count { $0 > 0.4 } < 2 * 44100)
    }

    @Test("What was planned behind a seek to the last 50 ms of a track follows without a hole")
    func followerOfSeek() throws {
        let folder = try LivePair.tracks(seconds: 10, 10)
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "file:" + folder.file("live.wav"))))
        let place = MediaTime(seconds: 9.95)
        live.run([.load(.first, uri: folder.uri("a.wav"), position: .zero)]) { [unowned live] event in
            switch event {
            case .loaded(.first, _):
                live.perform(Self.start(.first))
                live.perform(.load(.third, uri: folder.uri("b.wav"), position: .zero))
            case .loaded(.third, _):
                live.perform(.load(.second, uri: folder.uri("a.wav"), position: place))
            case .loaded(.second, _):
                live.after(0.5) {
                    live.perform(.schedule(Self.plan(.first, .second, .now, seconds: 0.02, kind: .cut)))
                    live.perform(.schedule(Self.plan(.second, .third, .now, seconds: 0, kind: .gapless)))
                }
            case .transitionStarted(.third, _): live.after(0.5) { live.finish() }
            default: break
            }
        }
        #expect(!live.isTimedOut, "\(live.events)")
        let recording = try Signal(reading: folder.file("live.wav"))
        let last = try #require(recording.left.lastIndex { $0 > 0.4 })
        let first = try #require(recording.right.firstIndex { $0 > 0.4 })
        #expect(abs(first - last - 1) < 2, "the one joins the other")
    }

    @Test("A skip whose fade finishes quickly behind a pause goes on from its gains, with both tracks")
    func quickFinishBehindPause() throws {
        let folder = try LivePair.tracks(seconds: 10, 10)
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "file:" + folder.file("live.wav"))))
        live.run(limit: 20, [.load(.first, uri: folder.uri("a.wav"), position: .zero)]) {
            [unowned live] event in
            switch event {
            case .loaded(.first, _):
                live.perform(Self.start(.first))
                live.perform(.load(.second, uri: folder.uri("b.wav"), position: .zero))
            case .loaded(.second, _):
                live.after(0.5) { live.perform(.schedule(Self.plan(.first, .second, .now, seconds: 1.5))) }
            case .transitionStarted(.second, _):
                live.after(0.5) { live.perform(.pause) }
                live.after(0.8) {
                    live.perform(.quickFinish(incoming: .second, duration: MediaTime(seconds: 0.5)))
                    live.perform(.resume)
                }
            case .transitionFinished(.second): live.after(0.3, live.finish)
            default: break
            }
        }
        #expect(!live.isTimedOut, "\(live.events)")
        let recording = try Signal(reading: folder.file("live.wav"))
        let allowed = Float(0.5 * 1.01 / 882)
        #expect(Signal.largestStep(recording.left[300...]) < allowed)
        #expect(Signal.largestStep(recording.right[300...]) < allowed)
        #expect(recording.left.last == 0)
        #expect(recording.right.last == 0.5)
        // After the pause, the gain is the same as before the pause, and not full.
        let silent = recording.left.indices.filter { $0 > 300 && recording.left[$0] == 0 && recording.right[$0] == 0 }
        let resumed = try #require(silent.last) + 1 + 2000
        #expect(recording.left[resumed] > 0.2 && recording.left[resumed] < 0.47, "\(recording.left[resumed])")
    }

    @Test("A start takes back a transition that has begun unheard, and a skip the start that nobody has heard")
    func startBehindTransition() throws {
        let folder = try LivePair.tracks(seconds: 10, 10)
        for skips in [false, true] {
            let path = folder.file("live-\(skips).wav")
            let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "file:" + path)))
            live.run(limit: 30, [.load(.first, uri: folder.uri("a.wav"), position: .zero)]) {
                [unowned live] event in
                switch event {
                case .loaded(.first, _):
                    live.perform(Self.start(.first))
                    live.perform(.load(.second, uri: folder.uri("b.wav"), position: .zero))
                case .loaded(.second, _):
                    live.perform(.load(.third, uri: folder.uri("a.wav"), position: .zero))
                case .loaded(.third, _):
                    live.perform(.schedule(Self.plan(.first, .second, .now, seconds: 1)))
                    live.when({ live.engine.loader.loads[.second]?.deck.isInMixer == true }) {
                        live.perform(.pause)
                        live.perform(.unload(.first, ramp: .zero))
                        live.perform(
                            .start(.second, fadeIn: .zero, curve: .equalPower, gain: 1, paused: true))
                        live.perform(.resume)
                        if skips {
                            live.perform(.schedule(Self.plan(.second, .third, .now, seconds: 1)))
                        } else {
                            live.when({ live.engine.positions().contains { $0.generation == .second } }, live.finish)
                        }
                    }
                case .transitionFinished(.third): live.after(0.3, live.finish)
                case .transitionStarted(.second, _), .transitionFinished(.second): Issue.record("\(event)")
                default: break
                }
            }
            #expect(!live.isTimedOut, "\(skips): \(live.events)")
            #expect(live.engine.score.onTape.isEmpty)
        }
        // The track that was skipped to begins by itself: its first sample is the first one on a new timeline.
        #expect(try Signal(reading: folder.file("live-true.wav")).left.last == 0.5)
    }

    @Test("A plan that comes when all of a track has been mixed is carried out where it was to be")
    func planBehindTheLastBlock() throws {
        let pair = try LivePair(seconds: 3, 3) { live in
            live.perform(.playOut(.first))
            // The track has left the mixer, and 2 s of it are still to be heard.
            live.when({ [unowned live] in live.engine.heardSample > 44100 && !live.engine.mixer.isOpen }) {
                [unowned live] in
                live.perform(.schedule(Self.plan(.first, .second, .at(MediaTime(seconds: 2)), seconds: 1)))
                live.perform(.playOut(.second))
            }
        } _: { live, event in
            if case .ended = event { live.finish() }
        }
        #expect(!pair.live.isTimedOut, "\(pair.live.events)")
        let recording = pair.recording
        #expect(recording.left.count == 5 * 44100)
        #expect(recording.right.firstIndex { $0 > 0 }.map { abs($0 - 2 * 44100) < 64 } == true)
        #expect(recording.left[3 * 44100 + 8] == 0 && recording.right[3 * 44100 + 8] == 0.5)
    }

    @Test("A question about the end of a track that comes behind the join is not heeded")
    func lateQuestion() throws {
        let pair = try LivePair(seconds: 1, 0.6) { live in
            live.perform(.schedule(Self.plan(.first, .second, .now, seconds: 0, kind: .gapless)))
            // The deck has asked before it knew what follows, and the loop receives the question after the decision.
            live.when({ [unowned live] in live.engine.score.isFollowed(.first) }) { [unowned live] in
                live.engine.send(.endHeld(.first, at: 44100, breakage: nil))
                live.perform(.playOut(.second))
            }
        } _: { live, event in
            if case .ended = event { live.finish() }
        }
        #expect(!pair.live.isTimedOut, "\(pair.live.events)")
        #expect(!pair.live.events.contains { if case .ended(.first) = $0 { true } else { false } })
        #expect(pair.recording.left.count == 44100 + 26460)
        #expect(pair.recording.left[44099] == 0.5 && pair.recording.right[44100] == 0.5)
    }

    @Test("What was to begin in the place of a start and is given up leaves that start as it was")
    func replacementGivenUp() throws {
        let folder = try Folder()
        for name in ["a", "b", "c"] {
            try Signal.constant(0.5, on: .left, seconds: 3).write(to: folder.file("\(name).wav"))
        }
        for isReplacedAgain in [false, true] {
            let output = "file:" + folder.file("live-\(isReplacedAgain).wav")
            let live = try Rehearsal(AudioEngine.Options(mode: .live(output: output)))
            live.run(limit: 20, [.load(.first, uri: folder.uri("a.wav"), position: .zero)]) {
                [unowned live] event in
                switch event {
                case .loaded(.first, _):
                    live.perform(.load(.second, uri: folder.uri("b.wav"), position: .zero))
                case .loaded(.second, _):
                    // The start waits for the resume, and then for nothing.
                    live.perform(.start(.first, fadeIn: .zero, curve: .equalPower, gain: 1, paused: true))
                    live.perform(.schedule(Self.plan(.first, .second, .now, seconds: 0.02, kind: .cut)))
                    live.perform(.unload(.second, ramp: .zero))
                    live.perform(.load(.third, uri: folder.uri("c.wav"), position: .zero))
                case .loaded(.third, _):
                    if isReplacedAgain {
                        live.perform(.schedule(Self.plan(.first, .third, .now, seconds: 0.02, kind: .cut)))
                    }
                    live.perform(.resume)
                    let heard: LoadGeneration = isReplacedAgain ? .third : .first
                    live.when({ live.engine.positions().contains { $0.generation == heard && $0.heard > .zero } }) {
                        #expect(live.engine.loader.loads[.first] != nil || isReplacedAgain)
                        live.finish()
                    }
                default: break
                }
            }
            #expect(!live.isTimedOut, "\(isReplacedAgain): \(live.events)")
            #expect(live.events.contains(.transitionFinished(incoming: .third)) == isReplacedAgain)
        }
    }

    @Test("What has joined a track at its end and is given up unheard frees its pad for what comes then")
    func joinedAndGivenUp() throws {
        let folder = try Folder()
        try Signal.constant(0.5, on: .left, seconds: 1.03).write(to: folder.file("a.wav"))
        try Signal.constant(0.5, on: .right, seconds: 10).write(to: folder.file("b.wav"))
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "file:" + folder.file("live.wav"))))
        let fourth = LoadGeneration(rawValue: 4)
        live.run(limit: 20, [.load(.first, uri: folder.uri("a.wav"), position: .zero)]) {
            [unowned live] event in
            switch event {
            case .loaded(.first, _):
                live.perform(.load(.second, uri: folder.uri("b.wav"), position: .zero))
            case .loaded(.second, _):
                live.perform(.load(.third, uri: folder.uri("b.wav"), position: .zero))
            case .loaded(.third, _):
                live.perform(Self.start(.first))
                live.perform(.schedule(Self.plan(.first, .second, .now, seconds: 0, kind: .gapless)))
                live.when({ live.engine.loader.loads[.second]?.deck.isInMixer == true }) {
                    live.perform(.unload(.second, ramp: MediaTime(seconds: 0.04)))
                    live.perform(.schedule(Self.plan(.first, .third, .now, seconds: 0.02, kind: .cut)))
                }
            case .transitionFinished(.third):
                live.perform(.load(fourth, uri: folder.uri("b.wav"), position: .zero))
            case .loaded(fourth, _): live.perform(.schedule(Self.plan(.third, fourth, .now, seconds: 0.3)))
            case .transitionFinished(fourth): live.after(0.3) { live.finish() }
            default: break
            }
        }
        #expect(!live.isTimedOut, "\(live.events)")
    }

    @Test("In real time too, a fade goes on to the end of a track, wherever in a block that is")
    func endInBlock() throws {
        let folder = try Folder()
        try Signal.constant(0.5, on: .left, seconds: 1.53).write(to: folder.file("a.wav"))
        try Signal.constant(0.5, on: .right, seconds: 4).write(to: folder.file("b.wav"))
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "file:" + folder.file("live.wav"))))
        live.run(limit: 20, [.load(.first, uri: folder.uri("a.wav"), position: .zero)]) {
            [unowned live] event in
            switch event {
            case .loaded(.first, _):
                live.perform(Self.start(.first))
                live.perform(.load(.second, uri: folder.uri("b.wav"), position: .zero))
            case .loaded(.second, _):
                live.perform(.schedule(Self.plan(.first, .second, .at(MediaTime(seconds: 0.93)), seconds: 0.6)))
            case .transitionFinished(.second): live.after(0.5) { live.finish() }
            default: break
            }
        }
        #expect(!live.isTimedOut, "\(live.events)")
        let recording = try Signal(reading: folder.file("live.wav"))
        #expect(recording.left.lastIndex { $0 != 0 } == 67472)
        #expect(recording.right.dropFirst(67473).allSatisfy { $0 == 0.5 })
    }

    @Test("A cut is heard when the outgoing track has come to its end already")
    func cutAtEnd() throws {
        let folder = try Folder()
        try Signal.constant(0.5, on: .left, seconds: 0.73).write(to: folder.file("a.wav"))
        try Signal.constant(0.5, on: .right, seconds: 3).write(to: folder.file("b.wav"))
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "file:" + folder.file("live.wav"))))
        live.run(limit: 20, [.load(.first, uri: folder.uri("a.wav"), position: .zero)]) {
            [unowned live] event in
            switch event {
            case .loaded(.first, _):
                live.perform(Self.start(.first))
                live.perform(.load(.second, uri: folder.uri("b.wav"), position: .zero))
            case .loaded(.second, _):
                live.when({ live.engine.heardSample > 30000 }) {
                    live.perform(.schedule(Self.plan(.first, .second, .now, seconds: 0.02, kind: .cut)))
                }
            case .transitionFinished(.second): live.after(0.3) { live.finish() }
            default: break
            }
        }
        #expect(!live.isTimedOut, "\(live.events)")
        let recording = try Signal(reading: folder.file("live.wav"))
        #expect((30000...32192).contains(recording.left.lastIndex { $0 != 0 } ?? 0))
        // A busy machine mixes the cut after the end.
        let start = try #require(recording.right.firstIndex { $0 != 0 })
        #expect(start >= 30000)
        #expect(recording.right.dropFirst(max(start, 32193) + 221).allSatisfy { $0 == 0.5 })
    }

    @Test("A fade-out that is taken back goes on with the next sample")
    func fadeOutTakenBack() throws {
        let folder = try Folder()
        try Signal.counting(on: .both, seconds: 8).write(to: folder.file("a.wav"))
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "file:" + folder.file("live.wav"))))
        live.run([.load(.first, uri: folder.uri("a.wav"), position: .zero)]) { [unowned live] event in
            guard case .loaded(.first, _) = event else { return }
            live.perform(Self.start(.first))
            live.after(0.5) {
                live.perform(.fadeOut(duration: MediaTime(seconds: 2), curve: .linear))
                live.after(0.5) {
                    live.perform(.resume)
                    live.after(0.5) { live.finish() }
                }
            }
        }
        #expect(!live.isTimedOut && !live.events.contains(.fadeOutCompleted), "\(live.events)")
        let recording = try Signal(reading: folder.file("live.wav")).left
        let source = Signal.counting(on: .both, seconds: 8).left
        let faded = try #require((4410..<recording.count).first { recording[$0] != source[$0] })
        let whole = try #require((faded..<recording.count).first { recording[$0] == source[$0] })
        #expect((11025...33075).contains(whole - faded), "\(faded), \(whole)")
        #expect(recording[whole...].dropLast(882).count > 11025)
        #expect((whole..<recording.count - 882).allSatisfy { recording[$0] == source[$0] })
    }

    @Test("A fade-out ends in silence, says so, and the next start is at full level")
    func fadeOut() throws {
        let folder = try Folder()
        try Signal.constant(0.5, on: .both, seconds: 8).write(to: folder.file("a.wav"))
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "file:" + folder.file("live.wav"))))
        live.run([.load(.first, uri: folder.uri("a.wav"), position: .zero)]) { [unowned live] event in
            switch event {
            case .loaded(.first, _):
                live.perform(Self.start(.first))
                live.after(0.5) { live.perform(.fadeOut(duration: MediaTime(seconds: 1), curve: .linear)) }
            case .fadeOutCompleted:
                live.perform(.load(.second, uri: folder.uri("a.wav"), position: .zero))
            case .loaded(.second, _):
                live.perform(Self.start(.second))
                live.after(0.5) { live.finish() }
            default: break
            }
        }
        #expect(!live.isTimedOut, "\(live.events)")
        let recording = try Signal(reading: folder.file("live.wav"))
        let onset = 300
        guard let silence = recording.left[onset...].firstIndex(where: { $0 < 1e-4 }) else {
            Issue.record("it never fell silent")
            return
        }
        let start = recording.left[onset...].firstIndex { $0 < 0.4999 } ?? 0
        #expect(abs(silence - start - 44100) < 200)
        #expect(recording.left[silence...].contains(0.5))
    }
}
