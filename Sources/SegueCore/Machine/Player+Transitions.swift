/// From one deck to the other: planned, begun, heard, finished.
extension Player {
    /// Hands a plan to the engine. The steps of the machine follow when it is heard.
    mutating func schedule(_ transition: TransitionPlan, from: QueueEntry, basis: Plan.Basis?) {
        guard let incoming = standby else { preconditionFailure("a plan without an incoming track") }
        plan = Plan(basis: basis, transition: transition)
        audio(.schedule(transition))
        report(.transitionPlanned(TransitionRecord(from: from, to: incoming.described, plan: transition)))
    }

    /// The first sample of the incoming track is heard: from here on it is the one that plays. `span` is what will be
    /// heard of its fade; without it that is as planned.
    mutating func transitionStarted(_ generation: LoadGeneration, along span: FadeSpan? = nil) {
        // A pause has taken it as begun.
        if let span, current?.generation == generation { return followFade(to: generation, along: span) }
        // Late news of a plan that was given up meanwhile.
        guard var incoming = standby, incoming.generation == generation, let plan, let leaving = current else { return }
        switch state {
        // It began in what was on its way to the ear when the pause came, or the stall of what gives way to it.
        case .paused(let track, _):
            move(to: .playing(track: track), because: "fade started")
            transitionStarted(generation, along: span)
            settleIntoPause()
            return
        case .buffering(let track, _, .paused):
            move(to: .paused(track: track, position: pausedPosition), because: "fade started")
            transitionStarted(generation, along: span)
            return
        case .buffering(let track, _, .playing):
            move(to: .playing(track: track), because: "fade started")
            transitionStarted(generation, along: span)
            start()
            return
        case .idle, .preparing, .preparingCrossfade, .playing, .crossfading, .crossfadePaused, .fadingOut, .seeking,
            .finished, .failed:
            break
        }
        var transition = plan.transition
        // To the sample, it is as planned more often than not.
        if let span, abs((span.duration - transition.duration).nanoseconds) >= 1_000_000 {
            transition.duration = span.duration
        }
        incoming.isCommitted = true
        arrive(at: &incoming)
        incoming.gain = transition.incomingGain
        standby = nil
        self.plan = nil
        outgoing = leaving
        current = incoming
        if incoming.purpose == .advance { countRound(from: leaving.entry, to: incoming.entry) }
        cursor = incoming.entry.id
        hear(incoming)
        let record = TransitionRecord(from: leaving.described, to: incoming.described, plan: transition)
        report(.transitionStarted(record))
        guard incoming.purpose != .seek else {
            // With another seek behind it, this one was a place on the way there.
            if seek == nil { move(to: .playing(track: incoming.entry), because: "seek done") }
            return
        }
        guard transition.kind == .crossfade else {
            move(to: .playing(track: incoming.entry), because: "\(transition.kind.rawValue) join")
            report(.transitionFinished(record, completed: true))
            return
        }
        let elapsed = heardPosition(incoming) - incoming.start
        let fade = Fade(
            record: record, span: FadeSpan(position: incoming.start, duration: transition.duration),
            startedAt: moment.now - elapsed)
        self.fade = fade
        let progress = fade.progress(incomingAt: heardPosition(incoming))
        move(
            to: .crossfading(
                fromTrack: leaving.entry, toTrack: incoming.entry, progress: progress,
                canQuickFinish: progress >= 0.5),
            because: "fade started")
    }

    /// The outgoing track is silent, and its deck is free.
    mutating func transitionFinished(_ generation: LoadGeneration) {
        guard let incoming = current, incoming.generation == generation else { return }
        outgoing = nil
        guard let fade else { return }
        self.fade = nil
        report(.transitionFinished(fade.record, completed: true))
        switch state {
        case .crossfading: move(to: .playing(track: incoming.entry), because: "fade finished")
        case .crossfadePaused:
            move(to: .paused(track: incoming.entry, position: stoppingPosition(incoming)), because: "fade finished")
        case .idle, .preparing, .preparingCrossfade, .playing, .paused, .fadingOut, .buffering, .seeking, .finished,
            .failed:
            break
        }
    }

    /// What has been mixed is on its way to the ear: a pause that would stop behind the start of a transition has to
    /// take it as begun.
    mutating func beginTransitionThatPauseWouldReach() {
        guard let incoming = standby, plan != nil, let reached = moment.position(of: incoming.generation),
            reached.stopping > incoming.start
        else { return }
        transitionStarted(incoming.generation)
    }

