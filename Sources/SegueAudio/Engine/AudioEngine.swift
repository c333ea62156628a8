import CGStreamer
public import EventLoop
public import SegueCore

/// The audio engine: two decks, a mixer, an output (design.md, Sound). It carries out instructions and decides nothing.
/// The score decides what is heard, mixed and next; the loader decides how a file or stream is opened.
///
/// The engine belongs to its loop's thread, where it is created, used and called back. Nothing here waits for a file, a
/// device or the network: such work runs on GStreamer's threads, and its outcome arrives as an event.
public final class AudioEngine {
    let loop: EventLoop
    let options: Options
    let onEvent: (AudioEvent) -> Void
    let pipeline: MixingPipeline
    let mixer: Mixer
    let loader: Loader
    let transport: Transport
    let opener: OutputOpener
    var score: Score
    private var bus: BusWatch?
    let stallWatch: StallWatch
    /// The pending reports, in order. Each is delivered once its actions have been carried out.
    var outbox: [News] = []
    var isTelling = false
    /// The events that arrived while actions were carried out.
    var followUps: [Score.Event] = []
    var isActing = false
    var limits: [EngineAction.Limit: Deadline] = [:]
    let departure = Departure()
    /// Called when a noted command has led to a change of the audio.
    public var onAnswer: (SoundAnswer) -> Void = { _ in }
    /// The rates that were reported last.
    var reportedRates: OutputRates?
    /// The selection for which the output was opened, or is to be opened again.
    var selection: OutputSelection
    /// True if the output belongs to a sound server, or did when it was lost.
    var isServed = false
    /// The attempt to open an output that is under way.
    var attempt: OutputAttempt?
    var lastAttempt = 0

    /// Builds the pipeline and begins to open the output; `AudioEvent.outputReady` reports when it is open. `record`
    /// keeps the files that are being loaded. A file under suspicion in `record` is not loaded.
    ///
    /// Throws `engineError` if GStreamer or one of its elements is missing, and `outputError` if a render's file can't
    /// be written.
    public init(
        loop: EventLoop, options: Options, record: OpeningRecord = OpeningRecord(),
        onEvent: @escaping (AudioEvent) -> Void
    ) throws(AudioPlayerError) {
        try GStreamerLibrary.initialize()
        self.loop = loop
        self.options = options
        self.onEvent = onEvent
        let inbox = StreamInbox(loop: loop)
        let isOffline = if case .render = options.mode { true } else { false }
        mixer = try Mixer(
            rate: options.rate, blockDuration: options.blockDuration, isOffline: isOffline, inbox: inbox)
        pipeline = try MixingPipeline(mixer)
        loader = Loader(
            loop: loop, options: options, record: record, pipeline: pipeline, mixer: mixer, inbox: inbox)
        transport = Transport(loop: loop)
        score = Score(rate: options.rate, isOffline: isOffline)
        stallWatch = StallWatch(loop, limit: options.stallLimit)
        opener = OutputOpener(loop)
        switch options.mode {
        case .live(let output): selection = OutputSelection(output)
        case .render: selection = .null
        }
        inbox.onSignal { [weak self] in self?.handle($0) }
        let bus = BusWatch(pipeline: pipeline.element) { [weak self] in self?.handle($0) }
        self.bus = bus
        loop.add(bus)
        connect()
        transport.outputLatency = options.outputLatency
        setSkipDuration(options.skipDuration)
        if case .render(let target) = options.mode {
            transport.use(try RenderOutput(target, rate: options.rate, loop: loop))
        } else {
            openOutput(selection, for: .start)
        }
    }

    private func connect() {
        loader.tell = { [weak self] in self?.send($0) }
        loader.report = { [weak self] in self?.report($0) }
        loader.processMessages = { [weak self] in self?.bus?.process(events: 0) }
        stallWatch.decks = { [loader] in loader.loads.decks + loader.loads.leaving }
        stallWatch.onStall = { [loader] in loader.giveUpStalled($0) }
        transport.hooks = Transport.Hooks(
            rate: { [weak self] in self?.score.tape.rate ?? 1 },
            expectedProgress: { [weak self] in
                guard let self, score.tape.expectsProgress(transport.reading) || isStarved else { return nil }
                return score.tape.heard(transport.reading)
            },
            tell: { [weak self] in self?.send($0) },
            lost: { [weak self] in self?.loseOutput(reason: $0) },
            stoodStill: { [weak self] in
                guard let self else { return }
                if isStarved { send(.starved) } else { loseOutput(reason: Reason.deviceStuck.text()) }
            },
            silenced: { [weak self] in self?.report(.silenced($0)) },
            unplugged: { [weak self] in self?.report(.deviceUnplugged(name: $0)) },
            returned: { [weak self] in self?.report(.deviceReturned(name: $0)) },
            replaced: { [weak self] in self?.report(.outputReplaced(name: $0.name, fallback: $0.fallback)) })
    }

    /// True if the output has nothing left to play because the mixer does not mix what the loads have delivered.
    private var isStarved: Bool { score.isStarving(transport.reading) && mixer.isSupplied }

