public import SegueClient
public import SegueCore

/// What happens to the window's model: all of it comes from the bus.
public enum WindowInput: Sendable {
    /// There is no session bus, or it is gone.
    case busLost
    /// The session bus is there; whether a player is, is not known yet.
    case busFound
    /// A player is being started.
    case playerStarting
    /// No player could be started, and why.
    case playerFailed(String)
    /// A player is on the bus, with this unique name.
    case playerAppeared(owner: String)
    /// The player has left the bus.
    case playerVanished
    /// News of the player's properties, its position, or a track that was asked for.
    case player(PlayerMirror.Input)
    /// A page of the queue; no entries behind its end.
    case page(QueueMirror.Page, revision: UInt64, entries: [TrackSummary])
    /// A page of the queue could not be had.
    case pageFailed(QueueMirror.Page)
    /// An edit of the queue.
    case inserted(after: String?, entries: [TrackSummary])
    case removed([String])
    case moved(String, after: String?)
    case replaced
    case entriesChanged([TrackSummary])
    /// A playlist has another name, or there are more or fewer of them.
    case playlistsChanged
    /// The music folders are being read, and that many files have been looked at.
    case musicRead(files: Int)
    /// The music in the music folders has changed.
    case musicChanged
    /// The outline of a track's sound; nil where it is not known.
    case envelope(track: String, Envelope?)
    /// The outline of a track's sound can be had now.
    case envelopeKnown(track: String)
    /// The player tells something.
    case event(kind: String, text: String)
}

/// What the model wants to be read from the player.
public enum WindowRequest: Equatable, Sendable {
    case player(PlayerMirror.Request)
    case page(QueueMirror.Page)
    case envelope(track: String)
}

/// What comes of an input.
public struct WindowOutcome: Equatable, Sendable {
    public var requests: [WindowRequest] = []
    public var queueChanges: [QueueMirror.Change] = []
    /// Whether entries that are where they were are shown otherwise now.
    public var hasRowNews = false
    /// Whether the playlists have changed.
    public var hasPlaylistNews = false
    /// True if the music library has changed, or belongs to another player.
    public var hasMusicNews = false
    /// The number of files read so far, from a progress signal; nil without one.
    public var musicFiles: Int?
    /// Sentences for a person, who need not do anything about them.
    public var notices: [Notice] = []

    public init() {}
}

/// A sentence of the player for a person.
public struct Notice: Equatable, Sendable {
    public var text: String
    /// Whether it tells of a track that was passed over, of which there may be many.
    public var isSkip: Bool
}
