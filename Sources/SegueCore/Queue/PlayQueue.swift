import DequeModule

/// The queue: entries with an identity each, their list order, and the play order (design.md, Queue). Under shuffle,
/// the play order is a permutation of the list order. A look-up is O(log n), and an edit of a few entries costs about
/// as much in a queue of any length; turning shuffle on is O(n).
///
/// A position in the queue is an index into the play order, from 0. Entries never change their identity, and an
/// identity is never reused.
public struct PlayQueue: Sendable {
    /// The maximum number of entries, which keeps hostile callers from exhausting the memory.
    public static let limit = 1_000_000

    /// The entries and their orders.
    private(set) var content = QueueContent()
    private var lastID: UInt64 = 0
    private var random: RandomSource
    /// A number that increases with every change of content or order.
    public private(set) var revision: UInt64 = 0

    /// The entries that have not been examined. Some may have left the queue, or may have been examined meanwhile.
    private var unexamined: Deque<EntryID> = []

    /// The maximum number of entries of this queue.
    private let capacity: Int

    /// Creates an empty queue that holds at most `capacity` entries. The seed determines every shuffle.
    public init(seed: UInt64, capacity: Int = Self.limit) {
        random = RandomSource(seed: seed)
        self.capacity = capacity
    }

    /// The number of entries.
    public var count: Int { content.listOrder.count }
    /// True if there is no entry.
    public var isEmpty: Bool { count == 0 }
    /// True if the play order is separate from the list order.
    public var isShuffled: Bool { content.shuffledOrder != nil }
    /// The play order under shuffle; nil without shuffle. O(n).
    var shuffledOrderIDs: [EntryID]? { content.shuffledOrder?.all }

    /// Returns true if the entry is in the queue.
    public func contains(_ id: EntryID) -> Bool { content.entries.contains(id) }
    /// The entry with this identity; nil if it is not in the queue.
    public subscript(id: EntryID) -> QueueEntry? { content.entries[id] }
    /// Returns the entry at this index of the play order; nil outside of the queue.
    public func entry(at index: Int) -> QueueEntry? {
        (content.shuffledOrder == nil ? content.listOrder[index] : content.shuffledOrder?[index]).flatMap {
            content.entries[$0]
        }
    }
    /// Returns the index of `id` in the play order, from 0; nil if it is not in the queue.
    public func index(of id: EntryID) -> Int? {
        content.shuffledOrder == nil ? content.listOrder.rank(of: id) : content.shuffledOrder?.rank(of: id)
    }
    /// Returns the entry before `id` in list order, which shuffle does not affect; nil for the first entry, and if `id`
    /// is not in the queue.
    public func listPredecessor(of id: EntryID) -> EntryID? {
        content.listOrder.rank(of: id).flatMap { content.listOrder[$0 - 1] }
    }
    /// Returns the entries at these indexes of the play order. Indexes outside of the queue are ignored.
    public func entries(in range: Range<Int>) -> [QueueEntry] {
        content.playOrder.elements(in: range).compactMap { content.entries[$0] }
    }

    /// Returns all entries of one file or stream, in the order in which they were queued. O(n).
    public func entries(of uri: String) -> [QueueEntry] {
        content.entries.values.filter { $0.uri == uri }.sorted { $0.id < $1.id }
    }

    /// Returns the entries whose URI occurs earlier in play order. Among entries with the URI of `current`, `current`
    /// counts as the first. O(n).
    func duplicates(beside current: EntryID?) -> [EntryID] {
        var known: Set<String> = []
        known.reserveCapacity(count)
        if let current, let entry = self[current] { known.insert(entry.uri) }
        return reader().filter { $0.id != current && !known.insert($0.uri).inserted }.map(\.id)
    }

    /// A function that returns all entries in play order as of now. It can be called later and on any thread: its
    /// creation is O(1), and the queue may change meanwhile.
    public var reader: @Sendable () -> [QueueEntry] { { [self] in entries(in: 0..<count) } }

