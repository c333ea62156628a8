import SegueCore

/// Starts: loads that begin on a separate timeline.
extension Score {
    mutating func start(_ request: Start, paused: Bool) {
        guard self[request.generation] != nil else { return }
        // The load has been mixed already, for a transition that is no longer wanted.
        switch self[request.generation]?.state {
        case .mixing, .onTape, .reopening, .leaving:
            unmix(request.generation)
            if isGivingWay, !loads.contains(where: \.isMixing) { abandonMix() }
        case .opening, .ready, nil: break
        }
        forgetAwaited()
        // No former audio comes back instead of this load.
        takeover = nil
        pendingStart = request
        isHeld = paused
        switch tape.state {
        case .running where paused: process(tape.leave(over: .ramp, curve: .linear, for: .stop, readings.output))
        // The load waits for the end of a fade to silence, after which the tape can have another rate.
        case .leaving where paused || reading(first(of: request)).tapeRate != tape.rate:
            process(tape.leave(over: .ramp, curve: .linear, for: .stop, readings.output))
        case .paused, .pausing: endTimeline()
        case .stopped, .running, .leaving: break
        }
        startIfPossible()
    }

    /// Begins with the incoming load of a transition whose outgoing load will not be heard.
    mutating func begin(insteadOf plan: TransitionPlan) {
        transitions.removeAll { $0.incoming == plan.incoming && $0.isWanted }
        pendingStart = Start(generation: plan.outgoing, fadeIn: .zero, curve: .linear, gain: plan.incomingGain)
        transitions.append(ScoreTransition(plan: plan, home: .wanted(.start)))
    }

    /// Discards the mix under way. The tape plays to its end.
    mutating func abandonMix() {
        clearMixer()
        tape.complete()
    }

    /// Discards the mixed audio of the load and of the loads that follow it. The loads are reopened, and wait.
    private mutating func unmix(_ generation: LoadGeneration) {
        for transition in transitions where transition.outgoing == generation && transition.isUnheard {
            unmix(transition.incoming)
            planAgain(transition.plan)
        }
        transitions.removeAll { $0.incoming == generation }
        notices.removeAll { $0.concerns(generation) }
        takeBack(generation)
    }

    /// Returns the load that begins first.
    private func first(of request: Start) -> LoadGeneration {
        replacement(of: request)?.incoming ?? request.generation
    }

    /// Returns the transition to the load that begins instead of this one, of which nothing will have been heard.
    func replacement(of request: Start) -> TransitionPlan? {
        transitions.first { $0.outgoing == request.generation && $0.home == .wanted(.start) }?.plan
    }

    /// Starts the load that waits to be started, once it is ready, there is an output, and nothing is paused.
    mutating func startIfPossible() {
        guard !isHeld, let request = pendingStart, case let first = first(of: request), self[first]?.isReady == true,
            let rate = reading(first).tapeRate
        else { return }
        switch tape.state {
        case .paused, .pausing: return
        // After a stop, a moment of silence is no loss, and each start has the rate of its track.
        case .leaving where rate != tape.rate: return
        case .stopped, .running, .leaving: break
        }
        let isCold = tape.state == .stopped
        if isCold { beginTape(at: rate) }
        let plan = replacement(of: request)
        pendingStart = nil
        act(.setLoudness(first, plan?.incomingGain ?? request.gain))
        let fadeIn = plan == nil ? request.fadeIn : .zero
        let length = samples(max(fadeIn, onset(of: first)))
        let run = FadeRun(direction: .incoming, curve: request.curve, startSample: 0, endSample: length)
        act(.title(first))
        if let plan { transitions.removeAll { $0.plan == plan && $0.isWanted } }
        enter(first, run: length > 0 ? run : nil, isCold ? .cold : .over(.ramp, .linear))
        mix?.start = request
        if plan != nil { mix?.start?.generation = first }
        guard let plan else { return }
        remove(plan.outgoing)
        act(.release(plan.outgoing))
        report(.transitionStarted(incoming: plan.incoming))
        report(.transitionFinished(incoming: plan.incoming))
    }

