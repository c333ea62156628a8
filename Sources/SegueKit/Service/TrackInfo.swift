/// The facts about a track that a program shows.
public struct TrackInfo: Sendable, Hashable {
    /// The title from the tags, or the name of the file: never empty.
    public var title: String
    /// The artists, separated by commas; nil if the file names none.
    public var artist: String?
    /// The length in seconds; nil for a live stream, and until it is known.
    public var duration: Double?
    /// The name of the codec, such as `FLAC` or `MP3`; nil until it is known.
    public var format: String?

    init(_ entry: QueueEntry) {
        title = entry.displayTitle
        artist = entry.metadata.artists.isEmpty ? nil : entry.metadata.artists.joined(separator: ", ")
        duration = entry.metadata.duration?.seconds
        format = entry.metadata.format
    }
}

/// The position in the shown track, in seconds.
public struct PlaybackPosition: Sendable, Hashable {
    /// The time from the start of the track; 0 or more.
    public var currentTime: Double
    /// The length of the track; nil for a live stream, and until it is known.
    public var duration: Double?
}
