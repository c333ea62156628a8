public import SegueCore

/// What the player is doing, now and from now on. Every member answers before `setup()` and after `cleanup()` too.
extension AudioPlayerService {
    /// What the player does now (design.md, States); `idle` before `setup()`.
    public var state: PlayerState { host.shell.snapshot.state }
    /// The settings in force, whoever has set them.
    public var configuration: Configuration { host.shell.snapshot.settings }
    /// Everything that is shown, as of one instant.
    public var snapshot: Snapshot { host.shell.snapshot }
    /// The track that is shown, in a fade the incoming one; nil with an empty queue.
    public var currentTrack: TrackInfo? { host.shell.snapshot.track.map(TrackInfo.init) }
    /// Where the shown track is, read from the audio clock; nil with an empty queue.
    public var playbackPosition: PlaybackPosition? { host.streams.position }
    /// All entries in play order. O(n): `queue(in:)` gives pages of a long queue.
    public var queue: [QueueEntry] { host.shell.player.queue.entries(in: 0..<host.shell.player.queue.count) }
    /// The entries at these indexes of the play order, from 0. What lies outside of the queue is left out.
    public func queue(in range: Range<Int>) -> [QueueEntry] { host.shell.player.queue.entries(in: range) }
    /// The last changes of the state, oldest first, at most `TransitionHistory.limit`.
    public var transitions: [Transition] { Array(host.shell.player.transitions.steps) }
    /// Calls `observer` on the player's thread after each step, with the snapshots before and after the step and its
    /// effects.
    package func observeSteps(_ observer: @escaping @Sendable (Snapshot, Snapshot, [Effect]) -> Void) {
        host.shell.observe(observer)
    }

    // Each stream belongs to one listener: another listener asks for another stream. All streams end with `cleanup()`,
    // behind what their listeners have not taken yet, and are empty after it. A listener that stops iterating, or lets
    // go of its stream, is forgotten. No listener holds the player up.

    /// Every state from now on, beginning with the present one. In a fade, a state comes every 100 ms, with its
    /// progress. A slow listener misses states in between, never the last one. Ends with `cleanup()`. Each call gives a
    /// stream for one listener.
    public var stateUpdates: AsyncStream<PlayerState> { host.streams.states.stream(first: state) }
    /// The shown track from now on, beginning with the present one; nil when the queue is empty. It comes again when
    /// more becomes known of the track, and for each round of a loop. Otherwise as `stateUpdates`.
    public var trackUpdates: AsyncStream<TrackInfo?> { host.streams.tracks.stream(first: currentTrack) }
    /// The position, beginning with the present one: twice a second while it moves, and after every jump, pause and
    /// stop. Nothing comes while the queue is empty. Without a listener, or in a pause, no clock runs for it. Otherwise
    /// as `stateUpdates`.
    public var positionUpdates: AsyncStream<PlaybackPosition> { host.streams.positions.stream(first: playbackPosition) }
    /// What a person would want told, from now on. A listener that falls a thousand events behind loses the oldest.
    /// Otherwise as `stateUpdates`.
    public var events: AsyncStream<PlayerEvent> { host.streams.events.stream() }
}
