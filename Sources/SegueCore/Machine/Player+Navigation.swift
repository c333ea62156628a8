/// Going to other entries: peek, load, commit (spec §3). What plays goes on until the new file has proved playable.
extension Player {
    /// Where `next` goes: the following entry, round the end under repeat of the queue.
    var manualNext: QueueEntry? {
        guard let target else { return nil }
        if navigation == nil, let prefetch, let standby, standby.purpose == .advance, !prefetch.passedOver.isEmpty,
            prefetch.passedOver.first?.id == neighbour(of: target, 1)?.id
        {
            // The entries between have shown that they can't be played.
            return standby.entry
        }
        return neighbour(of: target, 1)
    }

    /// Where `previous` goes: back through what was heard, then up the play order.
    var manualPrevious: (entry: QueueEntry, place: History.Place)? {
        guard let target else { return nil }
        // A person may have gone back, and on again, before any of it sounds.
        let former = history.step(back: navigation?.place ?? place) { queue.contains($0) && $0 != target.id }
        if let former, let entry = queue[former.id] { return (entry, former.place) }
        return neighbour(of: target, -1).map { ($0, .before) }
    }

    /// The entry, in a round of its own where it is loaded already: a track can follow upon itself.
    func nextOccurrence(of entry: QueueEntry) -> QueueEntry {
        let loaded = [current?.entry, outgoing?.entry, state.currentTrack].compactMap { $0 }
        var next = entry
        if let round = loaded.filter({ $0.id == entry.id }).map(\.occurrence).max() { next.occurrence = round + 1 }
        return next
    }

    func neighbour(of entry: QueueEntry, _ direction: Int) -> QueueEntry? {
        queue.entry(from: entry.id, offset: direction, wrapping: repeatMode == .queue)
    }

    /// Goes to `request.candidate`. Shown at once; loaded when a burst of presses is over; heard when it is ready.
    /// Where nothing plays or is paused, it starts only with `starting`, and otherwise just becomes current.
    mutating func navigate(_ request: Navigation, starting: Bool) {
        var request = request
        request.candidate = nextOccurrence(of: request.candidate)
        if let navigation { complete(navigation.ticket, .superseded) }
        navigation = nil
        if let seek { complete(seek.ticket, .superseded) }
        seek = nil
        disarm(.seekSettled)
        rounds = 0

        switch state {
        case .idle, .finished, .failed, .fadingOut:
            guard starting else {
                cursor = request.candidate.id
                place = request.place
                complete(request.ticket, .done)
                return
            }
            if state.kind == .fadingOut { dropEverything() }
            if case .failed(_, recoverable: false) = state { move(to: .idle, because: "play") }
            intent = .playing
            move(to: .preparing(track: request.candidate), because: "play")
        case .preparing, .paused, .crossfadePaused, .buffering(_, _, .paused), .seeking(_, _, _, .paused):
            prepareFromSilence(request.candidate, starting: starting)
        case .preparingCrossfade(let track, _):
            move(to: .playing(track: track), because: "skip")
            move(to: .preparingCrossfade(currentTrack: track, nextTrack: request.candidate), because: "skip")
        case .playing(let track), .buffering(let track, _, .playing), .seeking(let track, _, _, .playing):
            if state.kind != .playing { move(to: .playing(track: track), because: "skip") }
            move(to: .preparingCrossfade(currentTrack: track, nextTrack: request.candidate), because: "skip")
        case .crossfading:
            let louder = keepLouderDeck()
            move(to: .preparingCrossfade(currentTrack: louder, nextTrack: request.candidate), because: "skip")
        }

        if isOutputGone, state.kind == .preparing, intent == .playing {
            // Ready, and silent until there is somewhere for the sound to go.
            intent = .paused
            awaitOutput(for: nil)
        }
        if request.kind == .skip, !starting {
            request.isSettling = lastNavigation.map { moment.now - $0 < Timing.burst } ?? false
            lastNavigation = moment.now
        }
        navigation = request
        if request.isSettling {
            discardStandby()
            arm(.navigationSettled, at: moment.now + Timing.settle)
        } else {
            loadCandidate()
        }
    }

