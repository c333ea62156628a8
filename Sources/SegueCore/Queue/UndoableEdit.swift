/// An edit that can be taken back.
public struct UndoableEdit: Sendable, Hashable {
    /// Names it: later edits have greater numbers. What is known of an edit under one number never changes.
    public private(set) var number: UInt64
    /// What takes it back, in this order. The last one is about what a person did; those before it are about what
    /// followed from that by itself.
    public private(set) var reversals: [QueueReversal]
    /// Where the player was before.
    public private(set) var origin: EditOrigin

    /// An edit as it was saved.
    public init(number: UInt64, reversals: [QueueReversal], origin: EditOrigin) {
        self.number = number
        self.reversals = reversals
        self.origin = origin
    }

    /// The same, with something that followed from it by itself.
    func joined(by reversal: QueueReversal, as number: UInt64) -> UndoableEdit {
        UndoableEdit(number: number, reversals: [reversal] + reversals, origin: origin)
    }

    /// How many entries it holds that are not in the queue.
    var weight: Int { reversals.map(\.weight).reduce(0, +) }

    /// The entries that leave the queue when it is taken back.
    var removed: Set<EntryID> {
        var ids: Set<EntryID> = []
        for case .remove(let gone) in reversals { ids.formUnion(gone) }
        return ids
    }

    /// Whether all of the queue becomes another one when it is taken back.
    var isExchange: Bool { reversals.contains { if case .exchange = $0 { true } else { false } } }

    /// True if it sets transitions alone, and leaves the queue as it is.
    var concernsPinsAlone: Bool { reversals.allSatisfy { if case .pin = $0 { true } else { false } } }

    /// The greatest number of an identity in it.
    var lastID: UInt64 {
        reversals.map { reversal in
            switch reversal {
            case .insert(let entries): entries.map(\.entry.id.rawValue).max() ?? 0
            case .exchange(let content): content.lastID
            case .remove, .move, .arrange, .shuffle, .pin: 0
            }
        }.max() ?? 0
    }
}

/// Where the player was when an edit was made.
public struct EditOrigin: Sendable, Hashable {
    /// The shown entry; nil with an empty queue.
    public var entry: EntryID?
    /// Where the shown track was.
    public var position: MediaTime
    /// The playlist that the queue came from.
    public var playlist: PlaylistID?

    /// A place of the player.
    public init(entry: EntryID? = nil, position: MediaTime = .zero, playlist: PlaylistID? = nil) {
        self.entry = entry
        self.position = position
        self.playlist = playlist
    }
}
