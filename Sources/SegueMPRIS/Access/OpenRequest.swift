public import SegueCore

/// A request to add files, folders, playlists and streams to the queue.
public struct OpenRequest: Sendable, Hashable {
    public enum Destination: Sendable, Hashable {
        case insert(at: QueuePlace)
        /// All other entries are removed from the queue.
        case replace
    }

    /// Absolute, percent-encoded URIs with a scheme of `Location.schemes`, or absolute paths.
    public var locations: [String]
    public var destination: Destination
    /// True to make the first new entry current and play it.
    public var play: Bool
    /// Metadata of the streams among the locations, by location.
    public var details: [String: TrackMetadata]
    /// The playlist whose tracks are opened, if the tracks replace the queue.
    public var playlist: PlaylistID?
    /// True to delay the answer until the track is heard or has failed. Only used with `play`.
    public var isAwaited: Bool

    public init(
        locations: [String], destination: Destination, play: Bool, details: [String: TrackMetadata] = [:],
        playlist: PlaylistID? = nil, isAwaited: Bool = false
    ) {
        self.details = details
        self.isAwaited = isAwaited
        self.locations = locations
        self.destination = destination
        self.play = play
        self.playlist = playlist
    }
}
