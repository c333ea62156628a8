/// Moving within a track: the same file at another position, in the other deck, and a short cut to it.
extension Player {
    mutating func seek(to target: MediaTime, _ ticket: CommandTicket?, _ isPending: inout Bool) -> Reply {
        let target = max(target, .zero)
        switch state {
        case .idle, .fadingOut, .finished, .failed: return .nothingToDo
        case .preparingCrossfade(let track, _) where connecting != nil:
            // The later wish counts, and is about what is heard and shown.
            complete(navigation?.ticket, .superseded)
            navigation = nil
            disarm(.navigationSettled)
            discardStandby()
            move(to: .playing(track: track), because: "seek")
        case .preparing, .preparingCrossfade:
            return seekBeforeHeard(to: target, ticket, &isPending)
        case .crossfading, .crossfadePaused:
            if state.kind == .crossfadePaused, let end = current?.duration, target >= end,
                automaticNext(after: shown) == nil
            {
                return .nothingToDo
            }
            endFadeEarly()
        case .buffering(let track, _, let previous):
            guard canSeek else { return .nothingToDo }
            switch previous {
            case .playing: move(to: .playing(track: track), because: "seek")
            case .paused: move(to: .paused(track: track, position: pausedPosition), because: "seek")
            }
        case .playing, .paused, .seeking: break
        }
        guard canSeek, let entry = shown else { return .nothingToDo }
        let duration = current?.duration ?? entry.metadata.duration
        if let duration, target >= duration { return leaveTrackBySeek(ticket, &isPending) }

        let from = livePosition(at: moment).position
        if let old = seek { complete(old.ticket, .superseded) }
        switch state {
        case .playing(let track):
            move(to: .seeking(track: track, from: from, to: target, previous: .playing), because: "seek")
        case .paused(let track, _):
            move(to: .seeking(track: track, from: from, to: target, previous: .paused), because: "seek")
        case .seeking(let track, let origin, _, let previous):
            // Not a step of the machine: the same seek, on its way to somewhere else.
            state = .seeking(track: track, from: origin, to: target, previous: previous)
        case .idle, .preparing, .preparingCrossfade, .crossfading, .crossfadePaused, .fadingOut, .buffering,
            .finished, .failed:
            preconditionFailure("seek in \(state)")
        }
        isPending = true
        seek = PendingSeek(to: target, ticket: ticket)
        let isBurst = lastSeeked.map { moment.now - $0 < Timing.seekBurst } ?? false
        if isBurst {
            seek?.isUnannounced = true
            arm(.seekSettled, at: moment.now + Timing.seekBurst)
        } else {
            announceSeek(to: target)
            loadSeek()
        }
        return .accepted
    }

    /// Whether the shown track has positions to go to: known of a load, presumed of a file.
    var canSeek: Bool {
        guard let entry = shown else { return false }
        let loads = [standby, current].compactMap { $0 }
        if let info = loads.first(where: { $0.entry.id == entry.id && $0.info != nil })?.info { return info.isSeekable }
        return entry.isLocal
    }

    mutating func announceSeek(to position: MediaTime) {
        lastSeeked = moment.now
        seek?.isUnannounced = false
        effects.append(.seeked(position))
    }

    mutating func seekSettled() {
        guard let seek else { return }
        if seek.isUnannounced { announceSeek(to: seek.to) }
        loadSeek()
    }

    /// The shown track is not heard yet: it will start at the target.
    private mutating func seekBeforeHeard(
        to target: MediaTime, _ ticket: CommandTicket?, _ isPending: inout Bool
    ) -> Reply {
        guard canSeek, var request = navigation ?? standby?.request else { return .nothingToDo }
        if let duration = request.candidate.metadata.duration, target >= duration {
            return automaticNext(after: shown) == nil ? .nothingToDo : leaveTrackBySeek(ticket, &isPending)
        }
        guard request.position != target else { return .accepted }
        request.position = target
        navigation = request
        // What is on its way to the mixer is called back.
        standby?.request = nil
        announceSeek(to: target)
        if !request.isSettling {
            load(request.candidate, at: target, for: .navigation)
        }
        return .accepted
    }

