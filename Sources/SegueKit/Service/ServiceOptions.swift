/// The environment of a player, in addition to its configuration.
public struct ServiceOptions: Sendable {
    /// The presence of the player on the session bus.
    public enum Presence: Sendable, Hashable {
        /// No presence: no client can see or control the player.
        case none
        /// The name `org.mpris.MediaPlayer2.segue`. The setup fails with `busError` if another player has this name.
        case single
        /// The same name or, if it is taken, the name followed by the process identifier.
        case anotherInstance
        /// The name `org.mpris.MediaPlayer2.segue.instance` followed by this name: letters, digits and underscores,
        /// without a digit at the beginning. The setup fails with `busError` if another player has this name.
        case named(String)
    }

    /// The presence of the player on the session bus, and its name there.
    public var presence: Presence
    /// The absolute path of the database of the session; nil keeps no session. The setup restores the stored session,
    /// paused at its last position.
    public var sessionPath: String?
    /// The folders of playlists; nil for a player without playlists.
    public var playlists: PlaylistFolders?
    /// The output, in the form that `--output` takes (design.md, Command line); nil for the output of the session or
    /// the configuration.
    public var output: String?
    /// The program that analyses the audio of a file, with its arguments: `segue analyse --json --curves`. The player
    /// adds the path, and `--ends` for urgent files. Nil for transitions without analysis.
    public var analyser: [String]?
    /// The program that reads the titles of the queue in the background, with its arguments before the paths: `segue
    /// titles`. Nil reads only the titles of the next tracks.
    public var titleReader: [String]?
    /// The program that maintains the index of the music folders, with its arguments: `segue library follow`. The
    /// player adds the settings `musicFolders` and `articles`. Nil maintains none.
    public var libraryFollower: [String]?
    /// True if the player prevents the computer from suspending during playback, and pauses before the computer sleeps.
    public var followsSleep: Bool
    /// The version of the program, for clients on the bus.
    public var version: String

    /// Creates the options of a program that embeds a player: by default no bus name, no session, no playlists, no
    /// influence on sleep.
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
