public import SegueCore

/// What came of a request to open something.
public struct OpenedTracks: Sendable, Hashable {
    /// The new entries, in order; none where a stop has called the request off.
    public var entries: [EntryID]
    /// The reasons for what was asked for and is not among the entries.
    public var leftOut: [AudioPlayerError]
    /// The reasons why nobody knows of some of the entries whether they can be played.
    public var unanswered: [AudioPlayerError]

    public init(entries: [EntryID], leftOut: [AudioPlayerError] = [], unanswered: [AudioPlayerError] = []) {
        self.entries = entries
        self.leftOut = leftOut
        self.unanswered = unanswered
    }
}
