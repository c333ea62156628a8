import Glibc
import SegueTestSupport
import Testing

@testable import SegueCore

/// Edits, undos and redos at random, against a model that keeps every queue as a whole.
@Suite struct RandomEditTests {
    /// A queue as represented in the model.
    private struct Content: Equatable {
        var play: [EntryID] = []
        var list: [EntryID] = []
        var isShuffled = false

        init(_ queue: PlayQueue) {
            play = queue.entries(in: 0..<queue.count).map(\.id)
            list = queue.saved().entries.map(\.id)
            isShuffled = queue.isShuffled
        }
    }

    /// The number of steps of each session, set by `CORE_EDITS`.
    static let steps = getenv("CORE_EDITS").flatMap { Int(String(cString: $0)) } ?? 600

    @Test(arguments: Array(1...10) as [UInt64]) func undoAndRedoGoThroughTheQueuesThatWere(seed: UInt64) {
        var random = SeededRandom(state: seed)
        var player = Player(seed: seed)
        var past: [Content] = []
        var future: [Content] = []
        // The copy of a client that applies the changes.
        var copy: [EntryID] = []
        for step in 0..<Self.steps {
            let before = Content(player.queue)
            if Int.random(in: 0..<60, using: &random) == 0 {
                let session = player.savedSession(at: Moment(now: .zero))
                player = Player(seed: seed &+ UInt64(step))
                _ = player.handle(.restore(session), at: Moment(now: .zero))
            }
            let edit = Self.edit(player.queue, &random)
            let outcome = player.handle(.command(edit, ticket: nil), at: Moment(now: .zero))
            let after = Content(player.queue)
            var expected = before
            switch edit {
            case .edit(.undo):
                guard let former = past.popLast() else { break }
                future.append(before)
                expected = former
            case .edit(.redo):
                guard let former = future.popLast() else { break }
                past.append(before)
                expected = former
            default:
                expected = after
                guard outcome.reply == .accepted else { break }
                past.append(before)
                past.removeFirst(max(0, past.count - 20))
                future = []
            }
            copy = Self.replay(outcome.effects, on: copy, player.queue)
            let isRight =
                after == expected && copy == after.play && player.snapshot.undoText.isEmpty == past.isEmpty
                && player.snapshot.redoText.isEmpty == future.isEmpty
            guard isRight else {
                Issue.record(
                    "seed \(seed), step \(step), \(edit): \(after) is not \(expected), or a client has \(copy)")
                return
            }
        }
    }

    private static func edit(_ queue: PlayQueue, _ random: inout SeededRandom) -> Command {
        func entry() -> EntryID {
            queue.entry(at: Int.random(in: 0...queue.count, using: &random))?.id ?? EntryID(rawValue: 999_999)
        }
        func new(_ range: ClosedRange<Int>) -> [NewEntry] {
            (0..<Int.random(in: range, using: &random)).map { NewEntry(uri: "file:///\($0)") }
        }
        func place() -> QueuePlace {
            [.first, .last, .next, .after(entry())].randomElement(using: &random) ?? .last
        }
        switch Int.random(in: 0..<27, using: &random) {
        case 0..<5: return .edit(.insert(new(1...5), at: place(), play: false))
        case 5..<8: return .edit(.remove((0..<Int.random(in: 1...6, using: &random)).map { _ in entry() }))
        case 8..<11: return .edit(.move((0..<Int.random(in: 1...4, using: &random)).map { _ in entry() }, to: place()))
        case 11: return .edit(.replace(new(0...12), play: false))
        case 12: return .edit(.clear)
        case 13, 14: return .setShuffle(!queue.isShuffled)
        case 15..<21: return .edit(.undo)
        case 24: return .edit(.sort(SortKey.allCases.randomElement(using: &random) ?? .title))
        case 25: return .edit(.dedupe)
        case 26: return .edit(.crop((0..<4).map { _ in entry() }))
        default: return .edit(.redo)
        }
    }

    private static func replay(_ effects: [Effect], on copy: [EntryID], _ queue: PlayQueue) -> [EntryID] {
        var copy = copy
        for case .queueChanged(let change) in effects {
            switch change {
            case .inserted(let entries, let after):
                let place = after.map { id in copy.firstIndex(of: id).map { $0 + 1 } ?? -1 } ?? 0
                guard place >= 0 else { return [] }
                copy.insert(contentsOf: entries.map(\.id), at: place)
            case .removed(let ids): copy.removeAll { ids.contains($0) }
            case .moved(let id, let after):
                copy.removeAll { $0 == id }
                copy.insert(id, at: after.flatMap { copy.firstIndex(of: $0) }.map { $0 + 1 } ?? 0)
            case .arranged, .reordered, .replaced: return queue.entries(in: 0..<queue.count).map(\.id)
            case .metadataChanged: break
            }
        }
        return copy
    }

    /// Many entries that leave a long queue at once are put back in a different way than a few.
    @Test(arguments: [1, 30, 400, 1000], [false, true]) func manyEntriesComeBackWhereTheyWere(
        count: Int, isShuffled: Bool
    ) throws {
        var queue = PlayQueue(seed: 3)
        let (entries, _) = try queue.insert(
            (0..<1000).map { NewEntry(uri: "file:///\($0)") }, at: .last, current: nil)
        _ = queue.setShuffled(isShuffled, current: nil)
        let before = Content(queue)
        var random = SeededRandom(state: UInt64(count))
        let gone = Array(entries.map(\.id).shuffled(using: &random).prefix(count))
        let (removed, reversal) = queue.remove(gone)
        #expect(removed == gone)
        let (inverse, _) = queue.carryOut(reversal)
        #expect(Content(queue) == before)
        _ = queue.carryOut(inverse)
        #expect(queue.count == 1000 - count)
    }

    /// A database that was edited by hand contains impossible requests.
    @Test func whatIsNotPossibleIsLeftOut() throws {
        var queue = PlayQueue(seed: 1)
        let (entries, _) = try queue.insert([NewEntry(uri: "a"), NewEntry(uri: "b")], at: .last, current: nil)
        let before = Content(queue)
        let unknown = EntryID(rawValue: 77)
        for reversal: QueueReversal in [
            .remove([unknown]), .move([FormerPlace(unknown, rank: 0)]), .arrange([unknown, unknown]),
            .shuffle([entries[0].id]),
            .insert([FormerEntry(entry: entries[0], listRank: 9)]),
        ] {
            let (_, changes) = queue.carryOut(reversal)
            #expect(changes.isEmpty && Content(queue) == before, "\(reversal)")
        }
        let twice = FormerEntry(entry: QueueEntry(id: unknown, uri: "c"), listRank: 99)
        _ = queue.carryOut(.insert([twice, twice]))
        #expect(queue.count == 3)
        #expect(queue.index(of: unknown) == 2)
        _ = queue.carryOut(.move([FormerPlace(unknown, rank: 50)]))
        #expect(queue.index(of: unknown) == 2)
    }
}
