public import SegueCore

/// What the player is doing, now and from now on. Answered before `setup()` and after `cleanup()` too.
extension AudioPlayerService {
    public var state: PlayerState { shell.snapshot.state }
    public var configuration: Configuration { shell.snapshot.configuration }
    /// Everything that is shown, of one instant.
    public var snapshot: Snapshot { shell.snapshot }
    /// The track that is shown, in a fade the incoming one; nil with an empty queue.
    public var currentTrack: TrackInfo? { shell.snapshot.track.map(TrackInfo.init) }
    /// Where the shown track is, live from the audio clock; nil with an empty queue.
    public var playbackPosition: PlaybackPosition? { streams.position }
    /// All entries in play order. O(n): for long queues `queue(in:)` gives pages.
    public var queue: [QueueEntry] { shell.player.queue.entries(in: 0..<shell.player.queue.count) }
    /// A page of the play order, clipped to what there is.
    public func queue(in range: Range<Int>) -> [QueueEntry] { shell.player.queue.entries(in: range) }
    /// The last accepted steps of the machine, oldest first, at most `Player.historyLimit`.
    public var transitions: [Transition] { Array(shell.player.transitions) }
    /// What the queue of operations has done so far.
    public func queueMetrics() async -> OperationMetrics { await operations.metrics }

    // Each stream belongs to one listener: ask anew for another. All end with `cleanup()`, behind what was not taken yet, and are
    // empty after it. A listener that stops iterating, or lets go of its stream, is forgotten. None holds the player up.

    /// Every state from now on, beginning with the present one; in a fade one each 100 ms, with its progress. A slow listener misses states
    /// in between, never the last. Ends with `cleanup()`.
    public var stateUpdates: AsyncStream<PlayerState> { streams.states.stream(first: state) }
    /// The shown track from now on, beginning with the present one; nil when the queue is empty. Again when more becomes known of
    /// it, and for each round of a loop. The rest as `stateUpdates`.
    public var trackUpdates: AsyncStream<TrackInfo?> { streams.tracks.stream(first: currentTrack) }
    /// The position, beginning with the present one: twice a second while it moves, and after every jump, pause and stop. Nothing
    /// while the queue is empty. Without a listener, or paused, no clock runs for it. The rest as `stateUpdates`.
    public var positionUpdates: AsyncStream<PlaybackPosition> { streams.positions.stream(first: playbackPosition) }
    /// What a person would want told, from now on. A listener that falls a thousand behind loses the oldest. The rest as `stateUpdates`.
    public var events: AsyncStream<PlayerEvent> { streams.events.stream() }
}
