import GRDB
import SegueCore

/// `TrackMetadata` as columns of a table. Lists are one text with a unit separator (U+001F) between the items.
enum MetadataColumns {
    /// Name and SQLite type, in the order of `values` and `metadata`.
    static let definitions: [(name: String, type: String)] = [
        ("title", "TEXT"), ("artists", "TEXT"), ("album", "TEXT"), ("albumArtists", "TEXT"),
        ("trackNumber", "INTEGER"), ("discNumber", "INTEGER"), ("genres", "TEXT"), ("composers", "TEXT"),
        ("lyricists", "TEXT"), ("contentCreated", "TEXT"), ("comments", "TEXT"), ("lyrics", "TEXT"),
        ("beatsPerMinute", "INTEGER"), ("userRating", "REAL"), ("useCount", "INTEGER"), ("lastUsed", "TEXT"),
        ("duration", "INTEGER"), ("artURI", "TEXT"), ("format", "TEXT"), ("sampleRate", "INTEGER"),
        ("channels", "INTEGER"), ("trackGain", "REAL"), ("trackPeak", "REAL"), ("albumGain", "REAL"),
        ("albumPeak", "REAL"),
    ]

    static func values(of metadata: TrackMetadata) -> [DatabaseValue] {
        [
            metadata.title.databaseValue, joined(metadata.artists), metadata.album.databaseValue,
            joined(metadata.albumArtists), metadata.trackNumber.databaseValue, metadata.discNumber.databaseValue,
            joined(metadata.genres), joined(metadata.composers), joined(metadata.lyricists),
            metadata.contentCreated.databaseValue, joined(metadata.comments), metadata.lyrics.databaseValue,
            metadata.beatsPerMinute.databaseValue, metadata.userRating.databaseValue, metadata.useCount.databaseValue,
            metadata.lastUsed.databaseValue, (metadata.duration?.nanoseconds).databaseValue,
            metadata.artURI.databaseValue, metadata.format.databaseValue, metadata.sampleRate.databaseValue,
            metadata.channels.databaseValue, metadata.loudness.trackGain.databaseValue,
            metadata.loudness.trackPeak.databaseValue, metadata.loudness.albumGain.databaseValue,
            metadata.loudness.albumPeak.databaseValue,
        ]
    }

    /// Reads the columns of `row` from `start` on. Throws for a value of the wrong type, in a database that someone has
    /// edited.
    static func metadata(in row: Row, from start: Int) throws -> TrackMetadata {
        var column = start
        func next<Value: DatabaseValueConvertible & StatementColumnConvertible>() throws -> Value? {
            defer { column += 1 }
            return try row.decode(Value?.self, atIndex: column)
        }
        func nextList() throws -> [String] { split(try next()) }

        var metadata = TrackMetadata()
        metadata.title = try next()
        metadata.artists = try nextList()
        metadata.album = try next()
        metadata.albumArtists = try nextList()
        metadata.trackNumber = try next()
        metadata.discNumber = try next()
        metadata.genres = try nextList()
        metadata.composers = try nextList()
        metadata.lyricists = try nextList()
        metadata.contentCreated = try next()
        metadata.comments = try nextList()
        metadata.lyrics = try next()
        metadata.beatsPerMinute = try next()
        metadata.userRating = try next()
        metadata.useCount = try next()
        metadata.lastUsed = try next()
        metadata.duration = try (next() as Int64?).map(MediaTime.init(nanoseconds:))
        metadata.artURI = try next()
        metadata.format = try next()
        metadata.sampleRate = try next()
        metadata.channels = try next()
        metadata.loudness = Loudness(
            trackGain: try next(), trackPeak: try next(), albumGain: try next(), albumPeak: try next())
        return metadata
    }

    private static let separator: Character = "\u{1F}"

    private static func joined(_ items: [String]) -> DatabaseValue {
        items.isEmpty ? .null : items.joined(separator: String(separator)).databaseValue
    }

    private static func split(_ text: String?) -> [String] {
        guard let text else { return [] }
        return text.utf8.split(separator: UInt8(ascii: "\u{1F}"), omittingEmptySubsequences: false)
            .compactMap { String($0) }
    }
}
