/// Music behind the last entry of the queue, which the shell is to find.
public struct ContinuationRequest: Sendable, Hashable {
    /// The entry that ends the queue.
    public var end: EntryID
    /// The track that plays, which is the last one.
    public var last: QueueEntry
    /// Which music; never `stop`.
    public var kind: Configuration.QueueEnd
    /// The URIs of entries that were heard last, which need not come again.
    public var heard: [String]

    /// A request for music of this kind behind `end`.
    public init(end: EntryID, last: QueueEntry, kind: Configuration.QueueEnd, heard: [String]) {
        self.end = end
        self.last = last
        self.kind = kind
        self.heard = heard
    }
}

/// The search for music behind the end of the queue. Each end is asked about once, so that what a person takes out
/// does not come back.
struct Continuation: Sendable {
    private var asked: (last: EntryID, kind: Configuration.QueueEnd)?
    private var isAwaited = false

    /// True if this was not asked for yet.
    mutating func ask(behind last: EntryID, for kind: Configuration.QueueEnd) -> Bool {
        guard asked?.last != last || asked?.kind != kind else { return false }
        asked = (last, kind)
        isAwaited = true
        return true
    }

    /// The next end is asked about, also if it is the same.
    mutating func forget() { (asked, isAwaited) = (nil, false) }

    /// True if music behind this entry is waited for. It is not any more.
    mutating func answer(behind last: EntryID) -> Bool {
        guard isAwaited, asked?.last == last else { return false }
        isAwaited = false
        return true
    }
}
