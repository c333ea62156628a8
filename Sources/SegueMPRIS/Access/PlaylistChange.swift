public import SegueCore

/// A change of a playlist that the player has saved.
public enum PlaylistChange: Sendable, Hashable {
    /// Put what is found at these locations at the end; as in `OpenRequest`. Makes the playlist where there is none.
    case append([String])
    /// Take away the tracks at these places, from 0.
    case removeTracks([Int])
    /// Put the track at a place where it is the one at another place, both from 0.
    case moveTrack(from: Int, to: Int)
    /// Make it the list of what this query of the music library finds, each time anew.
    case search(String)
    /// Give it another name.
    case rename(String)
    /// Take its file away.
    case remove
    /// Bring back what was taken from it last: itself, its tracks or their order.
    case restore
}

/// A track of a playlist, as its file has it.
public struct PlaylistTrack: Sendable, Hashable {
    /// A path, perhaps relative to the playlist, or a URI.
    public var location: String
    /// Artist and title; empty where the file has none.
    public var title: String
    /// Nil where the file has none.
    public var duration: MediaTime?

    public init(location: String, title: String, duration: MediaTime? = nil) {
        self.location = location
        self.title = title
        self.duration = duration
    }
}
