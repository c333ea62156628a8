/// A track as a program shows it.
public struct TrackInfo: Sendable, Hashable {
    /// From the tags, or the name of the file: never empty.
    public var title: String
    /// nil where the file has none.
    public var artist: String?
    /// In seconds; nil for a live stream, and as long as it is not known.
    public var duration: Double?
    /// `FLAC`, `MP3`, …; nil as long as it is not known.
    public var format: String?

    init(_ entry: QueueEntry) {
        title = entry.displayTitle
        artist = entry.metadata.artists.isEmpty ? nil : entry.metadata.artists.joined(separator: ", ")
        duration = entry.metadata.duration?.seconds
        format = entry.metadata.format
    }
}

/// Where the shown track is, both in seconds.
public struct PlaybackPosition: Sendable, Hashable {
    public var currentTime: Double
    /// nil for a live stream, and as long as it is not known.
    public var duration: Double?
}
