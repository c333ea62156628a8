/// The part of the play order that stays as it is under smooth shuffle: what a person has put somewhere, and what was
/// chosen already (design.md, Smooth shuffle).
struct SmoothOrder: Sendable {
    /// From how many entries the next one is chosen.
    static let choices = 12

    /// Why the entries that stay were chosen, as a sentence; empty for one that a person has put there, or for which
    /// nothing speaks.
    private var settled: [EntryID: String] = [:]

    /// The entry stays where it is.
    mutating func settle(_ id: EntryID, because sentence: String = "") { settled[id] = sentence }

    /// Any entry may be moved again: the order is another one.
    mutating func beginAnew() { settled = [:] }

    /// The entries are not in the queue any more.
    mutating func forget(_ ids: [EntryID]) {
        for id in ids { settled[id] = nil }
    }

    /// This edit is taken back, or done again.
    mutating func note(_ edit: QueueReversal) {
        switch edit {
        case .insert, .pin: break
        case .remove(let ids): forget(ids)
        case .move(let id, _): settle(id)
        case .arrange, .shuffle, .exchange: beginAnew()
        }
    }

    func isSettled(_ id: EntryID) -> Bool { settled[id] != nil }

    /// Why the entry was chosen, as a sentence; empty if it was not.
    func reason(for id: EntryID) -> String { settled[id] ?? "" }

    /// How many of these entries, which follow each other, stay where they are.
    func settledRun(_ entries: [QueueEntry]) -> Int {
        entries.firstIndex { !isSettled($0.id) } ?? entries.count
    }

    /// The entries from which what follows is chosen, of those to come: those before the first that stays.
    func candidates(_ upcoming: [QueueEntry]) -> ArraySlice<QueueEntry> {
        upcoming.prefix { !isSettled($0.id) }.prefix(Self.choices)
    }
}
