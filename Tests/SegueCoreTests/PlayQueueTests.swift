import SegueTestSupport
import Testing

@testable import SegueCore

@Suite struct PlayQueueTests {
    /// The queue against an array, through seeded random edits.
    @Test(arguments: Array(1...20) as [UInt64]) func isTheListThatEditsDescribe(seed: UInt64) throws {
        var random = SeededRandom(state: seed)
        var queue = PlayQueue(seed: seed)
        var model: [EntryID] = []
        var current: EntryID? { model.first }
        for _ in 0..<400 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0...2:
                let place: QueuePlace =
                    [
                        .first, .last, .next, .after(model.randomElement(using: &random) ?? EntryID(rawValue: 77)),
                    ].randomElement(using: &random) ?? .last
                let new = (0..<Int.random(in: 1...5, using: &random)).map { NewEntry(uri: "file:///\($0)") }
                let (entries, changes) = try queue.insert(new, at: place, current: current)
                let index: Int =
                    switch place {
                    case .first: 0
                    case .last: model.count
                    case .after(let id): model.firstIndex(of: id).map { $0 + 1 } ?? model.count
                    case .next: model.isEmpty ? 0 : 1
                    }
                let replayed = replay(changes, on: model)
                model.insert(contentsOf: entries.map(\.id), at: index)
                #expect(replayed == model)
            case 3:
                let gone = (0..<2).compactMap { _ in model.randomElement(using: &random) }
                _ = queue.remove(gone)
                model.removeAll { gone.contains($0) }
            case 4:
                guard let id = model.randomElement(using: &random), let old = model.firstIndex(of: id) else { break }
                let place: QueuePlace =
                    [
                        .first, .last, .next, .after(model.randomElement(using: &random) ?? id),
                    ].randomElement(using: &random) ?? .first
                let change = queue.move(id, to: place, current: current)
                // No entry can be moved to the place after itself.
                if case .after(id) = place { break }
                if place == .next, id == current { break }
                let replayed = replay(change.map { [$0] } ?? [], on: model)
                model.remove(at: old)
                switch place {
                case .first: model.insert(id, at: 0)
                case .after(let other): model.insert(id, at: (model.firstIndex(of: other) ?? model.count - 1) + 1)
                case .next: model.insert(id, at: (current.flatMap { model.firstIndex(of: $0) } ?? model.count - 1) + 1)
                case .last: model.append(id)
                }
                #expect(replayed == model)
            default:
                guard let id = model.randomElement(using: &random) else { break }
                #expect(queue.index(of: id) == model.firstIndex(of: id))
            }
            #expect(queue.entries(in: 0..<1000).map(\.id) == model)
            #expect(queue.count == model.count)
        }
    }

    /// Applies changes as a client does that keeps a copy.
    private func replay(_ changes: [QueueChange], on list: [EntryID]) -> [EntryID] {
        var list = list
        for change in changes {
            switch change {
            case .inserted(let entries, let after):
                list.insert(
                    contentsOf: entries.map(\.id), at: after.flatMap { list.firstIndex(of: $0) }.map { $0 + 1 } ?? 0)
            case .removed(let ids): list.removeAll { ids.contains($0) }
            case .moved(let id, let after):
                list.removeAll { $0 == id }
                list.insert(id, at: after.flatMap { list.firstIndex(of: $0) }.map { $0 + 1 } ?? 0)
            case .metadataChanged, .arranged, .reordered, .replaced: break
            }
        }
        return list
    }

    private func queue(of count: Int, seed: UInt64 = 1) throws -> PlayQueue {
        var queue = PlayQueue(seed: seed)
        _ = try queue.insert((0..<count).map { NewEntry(uri: "file:///\($0)") }, at: .last, current: nil)
        return queue
    }

    @Test(arguments: Array(1...20) as [UInt64]) func severalEntriesMoveAsOneEdit(seed: UInt64) throws {
        var random = SeededRandom(state: seed)
        for shuffled in [false, true] {
            var queue = try queue(of: 120, seed: seed)
            _ = queue.setShuffled(shuffled, current: nil)
            for _ in 0..<20 {
                let before = queue.entries(in: 0..<120).map(\.id)
                let moved = Array(before.shuffled(using: &random).prefix(.random(in: 1...80, using: &random)))
                let current = before.randomElement(using: &random)
                let pivot = before[.random(in: 0..<120, using: &random)]
                let place: QueuePlace = [.first, .last, .next, .after(pivot)].randomElement(using: &random) ?? .first
                let step = queue.move(moved + moved.prefix(2) + [EntryID(rawValue: 9999)], to: place, current: current)
                // The entries that stay, and after which of them the others come.
                let going = place == .next ? moved.filter { $0 != current } : moved
                let staying = before.filter { !going.contains($0) }
                let preceding: ArraySlice<EntryID> =
                    switch place {
                    case .first: []
                    case .last: before[...]
                    case .after(let id): before.prefix { $0 != id } + [id]
                    case .next: before.prefix { $0 != current } + [current].compactMap(\.self)
                    }
                let rank = staying.filter(preceding.contains).count
                let wanted = Array(staying[..<rank]) + going + Array(staying[rank...])
                try #require(queue.entries(in: 0..<120).map(\.id) == wanted)
                #expect((step == nil) == (wanted == before))
                guard let (reversal, changes) = step else { continue }
                if going.count <= 50 { #expect(replay(changes, on: before) == wanted) }
                let (inverse, _) = queue.carryOut(reversal)
                #expect(queue.entries(in: 0..<120).map(\.id) == before)
                _ = queue.carryOut(inverse)
                #expect(queue.entries(in: 0..<120).map(\.id) == wanted)
            }
        }
    }

    @Test func theSameFileTwiceIsTwoEntries() throws {
        var queue = PlayQueue(seed: 1)
        let (entries, _) = try queue.insert(
            [NewEntry(uri: "file:///a"), NewEntry(uri: "file:///a")], at: .last, current: nil)
        #expect(entries[0].id != entries[1].id)
        _ = queue.remove([entries[0].id])
        #expect(queue.entries(in: 0..<9).map(\.id) == [entries[1].id])
        let (more, _) = try queue.insert([NewEntry(uri: "file:///a")], at: .last, current: nil)
        #expect(more[0].id.rawValue > entries[1].id.rawValue, "an identity was given out twice")
    }

    @Test func shuffleIsAPermutationThatCanBeUndone() throws {
        var queue = try queue(of: 500)
        let list = queue.entries(in: 0..<500).map(\.id)
        let playing = list[123]
        let isShuffled = queue.setShuffled(true, current: playing)
        #expect(isShuffled)
        let shuffled = queue.entries(in: 0..<500).map(\.id)
        #expect(shuffled.first == playing)
        #expect(shuffled != list)
        #expect(Set(shuffled) == Set(list))
        #expect(queue.index(of: playing) == 0)
        let isShuffledAgain = queue.setShuffled(true, current: playing)
        #expect(!isShuffledAgain, "a second shuffle changed something")
        let isUndone = queue.setShuffled(false, current: playing)
        #expect(isUndone)
        #expect(queue.entries(in: 0..<500).map(\.id) == list)
        #expect(queue.index(of: playing) == 123)
    }

    @Test func whatIsAppendedUnderShuffleIsStillToCome() throws {
        var queue = try queue(of: 50)
        let all = queue.entries(in: 0..<50).map(\.id)
        _ = queue.setShuffled(true, current: all[0])
        let heard = try #require(queue.entry(at: 20)?.id)
        let (new, _) = try queue.insert(
            (0..<10).map { NewEntry(uri: "file:///new\($0)") }, at: .last, current: heard)
        for entry in new { #expect(queue.index(of: entry.id) ?? 0 > 20) }
        _ = queue.setShuffled(false, current: heard)
        #expect(queue.entries(in: 50..<60).map(\.id) == new.map(\.id))
    }

    @Test func theFirstEntriesUnderShuffleAreDealt() throws {
        var queue = PlayQueue(seed: 1)
        _ = queue.setShuffled(true, current: nil)
        let (new, changes) = try queue.insert(
            (0..<50).map { NewEntry(uri: "file:///\($0)") }, at: .last, current: nil)
        #expect(changes == [.replaced])
        let dealt = queue.entries(in: 0..<50).map(\.id)
        #expect(dealt != new.map(\.id))
        #expect(Set(dealt) == Set(new.map(\.id)))
        _ = queue.setShuffled(false, current: nil)
        #expect(queue.entries(in: 0..<50).map(\.id) == new.map(\.id))
    }

    @Test func survivesTheWayToDiskAndBack() throws {
        var queue = try queue(of: 30)
        _ = queue.setShuffled(true, current: nil)
        let saved = queue.saved()
        var restored = PlayQueue(seed: 9)
        restored.restore(entries: saved.entries, shuffleOrder: saved.shuffleOrder)
        #expect(restored.entries(in: 0..<30).map(\.id) == queue.entries(in: 0..<30).map(\.id))
        #expect(restored.isShuffled)
        restored.restore(entries: saved.entries, shuffleOrder: [1, 1, 2])
        #expect(!restored.isShuffled, "a damaged order was taken over")
    }

    @Test func refusesMoreThanItHolds() throws {
        var queue = PlayQueue(seed: 1, capacity: 3)
        _ = try queue.insert([NewEntry(uri: "a"), NewEntry(uri: "b")], at: .last, current: nil)
        #expect(throws: AudioPlayerError.queueFull(limit: 3)) {
            _ = try queue.insert([NewEntry(uri: "c"), NewEntry(uri: "d")], at: .last, current: nil)
        }
        #expect(queue.count == 2)
        _ = try queue.insert([NewEntry(uri: "c")], at: .last, current: nil)
        #expect(queue.count == 3)
    }

    @Test func neighboursWrapOnlyWhenAsked() throws {
        let queue = try queue(of: 3)
        let ids = queue.entries(in: 0..<3).map(\.id)
        #expect(queue.entry(from: ids[2], offset: 1, wrapping: false) == nil)
        #expect(queue.entry(from: ids[2], offset: 1, wrapping: true)?.id == ids[0])
        #expect(queue.entry(from: ids[0], offset: -1, wrapping: true)?.id == ids[2])
        #expect(queue.entry(from: EntryID(rawValue: 1000), offset: 1, wrapping: true) == nil)
    }

    @Test func whatIsReadLaterIsTheQueueOfNow() throws {
        var queue = PlayQueue(seed: 3)
        let (entries, _) = try queue.insert(["a", "b"].map { NewEntry(uri: "file:///\($0)") }, at: .last, current: nil)
        let reader = queue.reader
        _ = queue.remove([entries[0].id])
        #expect(reader() == entries)
        #expect(queue.listPredecessor(of: entries[1].id) == nil)
        #expect(queue.entries(in: 0..<9) == [entries[1]])
    }
}
