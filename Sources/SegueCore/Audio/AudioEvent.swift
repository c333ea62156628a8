/// What the audio engine reports. All times are as heard: the output's latency is already taken off.
public enum AudioEvent: Sendable, Hashable {
    /// Ready to sound. Tags and length are known as far as the file tells them before it plays.
    case loaded(LoadGeneration, LoadedTrack)
    case loadFailed(LoadGeneration, AudioPlayerError)
    /// The first sample of a planned transition is heard. `span` says how its fade will be heard; nil for one without.
    case transitionStarted(incoming: LoadGeneration, span: FadeSpan? = nil)
    /// The rest of a fade will be heard so, after `AudioInstruction.compressFade`.
    case fadeCompressed(incoming: LoadGeneration, span: FadeSpan)
    /// The outgoing track is silent and its deck is free.
    case transitionFinished(incoming: LoadGeneration)
    /// The last sample has been heard, and no transition was planned.
    case ended(LoadGeneration)
    /// A load that had sounded can't go on.
    case failed(LoadGeneration, AudioPlayerError)
    case fadeOutCompleted
    /// The network buffer of a load: below 100 it can't sound.
    case buffering(LoadGeneration, percent: Int)
    /// News from inside a running track: a stream's title, a length that turned out otherwise.
    case metadataChanged(LoadGeneration, TrackMetadata)
    /// The output is gone. The engine has stopped where it was, as after a pause, and waits for an output and a resume.
    case outputLost(name: String, reason: String)
    /// Sound goes out on `name` again, or for the first time. `fallback` says why it is not the one that was asked for.
    case outputReady(name: String, fallback: String?)
    /// Sound is mixed and goes out at these rates from here on.
    case outputRates(OutputRates)
    /// The sound server asks for silence, as a rule for a call, and later for no more of it.
    case silenced(Bool)
    /// The output that was asked for can't be used; the former one stays, if there is one.
    case outputRefused(name: String, reason: String)
}

/// What a load knows once it is ready.
public struct LoadedTrack: Sendable, Hashable {
    public var metadata: TrackMetadata
    /// Whether another position can be loaded.
    public var isSeekable: Bool
    /// A live stream: no length, no position to go back to.
    public var isLive: Bool
    /// What is left when silence at both ends is left out; nil when that was not asked for, or is not known.
    public var audible: ClosedRange<MediaTime>?

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
    /// CLOCK_MONOTONIC.
    public var now: MediaTime
    /// What the calendar says.
    public var date: WallTime
    /// Where the loads are that sound or are paused.
    public var positions: [DeckPosition]

    public init(now: MediaTime, date: WallTime = WallTime(nanoseconds: 0), positions: [DeckPosition] = []) {
        self.now = now
        self.date = date
        self.positions = positions
    }

    public func position(of generation: LoadGeneration) -> DeckPosition? {
        positions.first { $0.generation == generation }
    }
}

/// Where one load is in its media.
public struct DeckPosition: Sendable, Hashable {
    public var generation: LoadGeneration
    /// What is heard now.
    public var heard: MediaTime
    /// Where the sound would stop, and go on later, if a pause were asked for now: what is already on its way to the
    /// output can't be taken back.
    public var stopping: MediaTime
    /// What comes before this is on its way with the gain it has: a transition that is planned now can begin no sooner.
    public var settled: MediaTime

    public init(generation: LoadGeneration, heard: MediaTime, stopping: MediaTime, settled: MediaTime? = nil) {
        self.generation = generation
        self.heard = heard
        self.stopping = stopping
        self.settled = settled ?? stopping
    }
}

/// At which rates sound is on its way, in hertz.
public struct OutputRates: Sendable, Hashable {
    /// To this one every track of another is converted.
    public var mixed: Int32
    /// What the output takes; another one than `mixed` where the output was changed in the middle of playing.
    public var output: Int32

    public init(mixed: Int32, output: Int32) {
        self.mixed = mixed
        self.output = output
    }
}
