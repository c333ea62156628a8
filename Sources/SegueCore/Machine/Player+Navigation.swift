/// Navigation to other entries: peek, load, commit (design.md, Navigation). The audible track plays on until the new
/// file has proved playable.
extension Player {
    /// The target of `next`: the following entry; when the queue repeats, the first follows the last.
    var manualNext: QueueEntry? { entryBehindUnplayable ?? target.flatMap { neighbour(of: $0, 1) } }

    /// The entry that is prepared to follow, if the entries in between can't be played.
    private var entryBehindUnplayable: QueueEntry? {
        guard pursuit.navigation == nil, let target, let standby, standby.purpose == .advance,
            let passedOver = search.passedOver.first, passedOver.id == neighbour(of: target, 1)?.id
        else { return nil }
        return standby.entry
    }

    /// The target of `previous`: back through the history of what was heard, then up the play order.
    var manualPrevious: (entry: QueueEntry, place: History.Place)? {
        guard let target else { return nil }
        // The user may have gone back, and forward again, before any of it is heard.
        let former = itinerary.step(back: pursuit.navigation?.place ?? itinerary.place) {
            queue.contains($0) && $0 != target.id
        }
        if let former, let entry = queue[former.id] { return (entry, former.place) }
        return neighbour(of: target, -1).map { ($0, .before) }
    }

    /// Returns the entry with its own occurrence: one more than the loads of the same entry, heard or `ahead` in the
    /// line. A track can follow itself.
    func nextOccurrence(of entry: QueueEntry, behind ahead: [QueueEntry] = []) -> QueueEntry {
        let loaded = [current?.entry, outgoing?.entry, state.currentTrack].compactMap { $0 } + ahead
        var next = entry
        if let round = loaded.filter({ $0.id == entry.id }).map(\.occurrence).max() { next.occurrence = round + 1 }
        return next
    }

    func neighbour(of entry: QueueEntry, _ direction: Int) -> QueueEntry? {
        queue.entry(from: entry.id, offset: direction, wrapping: repeatMode == .queue)
    }

    /// Navigates to `request.candidate`. The candidate is shown immediately, loaded when a burst of commands ends, and
    /// heard when it is ready. If nothing plays or is paused, the candidate starts only with `starting`; otherwise it
    /// only becomes current.
    ///
    /// - Parameters:
    ///   - request: The navigation to begin.
    ///   - starting: True if the candidate is to play in any case.
    ///   - former: The state before the caller ended another navigation; nil if none was ended.
    mutating func navigate(_ request: Navigation, starting: Bool, from former: PlayerState? = nil) {
        let former = former ?? state
        let formerPosition = livePosition(at: moment).position
        var request = request
        request.candidate = nextOccurrence(of: request.candidate)
        (request.isStarting, request.begunAt) = (starting, moment.now)
        giveUpPursuit()
        itinerary.beginRounds()

        switch former {
        case .idle, .finished, .failed, .fadingOut:
            guard starting else {
                itinerary.stand(at: request.candidate.id, place: request.place)
                complete(request.ticket, .done)
                return
            }
            pursuit.want(.playing)
            leave(because: "play")
        case .preparing:
            if starting { pursuit.want(.playing) }
        case .paused, .crossfadePaused, .buffering(_, _, .paused), .seeking(_, _, _, .paused):
            // Silent tracks stay silent until the new file is ready.
            halt()
            pursuit.want(starting ? .playing : .paused)
        case .preparingCrossfade, .playing, .buffering, .seeking, .crossfading: break
        }
        leave(because: "skip")
        pursuit.go(request)

        if output.isGone, !sound.motion.goesOn, pursuit.intent == .playing {
            // The candidate is prepared, and stays silent until there is an output.
            pursuit.want(.paused)
            _ = awaitOutput(for: nil)
        }
        if request.kind == .skip, !starting, pursuit.press(at: moment.now) {
            pursuit.updateNavigation { $0.isSettling = true }
            discardPrepared()
            arm(.navigationSettled, at: moment.now + Timing.settle)
        } else {
            loadCandidate()
        }
        // The track that clients show may be wanted at another position, or be shown again without the target of the
        // replaced seek.
        let position = livePosition(at: moment).position
        if former.showsProgress, drawn.shows(shown), position != formerPosition { announceSeek(to: position) }
    }

    mutating func navigationSettled() {
        guard pursuit.navigation?.isSettling == true else { return }
        pursuit.updateNavigation { $0.isSettling = false }
        loadCandidate()
    }

    /// Loads the candidate, unless it is loaded already.
    mutating func loadCandidate() {
        guard let request = pursuit.navigation else { return }
        if standby?.purpose.staysInTrack == true { discardStandby() }
        if let ready = standby, ready.purpose == .advance, !ready.isCommitted, ready.breakage == nil,
            ready.isTrimmed && request.position == .zero || ready.start == request.position,
            ready.entry.id == request.candidate.id, moment.position(of: ready.generation) == nil
        {
            free(at: 0)
            preparation.update { load in
                load.purpose = .navigation
                load.entry.occurrence = request.candidate.occurrence
            }
            if ready.info != nil { commitNavigation() }
            return
        }
        if promoteSpare(for: request) { return }
        load(request.candidate, at: request.position, for: .navigation)
    }

