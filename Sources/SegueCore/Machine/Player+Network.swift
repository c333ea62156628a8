/// What the network does to a player: streams that come slower than they play, and connections that break off.
///
/// Events only note what is known of a load; the rest follows in `reconcile`, whatever the state is by then.
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
        // What plays until the next track is ready has waited for this.
        if wasStarving, state.kind == .preparingCrossfade, !sound.isRunning { start() }
    }

    /// Whether a load that broke off is worth opening again.
    func canReconnect(_ load: Load, after error: AudioPlayerError) -> Bool {
        guard !load.entry.isLocal else { return false }
        switch error {
        case .fileLoadFailed, .loadTimeout: return true
        case .invalidState, .invalidConfiguration, .fileNotFound, .unsupportedFormat, .noValidTracksInPlaylist,
            .skipFailed, .engineError, .outputError, .busError, .queueFull, .cancelled, .transitionNotSet:
            return false
        }
    }

    /// The connection of the track that plays broke off: it is opened again where the sound stops.
    mutating func breakOff(_ load: Load, _ error: AudioPlayerError) {
        report(.error(error))
        sound.update(load.generation) { $0.breakage = error }
        reconnection.breakOff(load.entry, at: stoppingPosition(load))
    }

    // MARK: - What follows

    /// A deck without sound holds up the other one, since both come out of one mixer.
    mutating func reconcileStarvation() {
        if sound.isRunning, outgoing?.isStarving == true { giveUpOutgoing(because: "outgoing track failed") }
        guard let load = current else { return }
        switch state {
        case .playing where load.isStarving:
            beginTransitionThatPauseWouldReach()
            guard state.kind == .playing, current?.generation == load.generation else {
                // After a pause, what comes is not held up by what stalls.
                if !sound.isRunning { start() }
                return reconcileStarvation()
            }
            stall()
            leave(because: "stalled")
        case .buffering: reconcileBuffering(of: load)
        case .crossfading where load.isStarving: bridgeStall(of: load)
        case .preparingCrossfade where load.isStarving && sound.fade != nil && standby?.isCommitted != true:
            // The outgoing track bridges the way to the candidate.
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
            // Nothing is left that could fade.
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

    /// The incoming track of a fade has stalled: the outgoing one goes on alone until it is there again.
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

    /// Opens a broken stream again, at once and then less and less often. In a pause nothing is tried.
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
        goOnWithout(load, error)
    }
}
