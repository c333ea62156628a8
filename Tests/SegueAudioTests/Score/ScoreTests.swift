import EventLoop
import Foundation
import SegueCore
import Testing

@testable import SegueAudio
@testable import SegueAudioTrials

/// The score, the tape, the mixer and the decks as one player of values.
@Suite struct ScoreTests {
    /// The steps of all trials of a kind together; `SCORE_STEPS` sets another number.
    private static let steps = ProcessInfo.processInfo.environment["SCORE_STEPS"].flatMap { Int($0) } ?? 48_000
    /// The seed of the first trial; `SCORE_SEED` sets another one.
    private static let seed = ProcessInfo.processInfo.environment["SCORE_SEED"].flatMap { UInt64($0) } ?? 1

    /// The number of trials; `SCORE_TRIALS` sets another number.
    private static let count = ProcessInfo.processInfo.environment["SCORE_TRIALS"].flatMap { UInt64($0) } ?? 24

    // In a delayed trial, a track may be shorter than the delay: what follows it is decided when it is heard.
    @Test(
        "Whatever is pressed, what is told is heard, no transition is lost, and no command leaves a hole",
        arguments: seed..<seed + count, ScoreTrial.Kind.allCases)
    func randomSteps(seed: UInt64, kind: ScoreTrial.Kind) {
        var trial = ScoreTrial(seed: seed, kind)
        trial.play(Self.steps / 24)
        #expect(trial.fault == nil, "seed \(seed), \(kind), \(trial.fault ?? "")")
        #expect(trial.ear.heardCount > 1000, "seed \(seed), \(kind)")
    }

    @Test("Sound whose tracks are all gone falls silent, and does not wait for what was to begin in its place")
    func soundOfNobody() {
        // Here both tracks of a transition are removed, and the second one was to begin after a pause.
        var trial = ScoreTrial(seed: 1813)
        trial.play(15_000)
        #expect(trial.fault == nil)
    }

    @Test("The next track is kept when the one that is heard is removed while both are mixed again")
    func nextOfRemoved() {
        // Here that happens in a pause, and the next track is started instead of the removed one.
        var trial = ScoreTrial(seed: 398)
        trial.play(9000)
        #expect(trial.fault == nil)
    }

    @Test(
        "Removals and skips during a change that is not mixed yet keep what is told true",
        arguments: [
            (182, ScoreTrial.Kind.restlessAndHalting), (555, .plain), (1412, .delayed), (2049, .restless),
            (2175, .delayed), (3313, .restless),
        ] as [(UInt64, ScoreTrial.Kind)])
    func changeNotMixedYet(seed: UInt64, kind: ScoreTrial.Kind) {
        var trial = ScoreTrial(seed: seed, kind)
        trial.play(2000)
        #expect(trial.fault == nil)
    }

    @Test(
        "A skip leaves what is heard, and a start that it interrupted is heard if the skip is taken back",
        arguments: [
            (7153, ScoreTrial.Kind.restless), (7265, .plain), (8064, .plain), (8124, .delayed), (8162, .halting),
        ] as [(UInt64, ScoreTrial.Kind)])
    func skipOfUnheard(seed: UInt64, kind: ScoreTrial.Kind) {
        var trial = ScoreTrial(seed: seed, kind)
        trial.play(10_000)
        #expect(trial.fault == nil)
    }

    @Test(
        "A skip in a fade that is taken back leaves that fade, and no load that nothing ends",
        arguments: [
            (88469, ScoreTrial.Kind.plain), (88779, .plain), (88814, .restless), (88874, .delayed), (300_170, .plain),
        ] as [(UInt64, ScoreTrial.Kind)])
    func skipTakenBackInAFade(seed: UInt64, kind: ScoreTrial.Kind) {
        var trial = ScoreTrial(seed: seed, kind)
        trial.play(2000)
        #expect(trial.fault == nil)
    }

