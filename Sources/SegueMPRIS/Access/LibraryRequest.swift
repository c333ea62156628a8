public import SegueCore

/// A question about the music library.
public struct LibraryRequest: Sendable, Hashable {
    /// The rows of the answer.
    public enum Kind: Sendable, Hashable {
        case tracks
        case albums
        case artists
        case genres
        /// The folders in the folder of this `file:` URI; the music folders where it is empty.
        case folders(in: String)

        /// An answer without rows.
        public var noRows: LibraryRows {
            switch self {
            case .tracks: .tracks([])
            case .albums: .albums([])
            case .artists, .genres, .folders: .names([])
            }
        }
    }

    public var kind: Kind
    /// The tracks that the rows are of. Ignored for folders.
    public var query: LibraryQuery
    /// The rows before this one are left out.
    public var offset: Int
    /// The most rows.
    public var limit: Int

    /// The request for these rows.
    public init(_ kind: Kind, _ query: LibraryQuery = LibraryQuery(), offset: Int = 0, limit: Int) {
        self.kind = kind
        self.query = query
        self.offset = offset
        self.limit = limit
    }
}

/// The rows of an answer about the music library.
public enum LibraryRows: Sendable, Hashable {
    /// Tracks, with titles that are never empty.
    case tracks([LibraryItem])
    case albums([LibraryAlbum])
    /// Artists, genres, or folders.
    case names([LibraryName])
}

/// A track of the music library.
public struct LibraryItem: Sendable, Hashable {
    /// The `file:` URI.
    public var uri: String
    /// The tags, and a title in any case.
    public var metadata: TrackMetadata

    /// The track of this address.
    public init(uri: String, metadata: TrackMetadata) {
        self.uri = uri
        self.metadata = metadata
    }
}

/// An album of the music library.
public struct LibraryAlbum: Sendable, Hashable {
    /// The number for `albumid:` in a query, until the index is made anew.
    public var id: Int64
    public var title: String
    /// Empty for an album by several people without a name of its own for them.
    public var artists: [String]
    public var year: Int?
    /// The number of tracks.
    public var count: Int
    /// The `file:` URI of its first track.
    public var uri: String
    /// The `file:` URI of its picture; nil without one.
    public var artURI: String?

    /// The album with these properties.
    public init(
        id: Int64, title: String, artists: [String], year: Int?, count: Int, uri: String, artURI: String? = nil
    ) {
        self.id = id
        self.title = title
        self.artists = artists
        self.year = year
        self.count = count
        self.uri = uri
        self.artURI = artURI
    }
}

/// A name that tracks are listed under.
public struct LibraryName: Sendable, Hashable {
    public var name: String
    /// The number of tracks.
    public var count: Int
    /// The `file:` URI of a folder; nil for an artist or a genre.
    public var uri: String?

    /// The name with that many tracks.
    public init(name: String, count: Int, uri: String? = nil) {
        self.name = name
        self.count = count
        self.uri = uri
    }
}

/// The state of the music library.
public struct LibraryState: Sendable, Hashable {
    /// The tracks in the index; nil while they are not known.
    public var tracks: Int?
    /// The files that have been looked at; nil while the music folders are not being read.
    public var reading: Int?

    /// A library of which nothing is known.
    public init() {}
}
