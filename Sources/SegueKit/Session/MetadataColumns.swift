import GRDB
import SegueCore

/// `TrackMetadata` as columns of a table. Lists are one text with a unit separator (U+001F) between the items.
enum MetadataColumns {
    /// The names and SQLite types of the columns, in the order of `values` and `metadata`.
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

    /// Reads the next columns of `row`.
    static func metadata(in row: inout StoredRow) throws -> TrackMetadata {
        var metadata = TrackMetadata()
        metadata.title = try row.optionalText()
        metadata.artists = split(try row.optionalText())
        metadata.album = try row.optionalText()
        metadata.albumArtists = split(try row.optionalText())
        metadata.trackNumber = try row.optionalInt32()
        metadata.discNumber = try row.optionalInt32()
        metadata.genres = split(try row.optionalText())
        metadata.composers = split(try row.optionalText())
        metadata.lyricists = split(try row.optionalText())
        metadata.contentCreated = try row.optionalText()
        metadata.comments = split(try row.optionalText())
        metadata.lyrics = try row.optionalText()
        metadata.beatsPerMinute = try row.optionalInt32()
        metadata.userRating = try row.optionalNumber()
        metadata.useCount = try row.optionalInt32()
        metadata.lastUsed = try row.optionalText()
        metadata.duration = try row.optionalInteger().map(MediaTime.init(nanoseconds:))
        metadata.artURI = try row.optionalText()
        metadata.format = try row.optionalText()
        metadata.sampleRate = try row.optionalInt32()
        metadata.channels = try row.optionalInt32()
        metadata.loudness = Loudness(
            trackGain: try row.optionalNumber(), trackPeak: try row.optionalNumber(),
            albumGain: try row.optionalNumber(), albumPeak: try row.optionalNumber())
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
