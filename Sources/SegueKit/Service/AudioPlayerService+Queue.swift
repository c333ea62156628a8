public import SegueCore
import SegueMPRIS

/// The queue, its modes, ratings and the outputs (design.md, Queue). `AudioPlayerService` lists the errors that all
/// commands share. Entries are identified by `QueueEntry.id`, which stays the same when an entry is moved.
extension AudioPlayerService {
    /// Replaces the queue with `url`, and prepares its first track, paused at the beginning, so that `resume` begins
    /// immediately. The current track is paused. Returns when the new track is ready.
    ///
    /// Throws the errors of `startPlaying`; the queue then stays as it was.
    public func preload(url: String) async throws(AudioPlayerError) {
        try await run(
            FileRequest(name: "load \(url)", locations: [url], plays: true) {
                .edit(.replace($0.entries, play: true))
            }, isPaused: true)
    }

    /// Plays this entry now, whatever the state of the player. Returns when the entry is audible. Does nothing for an
    /// entry that is not in the queue.
    ///
    /// Throws the errors of `nextTrack`.
    public func play(_ entry: EntryID) async throws(AudioPlayerError) { try await run(.playEntry(entry)) }

    /// Skips to this entry: playing stays playing, paused stays paused, stopped stays stopped. Otherwise like `play`.
    public func jump(to entry: EntryID) async throws(AudioPlayerError) { try await run(.jump(entry)) }

    /// Removes these entries from the queue. If the shown entry is removed, the next entry follows. Does nothing for
    /// entries that are not in the queue.
    public func remove(_ entries: [EntryID]) async throws(AudioPlayerError) { try await run(.edit(.remove(entries))) }

    /// Moves an entry within the play order. Does nothing for an entry that is not in the queue, or is already there.
    public func move(_ entry: EntryID, to place: QueuePlace) async throws(AudioPlayerError) {
        try await move([entry], to: place)
    }

    /// Moves entries within the play order, in this order one after another. Does nothing for entries that are not in
    /// the queue.
    public func move(_ entries: [EntryID], to place: QueuePlace) async throws(AudioPlayerError) {
        try await run(.edit(.move(entries, to: place)))
    }

    /// Sorts the play order; without shuffle, the list order too.
    public func sort(by key: SortKey) async throws(AudioPlayerError) { try await run(.edit(.sort(key))) }

    /// Clears the queue, and stops immediately.
    public func clear() async throws(AudioPlayerError) { try await run(.edit(.clear)) }

    /// Sets the continuation after the end of a track and of the queue.
    public func setRepeat(_ mode: RepeatMode) async throws(AudioPlayerError) { try await run(.setRepeat(mode)) }

    /// Shuffles the play order, or restores the list order. Does nothing if shuffle is already in this state.
    public func setShuffle(_ isOn: Bool) async throws(AudioPlayerError) { try await run(.setShuffle(isOn)) }

    /// Turns a mode on or off: single, consume, mute, smooth shuffle, or a stop after the track.
    public func set(_ mode: PlayMode, to isOn: Bool) async throws(AudioPlayerError) {
        try await run(.setMode(mode, isOn))
    }

    /// Rates an entry, 0…1, for all entries of the same file; nil removes the rating.
    public func rate(_ entry: EntryID, _ rating: Double?) async throws(AudioPlayerError) {
        try await run(.rate(entry, rating))
    }

    /// Stops with the configured fade-out after `seconds`; nil cancels the timer.
    ///
    /// Throws `invalidConfiguration` if `seconds` is not a number.
    public func sleep(after seconds: Double?) async throws(AudioPlayerError) {
        try await run(.sleep(after: try seconds.map(Self.time)))
    }

    /// Returns the available outputs and the current one. A sound server that does not answer within two seconds has no
    /// outputs. Empty before the setup and after the cleanup.
    public func outputs() async -> [Output] {
        guard (try? host.checkReady(for: "outputs")) != nil else { return [] }
        let found = Outcome<[Output]>()
        host.listOutputs { rows in
            found.settle(rows.map { Output(name: $0.name, title: $0.description, isCurrent: $0.isCurrent) })
        }
        return await found.value() ?? []
    }

    /// Switches to the output of this name, in the form of `outputs` and `--output`. The former output stays in use
    /// until the new one proves usable.
    ///
    /// Throws `outputUnavailable` if the output can't be used.
    public func selectOutput(_ name: String) async throws(AudioPlayerError) { try await run(.selectOutput(name)) }

    /// An audio output.
    public struct Output: Sendable, Hashable {
        /// The name that `selectOutput` takes.
        public var name: String
        /// The name of the output for display.
        public var title: String
        /// True for the output in use.
        public var isCurrent: Bool
    }
}
