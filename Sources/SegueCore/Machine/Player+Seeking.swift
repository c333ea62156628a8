/// Seeks within a track: the same file at another position, in the other deck, and a short cut to it.
extension Player {
    mutating func seek(to target: MediaTime, _ ticket: CommandTicket?) -> Answer {
        let target = max(target, .zero)
        if connecting != nil {
            // The later command counts. It concerns the audible track, which is shown.
            giveUpNavigation()
            discardStandby()
            settle(because: "seek")
        }
        switch state {
        case .idle, .fadingOut, .finished, .failed: return .nothingToDo
        case .preparing, .preparingCrossfade:
            return seekBeforeHeard(to: target, ticket)
        case .crossfading, .crossfadePaused:
            guard canSeek else { return .nothingToDo }
            if state.kind == .crossfadePaused, let end = current?.duration, target >= end,
                automaticNext(after: shown) == nil
            {
                return .nothingToDo
            }
            // The shown track stays; the other one is released.
            endFade(ramp: Timing.releaseRamp, because: "seek")
        case .buffering(_, _, let previous):
            guard canSeek else { return .nothingToDo }
            if previous == .paused { halt() }
            leave(because: "seek")
        case .playing, .paused, .seeking: break
        }
        guard canSeek, let entry = shown else { return .nothingToDo }
        let duration = current?.duration ?? entry.metadata.duration
        if let duration, target >= duration { return leaveTrackBySeek(ticket) }

        // Another target of the same seek is not a step of the machine.
        if !isSeeking { leave(because: "seek") }
        let from = seekPath?.from ?? livePosition(at: moment).position
        supersede(pursuit.endSeek()?.ticket)
        let isBurst = pursuit.isDragging(at: moment.now)
        pursuit.seek(from: from, to: target, for: ticket, isUnannounced: isBurst)
        if isBurst {
            arm(.seekSettled, at: moment.now + Timing.seekBurst)
        } else {
            announceSeek(to: target)
            loadSeek()
        }
        return .pending
    }

    mutating func seekSettled() {
        guard let seek = pursuit.seek else { return }
        if seek.isUnannounced { announceSeek(to: seek.to) }
        loadSeek()
    }

    /// Handles a seek before the shown track is heard: the track will start at the target.
    private mutating func seekBeforeHeard(to target: MediaTime, _ ticket: CommandTicket?) -> Answer {
        guard canSeek, var request = pursuit.navigation ?? standby?.request else { return .nothingToDo }
        if let duration = request.candidate.metadata.duration, target >= duration {
            return automaticNext(after: shown) == nil ? .nothingToDo : leaveTrackBySeek(ticket)
        }
        guard request.position != target else { return .done }
        request.position = target
        pursuit.go(request)
        // Samples on their way to the mixer are revoked.
        preparation.update { $0.request = nil }
        announceSeek(to: target)
        if !request.isSettling {
            load(request.candidate, at: target, for: .navigation)
        }
        return .done
    }

    /// Handles a seek past the end: does what the end of the track would do.
    private mutating func leaveTrackBySeek(_ ticket: CommandTicket?) -> Answer {
        if let next = automaticNext(after: shown) {
            navigate(Navigation(kind: .advance, candidate: next, direction: 1, ticket: ticket), starting: false)
            return .pending
        }
        let from = seekPath?.from
        giveUpSeek()
        if standby?.purpose.origin != nil { discardStandby() }
        guard sound.motion.isWanted else {
            guard let from else { return .nothingToDo }
            sound.halt(at: from)
            leave(because: "seek past the end")
            announceSeek(to: from)
            return .nothingToDo
        }
        finish(because: "seek past the end")
        return .done
    }

    /// Handles a track that ends before the position at which a load was to begin: its stated length was too long.
    mutating func endedUnheard(_ load: Load) {
        let error = AudioPlayerError.fileLoadFailed(
            path: ResourceName.path(of: load.entry.uri) ?? load.entry.uri, reason: Reason.noAudio.text())
        guard load.generation == standby?.generation else { return failedEarly(load, error) }
        switch load.purpose {
        case .seek:
            let ticket = pursuit.endSeek()?.ticket
            switch leaveTrackBySeek(ticket) {
            case .pending: break
            case .done: complete(ticket, .done)
            case .nothingToDo: complete(ticket, .nothingToDo)
            }
        case .navigation:
            guard var request = pursuit.navigation, request.position > .zero else {
                return loadFailed(load.generation, error)
            }
            request.position = .zero
            pursuit.go(request)
            preparation.update { $0.request = nil }
            announceSeek(to: .zero)
            self.load(request.candidate, at: .zero, for: .navigation)
        case .advance, .reconnection: loadFailed(load.generation, error)
        }
    }

    private mutating func loadSeek() {
        guard let seek = pursuit.seek, let entry = sound.track else { return }
        disarm(.seekSettled)
        if let load = standby, load.purpose.origin != nil, load.info == nil, load.start == seek.to { return }
        load(entry, at: seek.to, for: .seek(from: seek.from))
    }

    /// Commits the seek once the file is ready at the new position.
    mutating func commitSeek() {
        guard let pending = pursuit.seek, let load = standby, load.start == pending.to, let track = sound.track else {
            return
        }
        _ = pursuit.endSeek()
        disarm(.seekSettled)
        if pending.isUnannounced { announceSeek(to: pending.to) }
        if sound.isRunning, let leaving = current {
            preparation.update { $0.isCommitted = true }
            let transition = TransitionPlan(
                outgoing: leaving.generation, incoming: load.generation, kind: .cut, start: .now,
                duration: Timing.cutRamp, curve: .equalPower, incomingGain: load.gain.linear, reason: .seek)
            preparation.schedule(Plan(basis: nil, transition: transition))
            // What follows is set first: once the new position may sound, half a second of it is mixed at once.
            prepareWhatFollows()
            request(transition, from: track)
        } else {
            startStandby(because: "seek done")
        }
        complete(pending.ticket, .done)
    }

    /// Handles a new position that can't be reached: returns to the old one.
    mutating func seekFailed(_ error: AudioPlayerError, from position: MediaTime) {
        report(.error(error))
        abandonSeek(to: position, error, ending: .failed(error), because: "seek failed")
    }

    /// Returns to the position before the seek; if nothing is loaded any more, falls to `silence`.
    mutating func abandonSeek(
        to position: MediaTime, _ error: AudioPlayerError, ending silence: Silence, because cause: String
    ) {
        complete(pursuit.endSeek()?.ticket, .failed(error))
        disarm(.seekSettled)
        let isWanted = sound.motion.isWanted
        guard let current else {
            guard isWanted, let track = sound.track else { return fallSilent(silence, because: cause) }
            // The playing track has ended meanwhile: its successor is played.
            return goOn(after: track, because: cause)
        }
        leave(because: cause)
        guard isWanted else {
            sound.halt(at: position)
            return announceSeek(to: position)
        }
        if !sound.isRunning { start() }
        announceSeek(to: heardPosition(current))
    }
}
