public import SDBus
public import SegueCore

/// What the bus needs from the player. Everything is called on the loop's thread and returns at once. Completions come
/// on that thread too, once, within the call or later.
public protocol PlayerAccess: AnyObject {
    var snapshot: Snapshot { get }

    /// Position and progress from the audio clock, now.
    var live: LivePosition { get }

    /// The time on the clock that `Snapshot.sleepAt` uses.
    var now: MediaTime { get }

    /// Carries a command out: when this returns, the new snapshot stands, and `MPRISService.announce` has been called
    /// for it.
    func perform(_ command: Command) -> Reply

    /// The same; the completion is called when the outcome is known and announced.
    func perform(_ command: Command, completion: @escaping (CommandOutcome) -> Void)

    /// Puts settings in force, based on `Snapshot.settings`: another output is chosen, all else goes into the file too.
    /// The completion gets the outcome, and a sentence when a setting is in force but could not be saved.
    func configure(
        _ settings: Configuration, completion: @escaping (_ outcome: CommandOutcome, _ unsaved: String?) -> Void)

    /// Looks for audio at these locations, away from the loop, and puts it into the queue. The completion is called
    /// with the new entries in order, as soon as they are in the queue; or, if the request says so, when the first is
    /// heard. It fails only if nothing is left of what was asked for.
    func open(_ request: OpenRequest, completion: @escaping (Result<OpenedTracks, AudioPlayerError>) -> Void)

    /// The URIs of the music folders (`Configuration.musicFolders`), which need not exist.
    var musicFolders: [String] { get }

    /// Whether there are playlists: a player without any has no Playlists interface, and is not asked to save one.
    var keepsPlaylists: Bool { get }

    /// Writes the queue, in play order, as a playlist of this name; with `replacing`, the playlist takes the place of
    /// one that exists. The completion gets the URI of the file when the snapshot shows the playlist.
    func savePlaylist(
        _ name: String, replacing: Bool, completion: @escaping (Result<String, PlaylistSaveError>) -> Void)

    /// Reads a part of a playlist of the snapshot, away from the loop.
    func playlistTracks(
        _ playlist: PlaylistDescription, in range: Range<Int>,
        completion: @escaping (Result<[PlaylistTrack], PlaylistSaveError>) -> Void)

    /// Changes the saved playlist of this name. The completion gets what was left out, when the snapshot shows the
    /// change.
    func changePlaylist(
        _ name: String, _ change: PlaylistChange,
        completion: @escaping (Result<[AudioPlayerError], BusError>) -> Void)

    /// True if there is a music library. A player without one has no Library interface.
    var keepsLibrary: Bool { get }

    /// The state of the music library.
    var libraryState: LibraryState { get }

    /// Answers a question about the music library, away from the loop. There are no rows while there is no index.
    func answer(_ request: LibraryRequest, completion: @escaping (Result<LibraryRows, BusError>) -> Void)

    /// The `file:` URIs of the pictures of these files, in their order; empty for a file without one, and for one that
    /// is not in the music library.
    func covers(of uris: [String], completion: @escaping (Result<[String], BusError>) -> Void)

    /// Merges plays and ratings of another player: the greater number of plays, the later last play, and a rating where
    /// there is none. The completion is called after the attempt to save them.
    func mergePlays(_ tracks: [PlaysOfTrack], completion: @escaping () -> Void)

    /// The `file:` URIs of all tracks of the music library that a query finds. Fails if there are none.
    func locations(_ query: LibraryQuery, completion: @escaping (Result<[String], BusError>) -> Void)

    /// This part of the play order; the range lies within 0…`Snapshot.queueCount`.
    func entries(in range: Range<Int>) -> [QueueEntry]

    /// Nil for an entry that is not in the queue.
    func entry(_ id: EntryID) -> QueueEntry?

    /// The envelope of an entry in this many parts, of `Envelope.bins`; nil while its sound is not known.
    func envelope(of entry: QueueEntry, bins: Int, completion: @escaping (Envelope?) -> Void)

    /// The measurement of an entry's sound; nil without one. Nothing is measured for the question.
    func measurement(of entry: QueueEntry, completion: @escaping (TrackFacts.Measurement?) -> Void)

    /// The outputs that can be chosen, and the one that sound goes out on.
    func listOutputs(completion: @escaping ([OutputDescription]) -> Void)

    /// The way of the sound to the ear, now.
    var sound: SoundPath { get }

    /// The times of the last commands, each name once.
    var statistics: [(name: String, value: Figure)] { get }

    /// The commands that took the longest, the slowest first.
    var slowCommands: [SlowCommand] { get }

    /// Forgets the times of all commands.
    func resetStatistics()

    /// The last steps of the state machine, at most this many, the newest last, each with its time.
    func transitions(last count: Int) -> [String]

    /// Ends the player soon: the reply is sent first.
    func quit()

    /// MIME types that the installed decoders play.
    var supportedMimeTypes: [String] { get }

    /// The version of the program, as in `segue --version`.
    var version: String { get }
}
