/// A change of a playlist that the player has saved.
public enum PlaylistChange: Sendable, Hashable {
    /// Put what is found at these locations at the end; as in `OpenRequest`. Makes the playlist where there is none.
    case append([String])
    /// Make it the list of what this query of the music library finds, each time anew.
    case search(String)
    /// Give it another name.
    case rename(String)
    /// Take its file away.
    case remove
    /// Bring it back, if it was removed last.
    case restore
}

/// A track of a playlist, as its file has it.
public struct PlaylistTrack: Sendable, Hashable {
    /// A path, perhaps relative to the playlist, or a URI.
    public var location: String
    /// Artist and title; empty where the file has none.
    public var title: String

    public init(location: String, title: String) {
        self.location = location
        self.title = title
    }
}
