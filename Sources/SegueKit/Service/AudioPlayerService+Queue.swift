public import SegueCore
import SegueMPRIS

/// The queue, its modes, ratings and the outputs (design.md, Queue). `AudioPlayerService` lists the errors that all
/// commands share. Entries are named by `QueueEntry.id`, which stays the same wherever an entry is moved.
extension AudioPlayerService {
    /// Replaces the queue with `url`, and holds its first track ready, paused at the beginning, so that `resume` begins
    /// at once. The track that plays is paused. Returns when the new track is ready.
    ///
    /// Throws the errors of `startPlaying`; the queue then stays as it was.
    public func preload(url: String) async throws(AudioPlayerError) {
        try await run(
            FileRequest(name: "load \(url)", locations: [url], plays: true) {
                .edit(.replace($0.entries, play: true))
            }, isPaused: true)
    }

    /// Plays this entry now, whatever the player does. Returns when the entry is heard. Does nothing for an entry that
    /// is not in the queue.
    ///
    /// Throws the errors of `nextTrack`.
    public func play(_ entry: EntryID) async throws(AudioPlayerError) { try await run(.playEntry(entry)) }

    /// Goes to this entry: playing stays playing, paused stays paused, stopped stays stopped. Otherwise as `play`.
    public func jump(to entry: EntryID) async throws(AudioPlayerError) { try await run(.jump(entry)) }

    /// Takes these entries out of the queue. The shown one goes on to what follows. Does nothing for entries that are
    /// not in the queue.
    public func remove(_ entries: [EntryID]) async throws(AudioPlayerError) { try await run(.edit(.remove(entries))) }

    /// Puts an entry elsewhere in the play order. Does nothing for one that is not in the queue, or is there already.
    public func move(_ entry: EntryID, to place: QueuePlace) async throws(AudioPlayerError) {
        try await run(.edit(.move(entry, to: place)))
    }

    /// Gives the play order this order; without shuffle, the list order with it.
    public func sort(by key: SortKey) async throws(AudioPlayerError) { try await run(.edit(.sort(key))) }

    /// Empties the queue, and stops at once.
    public func clear() async throws(AudioPlayerError) { try await run(.edit(.clear)) }

    /// Sets what happens behind the last sample of a track and of the queue.
    public func setRepeat(_ mode: RepeatMode) async throws(AudioPlayerError) { try await run(.setRepeat(mode)) }

    /// Deals a new play order, or goes back to that of the list. Does nothing if it is so already.
    public func setShuffle(_ isOn: Bool) async throws(AudioPlayerError) { try await run(.setShuffle(isOn)) }

    /// Turns a mode on or off: single, consume, mute, smooth shuffle, or a stop after the track.
    public func set(_ mode: PlayMode, to isOn: Bool) async throws(AudioPlayerError) {
        try await run(.setMode(mode, isOn))
    }

    /// Rates an entry, 0…1, for all entries of the same file; nil takes the rating away.
    public func rate(_ entry: EntryID, _ rating: Double?) async throws(AudioPlayerError) {
        try await run(.rate(entry, rating))
    }

    /// Stops with the configured fade-out, so many seconds later; nil takes the timer back.
    ///
    /// Throws `invalidConfiguration` if `seconds` is not a number.
    public func sleep(after seconds: Double?) async throws(AudioPlayerError) {
        try await run(.sleep(after: try seconds.map(Self.time)))
    }

    /// The outputs that can be chosen, and where sound goes out now. A sound server that does not answer within two
    /// seconds has none. Empty before the setup and after the cleanup.
    public func outputs() async -> [Output] {
        guard (try? host.checkReady(for: "outputs")) != nil else { return [] }
        let found = Outcome<[Output]>()
        host.listOutputs { rows in
            found.settle(rows.map { Output(name: $0.name, title: $0.description, isCurrent: $0.isCurrent) })
        }
        return await found.value() ?? []
    }

    /// Sends the sound to the output of this name, as `outputs` and `--output` have it. Until it has proved usable, the
    /// former one stays.
    ///
    /// Throws `outputUnavailable` if it can't be used.
    public func selectOutput(_ name: String) async throws(AudioPlayerError) { try await run(.selectOutput(name)) }

    /// A place where sound can go out.
    public struct Output: Sendable, Hashable {
        /// The name that `selectOutput` takes.
        public var name: String
        /// The name that a person knows.
        public var title: String
        /// True where sound goes out now.
        public var isCurrent: Bool
    }
}
