public import SegueCore

/// The outcome of a request to open locations.
public struct OpenedTracks: Sendable, Hashable {
    /// The new entries, in order. Empty if a stop cancelled the request.
    public var entries: [EntryID]
    /// The errors of the requested locations that are not among the entries.
    public var leftOut: [AudioPlayerError]
    /// The reasons why it is unknown whether some of the entries can be played.
    public var unanswered: [AudioPlayerError]

    public init(entries: [EntryID], leftOut: [AudioPlayerError] = [], unanswered: [AudioPlayerError] = []) {
        self.entries = entries
        self.leftOut = leftOut
        self.unanswered = unanswered
    }
}
