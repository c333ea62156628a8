import EventLoop
import Glibc
import SegueTestSupport
import Testing

struct DeadlineTests {
    @Test func fireInOrderOfTimeThenOfAsking() throws {
        let loop = try EventLoop()
        var fired: [String] = []
        let now = MonotonicTime.now
        loop.schedule(at: now.advanced(byNanoseconds: 2_000_000)) { fired.append("late") }
        loop.schedule(at: now.advanced(byNanoseconds: 1_000_000)) { fired.append("first of two") }
        loop.schedule(at: now.advanced(byNanoseconds: 1_000_000)) { fired.append("second of two") }
        loop.schedule(at: now.advanced(byNanoseconds: -1_000_000)) { fired.append("overdue") }
        #expect(loop.run(until: { fired.count == 4 }))
        #expect(fired == ["overdue", "first of two", "second of two", "late"])
    }

    @Test func neverFiresEarly() throws {
        let loop = try EventLoop()
        var lateness: [Int64] = []
        for step in 1...50 {
            let time = MonotonicTime.now.advanced(byNanoseconds: Int64(step) * 137_001)
            loop.schedule(at: time) { lateness.append(MonotonicTime.now.nanoseconds(since: time)) }
        }
        #expect(loop.run(until: { lateness.count == 50 }))
        #expect(lateness.allSatisfy { $0 >= 0 })
    }

    @Test func cancelledOnesDoNothing() throws {
        let loop = try EventLoop()
        var fired: [String] = []
        let now = MonotonicTime.now
        let cancelled = loop.schedule(at: now) { fired.append("cancelled") }
        cancelled.cancel()
        cancelled.cancel()
        #expect(!cancelled.isPending)
        let kept = loop.schedule(at: now) { fired.append("kept") }
        #expect(kept.isPending)
        #expect(loop.run(until: { !fired.isEmpty }))
        #expect(!kept.isPending)
        kept.cancel()
        #expect(fired == ["kept"])
    }

    @Test func cancelsAnotherThatIsDueInTheSameTurn() throws {
        let loop = try EventLoop()
        var fired: [String] = []
        let now = MonotonicTime.now
        var second: Deadline?
        loop.schedule(at: now) {
            fired.append("first")
            second?.cancel()
        }
        second = loop.schedule(at: now) { fired.append("second") }
        loop.schedule(at: now) { fired.append("third") }
        #expect(loop.run(until: { fired.count == 2 }))
        #expect(fired == ["first", "third"])
    }

    @Test func releasesItsActionWhenCancelledOrFired() throws {
        final class Token {}
        let loop = try EventLoop()
        var token: Token? = Token()
        weak let watched = token
        let cancelled = loop.schedule(at: .now) { [token] in _ = token }
        let fired = loop.schedule(at: .now) { [token] in _ = token }
        token = nil
        #expect(watched != nil)
        cancelled.cancel()
        #expect(loop.run(until: { !fired.isPending }))
        #expect(watched == nil)
    }

    @Test func oneThatRenewsItselfLeavesRoomForOtherWork() throws {
        let loop = try EventLoop()
        var renewals = 0
        var isEnding = false
        var hasEnded = false
        func renew() {
            guard !isEnding else {
                hasEnded = true
                return
            }
            renewals += 1
            loop.schedule(at: MonotonicTime(nanoseconds: 0)) { renew() }
        }
        renew()
        var descriptors: [Int32] = [-1, -1]
        let source = try PipeSource(&descriptors)
        loop.add(source)
        loop.perform { [end = descriptors[1]] in PipeSource.send(1, to: end) }
        #expect(loop.run(until: { source.received == [1] }))
        #expect(renewals > 0)
        isEnding = true
        #expect(loop.run(until: { hasEnded }))
        close(descriptors[1])
    }

    @Test(arguments: [1, 7, 2024] as [UInt64])
    func agreesWithASortedListUnderRandomUse(seed: UInt64) throws {
        let loop = try EventLoop()
        var random = SeededRandom(state: seed)
        var expected: [(time: Int64, number: Int)] = []
        var fired: [Int] = []
        var deadlines: [(number: Int, deadline: Deadline)] = []
        for number in 0..<2000 {
            let time = Int64.random(in: 1...500, using: &random)
            let deadline = loop.schedule(at: MonotonicTime(nanoseconds: time)) { fired.append(number) }
            deadlines.append((number, deadline))
            expected.append((time, number))
            if Int.random(in: 0..<3, using: &random) == 0 {
                let index = Int.random(in: 0..<deadlines.count, using: &random)
                let victim = deadlines.remove(at: index)
                victim.deadline.cancel()
                expected.removeAll { $0.number == victim.number }
            }
        }
        #expect(loop.run(until: { fired.count >= expected.count }))
        expected.sort { ($0.time, $0.number) < ($1.time, $1.number) }
        #expect(fired == expected.map(\.number), "seed \(seed)")
    }
}
