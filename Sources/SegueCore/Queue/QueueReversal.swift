/// What takes an edit of the queue back, and can be taken back itself. A rank is an index into an order as it is
/// afterwards.
public enum QueueReversal: Sendable, Hashable {
    /// These entries come back, each where it was; in the order of their list ranks.
    case insert([FormerEntry])
    /// These entries leave.
    case remove([EntryID])
    /// The entry goes to this place of the play order.
    case move(EntryID, rank: Int)
    /// The play order becomes this one; without shuffle, the list order with it.
    case arrange([EntryID])
    /// Shuffle has this play order; nil turns it off.
    case shuffle([EntryID]?)
    /// Everything in the queue becomes this.
    case exchange(QueueContent)
    /// A transition becomes what it was before a person set it, or left it to the player.
    case pin(FormerPin)
}

/// A transition as it was before a person set it, or left it to the player.
public struct FormerPin: Sendable, Hashable {
    /// The files.
    public var pair: TransitionPin.Pair
    /// What was set for just these files; nil if nothing was.
    public var pin: TransitionPin?
    /// The name of the track that ends.
    public var outgoingName: String
    /// The name of the track that begins; empty for any track.
    public var incomingName: String

    /// A transition of these parts.
    public init(pair: TransitionPin.Pair, pin: TransitionPin?, outgoingName: String, incomingName: String) {
        self.pair = pair
        self.pin = pin
        self.outgoingName = outgoingName
        self.incomingName = incomingName
    }
}

/// An entry that has left the queue, with its places.
public struct FormerEntry: Sendable, Hashable {
    /// The entry, as it was known when it left.
    public var entry: QueueEntry
    /// Its place in the list order.
    public var listRank: Int
    /// Its place in the play order under shuffle; nil without shuffle.
    public var shuffledRank: Int?

    /// An entry and its places.
    public init(entry: QueueEntry, listRank: Int, shuffledRank: Int? = nil) {
        self.entry = entry
        self.listRank = listRank
        self.shuffledRank = shuffledRank
    }
}

extension QueueReversal {
    /// How many entries it holds that are not in the queue.
    var weight: Int {
        switch self {
        case .insert(let entries): entries.count
        case .exchange(let content): content.count
        case .remove, .move, .arrange, .shuffle, .pin: 0
        }
    }

    /// What it would do, as a sentence. `title` gives what an entry of the queue is called.
    func sentence(_ title: (EntryID) -> String?) -> String {
        switch self {
        case .insert(let entries) where entries.count == 1: "Put “\(entries[0].entry.displayTitle)” back."
        case .insert(let entries): "Put \(entries.count) tracks back."
        case .remove(let ids) where ids.count == 1: "Take “\(title(ids[0]) ?? "a track")” out."
        case .remove(let ids): "Take \(ids.count) tracks out."
        case .move(let id, _): "Move “\(title(id) ?? "a track")” back."
        case .arrange: "Go back to the former order."
        case .shuffle(nil): "Turn shuffle off."
        case .shuffle: "Go back to the shuffled order."
        case .exchange(let content) where content.count == 0: "Empty the queue."
        case .exchange(let content) where content.count == 1: "Bring back the queue of 1 track."
        case .exchange(let content): "Bring back the queue of \(content.count) tracks."
        case .pin(let former): former.sentence
        }
    }
}

extension FormerPin {
    fileprivate var sentence: String {
        let tracks = incomingName.isEmpty ? "behind “\(outgoingName)”" : "from “\(outgoingName)” to “\(incomingName)”"
        return pin == nil ? "Leave the transition \(tracks) to the player." : "Set the transition \(tracks) as before."
    }
}

extension QueueContent {
    /// These entries, which are there, with their places; in the order of their list ranks.
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
