public import SegueClient
public import SegueCore

/// The inputs of the window's model, all of which come from the bus.
public enum WindowInput: Sendable {
    /// There is no session bus, or it has disconnected.
    case busLost
    /// The session bus is connected; it is not yet known whether there is a player.
    case busFound
    /// A player is being started.
    case playerStarting
    /// No player could be started, for this reason.
    case playerFailed(String)
    /// A player with this unique name is on the bus.
    case playerAppeared(owner: String)
    /// The player has left the bus.
    case playerVanished
    /// A change to the player's properties or position, or a requested track.
    case player(PlayerMirror.Input)
    /// A page of the queue; without entries after the end of the queue.
    case page(QueueMirror.Page, revision: UInt64, entries: [TrackSummary])
    /// A page of the queue could not be read.
    case pageFailed(QueueMirror.Page)
    /// An edit of the queue.
    case inserted(after: String?, entries: [TrackSummary])
    case removed([String])
    case moved(String, after: String?)
    case replaced
    case entriesChanged([TrackSummary])
    /// A playlist was renamed, added or removed.
    case playlistsChanged
    /// The music folders are being read; `files` have been scanned so far.
    case musicRead(files: Int)
    /// The contents of the music folders have changed.
    case musicChanged
    /// The envelope of a track; nil if unknown.
    case envelope(track: String, Envelope?)
    /// The envelope of a track is now available.
    case envelopeKnown(track: String)
    /// The player reports an event.
    case event(kind: String, text: String)
}

/// A request of the model for data from the player.
public enum WindowRequest: Equatable, Sendable {
    case player(PlayerMirror.Request)
    case page(QueueMirror.Page)
    case envelope(track: String)
}

/// The outcome of an input.
public struct WindowOutcome: Equatable, Sendable {
    public var requests: [WindowRequest] = []
    public var queueChanges: [QueueMirror.Change] = []
    /// True if entries at unchanged positions have to be redrawn.
    public var hasRowNews = false
    /// True if facts about entries have changed that no row shows, such as a rating, or any others.
    public var hasEntryNews = false
    /// True if the playlists have changed.
    public var hasPlaylistNews = false
    /// True if the music library has changed, or belongs to another player.
    public var hasMusicNews = false
    /// The number of files read so far, from a progress signal; nil without one.
    public var musicFiles: Int?
    /// Sentences for a person that require no action.
    public var notices: [Notice] = []

    public init() {}
}

/// A sentence of the player for a person.
public struct Notice: Equatable, Sendable {
    public var text: String
    /// True if the sentence reports a skipped track, of which there may be many.
    public var isSkip: Bool
}
