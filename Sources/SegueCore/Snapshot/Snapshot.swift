/// Everything that is shown, at one instant: the bus, the status line and the log are views of it. Two snapshots are
/// compared to find what changed; nothing in it changes just because time passes.
public struct Snapshot: Sendable, Equatable {
    public enum PlaybackStatus: String, Sendable {
        case playing = "Playing"
        case paused = "Paused"
        case stopped = "Stopped"
    }

    public var state: PlayerState
    public var status: PlaybackStatus
    /// Somebody stopped it: it has not come to its end by itself.
    public var isStopped = false
    /// The stream that is being connected to while `track` is heard.
    public var connecting: QueueEntry?
    /// What went wrong last since something began to be heard.
    public var problem: AudioPlayerError?
    /// The track that every view shows and every call acts on; nil with an empty queue.
    public var track: QueueEntry?
    /// Its place in play order, from 0.
    public var index: Int?
    /// Count of entries in the queue, and a number that changes with every edit of it.
    public var queueCount: Int
    public var queueRevision: UInt64
    public var fade: FadeSnapshot?
    /// 0…1, the person's.
    public var volume: Double
    public var repeatMode: RepeatMode
    public var isShuffled: Bool
    public var canGoNext: Bool
    public var canGoPrevious: Bool
    public var canPlay: Bool
    public var canPause: Bool
    public var canSeek: Bool
    public var configuration: Configuration
    public var output: OutputStatus
    /// Nil before there was any sound.
    public var outputRates: OutputRates?
    /// On the injected clock, when a sleep timer runs.
    public var sleepAt: MediaTime?
    /// Those that can be played.
    public var playlists = PlaylistCatalog()
    /// The one that the queue came from, whatever was edited since; nil if there is none, and while its file is away.
    public var activePlaylist: PlaylistDescription?
}

extension Snapshot {
    /// What a person sees: as `PlayerState.statusText`, and what that does not know.
    public var statusText: String {
        if let connecting { return "Connecting to \(connecting.displayName)" }
        switch state {
        case .idle where track != nil, .finished where track != nil && isStopped: return "Stopped"
        case .idle, .preparing, .preparingCrossfade, .playing, .crossfading, .paused, .crossfadePaused, .fadingOut,
            .buffering, .seeking, .finished, .failed:
            return state.statusText
        }
    }

    /// Whether the track that is shown is converted to another sample rate on its way to the output; nil as long as its
    /// own or the output's is not known.
    public var isResampled: Bool? {
        guard let outputRates, let own = track?.metadata.sampleRate else { return nil }
        return outputRates != OutputRates(mixed: own, output: own)
    }
}

/// A fade that is running or paused.
public struct FadeSnapshot: Sendable, Equatable {
    public var outgoing: QueueEntry
    public var incoming: QueueEntry
    /// As shortened.
    public var duration: MediaTime
    /// On the injected clock, moved on by pauses: progress is (now − startedAt) / duration while not suspended.
    public var startedAt: MediaTime
    public var curve: FadeCurve
    public var isSuspended: Bool
    /// 0…1, as of the last 100 ms; that of this moment is `LivePosition.fadeProgress`.
    public var progress: Double
    public var canQuickFinish: Bool
    public var resumeStrategy: ResumeStrategy
}

/// Where the sound goes.
public struct OutputStatus: Sendable, Equatable {
    public var name: String
    public var isAvailable: Bool
    /// Why it is not the one that was asked for.
    public var fallback: String?

    public init(name: String, isAvailable: Bool, fallback: String?) {
        self.name = name
        self.isAvailable = isAvailable
        self.fallback = fallback
    }
}

/// What moves with time, at one moment: answers to live questions.
public struct LivePosition: Sendable, Equatable {
    /// Of the shown track: 0…length.
    public var position: MediaTime
    /// Of the fade, 0…1; 0 without one.
    public var fadeProgress: Double

    public init(position: MediaTime, fadeProgress: Double) {
        self.position = position
        self.fadeProgress = fadeProgress
    }
}
