/// A report of the audio engine. All times are as heard: the latency of the output is already subtracted.
public enum AudioEvent: Sendable, Hashable {
    /// The load is ready to play. Tags and length are as complete as the file states them before playback.
    case loaded(LoadGeneration, LoadedTrack)
    /// The load could not be opened, for this reason. The load was never heard.
    case loadFailed(LoadGeneration, AudioPlayerError)
    /// `refused` came too late: the transition `standing` to the same incoming load is heard, or about to be.
    case transitionStands(refused: TransitionPlan, standing: TransitionPlan)
    /// The first sample of a planned transition is heard. `span` describes how the fade will be heard; nil for a
    /// transition without a fade.
    case transitionStarted(incoming: LoadGeneration, span: FadeSpan? = nil)
    /// After `AudioInstruction.quickFinish`: the rest of the fade will be heard along `span`.
    case quickFinishing(incoming: LoadGeneration, span: FadeSpan)
    /// The outgoing track is silent and its deck is free.
    case transitionFinished(incoming: LoadGeneration)
    /// The last sample has been heard, and no transition was planned. Also reported if the track ends before the
    /// position at which the load was to begin.
    case ended(LoadGeneration)
    /// A load that was heard can't continue.
    case failed(LoadGeneration, AudioPlayerError)
    /// The fade-out requested by `AudioInstruction.fadeOut` is complete: the output is silent.
    case fadeOutCompleted
    /// The fill level of a stream's reserve, in percent. Below 100, the load can't play.
    case buffering(LoadGeneration, percent: Int)
    /// A playing track has new metadata: the title that a stream sends, or a corrected length.
    case metadataChanged(LoadGeneration, TrackMetadata)
    /// The output has disappeared. The engine has stopped at its position, as after a pause, and waits for an output
    /// and a resume.
    case outputLost(name: String, reason: String)
    /// Audio is played on `name`, for the first time or again. `fallback` says why this is not the requested output;
    /// nil if it is.
    case outputReady(name: String, fallback: String?)
    /// The sound server has moved the audio away from the requested device, which was disconnected, or back to it.
    /// `fallback` says why `name` is not the requested output; nil if it is.
    case outputReplaced(name: String, fallback: String?)
    /// Nothing was mixed for a second or longer, although the tracks had been read. Mixing begins again where the
    /// audio stopped.
    case mixingRestarted
    /// From now on, audio is mixed and output at these rates.
    case outputRates(OutputRates)
    /// True: the sound server requests silence, usually for a call. False: the request has ended.
    case silenced(Bool)
    /// The device in use was unplugged. Another device may have replaced it.
    case deviceUnplugged(name: String)
    /// Audio is played again on the device that was unplugged.
    case deviceReturned(name: String)
    /// The requested output can't be used; the previous output stays, if there is one.
    case outputRefused(name: String, reason: String)
}

/// The facts about a load once it is ready.
public struct LoadedTrack: Sendable, Hashable {
    /// The metadata of the file or stream, as far as it is known before playback.
    public var metadata: TrackMetadata
    /// True if another position can be loaded.
    public var isSeekable: Bool
    /// True for a live stream, which has no length and no seekable position.
    public var isLive: Bool
    /// The part without the silence at both ends; nil if it was not requested or is not known.
    public var audible: ClosedRange<MediaTime>?

    /// Creates a track that is ready; by default a seekable file that has not been searched for silence.
    public init(
        metadata: TrackMetadata, isSeekable: Bool = true, isLive: Bool = false,
        audible: ClosedRange<MediaTime>? = nil
    ) {
        self.metadata = metadata
        self.isSeekable = isSeekable
        self.isLive = isLive
        self.audible = audible
    }
}

/// The clock readings that accompany an input. The core has no clock and reads none.
public struct Moment: Sendable, Hashable {
    /// The time of CLOCK_MONOTONIC.
    public var now: MediaTime
    /// The calendar time, for dates that are displayed.
    public var date: WallTime
    /// The positions of the loads that play or are paused, each until its last sample is reported as heard.
    public var positions: [DeckPosition]

    /// Creates the readings of one instant. Without `positions`, nothing plays and nothing is paused.
    public init(now: MediaTime, date: WallTime = WallTime(nanoseconds: 0), positions: [DeckPosition] = []) {
        self.now = now
        self.date = date
        self.positions = positions
    }

    /// Returns the position of the load at this moment; nil for a load that neither plays nor is paused.
    public func position(of generation: LoadGeneration) -> DeckPosition? {
        positions.first { $0.generation == generation }
    }
}

/// The position of one load in its media.
public struct DeckPosition: Sendable, Hashable {
    /// The load that the other members describe.
    public var generation: LoadGeneration
    /// The position in the media that is heard now.
    public var heard: MediaTime
    /// The position at which the audio would stop if a pause were requested now, and from which it would later resume.
    /// Samples already on their way to the output can't be revoked.
    public var stopping: MediaTime
    /// The earliest position at which a transition planned now can begin. Samples before it are already on their way
    /// with their current gain.
    public var settled: MediaTime

    /// Creates the position of a load. Without `settled`, a transition can begin where a pause would take effect.
    public init(generation: LoadGeneration, heard: MediaTime, stopping: MediaTime, settled: MediaTime? = nil) {
        self.generation = generation
        self.heard = heard
        self.stopping = stopping
        self.settled = settled ?? stopping
    }
}

/// The sample rates of mixer and output, in hertz.
public struct OutputRates: Sendable, Hashable {
    /// The rate of the mixer. Tracks of another rate are converted to it.
    public var mixed: Int32
    /// The rate of the output. It differs from `mixed` if the output was changed during playback.
    public var output: Int32

    /// Creates both rates, in hertz. They differ if the output converts the mixed audio.
    public init(mixed: Int32, output: Int32) {
        self.mixed = mixed
        self.output = output
    }
}
