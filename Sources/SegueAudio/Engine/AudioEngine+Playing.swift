import CGStreamer
import EventLoop
import SegueCore

/// What a person does to the sound.
extension AudioEngine {
    struct StartRequest: Hashable {
        var generation: LoadGeneration
        var fadeIn: MediaTime
        var curve: FadeCurve
        var gain: Double
        /// Nobody will have heard the load: this transition's incoming load begins in its place, unless that is given
        /// up before.
        var replacement: TransitionPlan?

        /// The load that begins.
        var first: LoadGeneration { replacement?.incoming ?? generation }
    }

    // MARK: - Start

    func start(_ request: StartRequest, paused: Bool) {
        guard let deck = loads[request.generation]?.deck else { return }
        awaited = nil
        // The load has been mixed already, for a transition that is not wanted any more.
        if deck.isInMixer { _ = reopen(deck, at: deck.position) }
        pendingStart = request
        isHeld = paused
        switch transport.state {
        case .running where paused: transport.leave(over: .ramp, curve: .linear, for: .stop)
        case .paused, .pausing: endTimeline()
        case .stopped, .running, .leaving: break
        }
        startIfPossible()
    }

    /// Starts the load that waits to be started, once it is loaded, there is an output, and nothing is paused.
    func startIfPossible() {
        guard !isHeld, let output = transport.output, let request = pendingStart,
            let load = loads[request.first], load.isLoaded, case let deck = load.deck
        else { return }
        switch transport.state {
        case .paused, .pausing: return
        // After a stop, a moment of silence is no loss, and each start has the rate of its track.
        case .leaving where wantedRate(for: deck, on: output) != transport.rate: return
        case .stopped, .running, .leaving: break
        }
        let isCold = transport.state == .stopped
        if isCold { setRate(for: deck, on: output) }
        pendingStart = nil
        deck.setLoudness(request.replacement?.incomingGain ?? request.gain)
        let fadeIn = request.replacement == nil ? request.fadeIn : .zero
        let length = max(fadeIn, onset(of: deck)).samples(rate: transport.rate)
        let run = FadeRun(direction: .incoming, curve: request.curve, startSample: 0, endSample: length)
        setTitle(request.first)
        enter(deck, run: length > 0 ? run : nil, isCold ? .cold : .over(.ramp, .linear, nil))
        guard let plan = request.replacement else { return }
        if let replaced = loads.dismiss(plan.outgoing) { loads.release(replaced) }
        report(.transitionStarted(incoming: plan.incoming))
        report(.transitionFinished(incoming: plan.incoming))
    }

    /// Puts one load onto a timeline of its own.
    func enter(_ deck: Deck, run: FadeRun?, _ beginning: MixedTimeline.Beginning) {
        remix = nil
        beginTimeline(beginning, keeping: [deck.generation]) { mixer.start([(deck, run)]) }
        audible.removeAll { $0.generation == deck.generation }
        if case .cold = beginning { audible = [] }
        var load = AudibleLoad(deck, run: run)
        if let origin = timeline?.origin { load.place(at: origin) }
        audible.append(load)
        transport.fill()
    }

    /// Sound goes out at the rate of the first track if the output takes it, and otherwise at the nearest rate that the
    /// output takes. Tracks that follow on the same tape at another rate are converted. A render has the rate that was
    /// asked for.
    private func setRate(for deck: Deck, on output: any Output) {
        transport.begin(rate: wantedRate(for: deck, on: output))
        reportRates()
    }

    private func wantedRate(for deck: Deck, on output: any Output) -> Int32 {
        output.rate(nearestTo: isOffline ? options.rate : deck.inputRate.map(SampleRates.mixed) ?? options.rate)
    }

    /// How long a ramp out of silence has to be. A track is rarely silent in its middle, and often is at its beginning;
    /// but it may begin with a drum. A render begins with the track's first sample as it is.
    private func onset(of deck: Deck) -> MediaTime {
        guard deck.position == .zero else { return .ramp }
        return isOffline ? .zero : .onsetRamp
    }

    // MARK: - Pause

