/// The queue: entries with an identity of their own, their list order, and the play order, which under shuffle is a
/// permutation of it (design.md, Queue). Every edit and look-up is O(log n); turning shuffle on is O(n).
///
/// A position in the queue is an index into the play order, from 0. Entries never change their identity, and an
/// identity is never given out twice.
public struct PlayQueue: Sendable {
    /// More entries than anyone plays; keeps hostile callers from filling the memory.
    public static let limit = 1_000_000

    private var entriesByID: [EntryID: QueueEntry] = [:]
    private var listOrder = RankedSequence()
    private var shuffledOrder: RankedSequence?
    private var lastID: UInt64 = 0
    private var random: RandomSource
    /// Grows with every change of content or order.
    public private(set) var revision: UInt64 = 0

    /// How many entries this queue holds.
    private let capacity: Int

    /// An empty queue that holds at most `capacity` entries. The seed decides every shuffle.
    public init(seed: UInt64, capacity: Int = Self.limit) {
        random = RandomSource(seed: seed)
        self.capacity = capacity
    }

    /// How many entries there are.
    public var count: Int { listOrder.count }
    /// Whether there is no entry.
    public var isEmpty: Bool { count == 0 }
    /// Whether the play order is one of its own.
    public var isShuffled: Bool { shuffledOrder != nil }
    /// The play order under shuffle; nil without shuffle. O(n).
    var shuffledOrderIDs: [EntryID]? { shuffledOrder?.all }

    private var playOrder: RankedSequence { shuffledOrder ?? listOrder }

    /// Whether the entry is in the queue now.
    public func contains(_ id: EntryID) -> Bool { entriesByID[id] != nil }
    /// The entry with this identity; nil if it is not in the queue.
    public subscript(id: EntryID) -> QueueEntry? { entriesByID[id] }
    /// The entry at this index of the play order; nil outside of the queue.
    public func entry(at index: Int) -> QueueEntry? {
        (shuffledOrder == nil ? listOrder[index] : shuffledOrder?[index]).flatMap { entriesByID[$0] }
    }
    /// The index of `id` in the play order, from 0; nil if it is not in the queue.
    public func index(of id: EntryID) -> Int? {
        shuffledOrder == nil ? listOrder.rank(of: id) : shuffledOrder?.rank(of: id)
    }
    /// The entry before `id` in list order, which shuffle leaves alone; nil for the first one, and where `id` is not in
    /// the queue.
    public func listPredecessor(of id: EntryID) -> EntryID? {
        listOrder.rank(of: id).flatMap { listOrder[$0 - 1] }
    }
    /// The entries at these indexes of the play order. What lies outside of the queue is left out.
    public func entries(in range: Range<Int>) -> [QueueEntry] {
        playOrder.elements(in: range).compactMap { entriesByID[$0] }
    }

    /// All entries of one file or stream, in the order in which they were queued. O(n).
    public func entries(of uri: String) -> [QueueEntry] {
        entriesByID.values.filter { $0.uri == uri }.sorted { $0.id < $1.id }
    }

    /// A function that gives all entries in play order as they are now. It can be called later and on any thread:
    /// making it costs nothing, and the queue may go on changing.
    public var reader: @Sendable () -> [QueueEntry] { { [self] in entries(in: 0..<count) } }

    /// The entry `offset` places on in play order. With `wrapping`, the way goes round the ends. Nil outside of the
    /// queue, and where `id` is not in it.
    public func entry(from id: EntryID, offset: Int, wrapping: Bool) -> QueueEntry? {
        guard let index = index(of: id) else { return nil }
        let target = index + offset
        return entry(at: wrapping ? (target % count + count) % count : target)
    }

    /// Puts new entries into both orders. `current` is what `QueuePlace.next` and a shuffled append refer to.
    ///
    /// Under shuffle the first entries of a queue are dealt, and an append is dealt into what is still to come; the
    /// other places are what they say. Returns the new entries in the order given, and the changes of the play order.
    /// Throws `queueFull`; then nothing was added.
    mutating func insert(
        _ new: [NewEntry], at place: QueuePlace, current: EntryID?
    ) throws(AudioPlayerError) -> (entries: [QueueEntry], changes: [QueueChange]) {
        guard count + new.count <= capacity else { throw .queueFull(limit: capacity) }
        guard !new.isEmpty else { return ([], []) }
        let added = new.map { item in
            lastID += 1
            return QueueEntry(id: EntryID(rawValue: lastID), uri: item.uri, metadata: item.metadata)
        }
        entriesByID.reserveCapacity(count + added.count)
        for entry in added { entriesByID[entry.id] = entry }
        revision += 1
        var changes: [QueueChange] = []
        if isEmpty {
            listOrder = RankedSequence(added.map(\.id))
            guard isShuffled else { return (added, [.inserted(added, after: nil)]) }
            shuffledOrder = listOrder.shuffled(beginningWith: nil, using: &random)
            // Two orders that have nothing in common.
            return (added, [.replaced])
        }
        let listStart = rank(for: place, current: current, in: listOrder)
        listOrder.insert(added.map(\.id), at: listStart)
        guard var shuffled = shuffledOrder else {
            return (added, [.inserted(added, after: listStart == 0 ? nil : listOrder[listStart - 1])])
        }
        shuffledOrder = nil
        if place == .last {
            let heard = current.flatMap { shuffled.rank(of: $0) }.map { $0 + 1 } ?? 0
            for entry in added {
                let rank = Int.random(in: heard...shuffled.count, using: &random)
                shuffled.insert(entry.id, at: rank)
                changes.append(.inserted([entry], after: rank == 0 ? nil : shuffled[rank - 1]))
            }
        } else {
            let start = rank(for: place, current: current, in: shuffled)
            shuffled.insert(added.map(\.id), at: start)
            changes = [.inserted(added, after: start == 0 ? nil : shuffled[start - 1])]
        }
        shuffledOrder = shuffled
        return (added, changes)
    }

