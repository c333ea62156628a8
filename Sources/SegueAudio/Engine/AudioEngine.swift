import CGStreamer
public import EventLoop
public import SegueCore

/// Makes sound: two decks, a mixer, an output (design.md, Sound). It carries out instructions and decides nothing.
///
/// It belongs to the thread of its loop, where it is made, used and called back. Nothing here waits for a file, a
/// device or the network: such work is done on GStreamer's threads, and its outcome arrives as an event.
public final class AudioEngine {
    /// What is fixed for the life of an engine.
    public struct Options: Sendable, Hashable {
        public enum Mode: Sendable, Hashable {
            /// Through an output as `--output` takes it (design.md, Command line), in real time.
            case live(output: String)
            /// Into a file, as fast as it goes, waiting for decisions instead of the clock.
            case render(RenderTarget)
        }

        public var mode: Mode
        /// Hertz of the mixer, 8000…192000. In real time, the rate of each start's first track takes its place.
        public var rate: Int32
        /// How much is mixed in one go, 10…500 ms: a longer block costs fewer wake-ups; with a shorter one, decisions
        /// come into force sooner.
        public var blockDuration: MediaTime
        /// How long a skip fades out what plays: at least this much is mixed ahead.
        public var skipDuration = MediaTime(seconds: 1)
        /// A file that gives nothing while it is to be heard has failed after this time, or after up to twice as long.
        public var stallLimit = MediaTime(seconds: 5)
        /// How long a load that has been mixed may take to be opened again: what comes behind it waits for that.
        public var reopeningLimit = MediaTime(seconds: 10)
        /// How long an address of a playlist has to get ready in, while there is another one to try.
        public var addressLimit = MediaTime(seconds: 3)

        public init(mode: Mode, rate: Int32 = 44100) {
            self.mode = mode
            self.rate = rate
            // In real time much is mixed ahead, and mixed again where a decision is to come into force sooner.
            let isOffline = if case .render = mode { true } else { false }
            blockDuration = MediaTime(nanoseconds: isOffline ? 100_000_000 : 500_000_000)
        }
    }

    let loop: EventLoop
    let options: Options
    let record: OpeningRecord
    let onEvent: (AudioEvent) -> Void
    let pipeline: MixingPipeline
    let inbox: StreamInbox
    let mixer: Mixer
    private(set) var bus: BusWatch?

    var loads = LoadTable()
    /// The loads on the tape, heard or about to be.
    var audible: [AudibleLoad] = []
    let transport: Transport
    /// What the mixer works on; nil while it has nothing to do.
    var timeline: MixedTimeline?
    /// The loads that are being opened again to be mixed differently.
    var remix: Remix?
    /// A transition that has to wait a moment: for its incoming load, or for the sound that it fades out.
    var awaited: AwaitedTransition?
    /// The limit of a resume that waits for loads to be opened again.
    var resumption: Deadline?
    /// When the next stream that lags behind may have stalled.
    var lagWatch: Deadline?
    /// Called as soon as all is silent; `departureLimit` calls it in any case.
    var departure: (() -> Void)?
    var departureLimit: Deadline?
    /// The next look whether something stalls; nil while no sound goes out.
    var stallWatch: Deadline?
    /// For each deck that gave nothing at the last look, the sample that it was asked for.
    var waiting: [ObjectIdentifier: Int64] = [:]
    /// What starts as soon as there is an output and no pause.
    var pendingStart: StartRequest?
    /// A pause was asked for while nothing is on the tape.
    var isHeld = false
    /// How many samples were on the last tape.
    var lastLength: Int64 = 0
    let milestones = MilestoneQueue()
    /// When a person gave the command that has not been answered yet.
    var press: MonotonicTime?
    /// Called with how long the answer to a command took from the press to the ear.
    public var onAnswer: (SoundChange, MediaTime) -> Void = { _, _ in }
    let opener: OutputOpener
    /// The rates that were reported last.
    var reportedRates: OutputRates?
    /// The selection that the output was opened for, or that is to be opened again.
    var selection: OutputSelection
    /// The output is a sound server's, or was when it was lost.
    var isServed = false
    /// The output that is being opened.
    var attempt: OutputAttempt?
    var lastAttempt = 0

    /// Loads GStreamer, once in the life of the process, and blocks meanwhile: for long where GStreamer has not looked
    /// through its plug-ins before. From any thread. Without this call, the first engine does it, which also reports
    /// what fails.
    public static func prepare() {
        _ = try? GStreamerLibrary.initialize()
    }

