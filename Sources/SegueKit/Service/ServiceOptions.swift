/// What a player has around it, beside its configuration.
public struct ServiceOptions: Sendable {
    /// How the player appears on the session bus.
    public enum Presence: Sendable, Hashable {
        /// Not at all: no client can see or drive the player.
        case none
        /// As `org.mpris.MediaPlayer2.segue`. The setup fails with `busError` when another player has this name.
        case single
        /// Under the same name or, where that is taken, with the process identity behind it.
        case anotherInstance
        /// As `org.mpris.MediaPlayer2.segue.instance` with this name behind it: letters, digits and underscores, no
        /// digit at the beginning. The setup fails with `busError` when another player has this name.
        case named(String)
    }

    /// Whether clients on the session bus see the player, and under which name.
    public var presence: Presence
    /// The absolute path of the database that keeps the session; nil keeps none. The setup restores what the database
    /// holds, paused where it was.
    public var sessionPath: String?
    /// Where playlists are kept and looked for; nil for a player without any.
    public var playlists: PlaylistFolders?
    /// The output, as `--output` takes it (design.md, Command line); nil for the one of the session or the
    /// configuration.
    public var output: String?
    /// The program that finds out about the sound of a file, with its arguments: `segue analyse --json --curves`. The
    /// player adds `--ends` where it is in a hurry, and the path. Nil for transitions that do not listen.
    public var analyser: [String]?
    /// The program that reads the titles of the queue in the background, with its arguments before the paths: `segue
    /// titles`. Nil reads those of the next tracks alone.
    public var titleReader: [String]?
    /// The program that keeps the index of the music folders, with its arguments: `segue library follow`. The player
    /// adds the setting `musicFolders`. Nil keeps none.
    public var libraryFollower: [String]?
    /// Whether the player keeps the computer from suspending while it sounds, and pauses before the computer sleeps.
    public var followsSleep: Bool
    /// The version of the program, as clients on the bus may ask for it.
    public var version: String

    /// The options of a program that has a player inside: no bus name, no session, no playlists, no say about sleep.
    public init(
        presence: Presence = .none, sessionPath: String? = nil, playlists: PlaylistFolders? = nil,
        output: String? = nil, analyser: [String]? = nil, titleReader: [String]? = nil,
        libraryFollower: [String]? = nil, followsSleep: Bool = false, version: String = "embedded"
    ) {
        self.presence = presence
        self.sessionPath = sessionPath
        self.playlists = playlists
        self.output = output
        self.analyser = analyser
        self.titleReader = titleReader
        self.libraryFollower = libraryFollower
        self.followsSleep = followsSleep
        self.version = version
    }
}