    /// Carries out one instruction; returns at once. An instruction about a load that no longer exists does nothing.
    public func perform(_ instruction: AudioInstruction) {
        loop.checkConfinement()
        switch instruction {
        case .load(let generation, let uri, let position, let silence, let limit):
            loader.load(generation, uri: uri, position: position, silence: silence, limit: limit)
        case .unload(let generation, let ramp): send(.unload(generation, ramp: ramp))
        case .start(let generation, let fadeIn, let curve, let gain, let paused):
            send(
                .start(
                    Score.Start(generation: generation, fadeIn: fadeIn, curve: curve, gain: gain), paused: paused))
        case .schedule(let plan): send(.schedule(plan))
        case .cancelSchedule(let incoming): send(.cancel(incoming: incoming))
        case .playOut(let generation): send(.playOut(generation))
        case .quickFinish(let incoming, let duration): send(.quickFinish(incoming: incoming, duration: duration))
        case .pause: send(.pause)
        case .resume: send(.resume)
        case .fadeOut(let duration, let curve): send(.fadeOut(duration, curve))
        case .stop: send(.stop)
        case .setVolume(let level, let duration): send(.setVolume(level, over: duration))
        case .setSkipDuration(let duration): setSkipDuration(duration)
        case .setOutputLatency(let latency): transport.outputLatency = latency
        case .selectOutput(let name): openOutput(OutputSelection(name), for: .choice)
        case .reopenOutput: openOutput(selection, for: .returning)
        case .improveOutput: openOutput(selection, for: .improvement)
        }
    }

    /// The tape holds the length that a skip fades out plus a second, and enough for the mixer to sleep a second at a
    /// time.
    private func setSkipDuration(_ duration: MediaTime) {
        send(.setLead(max(duration, MediaTime(seconds: 3)) + MediaTime(seconds: 1)))
    }

    /// Notes a command that was received at `time`: the next change of this kind is its answer. Replaces the command
    /// noted before for this kind.
    public func note(_ ticket: CommandTicket, for change: SoundChange, at time: MonotonicTime) {
        loop.checkConfinement()
        send(.noted(ticket, change, at: time))
    }

    /// Ends a render's file, and calls `completion` when the file has all of the audio, or has been lost
    /// (`AudioEvent.outputLost`). Nothing can be rendered afterwards. Calls it at once if nothing is rendered.
    public func complete(_ completion: @escaping () -> Void) {
        loop.checkConfinement()
        guard let render else { return completion() }
        render.complete(completion)
    }

    /// Stops output immediately and releases all resources. Subsequent calls have no effect.
    public func close() {
        loop.checkConfinement()
        guard let bus else { return }
        send(.close)
        loader.loads.disposeOfAll()
        loop.remove(bus)
        self.bus = nil
        stallWatch.watch(false)
        for limit in limits.values { limit.cancel() }
        pipeline.close()
        attempt = nil
        transport.close()
    }

    var isClosed: Bool { bus == nil }

    /// True if the mixer waits for decisions instead of the clock.
    var isOffline: Bool { mixer.isOffline }

    /// After `stop`: calls `completion` once the audio has fallen silent; at once if nothing sounds.
    public func fallSilent(_ completion: @escaping () -> Void) {
        loop.checkConfinement()
        guard !isClosed, case .leaving = score.tape.state else { return completion() }
        departure.begin(on: loop, completion)
    }

    // MARK: - What arrives

    func handle(_ signal: StreamSignal) {
        switch signal {
        case .prerolled(let deck): if loader.isPresent(deck) { loader.prerolled(deck.generation) }
        case .withoutAudio(let deck):
            loader.cameWithoutAudio(deck, isOnTape: score.span(of: deck.generation) != nil)
        case .doubted(let deck, let error): if loader.isPresent(deck) { loader.doubt(deck.generation, error) }
        case .playlistRead(let deck, let reading):
            if loader.isPresent(deck) { loader.follow(deck.generation, reading) }
        case .unplayable(let deck, let error): if loader.isPresent(deck) { loader.fail(deck.generation, with: error) }
        case .tagsChanged(let deck, let tags, let sample):
            if loader.isPresent(deck) { loader.passed(tags, of: deck, at: sample) }
        case .endHeld(let deck, let sample):
            guard loader.isPresent(deck), deck.isOnCurrentTimeline else { break }
            send(.endHeld(deck.generation, at: sample, breakage: loader.breakage(of: deck, at: sample)))
        case .left(let deck): loader.left(deck)
        case .measured(let generation, let audible): loader.measured(generation, audible)
        case .mixed: send(.news)
        }
    }

    private func handle(_ message: UnsafeMutablePointer<GstMessage>) {
        switch segue_message_type(message) {
        case GST_MESSAGE_ERROR: loader.handleError(message)
        case GST_MESSAGE_BUFFERING: loader.handleBuffering(message)
        case GST_MESSAGE_DURATION_CHANGED: loader.handleDuration(message)
        case GST_MESSAGE_ELEMENT: loader.sentInCircles(message)
        default: break
        }
    }
}
