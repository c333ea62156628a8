/// What a player has around it, beside its configuration.
public struct ServiceOptions: Sendable {
    /// How the player appears on the session bus.
    public enum Presence: Sendable, Hashable {
        case none
        /// As `org.mpris.MediaPlayer2.segue`, which must be free.
        case single
        /// As the same, or with the process identity behind it where that is taken.
        case anotherInstance
    }

    public var presence: Presence
    /// Where the session is kept, an absolute path of a database; nil keeps none. What it holds is restored by the setup, paused
    /// where it was.
    public var sessionPath: String?
    /// Where playlists are kept and looked for; nil for a player without any.
    public var playlists: PlaylistFolders?
    /// As `--output` takes it; nil for what the session or the configuration says.
    public var output: String?
    /// Of the program, as clients may ask for it.
    public var version: String

    /// For a program with a player inside: no bus name, no session, no playlists.
    public init(
        presence: Presence = .none, sessionPath: String? = nil, playlists: PlaylistFolders? = nil,
        output: String? = nil, version: String = "embedded"
    ) {
        self.presence = presence
        self.sessionPath = sessionPath
        self.playlists = playlists
        self.output = output
        self.version = version
    }
}
