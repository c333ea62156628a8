public import SegueClient
public import SegueCore

/// What the list shows of an entry, and what it is found by. A hundred thousand of them are held, so there is no more
/// in it.
public struct QueueRow: Equatable, Sendable {
    /// `mpris:trackid`
    public var id: String
    public var title: String
    /// The artists on one line; empty if none is known.
    public var artists: String
    /// Empty if it is not known.
    public var album: String
    /// Nil for a stream, or a file that has not been read yet.
    public var length: MediaTime?

    /// From what the player tells of an entry.
    public init(_ track: TrackSummary) {
        id = track.id
        title = track.title
        artists = track.artistLine
        album = track.album ?? ""
        length = track.length
    }
}

extension TrackSummary {
    /// The artists on one line.
    public var artistLine: String { artists.joined(separator: ", ") }
}
