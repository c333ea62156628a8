/// What the player is doing, now and from now on.
extension AudioPlayerService {
    public var state: PlayerState { shell.snapshot.state }
    public var configuration: Configuration { shell.snapshot.configuration }
    /// Everything that is shown, of one instant.
    public var snapshot: Snapshot { shell.snapshot }
    /// The track that is shown, in a fade the incoming one; nil with an empty queue.
    public var currentTrack: TrackInfo? { shell.snapshot.track.map(TrackInfo.init) }
    /// Where the shown track is, live from the audio clock; nil with an empty queue.
    public var playbackPosition: PlaybackPosition? {
        shell.snapshot.track.map {
            PlaybackPosition(currentTime: shell.live.position.seconds, duration: $0.metadata.duration?.seconds)
        }
    }
    /// All entries in play order. O(n): for long queues `queue(in:)` gives pages.
    public var queue: [QueueEntry] { shell.player.queue.entries(in: 0..<shell.player.queue.count) }
    /// A page of the play order, clipped to what there is.
    public func queue(in range: Range<Int>) -> [QueueEntry] { shell.player.queue.entries(in: range) }
    /// The last accepted steps of the machine, oldest first, at most `Player.historyLimit`.
    public var transitions: [Transition] { Array(shell.player.transitions) }
    /// What the queue of operations has done so far.
    public func queueMetrics() async -> OperationMetrics { await operations.metrics }

    /// Every state from now on, beginning with the present one. A slow listener misses states in between, never the last.
    public var stateUpdates: AsyncStream<PlayerState> { serviceStreams.states.stream(first: state) }
    /// The shown track from now on, beginning with the present one; nil when the queue is empty. As `stateUpdates`.
    public var trackUpdates: AsyncStream<TrackInfo?> { serviceStreams.tracks.stream(first: currentTrack) }
    /// The position twice a second while sound plays, and after every jump. As `stateUpdates`.
    public var positionUpdates: AsyncStream<PlaybackPosition> {
        serviceStreams.positions.stream(first: playbackPosition)
    }
    /// What a person would want told. A listener that falls a thousand behind loses the oldest.
    public var events: AsyncStream<PlayerEvent> { serviceStreams.events.stream() }
}
