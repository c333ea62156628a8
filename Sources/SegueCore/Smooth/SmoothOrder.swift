/// The settled entries of the play order: those that a person has placed, and those that smooth shuffle has chosen
/// (design.md, Smooth shuffle).
struct SmoothOrder: Sendable {
    /// The number of upcoming entries to choose from.
    static let choices = 12

    /// The merits for which each entry was chosen; none for an entry that a person has placed.
    private var settled: [EntryID: Smoothness.Merits] = [:]

    /// Keeps the entry at its place from now on.
    mutating func settle(_ id: EntryID, because merits: Smoothness.Merits = []) { settled[id] = merits }

    /// Forgets all settled entries, since the order is a new one.
    mutating func beginAnew() { settled = [:] }

    /// Forgets entries that have left the queue.
    mutating func forget(_ ids: [EntryID]) {
        for id in ids { settled[id] = nil }
    }

    /// Follows an edit that is undone or redone.
    mutating func note(_ edit: QueueReversal) {
        switch edit {
        case .insert, .pin: break
        case .remove(let ids): forget(ids)
        case .move(let id, _): settle(id)
        case .arrange, .shuffle, .exchange: beginAnew()
        }
    }

    func isSettled(_ id: EntryID) -> Bool { settled[id] != nil }

    /// The reason for the choice of an entry; nil if none is known.
    func reason(for id: EntryID) -> Sentence? { settled[id]?.sentence }

    /// The number of settled entries at the front of these.
    func settledRun(_ entries: [QueueEntry]) -> Int {
        entries.firstIndex { !isSettled($0.id) } ?? entries.count
    }

    /// The entries to choose from: those in front of the first settled one.
    func candidates(_ upcoming: [QueueEntry]) -> ArraySlice<QueueEntry> {
        upcoming.prefix { !isSettled($0.id) }
    }
}
