/// The settled entries of the play order: placed by the user, or chosen by smooth shuffle (design.md, Smooth shuffle).
struct SmoothOrder: Sendable {
    /// The number of upcoming entries to choose from.
    static let choices = 12

    /// The merits for which each entry was chosen; none for an entry that the user placed.
    private var settled: [EntryID: Smoothness.Merits] = [:]

    /// Keeps the entry at its place from now on.
    mutating func settle(_ id: EntryID, because merits: Smoothness.Merits = []) { settled[id] = merits }

    /// Forgets all settled entries, because the order is a new one.
    mutating func beginAnew() { settled = [:] }

    /// Forgets entries that have left the queue.
    mutating func forget(_ ids: [EntryID]) {
        for id in ids { settled[id] = nil }
    }

    /// Updates the settled entries for an edit that is undone or redone.
    mutating func note(_ edit: QueueReversal) {
        switch edit {
        case .insert, .pin: break
        case .remove(let ids): forget(ids)
        case .move(let places): for place in places { settle(place.id) }
        case .arrange, .shuffle, .exchange: beginAnew()
        }
    }

    func isSettled(_ id: EntryID) -> Bool { settled[id] != nil }

    /// Returns the reason for the choice of an entry; nil if none is known.
    func reason(for id: EntryID) -> Sentence? { settled[id]?.sentence }

    /// Returns the number of consecutive settled entries from the start.
    func settledRun(_ entries: [QueueEntry]) -> Int {
        entries.firstIndex { !isSettled($0.id) } ?? entries.count
    }

    /// Returns the entries to choose from: those before the first settled one.
    func candidates(_ upcoming: [QueueEntry]) -> ArraySlice<QueueEntry> {
        upcoming.prefix { !isSettled($0.id) }
    }
}