    @Test(
        "Commands a few hundredths of a second before an end leave no hole, no false fade and no lost load",
        arguments: [
            (300_172, ScoreTrial.Kind.plain), (300_348, .plain), (300_994, .delayed), (400_102, .restlessAndHalting),
            (400_860, .restless), (400_954, .restless), (700_070, .delayed), (700_189, .restless),
            (700_478, .restless),
        ] as [(UInt64, ScoreTrial.Kind)])
    func commandBeforeAnEnd(seed: UInt64, kind: ScoreTrial.Kind) {
        var trial = ScoreTrial(seed: seed, kind)
        trial.play(2000)
        #expect(trial.fault == nil)
    }

    @Test("A stop that fades out is answered where the fade-out begins")
    func answerOfAFadeOut() throws {
        var trial = ScoreTrial(seed: 1)
        while trial.fault == nil, trial.score.tape.state != .running || !trial.score.tape.isSounding { trial.act() }
        try #require(trial.fault == nil)
        let ticket = CommandTicket(rawValue: 1)
        trial.send(.noted(ticket, .stop, at: MonotonicTime(nanoseconds: trial.now * 1_000_000)))
        trial.send(.fadeOut(MediaTime(seconds: 3), .linear))
        let answer = try #require(trial.answers.last { $0.ticket == ticket })
        #expect(answer.heard <= MediaTime(samples: trial.margin + 4, rate: ScoreTrial.rate))
    }

    @Test("A command is answered once")
    func answeredOnce() throws {
        var trial = ScoreTrial(seed: 1)
        while trial.fault == nil, trial.score.tape.state != .running || !trial.score.tape.isSounding { trial.act() }
        try #require(trial.fault == nil)
        let ticket = CommandTicket(rawValue: 1)
        trial.send(.noted(ticket, .volume, at: MonotonicTime(nanoseconds: trial.now * 1_000_000)))
        for level in [0.5, 0.6] { trial.send(.setVolume(level, over: .zero)) }
        #expect(trial.answers.count { $0.ticket == ticket } == 1)
    }

    @Test("A plan that comes too late for a mix that nobody hears yet is mixed from where that mix was to begin")
    func planDuringAChange() throws {
        var trial = ScoreTrial(seed: 1)
        let (first, second) = (LoadGeneration(rawValue: 1), LoadGeneration(rawValue: 2))
        func plan(at start: Int64) -> TransitionPlan {
            TransitionPlan(
                outgoing: first, incoming: second, kind: .crossfade,
                start: .at(MediaTime(samples: start, rate: ScoreTrial.rate)), duration: MediaTime(seconds: 0.5),
                curve: .linear, incomingGain: 1, reason: .endOfTrack)
        }
        for (generation, length) in [(first, Int64(4000)), (second, 3000)] {
            trial.person.lengths[generation] = length
            trial.open(generation, from: 0, length: length)
            trial.send(.opened(generation))
        }
        trial.run { $0.score[second]?.isReady == true && $0.score[first]?.isReady == true }
        trial.send(
            .start(Score.Start(generation: first, fadeIn: .zero, curve: .linear, gain: 1), paused: false))
        trial.send(.schedule(plan(at: 1500)))
        trial.run { $0.score.transitions.contains { $0.bounds != nil } }
        trial.run { $0.score.tape.heard($0.reading) >= 600 }
        trial.send(.schedule(plan(at: 3000)))
        trial.run { $0.score.mix?.isUnplacedRewrite == true }
        // The mix takes its time. Its position is still unknown when more of it has been mixed than the next plan
        // needs.
        trial.now += 200
        for _ in 0..<3 { trial.runDecks() }
        trial.mix()
        while !trial.signals.isEmpty { trial.deliverSignal() }
        for _ in 0..<3 { trial.runDecks() }
        try #require(trial.score.mix?.isUnplacedRewrite == true)
        trial.send(.schedule(plan(at: 2300)))
        trial.run { $0.score.tape.heard($0.reading) >= 2400 }
        #expect(trial.fault == nil)
        #expect(trial.score.transitions.first { $0.incoming == second }?.bounds?.start == 2300)
    }
}
