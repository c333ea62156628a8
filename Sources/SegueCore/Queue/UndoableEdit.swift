/// An edit that can be undone.
public struct UndoableEdit: Sendable, Hashable {
    /// The number of the edit: later edits have greater numbers. The content of an edit with a given number never
    /// changes.
    public private(set) var number: UInt64
    /// The reversals of the edit, in order of execution. The last one reverts the user's action; those before it revert
    /// automatic consequences. In an undone edit, the first one repeats the user's action.
    public private(set) var reversals: [QueueReversal]
    /// The position of the player before the edit.
    public private(set) var origin: EditOrigin

    /// Creates an edit from saved values.
    public init(number: UInt64, reversals: [QueueReversal], origin: EditOrigin) {
        self.number = number
        self.reversals = reversals
        self.origin = origin
    }

    /// Returns the same edit, with the reversal of an automatic consequence.
    func joined(by reversal: QueueReversal, as number: UInt64) -> UndoableEdit {
        UndoableEdit(number: number, reversals: [reversal] + reversals, origin: origin)
    }

    /// The number of retained entries that are not in the queue.
    var weight: Int { reversals.map(\.weight).reduce(0, +) }

    /// The entries that an undo removes from the queue.
    var removed: Set<EntryID> {
        var ids: Set<EntryID> = []
        for case .remove(let gone) in reversals { ids.formUnion(gone) }
        return ids
    }

    /// True if an undo replaces the whole queue.
    var isExchange: Bool { reversals.contains { if case .exchange = $0 { true } else { false } } }

    /// True if the edit only sets transitions, and leaves the queue unchanged.
    var concernsPinsAlone: Bool { reversals.allSatisfy { if case .pin = $0 { true } else { false } } }

    /// The greatest number of an identity in the edit.
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

/// The position of the player when an edit was made.
public struct EditOrigin: Sendable, Hashable {
    /// The shown entry; nil with an empty queue.
    public var entry: EntryID?
    /// The position of the shown track.
    public var position: MediaTime
    /// The playlist that provided the content of the queue.
    public var playlist: PlaylistID?

    /// Creates a position of the player.
    public init(entry: EntryID? = nil, position: MediaTime = .zero, playlist: PlaylistID? = nil) {
        self.entry = entry
        self.position = position
        self.playlist = playlist
    }
}