    /// Commits the navigation to a candidate that has proved playable: it becomes current, and is heard as soon as the
    /// mixer can. Does nothing if the candidate's loudness may be known within a moment.
    mutating func commitNavigation(patiently: Bool = true) {
        guard let ready = waitingCandidate else { return }
        guard !patiently || !awaitsLoudness(of: ready) else {
            if timers[.soundAwaited] == nil { arm(.soundAwaited, at: moment.now + Timing.soundPatience) }
            return
        }
        guard var request = pursuit.endNavigation() else { return }
        itinerary.turn(to: request.place)
        // The candidate can be played: a roll-back is no longer possible.
        request.edit = nil
        preparation.update { $0.request = request }
        if case .replace(let old, _) = request.kind { consume(old) }
        if case .preparingCrossfade(let from, _) = state { return goOver(from: from, for: request) }
        let beginsAnew = current == nil || sound.motion.isFadingOut
        let fadeIn = beginsAnew && request.position == .zero ? configuration.fadeInDuration : .zero
        startStandby(fadeIn: fadeIn, because: "loaded")
    }

    /// The candidate that is ready to be heard; nil without one.
    var waitingCandidate: Load? {
        pursuit.navigation == nil ? nil : standby.flatMap { $0.info != nil && $0.purpose == .navigation ? $0 : nil }
    }

    /// True if the loudness of a track without loudness tags is being looked up.
    private func awaitsLoudness(of load: Load) -> Bool {
        let loudness = load.metadata.loudness
        return configuration.transitions == .listen && configuration.loudnessMode != .off
            && loudness.trackGain == nil && loudness.albumGain == nil && analyses.isLookedUp(load.entry.uri)
    }

    /// Starts the transition from the playing track to the standby, as soon as the mixer can.
    private mutating func goOver(from: QueueEntry, for request: Navigation) {
        guard let ready = standby else { preconditionFailure("nothing is ready in \(state)") }
        itinerary.point(to: ready.entry.id)
        guard let leaving = current, sound.isRunning else {
            return startStandby(because: "loaded")
        }
        let loudness = gain(for: ready)
        preparation.update { load in
            load.gain = loudness
            load.isCommitted = true
        }
        guard let load = standby else { return }
        let wanted: MediaTime
        let reason: TransitionPlan.Reason
        switch request.kind {
        case .replace(_, let duration): (wanted, reason) = (duration, .replace)
        case .skip, .jump: (wanted, reason) = (request.fade ?? configuration.skipCrossfadeDuration, .skip)
        case .advance: (wanted, reason) = (configuration.skipCrossfadeDuration, .endOfTrack)
        }
        let transition = TransitionPlanner.now(
            from: leaving, at: heardPosition(leaving), to: load, wanted: wanted, curve: configuration.fadeCurve,
            reason: reason)
        schedule(transition, from: from, basis: nil)
    }

    /// Replaces the playing entry with a new one.
    mutating func replaceTrack(
        with new: NewEntry, crossfadeDuration: MediaTime, _ ticket: CommandTicket?
    ) throws(AudioPlayerError) -> Answer {
        guard let old = target, state.kind != .idle, !state.isTerminal, state.kind != .fadingOut else {
            throw .invalidState(current: state.kind.rawValue, attempted: "replacing the track")
        }
        let entry = try insert([new], at: .next)[0]
        let duration = crossfadeDuration.clamped(to: MediaTime(seconds: 1)...MediaTime(seconds: 30))
        var request = Navigation(kind: .replace(old.id, duration), candidate: entry, direction: 1, ticket: ticket)
        request.edit = edits.done.last?.number
        navigate(request, starting: false)
        return .pending
    }

    // MARK: - Targets of the user

    /// Counts a cut that is on its way to the output as heard: its target plays until the next command takes effect.
    /// The previous audio has been replaced already.
    private mutating func takeCutAsHeard() {
        guard sound.isRunning, standby?.isCommitted == true, preparation.plan?.transition.kind == .cut else { return }
        beginTransitionThatPauseWouldReach()
    }

    mutating func next(_ ticket: CommandTicket?, fade: MediaTime? = nil) -> Answer {
        takeCutAsHeard()
        guard let entry = manualNext else { return .nothingToDo }
        var navigation = Navigation(kind: .skip, candidate: entry, direction: 1, fade: fade, ticket: ticket)
        // Attempts made for the end of the track count.
        if entryBehindUnplayable != nil { navigation.attempts = search.attempts }
        navigate(navigation, starting: false)
        return .pending
    }

    mutating func previous(_ ticket: CommandTicket?) -> Answer {
        takeCutAsHeard()
        if configuration.previousRestartsAfter > .zero, state.showsProgress, canSeek,
            livePosition(at: moment).position > configuration.previousRestartsAfter
        {
            return seek(to: .zero, ticket)
        }
        guard let former = manualPrevious else { return .nothingToDo }
        navigate(
            Navigation(kind: .skip, candidate: former.entry, direction: -1, place: former.place, ticket: ticket),
            starting: false)
        return .pending
    }

    mutating func go(
        to id: EntryID, _ kind: Navigation.Kind, _ ticket: CommandTicket?, starting: Bool
    ) -> Answer {
        guard let entry = queue[id] else { return .nothingToDo }
        if let waited = pursuit.navigation, waited.kind == kind, waited.candidate.id == id,
            waited.isStarting == starting
        {
            return jumpAgain(ticket)
        }
        takeCutAsHeard()
        navigate(Navigation(kind: kind, candidate: entry, direction: 1, ticket: ticket), starting: starting)
        return .pending
    }
}
