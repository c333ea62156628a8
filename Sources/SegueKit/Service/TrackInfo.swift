/// A track as a program shows it.
public struct TrackInfo: Sendable, Hashable {
    /// The title from the tags, or the name of the file: never empty.
    public var title: String
    /// The artists, separated by commas; nil where the file has none.
    public var artist: String?
    /// The length in seconds; nil for a live stream, and as long as it is not known.
    public var duration: Double?
    /// The name of the codec, such as `FLAC` or `MP3`; nil as long as it is not known.
    public var format: String?

    init(_ entry: QueueEntry) {
        title = entry.displayTitle
        artist = entry.metadata.artists.isEmpty ? nil : entry.metadata.artists.joined(separator: ", ")
        duration = entry.metadata.duration?.seconds
        format = entry.metadata.format
    }
}

/// Where the shown track is, in seconds.
public struct PlaybackPosition: Sendable, Hashable {
    /// From the start of the track; 0 or more.
    public var currentTime: Double
    /// The length of the track; nil for a live stream, and as long as it is not known.
    public var duration: Double?
}
