import SegueTestSupport
import Testing

@testable import SDBus

@Suite struct FairQueueTests {
    private let plenty = (count: 1_000_000, weight: 1_000_000)

    @Test func ownersTakeTurns() {
        var queue = FairQueue<String>()
        for (owner, count) in [("a", 4), ("b", 1), ("c", 2)] {
            for number in 1...count {
                _ = queue.append("\(owner)\(number)", of: owner, weight: 1, within: plenty)
            }
        }
        var order: [String] = []
        while let element = queue.next() { order.append(element) }
        #expect(order == ["a1", "b1", "c1", "a2", "c2", "a3", "a4"])
        #expect(queue.isEmpty)
    }

    @Test func whoComesLateWaitsForOneOfEach() {
        var queue = FairQueue<Int>()
        for number in 0..<1000 { _ = queue.append(number, of: "a", weight: 1, within: plenty) }
        for _ in 0..<300 { _ = queue.next() }
        _ = queue.append(-1, of: "b", weight: 1, within: plenty)
        let order = [queue.next(), queue.next(), queue.next()]
        #expect(order == [300, -1, 301])
    }

    @Test func eachOwnerHasBoundsOfItsOwn() {
        var queue = FairQueue<Int>()
        func add(_ owner: String, weight: Int) -> Bool {
            queue.append(0, of: owner, weight: weight, within: (count: 3, weight: 10))
        }
        let first = [add("a", weight: 6), add("a", weight: 5), add("a", weight: 1), add("a", weight: 1)]
        #expect(first == [true, false, true, true], "too heavy")
        let second = [add("a", weight: 1), add("b", weight: 6), add("b", weight: 5)]
        #expect(second == [false, false, true], "too many of one owner, and the share of another")
        _ = queue.next()
        let third = add("a", weight: 3)
        #expect(third, "what has gone weighs nothing")
    }

    @Test func manyOwnersTogetherHaveABound() {
        var queue = FairQueue<Int>()
        var taken = 0
        for owner in 0..<10_000 {
            while queue.append(0, of: "\(owner)", weight: 10, within: (count: 1000, weight: 100_000)) { taken += 10 }
        }
        #expect(taken < 1_000_000)
        let late = queue.append(0, of: "late", weight: 9, within: (count: 1000, weight: 100_000))
        #expect(late, "a small element always has room")
    }

    /// No element is lost, and the order within each owner is kept.
    @Test func anyMixKeepsTheOrderOfEach() {
        var random = SeededRandom(state: 11)
        var queue = FairQueue<(owner: Int, number: Int)>()
        var sent = [Int](repeating: 0, count: 5)
        var taken = [Int](repeating: 0, count: 5)
        for _ in 0..<20_000 {
            if Bool.random(using: &random) {
                let owner = Int.random(in: 0..<5, using: &random)
                _ = queue.append((owner, sent[owner]), of: "\(owner)", weight: 1, within: plenty)
                sent[owner] += 1
            } else if let (owner, number) = queue.next() {
                #expect(number == taken[owner])
                taken[owner] += 1
            }
        }
        while let (owner, _) = queue.next() { taken[owner] += 1 }
        #expect(taken == sent)
    }
}
