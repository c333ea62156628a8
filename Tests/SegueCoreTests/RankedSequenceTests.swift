import SegueTestSupport
import Testing

@testable import SegueCore

/// The blocks of an order against a plain array, in random edits.
@Suite struct RankedSequenceTests {
    @Test func everyEditLeavesWhatAnArrayHas() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = RandomSource(seed: seed)
        var sequence = RankedSequence()
        var model: [EntryID] = []
        var last: UInt64 = 0
        for step in 0..<2000 {
            let many = Int.random(in: 0..<40, using: &random) == 0 ? 1500 : 1
            let rank = Int.random(in: 0...model.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1:
                let new = (0..<Int.random(in: 1...many, using: &random)).map { _ in
                    last += UInt64.random(in: 1...3, using: &random)
                    return EntryID(rawValue: last)
                }
                sequence.insert(new, at: rank)
                model.insert(contentsOf: new, at: rank)
            case 2:
                guard let id = model.indices.contains(rank) ? model[rank] : nil else { continue }
                let isRemoved = sequence.remove(id)
                #expect(isRemoved)
                model.remove(at: rank)
            case 3:
                let gone = Set(model.dropFirst(rank).prefix(many))
                sequence.remove(gone)
                model.removeAll { gone.contains($0) }
            default:
                guard step.isMultiple(of: 50) else { continue }
                model.shuffle(using: &random)
                sequence = sequence.arranged(model) ?? RankedSequence()
            }
            let range = rank..<min(model.count, rank + 5)
            guard sequence.count == model.count, sequence.elements(in: range) == Array(model[range]),
                model.indices.contains(rank) ? sequence.rank(of: model[rank]) == rank : sequence[rank] == nil
            else {
                Issue.record("step \(step) of seed \(seed)")
                return
            }
        }
        #expect(sequence.all == model, "seed \(seed)")
        let isRight = model.indices.allSatisfy { sequence[$0] == model[$0] && sequence.rank(of: model[$0]) == $0 }
        #expect(isRight, "seed \(seed)")
    }

    @Test func anOrderOfOtherIdentitiesIsRefused() {
        let ids = (0..<1000).map { EntryID(rawValue: UInt64($0)) }
        let sequence = RankedSequence(ids)
        #expect(sequence.arranged(ids.reversed())?.all == ids.reversed())
        #expect(sequence.arranged(Array(ids.dropLast())) == nil)
        #expect(sequence.arranged(ids.dropLast() + [EntryID(rawValue: 5)]) == nil)
        #expect(sequence.arranged(ids.dropLast() + [EntryID(rawValue: 5000)]) == nil)
    }
}
