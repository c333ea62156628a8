public import SegueCore

/// A change to a playlist that the player has saved.
public enum PlaylistChange: Sendable, Hashable {
    /// Append the audio at these locations, found as in `OpenRequest`. Creates the playlist if it does not exist.
    case append([String])
    /// Remove the tracks at these positions, counted from 0.
    case removeTracks([Int])
    /// Move a track between two positions, both counted from 0.
    case moveTrack(from: Int, to: Int)
    /// Replace the tracks with this query of the music library, evaluated anew each time.
    case search(String)
    /// Rename the playlist.
    case rename(String)
    /// Delete the playlist's file.
    case remove
    /// Undo the last edit of the playlist, or else its removal.
    case restore
}

/// A track of a playlist, as written in the playlist's file.
public struct PlaylistTrack: Sendable, Hashable {
    /// A URI, or a path that may be relative to the playlist.
    public var location: String
    /// The artist and title; empty if the file has none.
    public var title: String
    /// The duration; nil if the file has none.
    public var duration: MediaTime?

    public init(location: String, title: String, duration: MediaTime? = nil) {
        self.location = location
        self.title = title
        self.duration = duration
    }
}