    /// The engine stands still already; the machine follows.
    private mutating func settleIntoPause() {
        switch state {
        case .crossfading(let from, let to, let progress, _): pauseFade(from: from, to: to, progress: progress)
        case .playing(let track):
            move(to: .paused(track: track, position: current.map(stoppingPosition) ?? .zero), because: "pause")
        case .idle, .preparing, .preparingCrossfade, .paused, .crossfadePaused, .fadingOut, .buffering, .seeking,
            .finished, .failed:
            preconditionFailure("a transition began in \(state)")
        }
    }

    mutating func pauseFade(from: QueueEntry, to: QueueEntry, progress: Double) {
        guard let incoming = current, let leaving = outgoing, let fade else {
            preconditionFailure("no fade in \(state)")
        }
        let stopping = stoppingPosition(incoming)
        let reached = max(progress, fade.progress(incomingAt: stopping))
        halt()
        guard reached < 1 else {
            audio(.unload(leaving.generation, ramp: .zero))
            outgoing = nil
            self.fade = nil
            report(.transitionFinished(fade.record, completed: true))
            move(to: .playing(track: to), because: "fade finished")
            move(to: .paused(track: to, position: stopping), because: "pause")
            return
        }
        let curve = fade.record.plan.curve
        move(
            to: .crossfadePaused(
                fromTrack: from, toTrack: to, progress: reached, resumeStrategy: ResumeStrategy(progress: reached),
                savedState: CrossfadePauseSnapshot(
                    outgoingGain: curve.outgoingGain(at: reached), incomingGain: curve.gain(at: reached),
                    outgoingPosition: max(stoppingPosition(leaving), .zero), incomingPosition: max(stopping, .zero),
                    activeNode: incoming.node, originalDuration: fade.record.plan.duration, curve: curve,
                    takenAt: moment.now)),
            because: "pause")
    }

    /// The fade to this load is heard along `span` from there on.
    mutating func followFade(to generation: LoadGeneration, along span: FadeSpan) {
        guard let incoming = current, incoming.generation == generation, var fade else { return }
        fade.span = span
        let elapsed = MediaTime(seconds: fade.progress(incomingAt: heardPosition(incoming)) * fade.duration.seconds)
        fade.startedAt = moment.now - elapsed
        self.fade = fade
    }

    /// A transition was scheduled but not begun when the pause came: silently on to the new track.
    mutating func startCommittedFromSilence() {
        guard let load = standby else { preconditionFailure("nothing is ready in \(state)") }
        let track = load.entry
        let paused: Bool
        switch state {
        case .preparing: paused = intent == .paused
        case .seeking(_, _, _, let previous): paused = previous == .paused
        case .idle, .preparingCrossfade, .playing, .crossfading, .paused, .crossfadePaused, .fadingOut, .buffering,
            .finished, .failed:
            preconditionFailure("not on the way to a track: \(state)")
        }
        startStandby(fadeIn: .zero, paused: paused)
        // With another seek behind it, this one was a place on the way there.
        guard seek == nil else { return }
        move(to: paused ? .paused(track: track, position: load.start) : .playing(track: track), because: "loaded")
    }

    /// Brings the progress in the state up to the moment; not a step of the machine.
    mutating func refreshProgress() {
        guard case .crossfading(let from, let to, let old, _) = state, let incoming = current, let fade else { return }
        // Never back, and 1 only when the engine says that it is over.
        let progress = max(old, fade.progress(incomingAt: heardPosition(incoming)))
        state = .crossfading(fromTrack: from, toTrack: to, progress: progress, canQuickFinish: progress >= 0.5)
    }

    /// Every 100 ms of a fade: what is announced, and the start that a client extrapolates from.
    mutating func tickFade() {
        guard case .crossfading(_, _, let progress, _) = state, let fade else { return }
        self.fade?.announcedProgress = progress
        let drift = (moment.now - fade.startedAt).seconds / fade.duration.seconds - progress
        if progress < 1, abs(drift * fade.duration.seconds) > 0.03 {
            self.fade?.startedAt = moment.now - MediaTime(seconds: progress * fade.duration.seconds)
        }
    }

    private mutating func countRound(from: QueueEntry, to: QueueEntry) {
        guard let old = queue.index(of: from.id), let new = queue.index(of: to.id) else { return }
        if new <= old { rounds += 1 }
    }
}
