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
    /// The address of the cover; nil without one.
    public var cover: String?

    /// From what the player tells of an entry.
    public init(_ track: TrackSummary) {
        id = track.id
        title = track.title
        artists = track.artistLine
        album = track.album ?? ""
        length = track.length
        cover = track.artURI
    }

    /// The name from which a cover is drawn where there is none; nil where nothing is known of the entry yet.
    public var coverName: String? { !album.isEmpty ? album : length == nil ? nil : title }
}

extension TrackSummary {
    /// The artists on one line.
    public var artistLine: String { artists.joined(separator: ", ") }

    /// The name from which a cover is drawn where there is none: the album; without one, the title or, for a stream,
    /// whose titles change, its address.
    public var coverName: String { album ?? (length == nil ? uri : title) ?? title }
}
