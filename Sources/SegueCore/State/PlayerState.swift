/// The state of playback, for all observers (design.md, States). Each case carries only values that are meaningful in
/// it. `PlayerState.Kind.successors` defines which state may follow which.
public enum PlayerState: Sendable {
    /// Nothing was requested yet, or a stop ended a pause.
    case idle
    /// The first track is loading; nothing plays.
    case preparing(track: QueueEntry)
    /// The current track plays while the next one, due now, is loading.
    case preparingCrossfade(currentTrack: QueueEntry, nextTrack: QueueEntry)
    /// One track plays.
    case playing(track: QueueEntry)
    /// Two tracks play.
    case crossfading(fromTrack: QueueEntry, toTrack: QueueEntry, progress: Double, canQuickFinish: Bool)
    /// One track, silent, at `position`.
    case paused(track: QueueEntry, position: MediaTime)
    /// Two tracks, silent, in the middle of their fade.
    case crossfadePaused(
        fromTrack: QueueEntry, toTrack: QueueEntry, progress: Double, resumeStrategy: ResumeStrategy,
        savedState: CrossfadePauseSnapshot)
    /// The audio fades to silence on a stop.
    case fadingOut(track: QueueEntry, targetDuration: MediaTime)
    /// The network is slower than playback.
    case buffering(track: QueueEntry, percent: Int, previous: PlaybackIntent)
    /// A seek of the track is under way.
    case seeking(track: QueueEntry, from: MediaTime, to: MediaTime, previous: PlaybackIntent)
    /// The queue has been played, or a stop has faded out.
    case finished
    /// Nothing could be played. A play tries again.
    case failed(error: AudioPlayerError)
}

/// The intended status of a track that can't play at the moment, because it seeks or buffers.
public enum PlaybackIntent: String, Sendable, Hashable {
    /// The track is to play as soon as possible.
    case playing
    /// The track is to be silent until it is resumed.
    case paused
}

/// The way in which a pause in a crossfade ends.
public enum ResumeStrategy: String, Sendable, Hashable {
    /// The fade continues from its progress: below 50 %.
    case continueFromProgress
    /// The rest of the fade takes one second: from 50 % on.
    case quickFinish

    /// Returns the strategy for a pause at `progress` (0…1).
    public init(progress: Double) {
        self = progress < 0.5 ? .continueFromProgress : .quickFinish
    }

    /// Returns true if a pause at `progress` (0…1) would end in a quick finish (design.md, Pausing in a fade).
    static func canQuickFinish(at progress: Double) -> Bool { ResumeStrategy(progress: progress) == .quickFinish }
}

/// The audible gains and positions at the moment of a pause in a crossfade.
public struct CrossfadePauseSnapshot: Sendable, Hashable {
    /// The gain of the outgoing track by the fade alone, without loudness and volume, 0…1.
    public var outgoingGain: Double
    /// The gain of the incoming track by the fade alone, without loudness and volume, 0…1.
    public var incomingGain: Double
    /// The position of the outgoing track in its media.
    public var outgoingPosition: MediaTime
    /// The position of the incoming track in its media.
    public var incomingPosition: MediaTime
    /// The planned duration of the whole fade.
    public var originalDuration: MediaTime
    /// The shape of the fade.
    public var curve: FadeCurve
    /// The time of the pause on the injected clock.
    public var takenAt: MediaTime

    /// Creates a record of these readings. `PlayerState.isValid` defines their ranges.
    public init(
        outgoingGain: Double, incomingGain: Double, outgoingPosition: MediaTime, incomingPosition: MediaTime,
        originalDuration: MediaTime, curve: FadeCurve, takenAt: MediaTime
    ) {
        self.outgoingGain = outgoingGain
        self.incomingGain = incomingGain
        self.outgoingPosition = outgoingPosition
        self.incomingPosition = incomingPosition
        self.originalDuration = originalDuration
        self.curve = curve
        self.takenAt = takenAt
    }
}

extension PlayerState: Equatable {
    /// Compares two states. Positions (in seconds) and progress compare with a tolerance of 0.001 (design.md, States).
    public static func == (left: PlayerState, right: PlayerState) -> Bool {
        func near(_ first: Double, _ second: Double) -> Bool { abs(first - second) <= 0.001 }
        func near(_ first: MediaTime, _ second: MediaTime) -> Bool { near(first.seconds, second.seconds) }
        switch (left, right) {
        case (.idle, .idle), (.finished, .finished): return true
        case (.preparing(let first), .preparing(let second)), (.playing(let first), .playing(let second)):
            return first == second
        case (.preparingCrossfade(let first, let firstNext), .preparingCrossfade(let second, let secondNext)):
            return first == second && firstNext == secondNext
        case (.crossfading(let from, let to, let progress, let quick), .crossfading(let f, let t, let p, let q)):
            return from == f && to == t && near(progress, p) && quick == q
        case (.paused(let first, let position), .paused(let second, let other)):
            return first == second && near(position, other)
        case (
            .crossfadePaused(let from, let to, let progress, let strategy, let saved),
            .crossfadePaused(let f, let t, let p, let s, let other)
        ):
            return from == f && to == t && near(progress, p) && strategy == s && saved == other
        case (.fadingOut(let first, let duration), .fadingOut(let second, let other)):
            return first == second && near(duration, other)
        case (.buffering(let first, let percent, let intent), .buffering(let second, let other, let previous)):
            return first == second && percent == other && intent == previous
        case (.seeking(let first, let from, let to, let intent), .seeking(let second, let f, let t, let previous)):
            return first == second && near(from, f) && near(to, t) && intent == previous
        case (.failed(let first), .failed(let second)):
            return first == second
        // Two different cases; the compiler can't check the exhaustive list of the pairs in reasonable time.
        default: return false
        }
    }
}
