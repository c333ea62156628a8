public import SegueCore

/// What the bus needs of the player. Everything is called on the loop's thread and returns at once; completions come on that thread too,
/// within the call or later.
public struct PlayerAccess {
    public typealias SavePlaylist = (
        _ name: String, _ replacing: Bool, _ completion: @escaping (Result<String, PlaylistSaveError>) -> Void
    ) -> Void

    public var snapshot: () -> Snapshot
    /// Position and progress from the audio clock, now.
    public var live: () -> LivePosition
    /// The injected clock that `Snapshot.sleepAt` is of.
    public var now: () -> MediaTime
    /// Carries a command out: when it returns, the new snapshot stands, and `MPRISService.announce` has been called for it.
    public var perform: (Command) -> Reply
    /// The same; the completion is called once, when the outcome is known and announced.
    public var performAndWait: (Command, @escaping (CommandOutcome) -> Void) -> Void
    /// Puts a configuration in force and into its file. The completion is called once: with the outcome, and with a sentence when it is in force and
    /// could not be saved.
    public var configure: (Configuration, @escaping (CommandOutcome, _ unsaved: String?) -> Void) -> Void
    /// Looks for audio at these places, away from the loop, and puts it into the queue. The completion is called once, with the new entries in order,
    /// as soon as they are in the queue, or where the request says so, when the first is heard. It fails only if nothing is left of what was asked
    /// for.
    public var open: (OpenRequest, @escaping (Result<OpenedTracks, AudioPlayerError>) -> Void) -> Void
    /// Writes the queue, in play order, as a playlist of this name; `replacing` lets it take the place of one that is there. The completion is called once,
    /// with the URI of the file when the snapshot shows the playlist. Nil for a player that keeps no playlists: it has no Playlists interface.
    public var savePlaylist: SavePlaylist?
    /// This part of the play order; the range lies within 0…`Snapshot.queueCount`.
    public var entries: (Range<Int>) -> [QueueEntry]
    public var entry: (EntryID) -> QueueEntry?
    public var outputs: (@escaping ([OutputDescription]) -> Void) -> Void
    /// The way of the sound to the ear, now.
    public var sound: () -> SoundPath
    /// What the player has measured of itself, each name once.
    public var statistics: () -> [(name: String, value: Figure)]
    /// The last steps of the machine, at most this many, the newest last.
    public var transitions: (Int) -> [String]
    /// Ends the player, soon: the reply has been sent before.
    public var quit: () -> Void
    /// MIME types that the installed decoders play.
    public var supportedMimeTypes: [String]
    /// Of the program, as in `segue --version`.
    public var version: String

    public init(
        snapshot: @escaping () -> Snapshot, live: @escaping () -> LivePosition, now: @escaping () -> MediaTime,
        perform: @escaping (Command) -> Reply,
        performAndWait: @escaping (Command, @escaping (CommandOutcome) -> Void) -> Void,
        configure: @escaping (Configuration, @escaping (CommandOutcome, _ unsaved: String?) -> Void) -> Void,
        open: @escaping (OpenRequest, @escaping (Result<OpenedTracks, AudioPlayerError>) -> Void) -> Void,
        savePlaylist: SavePlaylist?,
        entries: @escaping (Range<Int>) -> [QueueEntry], entry: @escaping (EntryID) -> QueueEntry?,
        outputs: @escaping (@escaping ([OutputDescription]) -> Void) -> Void,
        sound: @escaping () -> SoundPath, statistics: @escaping () -> [(name: String, value: Figure)],
        transitions: @escaping (Int) -> [String],
        quit: @escaping () -> Void, supportedMimeTypes: [String], version: String
    ) {
        self.snapshot = snapshot
        self.live = live
        self.now = now
        self.perform = perform
        self.performAndWait = performAndWait
        self.configure = configure
        self.open = open
        self.savePlaylist = savePlaylist
        self.entries = entries
        self.entry = entry
        self.outputs = outputs
        self.sound = sound
        self.statistics = statistics
        self.transitions = transitions
        self.quit = quit
        self.supportedMimeTypes = supportedMimeTypes
        self.version = version
    }
}

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
    /// Go to the first of them and play it.
    public var play: Bool
    /// The playlist whose content this is, when it replaces the queue.
    public var playlist: PlaylistID?
    /// With `play`: to be answered when it is heard, or can't be.
    public var isAwaited: Bool

    public init(
        locations: [String], destination: Destination, play: Bool, playlist: PlaylistID? = nil, isAwaited: Bool = false
    ) {
        self.isAwaited = isAwaited
        self.locations = locations
        self.destination = destination
        self.play = play
        self.playlist = playlist
    }
}

/// What came of a request to open something.
public struct OpenedTracks: Sendable, Hashable {
    /// In order.
    public var entries: [EntryID]
    /// Why something of what was asked for is not among them.
    public var leftOut: [AudioPlayerError]

    public init(entries: [EntryID], leftOut: [AudioPlayerError] = []) {
        self.entries = entries
        self.leftOut = leftOut
    }
}

/// Why the queue was not saved as a playlist.
public enum PlaylistSaveError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A file of that name is there.
    case exists(path: String)
    /// The queue is longer than what the player reads of a playlist.
    case tooLong
    /// The disk refused it; nothing was changed.
    case notWritten(path: String, reason: String)

    /// One sentence for people.
    public var description: String {
        switch self {
        case .exists(let path): "\(path) is there already."
        case .tooLong: "The queue is too long for a playlist."
        case .notWritten(let path, let reason): "\(path) could not be written: \(reason)."
        }
    }
}

/// An output that can be chosen.
public struct OutputDescription: Sendable, Hashable {
    /// What `Command.selectOutput` takes.
    public var name: String
    /// For people.
    public var description: String
    public var isCurrent: Bool

    public init(name: String, description: String, isCurrent: Bool) {
        self.name = name
        self.description = description
        self.isCurrent = isCurrent
    }
}
