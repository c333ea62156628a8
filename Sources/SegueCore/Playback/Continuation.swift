/// A request to the shell for music after the last entry of the queue.
public struct ContinuationRequest: Sendable, Hashable {
    /// The entry that ends the queue.
    public var end: EntryID
    /// The playing track, which is the last one.
    public var last: QueueEntry
    /// The kind of music; never `stop`.
    public var kind: Configuration.QueueEnd
    /// The URIs of the most recently heard entries, which should not be repeated.
    public var heard: [String]

    /// Creates a request for music of this kind after `end`.
    public init(end: EntryID, last: QueueEntry, kind: Configuration.QueueEnd, heard: [String]) {
        self.end = end
        self.last = last
        self.kind = kind
        self.heard = heard
    }
}

/// The search for music after the end of the queue. Each end is queried once, so that entries removed by the user do
/// not come back.
struct Continuation: Sendable {
    private var asked: (last: EntryID, kind: Configuration.QueueEnd)?
    private var isAwaited = false

    /// Returns true if the request has not been made yet.
    mutating func ask(behind last: EntryID, for kind: Configuration.QueueEnd) -> Bool {
        guard asked?.last != last || asked?.kind != kind else { return false }
        asked = (last, kind)
        isAwaited = true
        return true
    }

    /// Resets the search: the next end is queried, even if it is the same.
    mutating func forget() { (asked, isAwaited) = (nil, false) }

    /// Ends the wait for music after this entry. Returns true if the music was awaited.
    mutating func answer(behind last: EntryID) -> Bool {
        guard isAwaited, asked?.last == last else { return false }
        isAwaited = false
        return true
    }
}