    /// Silent before, and silent until the new file is ready.
    private mutating func prepareFromSilence(_ candidate: QueueEntry, starting: Bool) {
        switch state {
        case .preparing:
            if let paused = current {
                move(to: .paused(track: paused.entry, position: pausedPosition), because: "skip")
            } else {
                move(to: .idle, because: "skip")
            }
        case .crossfadePaused:
            let louder = keepLouderDeck()
            move(to: .paused(track: louder, position: pausedPosition), because: "skip")
            intent = .paused
        case .buffering(let track, _, _), .seeking(let track, _, _, _):
            move(to: .paused(track: track, position: pausedPosition), because: "skip")
            intent = .paused
        case .paused: intent = .paused
        case .idle, .preparingCrossfade, .playing, .crossfading, .fadingOut, .finished, .failed:
            preconditionFailure("not silent: \(state)")
        }
        if starting { intent = .playing }
        move(to: .preparing(track: candidate), because: "skip")
    }

    /// A skip in a fade starts from what is loudest now and needs no third deck: the other one is let go.
    private mutating func keepLouderDeck() -> QueueEntry {
        guard let incoming = current, let leaving = outgoing, let fade else {
            preconditionFailure("no fade in \(state)")
        }
        report(.transitionFinished(fade.record, completed: false))
        let keepsIncoming = fade.progress(incomingAt: heardPosition(incoming)) >= 0.5
        self.fade = nil
        outgoing = nil
        current = keepsIncoming ? incoming : leaving
        audio(.unload((keepsIncoming ? leaving : incoming).generation, ramp: Timing.releaseRamp))
        return keepsIncoming ? incoming.entry : leaving.entry
    }

    mutating func navigationSettled() {
        guard navigation?.isSettling == true else { return }
        navigation?.isSettling = false
        loadCandidate()
    }

    private mutating func loadCandidate() {
        guard let request = navigation else { return }
        if var ready = standby, ready.purpose == .advance, !ready.isCommitted,
            ready.isTrimmed && request.position == .zero || ready.start == request.position,
            ready.entry.id == request.candidate.id
        {
            if let plan, moment.position(of: ready.generation) == nil {
                audio(.cancelSchedule(incoming: plan.transition.incoming))
                self.plan = nil
            }
            if plan == nil {
                ready.purpose = .navigation
                ready.entry.occurrence = request.candidate.occurrence
                standby = ready
                if ready.info != nil { commitNavigation() }
                return
            }
        }
        load(request.candidate, at: request.position, for: .navigation)
    }

    /// The candidate has proved playable: the index moves, and it is heard as soon as the mixer can.
    mutating func commitNavigation() {
        guard var request = navigation, var load = standby, load.info != nil else { return }
        navigation = nil
        place = request.place
        // It can be played: there is no way back any more.
        request.former = nil
        load.request = request
        standby = load
        if case .replace(let old, _) = request.kind { retire(old) }
        switch state {
        case .preparing:
            let fadeIn = current == nil && request.position == .zero ? configuration.fadeInDuration : .zero
            let paused = intent == .paused
            startStandby(fadeIn: fadeIn, paused: paused)
            move(
                to: paused ? .paused(track: load.entry, position: load.start) : .playing(track: load.entry),
                because: "loaded")
        case .preparingCrossfade(let from, _):
            cursor = load.entry.id
            guard let leaving = current, isRunning else {
                startStandby(fadeIn: .zero, paused: false)
                move(to: .playing(track: load.entry), because: "loaded")
                break
            }
            load.gain = gain(for: load)
            load.isCommitted = true
            standby = load
            let wanted: MediaTime
            let reason: TransitionPlan.Reason
            switch request.kind {
            case .replace(_, let duration): (wanted, reason) = (duration, .replace)
            case .skip, .jump: (wanted, reason) = (configuration.skipCrossfadeDuration, .skip)
            case .advance: (wanted, reason) = (configuration.skipCrossfadeDuration, .endOfTrack)
            }
            let transition = TransitionPlanner.now(
                from: leaving, at: heardPosition(leaving), to: load, wanted: wanted, curve: configuration.fadeCurve,
                reason: reason)
            schedule(transition, from: from, basis: nil)
        case .idle, .playing, .crossfading, .paused, .crossfadePaused, .fadingOut, .buffering, .seeking, .finished,
            .failed:
            preconditionFailure("a candidate was ready in \(state)")
        }
    }

    /// The replaced entry leaves the queue, now that its successor is ready.
    private mutating func retire(_ id: EntryID) {
        guard !queue.remove([id]).isEmpty else { return }
        effects.append(.queueChanged(.removed([id])))
        report(.queueChanged)
    }

