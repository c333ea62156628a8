/// Transitions from one deck to the other: planned, begun, heard, finished.
extension Player {
    /// Passes a plan to the engine. The state changes when the transition is heard.
    mutating func schedule(_ transition: TransitionPlan, from: QueueEntry, basis: Plan.Basis?) {
        preparation.schedule(Plan(basis: basis, transition: transition))
        request(transition, from: from)
    }

    /// Passes the transition of a plan to the engine and reports it.
    mutating func request(_ transition: TransitionPlan, from: QueueEntry) {
        guard let incoming = preparation[transition.incoming] else {
            preconditionFailure("a plan without an incoming track")
        }
        audio(.schedule(transition))
        report(.transitionPlanned(TransitionRecord(from: from, to: incoming.described, plan: transition)))
    }

    /// Makes the incoming track the playing one when its first sample is heard. `span` describes the fade as it will be
    /// heard; without it, the fade is heard as planned.
    mutating func transitionStarted(_ generation: LoadGeneration, along span: FadeSpan? = nil) {
        // A pause has already counted the transition as begun.
        if let span, current?.generation == generation { return followFade(to: generation, along: span) }
        // The plan may have been cancelled meanwhile.
        guard let incoming = standby, incoming.generation == generation, let plan = preparation.plan, current != nil
        else {
            return
        }
        var transition = plan.transition
        // Usually the transition is heard exactly as it was planned.
        if let span, abs((span.duration - transition.duration).nanoseconds) >= 1_000_000 {
            transition.duration = span.duration
        }
        // The transition began in samples that were on their way to the output when the pause came, or when the
        // outgoing stream stalled.
        guard !sound.isRunning, sound.fade == nil, !isPursuing else { return goOver(along: transition) }
        leave(because: "fade started")
        let isWaiting = sound.motion == .waiting
        goOver(along: transition)
        if isWaiting { start() } else { settleIntoPause() }
    }

    /// Makes the standby the playing load.
    private mutating func goOver(along transition: TransitionPlan) {
        guard let leaving = current, var incoming = preparation.take() else {
            preconditionFailure("nothing follows in \(state)")
        }
        incoming.isCommitted = true
        arrive(at: &incoming)
        incoming.gain.linear = transition.incomingGain
        if incoming.purpose == .advance { countRound(from: leaving.entry, to: incoming.entry) }
        itinerary.point(to: incoming.entry.id)
        breakOffFade()
        hear(incoming)
        let record = TransitionRecord(
            from: leaving.described, to: incoming.described, incomingStart: incoming.start, plan: transition)
        report(.transitionStarted(record))
        guard incoming.purpose.origin == nil else {
            sound.goOver(to: incoming, along: nil)
            // If another seek is pending, this one was an intermediate position.
            if pursuit.seek == nil { leave(because: "seek done") }
            return
        }
        guard transition.kind == .crossfade else {
            sound.goOver(to: incoming, along: nil)
            leave(because: "\(transition.kind.rawValue) join")
            report(.transitionFinished(record, completed: true))
            return
        }
        let elapsed = heardPosition(incoming) - incoming.start
        let fade = Fade(
            record: record, from: leaving.entry, outgoingStart: max(heardPosition(leaving) - elapsed, .zero),
            span: FadeSpan(position: incoming.start, duration: transition.duration),
            startedAt: moment.now - elapsed)
        sound.goOver(to: incoming, along: fade)
        let progress = fade.progress(incomingAt: heardPosition(incoming))
        sound.updateFade { $0.announced = progress }
        leave(because: "fade started")
    }

    /// Records that the outgoing track is silent, and that its deck is free.
    mutating func transitionFinished(_ generation: LoadGeneration) {
        guard current?.generation == generation else { return }
        endFade(isCompleted: true, because: "fade finished")
        sound.loseOutgoing()
    }

    /// Ends the fade that is heard, or paused: one of its tracks plays on alone. Does nothing without a fade.
    ///
    /// - Parameters:
    ///   - survivor: The track that plays on.
    ///   - isCompleted: True if the fade was heard to its end.
    ///   - ramp: The ramp over which the other track is released; nil if the engine has already released it.
    ///   - cause: The cause, for the history.
    mutating func endFade(
        keeping survivor: Fade.Side = .incoming, isCompleted: Bool = false, ramp: MediaTime? = nil,
        because cause: String
    ) {
        guard let fade = sound.fade else { return }
        report(.transitionFinished(fade.record, completed: isCompleted))
        let other = sound.endFade(keeping: survivor)
        if let other, let ramp { audio(.unload(other.generation, ramp: ramp)) }
        guard let load = current else { preconditionFailure("nothing survives in \(state)") }
        if case .standing = sound.motion { sound.halt(at: stoppingPosition(load)) }
        if !isPursuing { leave(because: cause) }
    }

    /// Ends the fade without a survivor: both tracks fade to silence, beneath another track or in a stop. Does nothing
    /// without a fade.
    mutating func breakOffFade() {
        guard let fade = sound.fade else { return }
        report(.transitionFinished(fade.record, completed: false))
        sound.forgetFade()
    }

    /// Releases the outgoing load, in a fade or not. Does nothing without one.
    mutating func giveUpOutgoing(because cause: String) {
        guard let leaving = outgoing else { return }
        guard sound.fade == nil else { return endFade(ramp: Timing.releaseRamp, because: cause) }
        audio(.unload(leaving.generation, ramp: Timing.releaseRamp))
        sound.loseOutgoing()
    }

    /// Records that the fade to this load is heard along `span`.
    mutating func followFade(to generation: LoadGeneration, along span: FadeSpan) {
        guard let incoming = current, incoming.generation == generation else { return }
        let (now, heard) = (moment.now, heardPosition(incoming))
        sound.updateFade { fade in
            fade.span = span
            fade.startedAt = now - MediaTime(seconds: fade.progress(incomingAt: heard) * fade.duration.seconds)
        }
    }

    /// Updates the progress of a fade every 100 ms, and the start from which clients extrapolate.
    mutating func tickFade() {
        guard let incoming = current, let fade = sound.fade else { return }
        let progress = max(fade.announced, fade.progress(incomingAt: heardPosition(incoming)))
        sound.updateFade { $0.announced = progress }
        let startedAt = moment.now - MediaTime(seconds: progress * fade.duration.seconds)
        if progress < 1, abs((startedAt - fade.startedAt).seconds) > 0.03 {
            sound.updateFade { $0.startedAt = startedAt }
        }
    }

    private mutating func countRound(from: QueueEntry, to: QueueEntry) {
        if isRound(from: from, to: to) { itinerary.countRound() }
    }
}
