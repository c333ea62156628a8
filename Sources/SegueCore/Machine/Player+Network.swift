/// Handling of the network: streams that arrive more slowly than they play, and broken connections.
///
/// Events only record the facts about a load; `reconcile` derives the consequences, in any state.
extension Player {
    mutating func buffering(_ generation: LoadGeneration, _ percent: Int) {
        let percent = min(max(percent, 0), 100)
        // Nothing more is to be heard of a load that broke off.
        if current?.breakage != nil, current?.generation == generation { return }
        if let load = preparation[generation] {
            preparation.update(generation) { $0.fill = percent }
            if load.info == nil, percent < 100 { report(.loadProgress(load.entry, percent: percent)) }
        }
        let wasStarving = current?.generation == generation && current?.isStarving == true
        sound.update(generation) { $0.fill = percent }
        // The track that plays until the next one is ready has waited for this data.
        if wasStarving, state.kind == .preparingCrossfade, !sound.isRunning { start() }
    }

    /// Returns true if a load that broke off is worth reopening.
    func canReconnect(_ load: Load, after error: AudioPlayerError) -> Bool {
        guard !load.entry.isLocal else { return false }
        switch error {
        case .fileLoadFailed, .loadTimeout: return true
        case .invalidState, .invalidConfiguration, .fileNotFound, .playlistIncomplete, .unsupportedFormat,
            .noValidTracksInPlaylist, .skipFailed, .engineError, .outputError, .busError, .queueFull, .cancelled,
            .transitionNotSet:
            return false
        }
    }

    /// Records that the connection of the playing track broke off: the track is reopened where the audio stops.
    mutating func breakOff(_ load: Load, _ error: AudioPlayerError) {
        report(.error(error))
        sound.update(load.generation) { $0.breakage = error }
        reconnection.breakOff(load.entry, at: stoppingPosition(load))
    }

    // MARK: - Consequences

    /// Handles stalled decks: a deck without data holds up the other one, since both are played by one mixer.
    mutating func reconcileStarvation() {
        if sound.isRunning, outgoing?.isStarving == true { giveUpOutgoing(because: "outgoing track failed") }
        guard let load = current else { return }
        switch state {
        case .playing where load.isStarving:
            beginTransitionThatPauseWouldReach()
            guard state.kind == .playing, current?.generation == load.generation else {
                // After a pause, a stalled deck does not hold up its successor.
                if !sound.isRunning { start() }
                return reconcileStarvation()
            }
            stall()
            leave(because: "stalled")
        case .buffering: reconcileBuffering(of: load)
        case .crossfading where load.isStarving: bridgeStall(of: load)
        case .preparingCrossfade where load.isStarving && sound.fade != nil && standby?.isCommitted != true:
            // The outgoing track bridges the time to the candidate.
            endFade(keeping: .outgoing, ramp: Timing.releaseRamp, because: "stalled")
            reconcileStarvation()
        case .preparingCrossfade where load.isStarving && sound.isRunning:
            stall()
            if standby?.isCommitted == true { startStandby(because: "stalled") }
        case .seeking(_, _, _, .playing) where load.isStarving && sound.isRunning:
            stall()
            if standby?.isCommitted == true { startStandby(because: "loaded") }
        case .fadingOut where load.isStarving && sound.isRunning,
            .preparing where load.isStarving && sound.isRunning && sound.motion.isFadingOut:
            // Nothing is left to fade.
            fadedOut()
        case .idle, .preparing, .preparingCrossfade, .playing, .crossfading, .paused, .crossfadePaused, .fadingOut,
            .seeking, .finished, .failed:
            break
        }
    }

    private mutating func reconcileBuffering(of load: Load) {
        if sound.motion == .waiting {
            guard !load.isStarving else { return }
            start()
        } else {
            // Nothing is connected in a pause; a play does that.
            guard !load.isStarving || load.breakage != nil else { return }
            halt()
        }
        leave(because: "buffered")
    }

    /// Handles the stall of a fade's incoming track: the outgoing track plays on alone until the incoming one is ready
    /// again.
    private mutating func bridgeStall(of load: Load) {
        guard outgoing != nil else {
            // The outgoing track had fallen silent already.
            endFade(isCompleted: true, because: "stalled")
            reconcileStarvation()
            return
        }
        let place = stoppingPosition(load)
        endFade(keeping: .outgoing, ramp: Timing.releaseRamp, because: "stalled")
        if !sound.isRunning { start() }
        navigate(Navigation(kind: .advance, candidate: load.entry, direction: 1, position: place), starting: false)
    }

    /// Reopens a broken stream, immediately and then at increasing intervals. In a pause, nothing is attempted.
    mutating func reconcileConnection() {
        guard let load = current, let error = load.breakage, case .buffering(_, _, .playing) = state,
            reconnection.isUnderWay
        else {
            disarm(.reconnect)
            if standby?.purpose == .reconnection { discardStandby() }
            if current?.breakage != nil { reconnection.beginAnew() }
            return
        }
        guard standby?.purpose != .reconnection, timers[.reconnect] == nil else { return }
        guard let delay = reconnection.delay else { return giveUpStream(load, error) }
        if delay > .zero { arm(.reconnect, at: moment.now + delay) } else { reconnect() }
    }

    mutating func reconnect() {
        guard let load = current else { return }
        reconnection.countAttempt()
        self.load(load.entry, at: stoppingPosition(load), for: .reconnection)
    }

    mutating func commitReconnection() {
        guard case .buffering(_, _, .playing) = state, let ready = standby, let info = ready.info else {
            return
        }
        let startsOver = !info.isSeekable && !info.isLive && ready.start > .zero
        if startsOver { preparation.update { $0.start = .zero } }
        startStandby(because: "connected again")
        if startsOver { announceSeek(to: .zero) }
    }

    mutating func reconnectionFailed(_ error: AudioPlayerError) {
        guard let load = current, !canReconnect(load, after: error) else { return }
        giveUpStream(load, error)
    }

    private mutating func giveUpStream(_ load: Load, _ error: AudioPlayerError) {
        reconnection.giveUp()
        audio(.unload(load.generation, ramp: Timing.releaseRamp))
        report(.trackSkipped(load.entry, reason: error.description))
        let position = stoppingPosition(load)
        goOnWithout(load, error)
        if state.kind == .failed { keepPosition(of: load.entry, at: position) }
    }
}