    func pause() {
        resumption?.cancel()
        resumption = nil
        if pendingStart != nil || transport.state == .stopped { isHeld = true }
        // Sound that has no place on the tape yet is told to be at its first sample, and has to wait there.
        if timeline?.isPlaced ?? true { collect() }
        // Sound on its way to silence goes on that way, unless other sound begins in its place.
        if case .leaving = transport.state, timeline == nil {} else { transport.pause() }
        if case .pausing(let place) = transport.state { answer(.pause, at: place) }
        watchForStalls()
    }

    func resume() {
        isHeld = false
        guard pendingStart == nil else { return startIfPossible() }
        guard case .paused = transport.state, isChanging, resumption == nil else { return resumeNow() }
        // The sound that is to be different from here on is a moment away.
        resumption = loop.schedule(at: .now.advanced(byNanoseconds: Self.impatience)) { [weak self] in self?.resumeNow()
        }
    }

    /// In nanoseconds: a resume waits no longer for files that are opened again.
    private static let impatience: Int64 = 150_000_000

    /// Whether something mixed is being mixed again.
    private var isChanging: Bool { remix != nil || timeline.map { !$0.isPlaced } ?? false }

    func resumeNow() {
        resumption?.cancel()
        resumption = nil
        if transport.output != nil { transport.resume() }
        armMilestones()
        tellStalls()
        watchForStalls()
    }

    // MARK: - Stop

    func stop() {
        pendingStart = nil
        isHeld = false
        collect()
        giveUpLoads()
        if transport.state == .running {
            transport.leave(over: .ramp, curve: .linear, for: .stop)
            if case .leaving(let place, _) = transport.state { answer(.stop, at: place) }
        } else if case .leaving = transport.state {
        } else {
            endTimeline()
        }
    }

    /// Gives up everything that is loaded, is mixed or was mixed. What is on the tape stays there.
    private func giveUpLoads() {
        remix = nil
        awaited = nil
        milestones.removeAll { _ in true }
        audible = []
        transport.mark = nil
        transport.complete()
        mixer.seal()
        pipeline.reset()
        mixer.reset(rate: transport.rate)
        timeline = nil
        loads.disposeOfAll()
    }

    /// The sound that was to fall silent is silent.
    func fellSilent(for purpose: Transport.Purpose) {
        // What was to begin in its place is not mixed yet, and begins out of silence.
        if timeline.map(\.isPlaced) ?? true { endTimeline() }
        if purpose == .fadeOut { report(.fadeOutCompleted) }
        startIfPossible()
        depart()
    }

    /// After `stop`: calls `completion` once the sound has fallen silent; at once where nothing sounds.
    public func fallSilent(_ completion: @escaping () -> Void) {
        loop.checkConfinement()
        departure = completion
        guard !isClosed, case .leaving = transport.state else { return depart() }
        // A sound server gets no longer than this.
        departureLimit = loop.schedule(at: .now.advanced(byNanoseconds: 300_000_000)) { [weak self] in self?.depart() }
    }

    private func depart() {
        departureLimit?.cancel()
        departureLimit = nil
        let completion = departure
        departure = nil
        completion?()
    }

    func fadeOut(duration: MediaTime, curve: FadeCurve) {
        pendingStart = nil
        abandonStart()
        transport.leave(over: duration, curve: curve, for: .fadeOut)
    }

    /// A start that has not come onto the tape yet never will: it would end the fade to silence. What is heard before
    /// it goes its way.
    private func abandonStart() {
        guard let timeline, !timeline.isPlaced, case .over(_, _, nil) = timeline.beginning else { return }
        collect()
        guard let timeline = self.timeline, !timeline.isPlaced else { return }
        audible.removeAll(where: \.isMixed)
        clearMixer(keeping: [])
        transport.complete()
    }

    /// The tape holds what a skip fades out and a second more, and enough for the mixer to sleep a second at a time.
    func setSkipDuration(_ duration: MediaTime) {
        transport.lead = max(duration, MediaTime(seconds: 3)) + MediaTime(seconds: 1)
        transport.fill()
    }

    func setVolume(_ level: Double, over duration: MediaTime) {
        let level = level.isNaN ? 0 : min(max(level, 0), 1)
        guard let place = transport.setVolume(level, over: duration) else { return }
        answer(.volume, at: place)
    }
}