    mutating func beginTape(at rate: Int32) {
        tape.begin(rate: rate)
        act(.reportRates)
    }

    /// Returns the length of a ramp out of silence. A track is rarely silent in its middle, and often at its beginning;
    /// but it may begin with a drum. A render begins with the track's first sample as it is.
    private func onset(of generation: LoadGeneration) -> MediaTime {
        guard reading(generation).position == .zero else { return .ramp }
        return isOffline ? .zero : .onsetRamp
    }

    /// Puts one load onto a new timeline. `plan` is the transition with which that timeline begins.
    mutating func enter(
        _ generation: LoadGeneration, run: FadeRun?, _ beginning: Mix.Beginning, plan: TransitionPlan? = nil
    ) {
        rewrite = nil
        beginTimeline(beginning)
        if beginning == .cold { forgetTape() }
        if let plan { transitions.append(ScoreTransition(plan: plan, home: .mixed(nil))) }
        let reading = reading(generation)
        var span = LoadSpan(
            timeline: Timeline(
                startSample: 0, mediaStart: reading.isLive ? reading.position : reading.timeline.mediaStart,
                rate: tape.rate), run: run)
        if let origin = mix?.origin { span = span.placed(at: origin) }
        // The order of the loads is that in which they come onto the tape.
        self[generation] = nil
        loads.append(
            ScoreLoad(generation: generation, state: beginning == .cold ? .onTape(span) : .mixing(span)))
        startMixing([EngineAction.Entry(generation: generation, run: run)])
        fill()
    }

    // MARK: - A new timeline

    /// Restarts the mixer. The loads on the timeline before are discarded; their mixed audio stays on the tape.
    mutating func beginTimeline(_ beginning: Mix.Beginning) {
        clearMixer()
        mix = Mix(beginning, at: readings.now)
        if mix?.isPlaced == true { tape.heldEnd = nil }
    }

    mutating func startMixing(_ entries: [EngineAction.Entry]) {
        act(.mix(entries))
        for entry in entries {
            readings.decks[entry.generation]?.isInMixer = true
            readings.decks[entry.generation]?.isOnTimeline = true
            readings.decks[entry.generation]?.isOnCurrentTimeline = true
        }
        // The first mixed samples decide the position on the tape.
        act(.allow(samples(Mix.enough)))
        act(.askForMore)
    }

    /// True if other audio is about to replace the audio on the tape, and is not ready yet.
    var isGivingWay: Bool {
        guard let mix, !mix.isPlaced else { return false }
        return !isRewriting
    }

    /// Removes everything from the mixer. A load that has not come onto the tape by now never will; a load that is
    /// still on the tape may have to be reopened.
    mutating func clearMixer() {
        noteCut()
        act(.clear)
        mix = nil
        // Nothing comes onto the tape until a timeline has its position there. Meanwhile all of the tape is heard.
        tape.heldEnd = tape.tape.end
        readings.isMixerOpen = true
        for load in loads where load.isMixing || load.state == .leaving { discard(load.generation) }
        transitions.removeAll { $0.isMixed }
        for generation in readings.decks.keys {
            readings.decks[generation]?.isOnTimeline = false
            readings.decks[generation]?.isOnCurrentTimeline = false
        }
    }

    /// Notes the loads on the tape that the mixer has not finished with. They fall silent at the end of the tape,
    /// unless they are mixed again.
    private mutating func noteCut() {
        let unfinished = onTape.map(\.generation).filter { reading($0).isOnTimeline }
        guard !unfinished.isEmpty else { return }
        let cut = onTape.map(\.generation).filter(isCut) + unfinished
        change = Change(start: min(change?.start ?? .max, tape.tape.end), cut: Set(cut))
    }

    /// Ends the playing audio at once. Loads that are only loaded stay.
    mutating func endTimeline() {
        if mix != nil || tape.state != .stopped { noteLength() }
        rewrite = nil
        forgetResume()
        forgetAwaited()
        forgetTape()
        clearMixer()
        process(tape.stop())
    }
}
