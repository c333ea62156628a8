public import SegueCore

/// A query of the music library.
public struct LibraryRequest: Sendable, Hashable {
    /// The kind of rows in the answer.
    public enum Kind: Sendable, Hashable {
        case tracks
        /// The track at this `file:` URI, if the library has it.
        case track(at: String)
        case albums
        case artists
        case genres
        /// The subfolders of the folder at this `file:` URI; the music folders if the URI is empty.
        case folders(in: String)

        /// An empty answer of this kind.
        public var noRows: LibraryRows {
            switch self {
            case .tracks, .track: .tracks([])
            case .albums: .albums([])
            case .artists, .genres, .folders: .names([])
            }
        }
    }

    public var kind: Kind
    /// The tracks to which the rows belong. Ignored for folders, and for one track.
    public var query: LibraryQuery
    /// The number of rows to skip.
    public var offset: Int
    /// The largest number of rows to return.
    public var limit: Int

    /// Creates a request for these rows.
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
    /// The tags. The title is never empty.
    public var metadata: TrackMetadata

    /// Creates the track with this URI.
    public init(uri: String, metadata: TrackMetadata) {
        self.uri = uri
        self.metadata = metadata
    }
}

/// An album of the music library.
public struct LibraryAlbum: Sendable, Hashable {
    /// The number for `albumid:` in a query. Valid until the index is rebuilt.
    public var id: Int64
    public var title: String
    /// The artists of the album. Empty for an album by several people without an album artist.
    public var artists: [String]
    public var year: Int?
    /// The number of tracks.
    public var count: Int
    /// The `file:` URI of the album's first track.
    public var uri: String
    /// The `file:` URI of the album's cover; nil without a cover.
    public var artURI: String?

    /// Creates an album with these properties.
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

/// An artist, genre or folder under which tracks are listed.
public struct LibraryName: Sendable, Hashable {
    public var name: String
    /// The number of tracks.
    public var count: Int
    /// The `file:` URI of a folder; nil for an artist or a genre.
    public var uri: String?

    /// Creates a name with this number of tracks.
    public init(name: String, count: Int, uri: String? = nil) {
        self.name = name
        self.count = count
        self.uri = uri
    }
}

/// The state of the music library.
public struct LibraryState: Sendable, Hashable {
    /// The number of tracks in the index; nil if unknown.
    public var tracks: Int?
    /// The number of files scanned so far; nil while the music folders are not being read.
    public var reading: Int?

    /// Creates the state of a library about which nothing is known.
    public init() {}
}
