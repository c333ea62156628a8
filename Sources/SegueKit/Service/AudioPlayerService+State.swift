public import SegueCore

/// The state of the player, and streams of its changes. Every member may be used before `setup()` and after `cleanup()`
/// too.
extension AudioPlayerService {
    /// The state of the player now (design.md, States); `idle` before `setup()`.
    public var state: PlayerState { host.shell.snapshot.state }
    /// The settings in force, from any source.
    public var configuration: Configuration { host.shell.snapshot.settings }
    /// Everything that is shown, at one instant.
    public var snapshot: Snapshot { host.shell.snapshot }
    /// The track that is shown, in a fade the incoming track; nil with an empty queue.
    public var currentTrack: TrackInfo? { host.shell.snapshot.track.map(TrackInfo.init) }
    /// The position in the shown track, read from the audio clock; nil with an empty queue.
    public var playbackPosition: PlaybackPosition? { host.streams.position }
    /// All entries in play order. O(n): `queue(in:)` returns pages of a long queue.
    public var queue: [QueueEntry] { host.shell.player.queue.entries(in: 0..<host.shell.player.queue.count) }
    /// Returns the entries at these indexes of the play order, from 0. Indexes outside the queue are ignored.
    public func queue(in range: Range<Int>) -> [QueueEntry] { host.shell.player.queue.entries(in: range) }
    /// The last changes of the state, oldest first, at most `TransitionHistory.limit`.
    public var transitions: [Transition] { Array(host.shell.player.transitions.steps) }
    /// Calls `observer` on the player's thread after each step, with the snapshots before and after the step and its
    /// effects.
    package func observeSteps(_ observer: @escaping @Sendable (Snapshot, Snapshot, [Effect]) -> Void) {
        host.shell.observe(observer)
    }

    // Each stream belongs to one listener: another listener requests another stream. `cleanup()` ends all streams,
    // after the elements that their listeners have not consumed yet; they are empty after it. A listener that stops
    // iterating, or releases its stream, is removed. No listener delays the player.

    /// A stream of every state from now on, beginning with the present state. In a fade, a state comes every 100 ms,
    /// with its progress. A slow listener misses states in between, never the last one. Ends with `cleanup()`. Each
    /// access creates a stream for one listener.
    public var stateUpdates: AsyncStream<PlayerState> { host.streams.states.stream(first: state) }
    /// A stream of the shown track, beginning with the present track; nil when the queue is empty. The track is
    /// repeated when more of its metadata becomes known, and for each round of a loop. Otherwise like `stateUpdates`.
    public var trackUpdates: AsyncStream<TrackInfo?> { host.streams.tracks.stream(first: currentTrack) }
    /// A stream of the position, beginning with the present position: twice a second while it moves, and after every
    /// jump, pause and stop. Nothing comes while the queue is empty. Without a listener, or in a pause, no timer runs.
    /// Otherwise like `stateUpdates`.
    public var positionUpdates: AsyncStream<PlaybackPosition> { host.streams.positions.stream(first: playbackPosition) }
    /// A stream of the events worth reporting to the user, from now on. A listener that falls a thousand events behind
    /// loses the oldest. Otherwise like `stateUpdates`.
    public var events: AsyncStream<PlayerEvent> { host.streams.events.stream() }
}
