import SegueCore

/// Loads begin to be mixed on a timeline of their own.
extension Score {
    mutating func start(_ request: Start, paused: Bool) {
        guard self[request.generation] != nil else { return }
        // The load has been mixed already, for a transition that is not wanted any more.
        switch self[request.generation]?.state {
        case .mixing, .onTape, .reopening, .leaving:
            unmix(request.generation)
            if isGivingWay, !loads.contains(where: \.isMixing) { abandonMix() }
        case .opening, .ready, nil: break
        }
        forgetAwaited()
        pendingStart = request
        isHeld = paused
        switch tape.state {
        case .running where paused: process(tape.leave(over: .ramp, curve: .linear, for: .stop, readings.output))
        case .paused, .pausing: endTimeline()
        case .stopped, .running, .leaving: break
        }
        startIfPossible()
    }

    /// Discards what is being mixed. The tape plays to its end.
    mutating func abandonMix() {
        clearMixer()
        tape.complete()
    }

    /// Discards what has been mixed of the load and of those that follow it. The loads are opened again, and wait.
    private mutating func unmix(_ generation: LoadGeneration) {
        for transition in transitions where transition.outgoing == generation && transition.isUnheard {
            unmix(transition.incoming)
            planAgain(transition.plan)
        }
        transitions.removeAll { $0.incoming == generation }
        notices.removeAll { $0.concerns(generation) }
        takeBack(generation)
    }

    /// The load that begins first.
    private func first(of request: Start) -> LoadGeneration {
        replacement(of: request)?.incoming ?? request.generation
    }

    /// The transition to the load that begins in the place of this one, which nobody will have heard.
    private func replacement(of request: Start) -> TransitionPlan? {
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

    /// How long a ramp out of silence has to be. A track is rarely silent in its middle, and often is at its beginning;
    /// but it may begin with a drum. A render begins with the track's first sample as it is.
    private func onset(of generation: LoadGeneration) -> MediaTime {
        guard reading(generation).position == .zero else { return .ramp }
        return isOffline ? .zero : .onsetRamp
    }

    /// Puts one load onto a timeline of its own. `plan` is the transition with which that timeline begins.
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

    /// Lets the mixer begin anew. The loads on the timeline before are given up; what has been mixed of them stays on
    /// the tape.
    mutating func beginTimeline(_ beginning: Mix.Beginning) {
        clearMixer()
        mix = Mix(beginning, at: readings.now)
    }

    mutating func startMixing(_ entries: [EngineAction.Entry]) {
        act(.mix(entries))
        for entry in entries {
            readings.decks[entry.generation]?.isInMixer = true
            readings.decks[entry.generation]?.isOnTimeline = true
            readings.decks[entry.generation]?.isOnCurrentTimeline = true
        }
        // The sound that comes first decides where on the tape it goes.
        act(.allow(samples(Mix.enough)))
        act(.askForMore)
    }

    /// Other sound is about to replace what is on the tape, and is not there yet.
    var isGivingWay: Bool {
        guard let mix, !mix.isPlaced else { return false }
        return !isRewriting
    }

    /// Takes everything off the mixer. A load that has not come onto the tape by now never will; one that is still on
    /// the tape may have to be opened again.
    mutating func clearMixer() {
        act(.clear)
        mix = nil
        tape.heldEnd = nil
        readings.isMixerOpen = true
        for load in loads where load.isMixing || load.state == .leaving { discard(load.generation) }
        transitions.removeAll { $0.isMixed }
        for generation in readings.decks.keys {
            readings.decks[generation]?.isOnTimeline = false
            readings.decks[generation]?.isOnCurrentTimeline = false
        }
    }

    /// Ends what plays, at once. What is only loaded stays.
    mutating func endTimeline() {
        if mix != nil || tape.state != .stopped { noteLength() }
        rewrite = nil
        forgetAwaited()
        forgetTape()
        clearMixer()
        process(tape.stop())
    }
}
