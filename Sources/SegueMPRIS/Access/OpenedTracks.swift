public import SegueCore

/// What came of a request to open something.
public struct OpenedTracks: Sendable, Hashable {
    /// In order.
    public var entries: [EntryID]
    /// Why something of what was asked for is not among them.
    public var leftOut: [AudioPlayerError]

    public init(entries: [EntryID], leftOut: [AudioPlayerError] = []) {
        self.entries = entries
        self.leftOut = leftOut
    }
}
