import CGStreamer
public import EventLoop
public import SegueCore

/// Makes sound: two decks, a mixer, an output (design.md, Sound). It carries out instructions and decides nothing: what
/// is heard, mixed and coming is the score's, and how a file or stream is opened is the loader's.
///
/// It belongs to the thread of its loop, where it is made, used and called back. Nothing here waits for a file, a
/// device or the network: such work is done on GStreamer's threads, and its outcome arrives as an event.
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
    /// What is to be told, in this order, once all that belongs to it has been done.
    var outbox: [News] = []
    var isTelling = false
    /// The news that came while actions were carried out.
    var followUps: [Score.Event] = []
    var isActing = false
    var limits: [EngineAction.Limit: Deadline] = [:]
    /// Called as soon as all is silent; `departureLimit` calls it in any case.
    private var departure: (() -> Void)?
    private var departureLimit: Deadline?
    /// Called when a command that was noted has led to a change of the sound.
    public var onAnswer: (SoundAnswer) -> Void = { _ in }
    /// The rates that were reported last.
    var reportedRates: OutputRates?
    /// The selection that the output was opened for, or that is to be opened again.
    var selection: OutputSelection
    /// The output is a sound server's, or was when it was lost.
    var isServed = false
    /// The output that is being opened.
    var attempt: OutputAttempt?
    var lastAttempt = 0

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
                guard let self, score.tape.expectsProgress(transport.reading) else { return nil }
                return score.tape.heard(transport.reading)
            },
            tell: { [weak self] in self?.send($0) },
            lost: { [weak self] in self?.loseOutput(reason: $0) },
            silenced: { [weak self] in self?.report(.silenced($0)) },
            unplugged: { [weak self] in self?.report(.deviceUnplugged(name: $0)) },
            returned: { [weak self] in self?.report(.deviceReturned(name: $0)) })
    }

    /// Carries one instruction out; returns at once. An instruction about a load that is gone does nothing.
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
        case .selectOutput(let name): openOutput(OutputSelection(name), for: .choice)
        case .reopenOutput: openOutput(selection, for: .returning)
        case .improveOutput: openOutput(selection, for: .improvement)
        }
    }

    /// The tape holds what a skip fades out and a second more, and enough for the mixer to sleep a second at a time.
    private func setSkipDuration(_ duration: MediaTime) {
        send(.setLead(max(duration, MediaTime(seconds: 3)) + MediaTime(seconds: 1)))
    }

    /// Notes a command that was received at `time`: the first change of this kind from now on is the answer to it.
    /// Replaces the command noted before for this kind.
    public func note(_ ticket: CommandTicket, for change: SoundChange, at time: MonotonicTime) {
        loop.checkConfinement()
        send(.noted(ticket, change, at: time))
    }

    /// Falls silent at once, and lets go of everything; a render's file is complete. Later calls do nothing.
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

    /// Whether the mixer waits for decisions instead of the clock.
    var isOffline: Bool { mixer.isOffline }

    /// After `stop`: calls `completion` once the sound has fallen silent; at once where nothing sounds.
    public func fallSilent(_ completion: @escaping () -> Void) {
        loop.checkConfinement()
        departure = completion
        guard !isClosed, case .leaving = score.tape.state else { return depart() }
        // A sound server gets no longer than this.
        departureLimit = loop.schedule(at: .now.advanced(byNanoseconds: 300_000_000)) { [weak self] in self?.depart() }
    }

    func depart() {
        departureLimit?.cancel()
        departureLimit = nil
        let completion = departure
        departure = nil
        completion?()
    }

    // MARK: - What arrives

    func handle(_ signal: StreamSignal) {
        switch signal {
        case .prerolled(let deck): if loader.isPresent(deck) { loader.prerolled(deck.generation) }
        case .withoutAudio(let deck): if loader.isPresent(deck) { cameWithoutAudio(deck) }
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

    /// The load came to its end without a sample.
    private func cameWithoutAudio(_ deck: Deck) {
        if deck.isContinuation, score.span(of: deck.generation) != nil {
            send(.exhausted(deck.generation))
        } else if deck.position > .zero, deck.breakage == nil, deck.abandon() {
            // The track ends in front of this position.
            loader.giveUp(deck, telling: .ended(deck.generation))
        } else {
            loader.fail(deck.generation, with: ErrorSentences.withoutAudio(uri: deck.route.address))
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
