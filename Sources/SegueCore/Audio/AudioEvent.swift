/// What the audio engine reports. All times are as heard: the output's latency is already taken off.
public enum AudioEvent: Sendable, Hashable {
    /// The load is ready to sound. Tags and length are known as far as the file tells them before it plays.
    case loaded(LoadGeneration, LoadedTrack)
    /// The load could not be opened, for this reason. It has not sounded.
    case loadFailed(LoadGeneration, AudioPlayerError)
    /// `refused` came too late: the transition to its incoming load is heard, or about to be, as in `standing`.
    case transitionStands(refused: TransitionPlan, standing: TransitionPlan)
    /// The first sample of a planned transition is heard. `span` says how its fade will be heard; nil for a transition
    /// without a fade.
    case transitionStarted(incoming: LoadGeneration, span: FadeSpan? = nil)
    /// After `AudioInstruction.quickFinish`: the rest of the fade will be heard along `span`.
    case quickFinishing(incoming: LoadGeneration, span: FadeSpan)
    /// The outgoing track is silent and its deck is free.
    case transitionFinished(incoming: LoadGeneration)
    /// The last sample has been heard, and no transition was planned; or the track ends in front of the position that
    /// the load was to begin at.
    case ended(LoadGeneration)
    /// A load that had sounded can't go on.
    case failed(LoadGeneration, AudioPlayerError)
    /// What `AudioInstruction.fadeOut` asked for is done: nothing sounds any more.
    case fadeOutCompleted
    /// How full the reserve of a stream is, in percent. Below 100 the load can't sound.
    case buffering(LoadGeneration, percent: Int)
    /// A running track has news: the title that a stream sends, or a length that turned out to be another one.
    case metadataChanged(LoadGeneration, TrackMetadata)
    /// The output is gone. The engine has stopped where it was, as after a pause. It waits for an output and a resume.
    case outputLost(name: String, reason: String)
    /// Sound goes out on `name`, for the first time or again. `fallback` says why this is not the output that was asked
    /// for; nil if it is.
    case outputReady(name: String, fallback: String?)
    /// From here on, sound is mixed and goes out at these rates.
    case outputRates(OutputRates)
    /// True: the sound server asks for silence, as a rule for a call. False: it no longer does.
    case silenced(Bool)
    /// The device that sound goes out on is gone, and another one may have taken its place: a plug was pulled out.
    case deviceUnplugged(name: String)
    /// Sound goes out again on the device that was gone.
    case deviceReturned(name: String)
    /// The output that was asked for can't be used; the former one stays, if there is one.
    case outputRefused(name: String, reason: String)
}

/// What a load knows once it is ready.
public struct LoadedTrack: Sendable, Hashable {
    /// What the file or stream says about itself, as far as it is known before it plays.
    public var metadata: TrackMetadata
    /// Whether another position can be loaded.
    public var isSeekable: Bool
    /// Whether this is a live stream, which has no length and no position to go back to.
    public var isLive: Bool
    /// The part that is left without the silence at both ends; nil when nobody asked for it, or when it is not known.
    public var audible: ClosedRange<MediaTime>?

    /// A track that is ready; by default a file that can be sought in and has not been searched for silence.
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

/// The clock readings that go with an input: the core has no clock of its own and asks none.
public struct Moment: Sendable, Hashable {
    /// The time of CLOCK_MONOTONIC.
    public var now: MediaTime
    /// The time of the calendar, for dates that people see.
    public var date: WallTime
    /// The positions of the loads that sound or are paused, each until the report that its last sample has been heard.
    public var positions: [DeckPosition]

    /// The readings of one instant. Without `positions`, nothing sounds and nothing is paused.
    public init(now: MediaTime, date: WallTime = WallTime(nanoseconds: 0), positions: [DeckPosition] = []) {
        self.now = now
        self.date = date
        self.positions = positions
    }

    /// Where this load was at the moment; nil for one that neither sounds nor is paused.
    public func position(of generation: LoadGeneration) -> DeckPosition? {
        positions.first { $0.generation == generation }
    }
}

/// Where one load is in its media.
public struct DeckPosition: Sendable, Hashable {
    /// The load that the other members are about.
    public var generation: LoadGeneration
    /// The position in the media that is heard now.
    public var heard: MediaTime
    /// Where the sound would stop if a pause were asked for now, and where it would go on later. What is already on its
    /// way to the output can't be taken back.
    public var stopping: MediaTime
    /// The earliest position at which a transition can begin that is planned now. What comes before it is on its way
    /// with the gain it has.
    public var settled: MediaTime

    /// The position of a load. Without `settled`, a transition can begin where a pause would take effect.
    public init(generation: LoadGeneration, heard: MediaTime, stopping: MediaTime, settled: MediaTime? = nil) {
        self.generation = generation
        self.heard = heard
        self.stopping = stopping
        self.settled = settled ?? stopping
    }
}

/// The sample rates at which sound is on its way, in hertz.
public struct OutputRates: Sendable, Hashable {
    /// The rate of the mixer. Every track of another rate is converted to it.
    public var mixed: Int32
    /// The rate that the output takes. It differs from `mixed` where the output was changed in the middle of playing.
    public var output: Int32

    /// Both rates in hertz; they differ where the output converts what is mixed.
    public init(mixed: Int32, output: Int32) {
        self.mixed = mixed
        self.output = output
    }
}
