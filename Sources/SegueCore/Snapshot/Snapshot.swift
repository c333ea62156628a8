/// Everything that is shown, at one instant: the bus, the status line and the log are views of it. Two snapshots are
/// compared to find what changed; nothing in it changes just because time passes.
public struct Snapshot: Sendable, Equatable {
    /// The status as MPRIS has it (design.md, States on the bus). The raw value is the one on the bus.
    public enum PlaybackStatus: String, Sendable {
        /// Sound is heard, or will be without anyone doing anything more.
        case playing = "Playing"
        /// The sound is held, and goes on where it was.
        case paused = "Paused"
        /// Nothing is heard but perhaps the fade-out of a stop.
        case stopped = "Stopped"
    }

    /// What the player does, with what the state carries.
    public var state: PlayerState
    /// The state as MPRIS has it.
    public var status: PlaybackStatus
    /// Whether somebody stopped the player. If not, it has come to its end by itself.
    public var isStopped = false
    /// The stream that is being connected to while `track` is heard.
    public var connecting: QueueEntry?
    /// The last error since something began to be heard; nil if there was none.
    public var problem: AudioPlayerError?
    /// The track that every view shows and every call acts on; nil with an empty queue.
    public var track: QueueEntry?
    /// The index of `track` in the play order, from 0; nil without a track.
    public var index: Int?
    /// How many entries the queue has.
    public var queueCount: Int
    /// A number that changes with every edit of the queue's content or order.
    public var queueRevision: UInt64
    /// The loudness gain that the track that counts as playing sounds with; nil while nothing is loaded.
    public var gain: TrackGain?
    /// The fade that is heard or paused; nil without one.
    public var fade: FadeSnapshot?
    /// The transition that takes place at the end of the track unless something else is asked for before; nil while
    /// none is planned.
    public var planned: TransitionRecord?
    /// The reason smooth shuffle chose the next track; nil if it did not.
    public var choice: Sentence?
    /// The person's volume, linear 0…1.
    public var volume: Double
    /// What happens at the end of a track or of the queue.
    public var repeatMode: RepeatMode
    /// What is switched on beside repeat and shuffle.
    public var modes = PlayModes()
    /// True under shuffle; `modes.isSmooth` tells its kind.
    public var isShuffled: Bool
    /// Whether `Command.next` has an entry to go to.
    public var canGoNext: Bool
    /// Whether `Command.previous` has an entry, or the start of the track, to go to.
    public var canGoPrevious: Bool
    /// Whether `Command.play` has anything to play.
    public var canPlay: Bool
    /// Whether `Command.pause` has anything to hold, now or when it plays.
    public var canPause: Bool
    /// Whether a seek in the shown track does anything: it has positions, and is there to be moved.
    public var canSeek: Bool
    /// What is configured.
    public var configuration: Configuration
    /// The output that was chosen in the place of the configured one; nil if none was.
    public var chosenOutput: ChosenOutput?
    /// Where the sound goes.
    public var output: OutputStatus
    /// The sample rates of the sound; nil before there was any sound.
    public var outputRates: OutputRates?
    /// When the sleep timer will stop the player, on the injected clock; nil while none runs.
    public var sleepAt: MediaTime?
    /// Whether the computer must not suspend: sound goes out, or breaks off for a moment and goes on by itself.
    public var isSounding = false
    /// Whether a computer that is about to sleep has nothing to wait for any more.
    public var isReadyForSleep = false
    /// What keeps the computer from suspending; nil if nothing does on behalf of the player.
    public var suspendInhibitor: SuspendInhibitor?
    /// The playlists that can be played.
    public var playlists = PlaylistCatalog()
    /// The playlist that the queue came from, whatever was edited since. Nil if there is none, and while its file is
    /// away.
    public var activePlaylist: PlaylistDescription?
    /// The transitions that a person has set.
    public var pins = TransitionPins()
    /// What an undo would do, as a sentence; empty where there is nothing to undo.
    public var undoText = ""
    /// What a redo would do, as a sentence; empty where there is nothing to redo.
    public var redoText = ""
}

extension Snapshot {
    /// What a person reads: `PlayerState.statusText`, and two texts that follow from more than the state
    /// (design.md, States).
    public var statusText: String {
        if let connecting { return "Connecting to \(connecting.displayName)" }
        switch state {
        case .idle where track != nil, .finished where track != nil && isStopped: return "Stopped"
        case .idle, .preparing, .preparingCrossfade, .playing, .crossfading, .paused, .crossfadePaused, .fadingOut,
            .buffering, .seeking, .finished, .failed:
            return state.statusText
        }
    }

    /// The settings in force: what is configured, with the output that was chosen in the place of the configured one.
    public var settings: Configuration {
        var settings = configuration
        if let chosenOutput { settings.output = chosenOutput.name }
        return settings
    }

    /// Whether the shown track is converted to another sample rate on its way to the output; nil as long as its rate,
    /// or the rate of the output, is not known.
    public var isResampled: Bool? {
        guard let outputRates, let own = track?.metadata.sampleRate else { return nil }
        return outputRates != OutputRates(mixed: own, output: own)
    }
}

/// A fade that is running or paused.
public struct FadeSnapshot: Sendable, Equatable {
    /// The entry on its way out.
    public var outgoing: QueueEntry
    /// The entry that fades in: the one that is shown.
    public var incoming: QueueEntry
    /// How long the fade takes, already shortened for short tracks.
    public var duration: MediaTime
    /// When the fade began, on the injected clock, moved on by pauses. While the fade is not suspended, its progress is
    /// (now − startedAt) / duration.
    public var startedAt: MediaTime
    /// Where in the outgoing track the incoming one began.
    public var outgoingStart: MediaTime
    /// Where in its own track the incoming one began.
    public var incomingStart: MediaTime
    /// What was planned: why, and both gains at each progress.
    public var plan: TransitionPlan
    /// Whether the fade is paused.
    public var isSuspended: Bool
    /// How far the fade is, 0…1, as of the last 100 ms. The progress of this moment is `LivePosition.fadeProgress`.
    public var progress: Double
    /// Whether a pause now would be followed by a quick finish: progress is 50 % or more.
    public var canQuickFinish: Bool
    /// How a pause in this fade ends, or would end.
    public var resumeStrategy: ResumeStrategy
}

/// Where the sound goes.
public struct OutputStatus: Sendable, Equatable {
    /// The name of the output as the engine tells it; empty before there was one.
    public var name: String
    /// Whether sound can go out now.
    public var isAvailable: Bool
    /// Why this is not the output that was asked for, or why nothing can be heard; nil if all is well.
    public var fallback: String?

    /// The status of one output; `fallback` is nil if it is the one that was asked for.
    public init(name: String, isAvailable: Bool, fallback: String?) {
        self.name = name
        self.isAvailable = isAvailable
        self.fallback = fallback
    }
}

/// What moves with time, read at one moment.
public struct LivePosition: Sendable, Equatable {
    /// The position of the shown track, from 0 to its length.
    public var position: MediaTime
    /// The progress of the fade, 0…1; 0 without a fade.
    public var fadeProgress: Double

    /// The readings of one moment.
    public init(position: MediaTime, fadeProgress: Double) {
        self.position = position
        self.fadeProgress = fadeProgress
    }
}