    /// Returns the entry at a distance of `offset` in play order. With `wrapping`, the ends are connected. Nil outside
    /// of the queue, and if `id` is not in it.
    public func entry(from id: EntryID, offset: Int, wrapping: Bool) -> QueueEntry? {
        guard let index = index(of: id) else { return nil }
        let target = index + offset
        return entry(at: wrapping ? (target % count + count) % count : target)
    }

    /// Inserts new entries into both orders. `current` is the reference of `QueuePlace.next` and of a shuffled append.
    ///
    /// Under shuffle, the first entries of a queue are shuffled, and an append is shuffled into the entries still to
    /// come; the other places apply literally. Returns the new entries in the order given, and the changes of the play
    /// order. Throws `queueFull`; then nothing was added.
    mutating func insert(
        _ new: [NewEntry], at place: QueuePlace, current: EntryID?
    ) throws(AudioPlayerError) -> (entries: [QueueEntry], changes: [QueueChange]) {
        guard count + new.count <= capacity else { throw .queueFull(limit: capacity) }
        guard !new.isEmpty else { return ([], []) }
        let added = new.map { item in
            lastID += 1
            return QueueEntry(id: EntryID(rawValue: lastID), uri: item.uri, metadata: item.metadata)
        }
        content.entries.insert(added, id: \.id, value: { $0 })
        noteUnexamined(among: added)
        revision += 1
        var changes: [QueueChange] = []
        if isEmpty {
            content.listOrder = RankedSequence(added.map(\.id))
            guard isShuffled else { return (added, [.inserted(added, after: nil)]) }
            content.shuffledOrder = content.listOrder.shuffled(beginningWith: nil, using: &random)
            // The two orders have nothing in common.
            return (added, [.replaced])
        }
        let listStart = Self.rank(for: place, current: current, in: content.listOrder)
        content.listOrder.insert(added.map(\.id), at: listStart)
        guard var shuffled = content.shuffledOrder else {
            return (added, [.inserted(added, after: listStart == 0 ? nil : content.listOrder[listStart - 1])])
        }
        content.shuffledOrder = nil
        if place == .last {
            let heard = current.flatMap { shuffled.rank(of: $0) }.map { $0 + 1 } ?? 0
            for entry in added {
                let rank = Int.random(in: heard...shuffled.count, using: &random)
                shuffled.insert(entry.id, at: rank)
                changes.append(.inserted([entry], after: rank == 0 ? nil : shuffled[rank - 1]))
            }
        } else {
            let start = Self.rank(for: place, current: current, in: shuffled)
            shuffled.insert(added.map(\.id), at: start)
            changes = [.inserted(added, after: start == 0 ? nil : shuffled[start - 1])]
        }
        content.shuffledOrder = shuffled
        return (added, changes)
    }

    /// Removes entries; unknown ones are ignored. Returns the removed ones, in the order of `ids`, and the reversal.
    /// O(m log n) for a few, O(n) for many.
    mutating func remove(_ ids: [EntryID]) -> (removed: [EntryID], reversal: QueueReversal) {
        var gone: Set<EntryID> = []
        gone.reserveCapacity(ids.count)
        let removed = ids.filter { contains($0) && gone.insert($0).inserted }
        guard !removed.isEmpty else { return ([], .insert([])) }
        let reversal = QueueReversal.insert(content.formerEntries(gone))
        content.listOrder.remove(gone)
        for id in removed { content.entries[id] = nil }
        content.shuffledOrder?.remove(gone)
        revision += 1
        return (removed, reversal)
    }

    /// Moves an entry in the play order and, without shuffle, in the list order, which is the same. Returns the change;
    /// nil if nothing changed.
    mutating func move(_ id: EntryID, to place: QueuePlace, current: EntryID?) -> QueueChange? {
        let isBehindItself = place == .after(id) || (place == .next && id == current)
        guard let old = index(of: id), !isBehindItself else { return nil }
        let new = relocate(id) { Self.rank(for: place, current: current, in: $0) }
        return new == old ? nil : .moved(id, after: new == 0 ? nil : entry(at: new - 1)?.id)
    }