    /// The candidate can't be played: the next one in the same direction, or back to where everything was.
    mutating func navigationFailed(_ error: AudioPlayerError) {
        guard var request = navigation else { return }
        request.attempts += 1
        report(.trackSkipped(request.candidate, reason: error.description))
        let following: QueueEntry?
        switch request.kind {
        case .skip, .advance:
            let found = neighbour(of: request.candidate, request.direction)
            let isSounding = found.map { $0.id == (current?.entry.id ?? cursor) } ?? true
            following = isSounding ? nil : found
        case .jump, .replace: following = nil
        }
        if let following, request.attempts < Timing.attempts {
            request.candidate = nextOccurrence(of: following)
            request.position = .zero
            navigation = request
            retarget(to: request.candidate)
            loadCandidate()
            return
        }
        let final: AudioPlayerError
        switch request.kind {
        case .jump, .replace: final = error
        case .skip, .advance:
            final =
                following != nil
                ? .skipFailed(attempts: request.attempts, reason: error.description)
                : .noValidTracksInPlaylist(reason: error.description)
        }
        rollBack(request, final)
    }

    /// The same state, on its way to another candidate.
    private mutating func retarget(to candidate: QueueEntry) {
        switch state {
        case .preparing:
            if let paused = current {
                move(to: .paused(track: paused.entry, position: pausedPosition), because: "load failed")
            } else {
                move(to: .idle, because: "load failed")
            }
            move(to: .preparing(track: candidate), because: "next candidate")
        case .preparingCrossfade(let track, _):
            move(to: .playing(track: track), because: "load failed")
            move(to: .preparingCrossfade(currentTrack: track, nextTrack: candidate), because: "next candidate")
        case .idle, .playing, .crossfading, .paused, .crossfadePaused, .fadingOut, .buffering, .seeking, .finished,
            .failed:
            preconditionFailure("a candidate failed in \(state)")
        }
    }

    private mutating func rollBack(_ request: Navigation, _ error: AudioPlayerError) {
        let wasShown = connecting == nil
        navigation = nil
        complete(request.ticket, .failed(error))
        report(.error(error))
        if let former = request.former, former.successor == queue.revision { bringBack(former) }
        if case .replace = request.kind {
            let beside = neighbour(of: request.candidate, 1) ?? neighbour(of: request.candidate, -1)
            if cursor == request.candidate.id { cursor = beside?.id }
            guard !queue.remove([request.candidate.id]).isEmpty else { preconditionFailure("the candidate is gone") }
            effects.append(.queueChanged(.removed([request.candidate.id])))
        }
        switch state {
        case .preparing:
            if let paused = current, queue.contains(paused.entry.id) {
                move(to: .paused(track: paused.entry, position: pausedPosition), because: "load failed")
                stand(at: paused.entry.id)
            } else {
                move(to: .failed(error: error, recoverable: true), because: "load failed")
                dropEverything()
            }
        case .preparingCrossfade(let track, _):
            move(to: .playing(track: track), because: "load failed")
            if let sounding = current, queue.contains(sounding.entry.id) {
                stand(at: sounding.entry.id)
                if !isRunning { start() }
                // Shown and heard are one again; a copy of the clock in a client is wrong since the press.
                if wasShown { announceSeek(to: heardPosition(sounding)) }
            } else {
                move(to: .failed(error: error, recoverable: true), because: "load failed")
                dropEverything()
            }
        case .idle, .playing, .crossfading, .paused, .crossfadePaused, .fadingOut, .buffering, .seeking, .finished,
            .failed:
            preconditionFailure("a navigation failed in \(state)")
        }
    }

    /// Nothing of the new queue can be played: it never was.
    private mutating func bringBack(_ former: FormerQueue) {
        queue.takeBack(former.queue)
        cursor = former.cursor
        place = former.place
        history = former.history
        activePlaylist = former.playlist
        effects.append(.queueChanged(.replaced))
        report(.queueChanged)
    }

    /// What is heard counts as current again.
    mutating func stand(at id: EntryID) {
        cursor = id
        place = .ahead
    }

    /// A new entry in the place of the one that plays.
    mutating func replaceTrack(
        with new: NewEntry, crossfadeDuration: MediaTime, _ ticket: CommandTicket?, _ isPending: inout Bool
    ) throws(AudioPlayerError) -> Reply {
        guard let old = target, state.kind != .idle, !state.isTerminal, state.kind != .fadingOut else {
            throw .invalidState(current: state.kind.rawValue, attempted: "replacing the track")
        }
        let entry = try insert([new], at: .next)[0]
        let duration = crossfadeDuration.clamped(to: MediaTime(seconds: 1)...MediaTime(seconds: 30))
        isPending = true
        navigate(
            Navigation(kind: .replace(old.id, duration), candidate: entry, direction: 1, ticket: ticket),
            starting: false)
        return .accepted
    }
}
