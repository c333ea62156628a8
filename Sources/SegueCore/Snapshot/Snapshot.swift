/// The displayed values at one instant: the bus, the status line and the log are views of a snapshot. Two snapshots are
/// compared to find changes; no value changes merely because time passes.
public struct Snapshot: Sendable, Equatable {
    /// The status in MPRIS's terms (design.md, States on the bus). The raw value is the one on the bus.
    public enum PlaybackStatus: String, Sendable {
        /// Audio is heard, or will be without any further command.
        case playing = "Playing"
        /// Playback is paused, and resumes at its position.
        case paused = "Paused"
        /// Nothing is heard, except the fade-out of a stop.
        case stopped = "Stopped"
    }

    /// The state of playback, with its associated values.
    public var state: PlayerState
    /// The status in MPRIS's terms.
    public var status: PlaybackStatus
    /// True if a command stopped the player; false if playback has ended by itself.
    public var isStopped = false
    /// The stream that is being connected while `track` is heard.
    public var connecting: QueueEntry?
    /// The last error since a track began to be heard; nil if there was none.
    public var problem: AudioPlayerError?
    /// The track that every view shows and to which every call applies; nil with an empty queue.
    public var track: QueueEntry?
    /// The index of `track` in the play order, from 0; nil without a track.
    public var index: Int?
    /// The number of entries in the queue.
    public var queueCount: Int
    /// A number that changes with every edit of the queue's content or order.
    public var queueRevision: UInt64
    /// The loudness gain of the track that counts as playing; nil while nothing is loaded.
    public var gain: TrackGain?
    /// The fade that is heard or paused; nil without one.
    public var fade: FadeSnapshot?
    /// The transition at the end of the track, unless another request precedes it; nil while none is planned.
    public var planned: TransitionRecord?
    /// The reason for which smooth shuffle chose the next track; nil if it did not.
    public var choice: Sentence?
    /// The user's volume, linear 0…1.
    public var volume: Double
    /// The repeat mode.
    public var repeatMode: RepeatMode
    /// The modes beside repeat and shuffle.
    public var modes = PlayModes()
    /// True under shuffle; `modes.isSmooth` distinguishes its kinds.
    public var isShuffled: Bool
    /// True if `Command.next` has a target.
    public var canGoNext: Bool
    /// True if `Command.previous` has a target: an entry, or the start of the track.
    public var canGoPrevious: Bool
    /// True if `Command.play` has anything to play.
    public var canPlay: Bool
    /// True if `Command.pause` can pause a track, now or once it plays.
    public var canPause: Bool
    /// True if the shown track is seekable.
    public var canSeek: Bool
    /// The configuration in effect.
    public var configuration: Configuration
    /// The output chosen instead of the configured one; nil if none was.
    public var chosenOutput: ChosenOutput?
    /// The output of the audio.
    public var output: OutputStatus
    /// The sample rates of the audio; nil before any audio was output.
    public var outputRates: OutputRates?
    /// The time at which the sleep timer stops the player, on the injected clock; nil while none runs.
    public var sleepAt: MediaTime?
    /// True if the computer must not suspend: audio is output, or is interrupted for a moment and resumes by itself.
    public var isSounding = false
    /// True if the player no longer delays the sleep of the computer.
    public var isReadyForSleep = false
    /// The service that keeps the computer from suspending; nil if none does on behalf of the player.
    public var suspendInhibitor: SuspendInhibitor?
    /// The playlists that can be played.
    public var playlists = PlaylistCatalog()
    /// The playlist that provided the content of the queue, regardless of later edits. Nil if there is none, and while
    /// its file is missing.
    public var activePlaylist: PlaylistDescription?
    /// The transitions that the user has set.
    public var pins = TransitionPins()
    /// The effect of an undo, as a sentence; empty if there is nothing to undo.
    public var undoText = ""
    /// The effect of a redo, as a sentence; empty if there is nothing to redo.
    public var redoText = ""
}

extension Snapshot {
    /// The displayed text: `PlayerState.statusText`, or a text that depends on more than the state (design.md, States).
    public var statusText: String {
        if let connecting { return "Connecting to \(connecting.displayName)" }
        switch state {
        case .idle where track != nil, .finished where track != nil && isStopped: return "Stopped"
        case .idle, .preparing, .preparingCrossfade, .playing, .crossfading, .paused, .crossfadePaused, .fadingOut,
            .buffering, .seeking, .finished, .failed:
            return state.statusText
        }
    }

    /// The settings in effect: the configuration, with the chosen output if there is one.
    public var settings: Configuration {
        var settings = configuration
        if let chosenOutput { settings.output = chosenOutput.name }
        return settings
    }

    /// True if the shown track is converted to another sample rate on its way to the output; nil while its rate, or the
    /// rate of the output, is unknown.
    public var isResampled: Bool? {
        guard let outputRates, let own = track?.metadata.sampleRate else { return nil }
        return outputRates != OutputRates(mixed: own, output: own)
    }
}

/// A fade that is running or paused.
public struct FadeSnapshot: Sendable, Equatable {
    /// The outgoing entry.
    public var outgoing: QueueEntry
    /// The incoming entry, which is shown.
    public var incoming: QueueEntry
    /// The duration of the fade, already shortened for short tracks.
    public var duration: MediaTime
    /// The time at which the fade began, on the injected clock, adjusted for pauses. While the fade is not suspended,
    /// its progress is (now − startedAt) / duration.
    public var startedAt: MediaTime
    /// The position of the outgoing track at which the incoming one began.
    public var outgoingStart: MediaTime
    /// The position of the incoming track at which it began.
    public var incomingStart: MediaTime
    /// The plan: its reason, and both gains at each progress.
    public var plan: TransitionPlan
    /// True if the fade is paused.
    public var isSuspended: Bool
    /// The progress of the fade, 0…1, as of the last 100 ms. The current progress is `LivePosition.fadeProgress`.
    public var progress: Double
    /// True if a pause now would be followed by a quick finish: progress is 50 % or more.
    public var canQuickFinish: Bool
    /// The way in which a pause in this fade ends, or would end.
    public var resumeStrategy: ResumeStrategy
}

/// The status of an output.
public struct OutputStatus: Sendable, Equatable {
    /// The name of the output as reported by the engine; empty before there was one.
    public var name: String
    /// True if audio can be output now.
    public var isAvailable: Bool
    /// The reason why this is not the requested output, or why nothing can be heard; nil if all is well.
    public var fallback: String?

    /// Creates the status of one output; `fallback` is nil if it is the requested one.
    public init(name: String, isAvailable: Bool, fallback: String?) {
        self.name = name
        self.isAvailable = isAvailable
        self.fallback = fallback
    }
}

/// The values that change with time, read at one moment.
public struct LivePosition: Sendable, Equatable {
    /// The position of the shown track, from 0 to its length.
    public var position: MediaTime
    /// The progress of the fade, 0…1; 0 without a fade.
    public var fadeProgress: Double

    /// Creates the readings of one moment.
    public init(position: MediaTime, fadeProgress: Double) {
        self.position = position
        self.fadeProgress = fadeProgress
    }
}