    /// Moves entries in the play order, in this order one after another; without shuffle, in the list order with it.
    /// Returns the reversal and the changes; nil if nothing changed. Entries that are not in the queue are ignored. The
    /// current entry is not moved after itself.
    mutating func move(
        _ ids: [EntryID], to place: QueuePlace, current: EntryID?
    ) -> (reversal: QueueReversal, changes: [QueueChange])? {
        var moved: Set<EntryID> = []
        var ids = ids.filter { contains($0) && moved.insert($0).inserted }
        if place == .next, let current, moved.remove(current) != nil { ids.removeAll { $0 == current } }
        var predecessor = predecessor(of: place, without: moved, current: current)
        guard ids.count <= Self.longestTale else { return arrange(ids, moved, after: predecessor) }
        var former: [FormerPlace] = []
        var changes: [QueueChange] = []
        for id in ids {
            if let old = index(of: id),
                let change = move(id, to: predecessor.map { .after($0) } ?? .first, current: current)
            {
                former.insert(FormerPlace(id, rank: old), at: 0)
                changes.append(change)
            }
            predecessor = id
        }
        return changes.isEmpty ? nil : (.move(former), changes)
    }

    /// Returns the entry that precedes this place once the entries of `moved` have left; nil at the beginning.
    private func predecessor(of place: QueuePlace, without moved: Set<EntryID>, current: EntryID?) -> EntryID? {
        var rank = Self.rank(for: place, current: current, in: content.playOrder) - 1
        while let id = entry(at: rank)?.id, moved.contains(id) { rank -= 1 }
        return entry(at: rank)?.id
    }

    /// Moves many entries, which are announced as a new order.
    private mutating func arrange(
        _ ids: [EntryID], _ moved: Set<EntryID>, after predecessor: EntryID?
    ) -> (reversal: QueueReversal, changes: [QueueChange])? {
        let former = content.playOrder.all
        var order = former.filter { !moved.contains($0) }
        let rank = predecessor.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        order.insert(contentsOf: ids, at: rank)
        guard order != former else { return nil }
        let (reversal, changes) = carryOut(.arrange(order))
        return (reversal, changes)
    }

    /// Removes the entry from the play order, and inserts it at the rank that `place` returns for the remaining order.
    /// Returns the new rank.
    private mutating func relocate(_ id: EntryID, to place: (RankedSequence) -> Int) -> Int {
        // The order is moved out of its property for the edit: a single owner avoids a copy.
        var order = content.playOrder
        content.playOrder = RankedSequence()
        let old = order.rank(of: id)
        order.remove(id)
        let new = place(order)
        order.insert(id, at: new)
        content.playOrder = order
        if new != old { revision += 1 }
        return new
    }

    mutating func removeAll() {
        guard !isEmpty else { return }
        let isShuffled = isShuffled
        content = QueueContent()
        if isShuffled { content.shuffledOrder = RankedSequence() }
        revision += 1
    }

    /// Shuffles a new play order with `current` first, or restores the list order. Returns true if anything changed.
    mutating func setShuffled(_ shuffled: Bool, current: EntryID?) -> Bool {
        guard shuffled != isShuffled else { return false }
        content.shuffledOrder = shuffled ? content.listOrder.shuffled(beginningWith: current, using: &random) : nil
        revision += 1
        return true
    }

    /// Replaces an entry. Returns true if it differs from before.
    mutating func update(_ entry: QueueEntry) -> Bool {
        guard let old = content.entries[entry.id], old != entry else { return false }
        content.entries[entry.id] = entry
        return true
    }

    /// Returns at most `limit` entries that have not been examined. Each is returned only once.
    mutating func takeUnexamined(atMost limit: Int) -> [QueueEntry] {
        var taken: [QueueEntry] = []
        while taken.count < limit, let id = unexamined.popFirst() {
            if let entry = content.entries[id], entry.lacksTitles { taken.append(entry) }
        }
        return taken
    }

    private mutating func noteUnexamined(among entries: some Sequence<QueueEntry>) {
        unexamined.append(contentsOf: entries.lazy.filter(\.lacksTitles).map(\.id))
    }

    /// Returns the whole queue for the disk: list order, and the play order as indexes into it.
    public func saved() -> (entries: [QueueEntry], shuffleOrder: [Int]?) { content.saved() }

