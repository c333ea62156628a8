/// The reversal of an edit of the queue, which can be reverted itself. A rank is an index into an order as it is
/// afterwards.
public enum QueueReversal: Sendable, Hashable {
    /// Reinserts these entries at their former places; in the order of their list ranks.
    case insert([FormerEntry])
    /// Removes these entries.
    case remove([EntryID])
    /// Moves entries to these places of the play order, one after another.
    case move([FormerPlace])
    /// Sets the play order; without shuffle, the list order with it.
    case arrange([EntryID])
    /// Sets the play order of shuffle; nil turns shuffle off.
    case shuffle([EntryID]?)
    /// Replaces the whole content of the queue.
    case exchange(QueueContent)
    /// Restores a transition as it was before the user set it, or returned it to the player.
    case pin(FormerPin)
}

/// A transition as it was before the user set it, or returned it to the player.
public struct FormerPin: Sendable, Hashable {
    /// The files.
    public var pair: TransitionPin.Pair
    /// The pin of exactly these files; nil if there was none.
    public var pin: TransitionPin?
    /// The name of the outgoing track.
    public var outgoingName: String
    /// The name of the incoming track; empty for any track.
    public var incomingName: String

    /// Creates a transition of these parts.
    public init(pair: TransitionPin.Pair, pin: TransitionPin?, outgoingName: String, incomingName: String) {
        self.pair = pair
        self.pin = pin
        self.outgoingName = outgoingName
        self.incomingName = incomingName
    }
}

/// An entry that has been moved, with its place.
public struct FormerPlace: Sendable, Hashable {
    /// The entry, which is in the queue.
    public var id: EntryID
    /// The rank in the play order.
    public var rank: Int

    /// Creates a place of a moved entry.
    public init(_ id: EntryID, rank: Int) {
        self.id = id
        self.rank = rank
    }
}

/// An entry that has left the queue, with its places.
public struct FormerEntry: Sendable, Hashable {
    /// The entry as of its removal.
    public var entry: QueueEntry
    /// The rank in the list order.
    public var listRank: Int
    /// The rank in the play order under shuffle; nil without shuffle.
    public var shuffledRank: Int?

    /// Creates a removed entry with its places.
    public init(entry: QueueEntry, listRank: Int, shuffledRank: Int? = nil) {
        self.entry = entry
        self.listRank = listRank
        self.shuffledRank = shuffledRank
    }
}

extension QueueReversal {
    /// The number of retained entries that are not in the queue.
    var weight: Int {
        switch self {
        case .insert(let entries): entries.count
        case .exchange(let content): content.count
        case .remove, .move, .arrange, .shuffle, .pin: 0
        }
    }

    /// Returns the effect of the reversal as a sentence. `title` returns the title of an entry of the queue.
    func sentence(_ title: (EntryID) -> String?) -> String {
        switch self {
        case .insert(let entries) where entries.count == 1:
            ReversalText.putBack.text(entries[0].entry.displayTitle)
        case .insert(let entries): ReversalText.putTracksBack.text("\(entries.count)")
        case .remove(let ids) where ids.count == 1: ReversalText.takeOut.text(title(ids[0]) ?? "a track")
        case .remove(let ids): ReversalText.takeTracksOut.text("\(ids.count)")
        case .move(let places) where places.count == 1:
            ReversalText.moveBack.text(title(places[0].id) ?? "a track")
        case .move(let places): ReversalText.moveTracksBack.text("\(places.count)")
        case .arrange: ReversalText.formerOrder.text()
        case .shuffle(nil): ReversalText.shuffleOff.text()
        case .shuffle: ReversalText.shuffledOrder.text()
        case .exchange(let content) where content.count == 0: ReversalText.emptyQueue.text()
        case .exchange(let content) where content.count == 1: ReversalText.formerQueueOfOne.text()
        case .exchange(let content): ReversalText.formerQueue.text("\(content.count)")
        case .pin(let former): former.sentence
        }
    }
}

extension FormerPin {
    fileprivate var sentence: String {
        switch (pin, incomingName) {
        case (nil, ""): ReversalText.freeTransitions.text(outgoingName)
        case (nil, _): ReversalText.freeTransition.text(outgoingName, incomingName)
        case (_, ""): ReversalText.formerTransitions.text(outgoingName)
        default: ReversalText.formerTransition.text(outgoingName, incomingName)
        }
    }
}

extension QueueContent {
    /// Returns these entries, which must be in the queue, with their places; in the order of their list ranks.
    func formerEntries(_ ids: Set<EntryID>) -> [FormerEntry] {
        if ids.count < count / 16 {
            let entries = ids.compactMap { id in listOrder.rank(of: id).flatMap { formerEntry(id, at: $0) } }
            return entries.sorted { $0.listRank < $1.listRank }
        }
        let ranks = shuffledOrder.map { order in
            Dictionary(uniqueKeysWithValues: order.all.enumerated().map { ($1, $0) })
        }
        return listOrder.all.enumerated().compactMap { rank, id in
            guard ids.contains(id), let entry = entries[id] else { return nil }
            return FormerEntry(entry: entry, listRank: rank, shuffledRank: ranks?[id])
        }
    }

    private func formerEntry(_ id: EntryID, at rank: Int) -> FormerEntry? {
        entries[id].map { FormerEntry(entry: $0, listRank: rank, shuffledRank: shuffledOrder?.rank(of: id)) }
    }
}
