/// Play and pause, in every state; a pause in the middle of a fade, and the resume after it.
extension Player {
    // MARK: - Play

    mutating func play(_ ticket: CommandTicket?) throws(AudioPlayerError) -> Answer {
        guard let entry = shown else {
            throw .noValidTracksInPlaylist(reason: "The queue is empty: there is nothing to play.")
        }
        switch state {
        case .paused, .crossfadePaused:
            guard !output.isGone else { return awaitOutput(for: ticket) }
            // If the paused load has failed meanwhile, it is reloaded at its position.
            guard current != nil else { return play(entry, ticket) }
            resume()
            return .done
        case .preparing:
            guard pursuit.intent == .paused else { return .nothingToDo }
            guard !output.isGone else { return awaitOutput(for: ticket) }
            pursuit.want(.playing)
            return .done
        case .buffering(_, _, .paused) where output.isGone, .seeking(_, _, _, .paused) where output.isGone:
            return awaitOutput(for: ticket)
        case .buffering(_, _, .paused), .seeking(_, _, _, .paused):
            // In a seek, the old position must not be heard again; the new one starts when it is ready.
            sound.wait()
            leave(because: "play")
            return .done
        case .fadingOut where isStopping(entry):
            takeBackStop()
            return .done
        case .idle, .finished, .failed, .fadingOut: return play(entry, ticket)
        case .preparingCrossfade, .playing, .crossfading, .buffering, .seeking: return .nothingToDo
        }
    }

    /// Loads the shown entry at its position.
    private mutating func play(_ entry: QueueEntry, _ ticket: CommandTicket?) -> Answer {
        let position = livePosition(at: moment).position
        // A client's own clock may have returned to the start with the stop.
        if state.kind == .idle || state.isTerminal, position > .zero { announceSeek(to: position) }
        navigate(
            Navigation(
                kind: .skip, candidate: entry, direction: 1, place: itinerary.place, position: position,
                ticket: ticket), starting: true)
        return .pending
    }

    /// True if this track is heard to fade out for a stop, and would resume where it is.
    private func isStopping(_ entry: QueueEntry) -> Bool {
        guard let stop = itinerary.stop, !stop.isRewound, let current, !isPursuing else { return false }
        return stop.id == entry.id && current.entry.id == entry.id && moment.position(of: current.generation) != nil
    }

    /// Takes back a stop whose fade-out is under way: the audio goes on, with what is left of a fade.
    private mutating func takeBackStop() {
        itinerary.stop(at: nil)
        start()
        leave(because: "play")
        if let current { announceSeek(to: heardPosition(current)) }
    }

    /// Resumes after a pause, or quickly completes the rest of the fade.
    private mutating func resume() {
        if let fade = sound.fade, let saved = fade.pause {
            takeBackPause(at: saved.incomingPosition)
            if ResumeStrategy(progress: fade.announced) == .quickFinish, let current {
                audio(.quickFinish(incoming: current.generation, duration: Timing.quickFinish))
            }
            let now = moment.now
            sound.updateFade { fade in
                fade.pause = nil
                fade.startedAt = now - MediaTime(seconds: fade.announced * fade.duration.seconds)
            }
        } else if case .standing(let position) = sound.motion {
            takeBackPause(at: position)
        }
        leave(because: "resume")
        forgetProblem()
        start()
    }

    /// Announces the audible position after a resume within the ramp of a pause: playback continues before the position
    /// that the pause announced. Does nothing once the ramp is over.
    private mutating func takeBackPause(at position: MediaTime) {
        guard let current, case let heard = heardPosition(current), heard < position - Timing.shownStep else { return }
        announceSeek(to: heard)
    }

    /// Resumes the engine where it was paused. If the stream has stalled, waits for it instead.
    mutating func start() {
        guard current?.isStarving != true else { return sound.wait() }
        audio(.resume)
        if output.isReplacedBySilence { improveOutput() }
        sound.run()
    }

    // MARK: - Pause

    mutating func pause() -> Answer {
        switch state {
        case .playing, .preparingCrossfade, .crossfading:
            beginTransitionThatPauseWouldReach()
            halt(because: "pause")
        case .preparing:
            guard pursuit.intent == .playing else { return .nothingToDo }
            pursuit.want(.paused)
        case .buffering(_, _, .playing):
            sound.haltStalled()
            leave(because: "pause")
        case .seeking(_, _, _, .playing):
            beginTransitionThatPauseWouldReach()
            halt(because: "pause")
        case .idle, .paused, .crossfadePaused, .fadingOut, .finished, .failed, .buffering, .seeking:
            return .nothingToDo
        }
        return .done
    }

    /// Pauses, and lets the ready standby replace the playing track.
    private mutating func halt(because cause: String) {
        guard isPursuing || sound.fade == nil else { return suspendFade(because: cause) }
        halt()
        leave(because: cause)
        guard isPursuing else { return }
        if !isSeeking { pursuit.want(.paused) }
        if standby?.isCommitted == true { startStandby(because: "loaded") }
    }

    /// Pauses where the audio can be stopped.
    mutating func halt() {
        let position = current.map(stoppingPosition) ?? .zero
        if sound.isRunning { audio(.pause) }
        sound.halt(at: position)
    }

    /// Pauses until playback can continue by itself.
    mutating func stall() {
        if sound.isRunning { audio(.pause) }
        sound.wait()
    }

    /// Suspends the fade; if the pause reaches the end of the fade, the fade is over.
    mutating func suspendFade(because cause: String) {
        guard let incoming = current, let fade = sound.fade else { preconditionFailure("no fade in \(state)") }
        let stopping = stoppingPosition(incoming)
        let reached = max(fade.announced, fade.progress(incomingAt: stopping))
        halt()
        guard reached < 1, let leaving = outgoing else {
            return endFade(isCompleted: true, ramp: .zero, because: cause)
        }
        let plan = fade.record.plan
        let saved = CrossfadePauseSnapshot(
            outgoingGain: plan.outgoingGain(at: reached), incomingGain: plan.incomingGain(at: reached),
            outgoingPosition: max(stoppingPosition(leaving), .zero), incomingPosition: max(stopping, .zero),
            originalDuration: plan.duration, curve: plan.curve, takenAt: moment.now)
        sound.updateFade { fade in
            fade.announced = reached
            fade.pause = saved
        }
        leave(because: cause)
    }

    /// Ends a pursuit: the audio that plays, or is paused, is unchanged.
    mutating func settle(because cause: String) {
        guard let load = current else { preconditionFailure("nothing is loaded in \(state)") }
        if sound.motion == .waiting { start() }
        switch sound.motion {
        case .fadingOut(_, let duration):
            let track = itinerary.stop.flatMap { queue[$0.id] } ?? load.entry
            sound.fadeOut(track, over: duration)
        case .standing where sound.fade != nil: suspendFade(because: cause)
        case .standing, .standingStalled: halt()
        case .running, .waiting: break
        }
        leave(because: cause)
    }

    /// Records a pause of the engine that has already happened; the reports come later.
    mutating func settleIntoPause() {
        if sound.fade == nil { halt() } else { suspendFade(because: "pause") }
    }

    /// Counts a transition as begun if a pause would stop after its start: its samples are already on their way to the
    /// output.
    mutating func beginTransitionThatPauseWouldReach() {
        while let incoming = standby, preparation.plan != nil,
            let reached = moment.position(of: incoming.generation), reached.stopping > incoming.start,
            current != nil
        {
            transitionStarted(incoming.generation)
        }
    }
}
