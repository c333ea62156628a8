public import SegueCore

/// What the bus needs of the player. Everything is called on the loop's thread and returns at once; completions come on
/// that thread too, once, within the call or later.
public protocol PlayerAccess: AnyObject {
    var snapshot: Snapshot { get }

    /// Position and progress from the audio clock, now.
    var live: LivePosition { get }

    /// The clock that `Snapshot.sleepAt` is of.
    var now: MediaTime { get }

    /// Carries a command out: when it returns, the new snapshot stands, and `MPRISService.announce` has been called for
    /// it.
    func perform(_ command: Command) -> Reply

    /// The same; the completion is called when the outcome is known and announced.
    func perform(_ command: Command, completion: @escaping (CommandOutcome) -> Void)

    /// Puts a configuration in force and into its file. The completion gets the outcome, and a sentence when it is in
    /// force and could not be saved.
    func configure(
        _ configuration: Configuration, completion: @escaping (_ outcome: CommandOutcome, _ unsaved: String?) -> Void)

    /// Looks for audio at these places, away from the loop, and puts it into the queue. The completion is called with
    /// the new entries in order, as soon as they are in the queue, or where the request says so, when the first is
    /// heard. It fails only if nothing is left of what was asked for.
    func open(_ request: OpenRequest, completion: @escaping (Result<OpenedTracks, AudioPlayerError>) -> Void)

    /// Whether there are playlists: a player without any has no Playlists interface, and is not asked to save one.
    var keepsPlaylists: Bool { get }

    /// Writes the queue, in play order, as a playlist of this name; `replacing` lets it take the place of one that is
    /// there. The completion gets the URI of the file when the snapshot shows the playlist.
    func savePlaylist(
        _ name: String, replacing: Bool, completion: @escaping (Result<String, PlaylistSaveError>) -> Void)

    /// This part of the play order; the range lies within 0…`Snapshot.queueCount`.
    func entries(in range: Range<Int>) -> [QueueEntry]

    /// Nil for one that is not in the queue.
    func entry(_ id: EntryID) -> QueueEntry?

    /// The outputs that can be chosen, and the one that sound goes out on.
    func listOutputs(completion: @escaping ([OutputDescription]) -> Void)

    /// The way of the sound to the ear, now.
    var sound: SoundPath { get }

    /// What the player has measured of itself, each name once.
    var statistics: [(name: String, value: Figure)] { get }

    /// The last steps of the machine, at most this many, the newest last.
    func transitions(last count: Int) -> [String]

    /// Ends the player, soon: the reply has been sent before.
    func quit()

    /// MIME types that the installed decoders play.
    var supportedMimeTypes: [String] { get }

    /// Of the program, as in `segue --version`.
    var version: String { get }
}
