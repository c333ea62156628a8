import DequeModule

/// The queue: entries with an identity of their own, their list order, and the play order, which under shuffle is a
/// permutation of it (design.md, Queue). A look-up is O(log n), and an edit of a few entries costs about as much in a
/// queue of any length; turning shuffle on is O(n).
///
/// A position in the queue is an index into the play order, from 0. Entries never change their identity, and an
/// identity is never given out twice.
public struct PlayQueue: Sendable {
    /// More entries than anyone plays; keeps hostile callers from filling the memory.
    public static let limit = 1_000_000

    /// The entries and their orders.
    private(set) var content = QueueContent()
    private var lastID: UInt64 = 0
    private var random: RandomSource
    /// Grows with every change of content or order.
    public private(set) var revision: UInt64 = 0

    /// The entries that nobody has looked into, among others that have left or are known meanwhile.
    private var unexamined: Deque<EntryID> = []

    /// How many entries this queue holds.
    private let capacity: Int

    /// An empty queue that holds at most `capacity` entries. The seed decides every shuffle.
    public init(seed: UInt64, capacity: Int = Self.limit) {
        random = RandomSource(seed: seed)
        self.capacity = capacity
    }

    /// How many entries there are.
    public var count: Int { content.listOrder.count }
    /// Whether there is no entry.
    public var isEmpty: Bool { count == 0 }
    /// Whether the play order is one of its own.
    public var isShuffled: Bool { content.shuffledOrder != nil }
    /// The play order under shuffle; nil without shuffle. O(n).
    var shuffledOrderIDs: [EntryID]? { content.shuffledOrder?.all }

    /// Whether the entry is in the queue now.
    public func contains(_ id: EntryID) -> Bool { content.entries.contains(id) }
    /// The entry with this identity; nil if it is not in the queue.
    public subscript(id: EntryID) -> QueueEntry? { content.entries[id] }
    /// The entry at this index of the play order; nil outside of the queue.
    public func entry(at index: Int) -> QueueEntry? {
        (content.shuffledOrder == nil ? content.listOrder[index] : content.shuffledOrder?[index]).flatMap {
            content.entries[$0]
        }
    }
    /// The index of `id` in the play order, from 0; nil if it is not in the queue.
    public func index(of id: EntryID) -> Int? {
        content.shuffledOrder == nil ? content.listOrder.rank(of: id) : content.shuffledOrder?.rank(of: id)
    }
    /// The entry before `id` in list order, which shuffle leaves alone; nil for the first one, and where `id` is not in
    /// the queue.
    public func listPredecessor(of id: EntryID) -> EntryID? {
        content.listOrder.rank(of: id).flatMap { content.listOrder[$0 - 1] }
    }
    /// The entries at these indexes of the play order. What lies outside of the queue is left out.
    public func entries(in range: Range<Int>) -> [QueueEntry] {
        content.playOrder.elements(in: range).compactMap { content.entries[$0] }
    }

    /// All entries of one file or stream, in the order in which they were queued. O(n).
    public func entries(of uri: String) -> [QueueEntry] {
        content.entries.values.filter { $0.uri == uri }.sorted { $0.id < $1.id }
    }

    /// The entries whose URI is in the queue already, in play order. Of those with the URI of `current`, that one
    /// counts as the first. O(n).
    func duplicates(beside current: EntryID?) -> [EntryID] {
        var known: Set<String> = []
        known.reserveCapacity(count)
        if let current, let entry = self[current] { known.insert(entry.uri) }
        return reader().filter { $0.id != current && !known.insert($0.uri).inserted }.map(\.id)
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
        content.entries.insert(added, id: \.id, value: { $0 })
        noteUnexamined(among: added)
        revision += 1
        var changes: [QueueChange] = []
        if isEmpty {
            content.listOrder = RankedSequence(added.map(\.id))
            guard isShuffled else { return (added, [.inserted(added, after: nil)]) }
            content.shuffledOrder = content.listOrder.shuffled(beginningWith: nil, using: &random)
            // Two orders that have nothing in common.
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

    /// Takes entries out; unknown ones are passed over. Returns those that were there, in the order of `ids`, and what
    /// brings them back. O(m log n) for a few, O(n) for many.
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

    /// Takes the entry out of the play order, and puts it where `place` says in what is left. Returns its new place.
    private mutating func relocate(_ id: EntryID, to place: (RankedSequence) -> Int) -> Int {
        // Taken out of its place for the edit, so that there is one owner and no copy.
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

    /// Deals a new play order with `current` first, or goes back to the list order. Returns whether anything changed.
    mutating func setShuffled(_ shuffled: Bool, current: EntryID?) -> Bool {
        guard shuffled != isShuffled else { return false }
        content.shuffledOrder = shuffled ? content.listOrder.shuffled(beginningWith: current, using: &random) : nil
        revision += 1
        return true
    }

    /// Replaces what is known of an entry. Returns whether it differs from before.
    mutating func update(_ entry: QueueEntry) -> Bool {
        guard let old = content.entries[entry.id], old != entry else { return false }
        content.entries[entry.id] = entry
        return true
    }

    /// Up to so many entries that nobody has looked into, which are not given out again.
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

    /// The whole queue for the disk: list order, and the play order as indexes into it.
    public func saved() -> (entries: [QueueEntry], shuffleOrder: [Int]?) { content.saved() }

    /// Takes a saved queue over, identities included. Those up to `lastID` are not given out again.
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
    /// Takes an edit back. Returns what takes that back, and the changes of the play order. What a damaged session asks
    /// for and is not possible is left out.
    mutating func carryOut(_ reversal: QueueReversal) -> (inverse: QueueReversal, changes: [QueueChange]) {
        switch reversal {
        case .insert(let entries):
            var known: Set<EntryID> = []
            let new = entries.filter { !contains($0.entry.id) && known.insert($0.entry.id).inserted }
            return (.remove(new.map(\.entry.id)), bringBack(new))
        case .remove(let ids):
            let (removed, inverse) = remove(ids)
            return (inverse, removed.isEmpty ? [] : [.removed(removed)])
        case .move(let id, let rank):
            guard let old = index(of: id) else { return (reversal, []) }
            let new = relocate(id) { min(rank, $0.count) }
            return (.move(id, rank: old), [.moved(id, after: new == 0 ? nil : entry(at: new - 1)?.id)])
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
        // Not part of the queue: the player carries it out.
        case .pin: return (reversal, [])
        case .exchange(let other):
            let former = content
            content = other
            noteUnexamined(among: reader())
            revision += 1
            return (.exchange(former), [.replaced])
        }
    }

    /// Puts entries back where they were, in the order of their list ranks. Clients are told of runs of neighbours; of
    /// very many, and of several places in two orders, to read the list again.
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

    /// More changes than this are told as one.
    private static let longestTale = 50
}
