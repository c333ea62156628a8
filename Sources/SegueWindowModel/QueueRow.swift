public import SegueClient
public import SegueCore

/// The displayed and searchable facts about an entry. A hundred thousand rows are kept in memory, so a row holds
/// nothing else.
public struct QueueRow: Equatable, Sendable {
    /// `mpris:trackid`
    public var id: String
    public var title: String
    /// The artists on one line; empty if unknown.
    public var artists: String
    /// The album; empty if unknown.
    public var album: String
    /// The length; nil for a stream, or a file that has not been read yet.
    public var length: MediaTime?
    /// The URI of the cover; nil without one.
    public var cover: String?

    /// Creates the row from the player's description of an entry.
    public init(_ track: TrackSummary) {
        id = track.id
        title = track.title
        artists = track.artistLine
        album = track.album ?? ""
        length = track.length
        cover = track.artURI
    }

    /// The name from which a cover is drawn if there is no picture; nil until the entry's facts are known.
    public var coverName: String? { !album.isEmpty ? album : length == nil ? nil : title }
}

extension TrackSummary {
    /// The artists on one line.
    public var artistLine: String { artists.joined(separator: ", ") }

    /// The name from which a cover is drawn if there is no picture: the album or, without one, the title. A stream uses
    /// its URI, because its titles change.
    public var coverName: String { album ?? (length == nil ? uri : title) ?? title }
}