    /// Takes entries out; unknown ones are passed over. Returns those that were there.
    mutating func remove(_ ids: [EntryID]) -> [EntryID] {
        var removed: [EntryID] = []
        for id in ids where entriesByID.removeValue(forKey: id) != nil {
            listOrder.remove(id)
            shuffledOrder?.remove(id)
            removed.append(id)
        }
        if !removed.isEmpty { revision += 1 }
        return removed
    }

    /// Moves an entry in the play order and, without shuffle, in the list order, which is the same. Returns the change;
    /// nil if nothing changed.
    mutating func move(_ id: EntryID, to place: QueuePlace, current: EntryID?) -> QueueChange? {
        guard let old = index(of: id), place != .after(id) else { return nil }
        // Taken out of its place for the edit, so that there is one owner and no copy.
        var order = playOrder
        if isShuffled { shuffledOrder = RankedSequence() } else { listOrder = RankedSequence() }
        order.remove(id)
        let new = rank(for: place, current: current, in: order)
        order.insert(id, at: new)
        if isShuffled { shuffledOrder = order } else { listOrder = order }
        guard new != old else { return nil }
        revision += 1
        return .moved(id, after: new == 0 ? nil : entry(at: new - 1)?.id)
    }

    mutating func removeAll() {
        guard !isEmpty else { return }
        entriesByID = [:]
        listOrder = RankedSequence()
        if shuffledOrder != nil { shuffledOrder = RankedSequence() }
        revision += 1
    }

    /// Goes back to what this queue was before it was emptied and filled anew. Identities that were given out since are
    /// not given out again.
    mutating func takeBack(_ former: PlayQueue) {
        let given = lastID
        let count = revision
        self = former
        lastID = given
        revision = count + 1
    }

    /// Deals a new play order with `current` first, or goes back to the list order. Returns whether anything changed.
    mutating func setShuffled(_ shuffled: Bool, current: EntryID?) -> Bool {
        guard shuffled != isShuffled else { return false }
        shuffledOrder = shuffled ? listOrder.shuffled(beginningWith: current, using: &random) : nil
        revision += 1
        return true
    }

    /// Replaces what is known of an entry. Returns whether it differs from before.
    mutating func update(_ entry: QueueEntry) -> Bool {
        guard let old = entriesByID[entry.id], old != entry else { return false }
        entriesByID[entry.id] = entry
        return true
    }

    /// The whole queue for the disk: list order, and the play order as indexes into it.
    public func saved() -> (entries: [QueueEntry], shuffleOrder: [Int]?) {
        let ids = listOrder.all
        let entries = ids.compactMap { entriesByID[$0] }
        guard let shuffledOrder else { return (entries, nil) }
        let ranks = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
        return (entries, shuffledOrder.all.compactMap { ranks[$0] })
    }

    /// Takes a saved queue over, identities included. A damaged shuffle order is left out: then the list order counts.
    mutating func restore(entries: [QueueEntry], shuffleOrder: [Int]?) {
        var seen: Set<EntryID> = []
        let whole = entries.prefix(capacity).filter { seen.insert($0.id).inserted }
        entriesByID = Dictionary(uniqueKeysWithValues: whole.map { ($0.id, $0) })
        listOrder = RankedSequence(whole.map(\.id))
        lastID = max(lastID, whole.map(\.id.rawValue).max() ?? 0)
        shuffledOrder = nil
        if let shuffleOrder, shuffleOrder.sorted() == Array(whole.indices) {
            shuffledOrder = RankedSequence(shuffleOrder.map { whole[$0].id })
        }
        revision += 1
    }

    private func rank(for place: QueuePlace, current: EntryID?, in order: RankedSequence) -> Int {
        switch place {
        case .first: 0
        case .last: order.count
        case .after(let id): order.rank(of: id).map { $0 + 1 } ?? order.count
        case .next: current.flatMap { order.rank(of: $0) }.map { $0 + 1 } ?? order.count
        }
    }
}
