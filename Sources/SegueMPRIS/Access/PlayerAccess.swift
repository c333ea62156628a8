public import SDBus
public import SegueCore

/// The operations of the player that the bus needs. All members are called on the loop's thread and return immediately.
/// Each completion is called once, on the loop's thread, during the call or later.
public protocol PlayerAccess: AnyObject {
    var snapshot: Snapshot { get }

    /// The position and progress at this moment, from the audio clock.
    var live: LivePosition { get }

    /// The current time of the clock that `Snapshot.sleepAt` uses.
    var now: MediaTime { get }

    /// Performs a command. On return, `snapshot` is the new snapshot, and `MPRISService.announce` has been called for
    /// it.
    func perform(_ command: Command) -> Reply

    /// Performs a command and calls the completion once the outcome is known and announced.
    func perform(_ command: Command, completion: @escaping (CommandOutcome) -> Void)

    /// Applies settings, based on `Snapshot.settings`. A new output is selected; all other settings are also written to
    /// the file. The completion receives the outcome, and a sentence if a setting is in force but could not be saved.
    func configure(
        _ settings: Configuration, completion: @escaping (_ outcome: CommandOutcome, _ unsaved: String?) -> Void)

    /// Looks for audio at these locations, away from the loop, and adds the audio to the queue.
    ///
    /// The completion receives the new entries in order, once they are in the queue or, if the request is awaited, once
    /// the first one is heard. Fails only if none of the locations yields an entry.
    func open(_ request: OpenRequest, completion: @escaping (Result<OpenedTracks, AudioPlayerError>) -> Void)

    /// The URIs of the music folders (`Configuration.musicFolders`). The folders need not exist.
    var musicFolders: [String] { get }

    /// True if the player keeps playlists. A player without playlists has no Playlists interface and is never asked to
    /// save one.
    var keepsPlaylists: Bool { get }

    /// Saves the queue, in play order, as a playlist of this name. With `replacing`, overwrites an existing playlist.
    /// The completion receives the file's URI once the snapshot contains the playlist.
    func savePlaylist(
        _ name: String, replacing: Bool, completion: @escaping (Result<String, PlaylistSaveError>) -> Void)

    /// Reads a part of a playlist in the snapshot, away from the loop.
    func playlistTracks(
        _ playlist: PlaylistDescription, in range: Range<Int>,
        completion: @escaping (Result<[PlaylistTrack], PlaylistSaveError>) -> Void)

    /// Changes the saved playlist of this name. The completion receives the errors of the locations left out, once the
    /// snapshot contains the change.
    func changePlaylist(
        _ name: String, _ change: PlaylistChange,
        completion: @escaping (Result<[AudioPlayerError], BusError>) -> Void)

    /// True if there is a music library. A player without one has no Library interface.
    var keepsLibrary: Bool { get }

    /// The state of the music library.
    var libraryState: LibraryState { get }

    /// Answers a query of the music library, away from the loop. Without an index, the answer has no rows.
    func answer(_ request: LibraryRequest, completion: @escaping (Result<LibraryRows, BusError>) -> Void)

    /// Finds the `file:` URIs of these files' covers, in the order of the files. The URI is empty for a file without a
    /// cover, and for a file outside the music library.
    func covers(of uris: [String], completion: @escaping (Result<[String], BusError>) -> Void)

    /// Merges the plays and ratings of another player. The higher play count and the later last play win; a rating is
    /// only added where there is none. The completion is called after the attempt to save the result.
    func mergePlays(_ tracks: [PlaysOfTrack], completion: @escaping () -> Void)

    /// Finds the `file:` URIs of all tracks of the music library that match a query. Fails if there are none.
    func locations(_ query: LibraryQuery, completion: @escaping (Result<[String], BusError>) -> Void)

    /// Returns a part of the play order. The range must lie within 0…`Snapshot.queueCount`.
    func entries(in range: Range<Int>) -> [QueueEntry]

    /// Returns an entry; nil if the entry is not in the queue.
    func entry(_ id: EntryID) -> QueueEntry?

    /// Computes the envelope of an entry in this many parts (`Envelope.bins`); nil until the entry's audio is analysed.
    func envelope(of entry: QueueEntry, bins: Int, completion: @escaping (Envelope?) -> Void)

    /// Looks up the measurement of a file's audio; nil without one. Never starts a measurement.
    func measurement(of uri: String, completion: @escaping (TrackFacts.Measurement?) -> Void)

    /// Lists the outputs that can be selected, and the current output.
    func listOutputs(completion: @escaping ([OutputDescription]) -> Void)

    /// The path of the audio to the listener at this moment.
    var sound: SoundPath { get }

    /// The timings of recent commands. Each name occurs once.
    var statistics: [(name: String, value: Figure)] { get }

    /// The slowest commands, the slowest first.
    var slowCommands: [SlowCommand] { get }

    /// Discards the timings of all commands.
    func resetStatistics()

    /// Returns the last steps of the state machine with their times: at most `count`, the newest last.
    func transitions(last count: Int) -> [String]

    /// Ends the player shortly, after the reply has been sent.
    func quit()

    /// The MIME types that the installed decoders play.
    var supportedMimeTypes: [String] { get }

    /// The version of the program, as in `segue --version`.
    var version: String { get }
}