    /// Restores a saved queue, including identities. Identities up to `lastID` are not reused.
    mutating func restore(entries: [QueueEntry], shuffleOrder: [Int]?, lastID given: UInt64 = 0) {
        content = QueueContent(entries: Array(entries.prefix(capacity)), shuffleOrder: shuffleOrder)
        noteUnexamined(among: entries)
        lastID = max(lastID, given, content.lastID)
        revision += 1
    }

    private static func rank(for place: QueuePlace, current: EntryID?, in order: RankedSequence) -> Int {
        switch place {
        case .first: 0
        case .last: order.count
        case .after(let id): order.rank(of: id).map { $0 + 1 } ?? order.count
        case .next: current.flatMap { order.rank(of: $0) }.map { $0 + 1 } ?? order.count
        }
    }
}

// MARK: - Taking edits back

extension PlayQueue {
    /// Reverts an edit. Returns the reversal of that, and the changes of the play order. Impossible requests of a
    /// damaged session are ignored.
    mutating func carryOut(_ reversal: QueueReversal) -> (inverse: QueueReversal, changes: [QueueChange]) {
        switch reversal {
        case .insert(let entries):
            var known: Set<EntryID> = []
            let new = entries.filter { !contains($0.entry.id) && known.insert($0.entry.id).inserted }
            return (.remove(new.map(\.entry.id)), bringBack(new))
        case .remove(let ids):
            let (removed, inverse) = remove(ids)
            return (inverse, removed.isEmpty ? [] : [.removed(removed)])
        case .move(let places):
            var former: [FormerPlace] = []
            var changes: [QueueChange] = []
            for place in places {
                guard let old = index(of: place.id) else { continue }
                let new = relocate(place.id) { min(place.rank, $0.count) }
                former.insert(FormerPlace(place.id, rank: old), at: 0)
                changes.append(.moved(place.id, after: new == 0 ? nil : entry(at: new - 1)?.id))
            }
            return (.move(former), changes)
        case .arrange(let ids):
            guard let order = content.playOrder.arranged(ids) else { return (reversal, []) }
            let former = content.playOrder.all
            content.playOrder = order
            revision += 1
            return (.arrange(former), [isShuffled ? .reordered(ids) : .arranged(ids)])
        case .shuffle(let ids):
            let order = ids.flatMap { content.listOrder.arranged($0) }
            guard (order == nil) == (ids == nil) else { return (reversal, []) }
            let former = shuffledOrderIDs
            content.shuffledOrder = order
            revision += 1
            return (.shuffle(former), [.reordered(ids)])
        // A pin is not part of the queue: the player restores it.
        case .pin: return (reversal, [])
        case .exchange(let other):
            let former = content
            content = other
            noteUnexamined(among: reader())
            revision += 1
            return (.exchange(former), [.replaced])
        }
    }

    /// Reinserts entries at their former ranks, in the order of their list ranks. Clients are notified of runs of
    /// neighbours. For very many runs, and for several places in two orders, clients are instructed to read the list
    /// again.
    private mutating func bringBack(_ new: [FormerEntry]) -> [QueueChange] {
        guard !new.isEmpty else { return [] }
        content.entries.insert(new, id: \.entry.id, value: \.entry)
        noteUnexamined(among: new.map(\.entry))
        revision += 1
        content.listOrder.insert(new.map { ($0.entry.id, $0.listRank) })
        if isShuffled {
            let places = new.map { (id: $0.entry.id, rank: $0.shuffledRank ?? count) }
            content.shuffledOrder?.insert(places.sorted { $0.rank < $1.rank })
            guard new.count == 1 else { return [.replaced] }
        }
        let starts = new.indices.filter { $0 == 0 || new[$0].listRank != new[$0 - 1].listRank + 1 }
        guard starts.count <= Self.longestTale else { return [.replaced] }
        return zip(starts, starts.dropFirst() + [new.count]).map { start, end in
            let place = index(of: new[start].entry.id) ?? 0
            return .inserted(new[start..<end].map(\.entry), after: entry(at: place - 1)?.id)
        }
    }

    /// The maximum number of changes that are announced separately.
    private static let longestTale = 50
}
