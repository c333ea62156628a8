import SegueCore
import Testing

@testable import SegueAudio
@testable import SegueAudioTrials

/// Plans that random steps rarely or never meet in this state.
extension ScoreTests {
    @Test("A plan that was cancelled is not set when it is reported to be late")
    func lateAfterCancel() throws {
        var trial = Self.trial(lengths: [4000, 3000])
        let plan = Self.plan(1, 2, .crossfade, start: .at(MediaTime(seconds: 3)))
        trial.send(.schedule(plan))
        trial.send(.cancel(incoming: plan.incoming))
        trial.send(.late(plan))
        #expect(trial.score.transitions.isEmpty)
        #expect(trial.table[plan.outgoing]?.deck.machine.follower == nil)
    }

    @Test("A plan that arrives a moment after it was made begins where it was planned", arguments: [0, 20, 45])
    func planOfAMomentAgo(delay: Int64) throws {
        var trial = Self.trial(lengths: [12_000, 3000])
        trial.run { $0.score.tape.heard($0.reading) >= 600 }
        let position = try #require(trial.score.positions(ScoreReadings(output: trial.reading)).first)
        trial.now += delay
        trial.send(.schedule(Self.plan(1, 2, .crossfade, start: .at(position.settled))))
        trial.run { trial in trial.score.transitions.contains { $0.bounds != nil } }
        let bounds = try #require(trial.score.transitions.first?.bounds)
        let span = try #require(trial.score.span(of: LoadGeneration(rawValue: 1)))
        #expect(bounds.start == span.timeline.sample(at: position.settled))
        #expect(trial.fault == nil)
    }

    @Test("A plan from a load that is gone is answered with the end of that load")
    func planFromALoadThatIsGone() throws {
        var trial = Self.trial(lengths: [4000, 3000])
        let plan = Self.plan(1, 2, .crossfade, start: .at(MediaTime(seconds: 3)))
        trial.send(.unload(plan.outgoing, ramp: .zero))
        // Reports stay in the outbox while another one is delivered.
        trial.person.isTelling = true
        trial.send(.schedule(plan))
        let isReported = trial.outbox.contains { action in
            if case .report(.ended(plan.outgoing)) = action { true } else { false }
        }
        #expect(isReported)
        #expect(trial.score.transitions.isEmpty)
    }

    @Test("A second question about an end that is decided changes nothing")
    func endHeldAfterTheDecision() {
        var trial = Self.trial(lengths: [12_000, 3000])
        trial.send(.schedule(Self.plan(1, 2, .crossfade, start: .at(MediaTime(seconds: 11)))))
        trial.run { $0.score.tape.heard($0.reading) >= 100 }
        for _ in 0..<2 { trial.send(.endHeld(LoadGeneration(rawValue: 1), at: 12_000, breakage: nil)) }
        #expect(trial.score.notices.next == nil)
        #expect(trial.score.tape.heldEnd == nil)
        #expect(trial.fault == nil)
    }

    @Test("A load that breaks off before a whole block of it has come is reported at once")
    func brokenBeforeABlock() {
        var trial = Self.trial(lengths: [4000])
        let broken = LoadGeneration(rawValue: 1)
        let error = AudioPlayerError.fileLoadFailed(path: "a", reason: "the connection was lost")
        // Reports stay in the outbox while another one is delivered.
        trial.person.isTelling = true
        trial.send(.endHeld(broken, at: 1, breakage: error))
        let isReported = trial.outbox.contains { action in
            if case .report(.failed(broken, error)) = action { true } else { false }
        }
        #expect(isReported)
    }

    @Test("What follows a skip is kept when the last load behind it is removed before any of it has a position")
    func followersOfASkip() throws {
        var trial = Self.trial(lengths: [6000, 200, 200, 3000])
        trial.run { $0.score.tape.heard($0.reading) >= 600 }
        trial.send(.schedule(Self.plan(1, 2, .cut, start: .now)))
        trial.run { $0.score.isGivingWay }
        for outgoing in [2, 3] as [UInt64] {
            trial.send(.schedule(Self.plan(outgoing, outgoing + 1, .gapless, start: .at(.zero))))
        }
        // The mix takes its time: it gets no position before it is far ahead.
        trial.now += 300
        for _ in 0..<20 where trial.score.mixedUnplaced.count < 2 {
            trial.runDecks()
            trial.mix()
            while !trial.signals.isEmpty { trial.deliverSignal() }
        }
        try #require(trial.score.isGivingWay)
        try #require(trial.score.mixedUnplaced.map(\.incoming.rawValue) == [3, 4])
        trial.send(.unload(LoadGeneration(rawValue: 4), ramp: .zero))
        #expect(trial.score.transitions.contains { $0.incoming.rawValue == 3 && $0.home == .armed })
        trial.run { $0.score.transitions.contains { $0.incoming.rawValue == 3 && $0.bounds != nil } }
        #expect(trial.fault == nil)
    }

    /// Returns a trial that plays load 1; loads 2 and on are ready.
    private static func trial(lengths: [Int64]) -> ScoreTrial {
        var trial = ScoreTrial(seed: 1)
        let generations = lengths.indices.map { LoadGeneration(rawValue: UInt64($0 + 1)) }
        for (generation, length) in zip(generations, lengths) {
            trial.person.lengths[generation] = length
            trial.open(generation, from: 0, length: length)
            trial.send(.opened(generation))
        }
        trial.run { trial in generations.allSatisfy { trial.score[$0]?.isReady == true } }
        trial.send(
            .start(Score.Start(generation: generations[0], fadeIn: .zero, curve: .linear, gain: 1), paused: false))
        return trial
    }

    private static func plan(
        _ outgoing: UInt64, _ incoming: UInt64, _ kind: TransitionPlan.Kind, start: TransitionPlan.Start
    ) -> TransitionPlan {
        TransitionPlan(
            outgoing: LoadGeneration(rawValue: outgoing), incoming: LoadGeneration(rawValue: incoming), kind: kind,
            start: start, duration: kind == .crossfade ? MediaTime(seconds: 0.5) : .zero, curve: .linear,
            incomingGain: 1, reason: .endOfTrack)
    }
}
