public import SegueCore

/// Files, folders, playlists and streams to be put into the queue.
public struct OpenRequest: Sendable, Hashable {
    public enum Destination: Sendable, Hashable {
        case insert(at: QueuePlace)
        /// Everything else leaves the queue.
        case replace
    }

    /// Absolute, percent-encoded URIs with a scheme of `Location.schemes`, or absolute paths.
    public var locations: [String]
    public var destination: Destination
    /// Go to the first of the new entries and play it.
    public var play: Bool
    /// Metadata of the streams among the locations, by location.
    public var details: [String: TrackMetadata]
    /// The playlist whose content this is, when it replaces the queue.
    public var playlist: PlaylistID?
    /// With `play`: the answer waits until the track is heard, or can't be.
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