    /// Builds the pipeline and begins to open the output; `AudioEvent.outputReady` tells when it is open. `record`
    /// keeps what is being loaded; what is under suspicion there is not loaded.
    ///
    /// Throws `engineError` when GStreamer or one of its elements is missing, `outputError` when a render's file can't
    /// be written.
    public init(
        loop: EventLoop, options: Options, record: OpeningRecord = OpeningRecord(),
        onEvent: @escaping (AudioEvent) -> Void
    ) throws(AudioPlayerError) {
        try GStreamerLibrary.initialize()
        self.loop = loop
        self.options = options
        self.record = record
        self.onEvent = onEvent
        inbox = StreamInbox(loop: loop)
        let isOffline = if case .render = options.mode { true } else { false }
        mixer = try Mixer(
            rate: options.rate, blockDuration: options.blockDuration, isOffline: isOffline, inbox: inbox)
        pipeline = try MixingPipeline(mixer)
        transport = Transport(loop: loop, rate: options.rate, isOffline: isOffline)
        opener = OutputOpener(loop)
        switch options.mode {
        case .live(let output): selection = OutputSelection(output)
        case .render: selection = .null
        }
        inbox.onSignal { [weak self] in self?.handle($0) }
        let bus = BusWatch(pipeline: pipeline.element) { [weak self] in self?.handle($0) }
        self.bus = bus
        loop.add(bus)
        connectTransport()
        setSkipDuration(options.skipDuration)
        if case .render(let target) = options.mode {
            transport.use(try RenderOutput(target, rate: options.rate, loop: loop))
        } else {
            openOutput(selection, for: .start)
        }
    }

    /// Carries one instruction out; returns at once. An instruction about a load that is gone does nothing.
    public func perform(_ instruction: AudioInstruction) {
        loop.checkConfinement()
        switch instruction {
        case .load(let generation, let node, let uri, let position, let silence, let limit):
            load(generation, node: node, uri: uri, position: position, silence: silence, limit: limit)
        case .unload(let generation, let ramp): unload(generation, ramp: ramp)
        case .start(let generation, let fadeIn, let curve, let gain, let paused):
            start(StartRequest(generation: generation, fadeIn: fadeIn, curve: curve, gain: gain), paused: paused)
        case .schedule(let plan): schedule(plan)
        case .cancelSchedule(let incoming): cancelSchedule(incoming: incoming)
        case .playOut(let generation): playOut(generation)
        case .quickFinish(let incoming, let duration): quickFinish(incoming: incoming, duration: duration)
        case .pause: pause()
        case .resume: resume()
        case .fadeOut(let duration, let curve): fadeOut(duration: duration, curve: curve)
        case .stop: stop()
        case .setVolume(let level, let duration): setVolume(level, over: duration)
        case .setSkipDuration(let duration): setSkipDuration(duration)
        case .selectOutput(let name): openOutput(OutputSelection(name), for: .choice)
        case .reopenOutput: openOutput(selection, for: .returning)
        case .improveOutput: openOutput(selection, for: .improvement)
        }
    }

    /// Falls silent at once, and lets go of everything; a render's file is complete. Later calls do nothing.
    public func close() {
        loop.checkConfinement()
        guard let bus else { return }
        endTimeline()
        loads.disposeOfAll()
        loop.remove(bus)
        self.bus = nil
        pipeline.close()
        attempt = nil
        transport.close()
    }

    var isClosed: Bool { bus == nil }

    /// Whether the mixer waits for decisions instead of the clock.
    var isOffline: Bool { mixer.isOffline }

    func report(_ event: AudioEvent) {
        guard bus != nil else { return }
        onEvent(event)
    }

    // MARK: - What arrives

    func handle(_ signal: StreamSignal) {
        switch signal {
        case .prerolled(let deck): if isPresent(deck) { prerolled(deck.generation) }
        case .withoutAudio(let deck):
            guard isPresent(deck) else { break }
            if deck.isContinuation, remix?.parts.contains(where: { $0.generation == deck.generation }) == true {
                endInFront(of: deck.generation)
            } else if deck.position > .zero, !deck.isContinuation, deck.breakage == nil, deck.abandon() {
                // The track ends in front of this position.
                giveUp(deck, telling: .ended(deck.generation))
            } else {
                fail(deck.generation, with: ErrorSentences.withoutAudio(uri: deck.route.address))
            }
        case .doubted(let deck, let error): if isPresent(deck) { doubt(deck.generation, error) }
        case .playlistRead(let deck, let reading): if isPresent(deck) { follow(deck.generation, reading) }
        case .unplayable(let deck, let error): if isPresent(deck) { fail(deck.generation, with: error) }
        case .tagsChanged(let deck, let tags, let sample):
            if isPresent(deck) { passed(tags, of: deck, at: sample) }
        case .endHeld(let deck, let sample):
            if isPresent(deck), deck.isOnCurrentTimeline { endHeld(deck.generation, at: sample) }
        case .left(let deck): left(deck)
        case .measured(let generation, let audible): measured(generation, audible)
        case .mixed:
            collect()
            carryOutAwaited()
            transport.fill()
        }
    }

    /// Whether this deck speaks for its load: it has not been given up, and no other has taken its place.
    private func isPresent(_ deck: Deck) -> Bool { loads[deck.generation]?.deck === deck }

    private func handle(_ message: UnsafeMutablePointer<GstMessage>) {
        switch segue_message_type(message) {
        case GST_MESSAGE_ERROR: handleError(message)
        case GST_MESSAGE_BUFFERING: handleBuffering(message)
        case GST_MESSAGE_DURATION_CHANGED: handleDuration(message)
        case GST_MESSAGE_ELEMENT: sentInCircles(message)
        default: break
        }
    }
}
