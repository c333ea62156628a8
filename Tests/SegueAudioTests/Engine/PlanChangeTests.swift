import SegueCore
import SegueTestSupport
import Testing

@testable import SegueAudio

/// Changes of plans whose result has been mixed but not heard: the last plan is heard.
@Suite(.timeLimit(.minutes(1))) struct PlanChangeTests {
    /// The start of the second track in the first, and the length of the overlap, in seconds.
    struct Planned: Sendable {
        var start: Double
        var duration: Double
    }

    struct Change: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var plans: [Planned]
        /// The position of the first track when the later plans come, in seconds.
        var place = 0.8
        /// The interval between the later plans, in seconds.
        var pause = 0.0
    }

    static let all = [
        Change(
            testDescription: "later", plans: [Planned(start: 1.5, duration: 1), Planned(start: 2.5, duration: 0.6)]),
        Change(
            testDescription: "earlier", plans: [Planned(start: 2.5, duration: 1), Planned(start: 1.5, duration: 0.6)]),
        Change(
            testDescription: "longer", plans: [Planned(start: 1.5, duration: 0.5), Planned(start: 1.5, duration: 1.5)]),
        Change(
            testDescription: "at the last moment",
            plans: [Planned(start: 1, duration: 1), Planned(start: 2, duration: 1)]),
        Change(
            testDescription: "again and again, at once",
            plans: [1.5, 2.5, 1.8, 2.2].map { Planned(start: $0, duration: 0.5) }),
        Change(
            testDescription: "again and again, every now and then",
            plans: [2, 2.8, 2.3, 2.6, 2.5].map { Planned(start: $0, duration: 0.5) }, pause: 0.12),
    ]

    @Test("What was planned last is heard where it was planned", arguments: all)
    func changes(_ change: Change) throws {
        let plans = change.plans.map {
            LiveTests.plan(.first, .second, .at(MediaTime(seconds: $0.start)), seconds: $0.duration)
        }
        let pair = try LivePair(seconds: 4, 3) { live in
            live.perform(.schedule(plans[0]))
            live.when({ [unowned live] in live.engine.heardSample > Int64(change.place * 44100) }) { [unowned live] in
                for (number, plan) in plans.dropFirst().enumerated() {
                    live.after(Double(number) * change.pause) { live.perform(.schedule(plan)) }
                }
            }
        } _: { live, event in
            if case .transitionFinished(.second) = event { live.after(0.1) { [unowned live] in live.finish() } }
        }
        #expect(!pair.live.isTimedOut, "\(pair.live.events)")
        let recording = pair.recording
        let last = try #require(change.plans.last)
        let onset = try #require(recording.right.firstIndex { $0 > 0.001 })
        let end = try #require(recording.left.lastIndex { $0 > 0.001 })
        // A gain that has just left zero is not heard at once.
        #expect((0...400).contains(onset - Int(last.start * 44100)), "begins at \(onset)")
        #expect((-400...0).contains(end - Int((last.start + last.duration) * 44100)), "ends at \(end)")
        let uneven = recording.left[300..<onset].indices.filter { abs(recording.left[$0] - 0.5) >= 0.001 }
        let levels = uneven.prefix(400).map { recording.left[$0] }
        #expect(uneven.isEmpty, "\(uneven.count) from \(uneven[0]) on: \(levels), \(pair.live.events)")
        #expect(recording.right[(end + 100)...].prefix(4000).allSatisfy { abs($0 - 0.5) < 0.001 })
    }

    /// Simulates a key that is held, which moves the transition back and forth, shortly before its start.
    @Test(
        "Of a hundred plans, some milliseconds apart, the last one is heard, or one that had begun",
        arguments: 1...4 as ClosedRange<UInt64>)
    func storm(seed: UInt64) throws {
        var random = SeededRandom(state: seed)
        var time = 0.6
        var starts: [Double] = []
        var begins: FadeSpan?
        /// The plan in force, according to the reported refusals.
        var told: TransitionPlan?
        let pair = try LivePair(seconds: 5, 3) { live in
            for _ in 0..<100 {
                time += Double.random(in: 0...0.015, using: &random)
                let start = max(starts.last ?? 0, time + Double.random(in: 0.15...0.6, using: &random))
                let plan = LiveTests.plan(.first, .second, .at(MediaTime(seconds: start)), seconds: 0.5)
                starts.append(start)
                live.after(time) { [unowned live] in
                    if begins == nil { told = plan }
                    live.perform(.schedule(plan))
                }
            }
        } _: { live, event in
            switch event {
            case .transitionStands(let refused, let standing): if told == refused { told = standing }
            case .transitionStarted(.second, let span): begins = span
            case .transitionFinished(.second): live.after(0.1) { [unowned live] in live.finish() }
            default: break
            }
        }
        #expect(!pair.live.isTimedOut, "seed \(seed): \(pair.live.events)")
        let recording = pair.recording
        let onset = try #require(recording.right.firstIndex { $0 > 0.001 }, "seed \(seed)")
        let place = Double(onset) / 44100
        guard case .at(let start)? = told?.start else {
            Issue.record("seed \(seed): no plan is left")
            return
        }
        // On a machine that is held up, the last plan is mixed too late for its first part, and begins within it.
        #expect((-0.1..<0.4).contains(place - start.seconds), "seed \(seed): \(place) of \(starts), told as \(start)")
        #expect(begins != nil)
        // Once the transition is heard, it is neither lost nor restarted, and it ends as planned.
        let rest = Int((start.seconds + 0.5) * 44100) + 400..<Int((start.seconds + 0.55) * 44100)
        try #require(recording.right.count >= rest.upperBound, "seed \(seed): \(pair.live.events)")
        #expect(recording.right[rest].allSatisfy { abs($0 - 0.5) < 0.001 }, "seed \(seed)")
        #expect(recording.left[300..<onset].allSatisfy { abs($0 - 0.5) < 0.001 }, "seed \(seed)")
        #expect(recording.left[rest].allSatisfy { abs($0) < 0.001 }, "seed \(seed)")
    }
}