    /// Beyond the end: what the end of the track would do.
    private mutating func leaveTrackBySeek(_ ticket: CommandTicket?, _ isPending: inout Bool) -> Reply {
        if let seek { complete(seek.ticket, .superseded) }
        seek = nil
        disarm(.seekSettled)
        if let next = automaticNext(after: shown) {
            isPending = true
            navigate(Navigation(kind: .advance, candidate: next, direction: 1, ticket: ticket), starting: false)
            return .accepted
        }
        switch state {
        case .playing: break
        case .seeking(let track, _, _, .playing): move(to: .playing(track: track), because: "seek past the end")
        case .paused, .seeking: return .nothingToDo
        case .idle, .preparing, .preparingCrossfade, .crossfading, .crossfadePaused, .fadingOut, .buffering,
            .finished, .failed:
            preconditionFailure("seek past the end in \(state)")
        }
        finish(because: "seek past the end")
        return .accepted
    }

    /// The fade gives way: the track that is shown stays, the other one is let go.
    private mutating func endFadeEarly() {
        guard let incoming = current, let leaving = outgoing, let fade else {
            preconditionFailure("no fade in \(state)")
        }
        report(.transitionFinished(fade.record, completed: false))
        self.fade = nil
        outgoing = nil
        audio(.unload(leaving.generation, ramp: Timing.releaseRamp))
        if state.kind == .crossfading {
            move(to: .playing(track: incoming.entry), because: "seek")
        } else {
            move(to: .paused(track: incoming.entry, position: stoppingPosition(incoming)), because: "seek")
        }
    }

    private mutating func loadSeek() {
        guard let seek, let entry = current?.entry ?? shown else { return }
        disarm(.seekSettled)
        if let load = standby, load.purpose == .seek, load.info == nil, load.start == seek.to { return }
        load(entry, at: seek.to, for: .seek)
        standby?.gain = current?.gain ?? 1
    }

    /// The file is ready at the new position.
    mutating func commitSeek() {
        guard let pending = seek, var load = standby, case .seeking(let track, _, _, let previous) = state else {
            return
        }
        guard load.start == pending.to else { return }
        seek = nil
        disarm(.seekSettled)
        if pending.isUnannounced { effects.append(.seeked(pending.to)) }
        if previous == .playing, isRunning, let leaving = current {
            load.isCommitted = true
            standby = load
            let transition = TransitionPlan(
                outgoing: leaving.generation, incoming: load.generation, kind: .cut, start: .now,
                duration: Timing.cutRamp, curve: .equalPower, incomingGain: load.gain, reason: .seek)
            schedule(transition, from: track, basis: nil)
        } else {
            startStandby(fadeIn: .zero, paused: previous == .paused)
            move(
                to: previous == .paused ? .paused(track: track, position: load.start) : .playing(track: track),
                because: "seek done")
        }
        complete(pending.ticket, .done)
    }

    /// The new position can't be reached: back to the old one.
    mutating func seekFailed(_ error: AudioPlayerError) {
        guard case .seeking(let track, let from, _, let previous) = state else { return }
        if let seek { complete(seek.ticket, .failed(error)) }
        seek = nil
        disarm(.seekSettled)
        report(.error(error))
        guard let current else {
            guard previous == .playing else {
                move(to: .failed(error: error, recoverable: true), because: "seek failed")
                dropEverything()
                return
            }
            // What played has come to its end meanwhile: what follows it comes.
            move(to: .playing(track: track), because: "seek failed")
            goOn(after: track, because: "seek failed")
            return
        }
        switch previous {
        case .playing:
            move(to: .playing(track: track), because: "seek failed")
            if !isRunning { start() }
            announceSeek(to: heardPosition(current))
        case .paused:
            move(to: .paused(track: track, position: from), because: "seek failed")
            announceSeek(to: from)
        }
    }
}
