/// Handlers for reports of the engine and for timers.
extension Player {
    mutating func receive(_ event: AudioEvent) {
        switch event {
        case .loaded(let generation, let track): loaded(generation, track)
        case .loadFailed(let generation, let error): loadFailed(generation, error)
        case .transitionStarted(let generation, let span): transitionStarted(generation, along: span)
        case .quickFinishing(let generation, let span): followFade(to: generation, along: span)
        case .transitionStands(let refused, let standing): preparation.keep(standing, insteadOf: refused)
        case .transitionFinished(let generation): transitionFinished(generation)
        case .ended(let generation): ended(generation)
        case .failed(let generation, let error): failed(generation, error)
        case .fadeOutCompleted: fadedOut()
        case .buffering(let generation, let percent): buffering(generation, percent)
        case .metadataChanged(let generation, let metadata): metadataChanged(generation, metadata)
        case .outputLost(let name, let reason): outputLost(name, reason)
        case .outputReady(let name, let fallback): outputReady(name, fallback)
        case .outputReplaced(let name, let fallback): outputReplaced(name, fallback)
        case .mixingRestarted:
            report(.error(.engineError(reason: Reason.mixingRestarted.text())))
        case .outputRates(let rates): output.adopt(rates)
        case .outputRefused(let name, let reason): outputRefused(name, reason)
        case .silenced(let isSilenced): silenced(isSilenced)
        case .deviceUnplugged(let name): deviceUnplugged(name)
        case .deviceReturned: deviceReturned()
        }
    }

    mutating func fire(_ timer: PlayerTimer) {
        // A timer may have been disarmed or moved while its deadline was being delivered.
        guard timers.fire(timer, at: moment.now) else { return }
        switch timer {
        case .loadLimit(let generation): loadTimedOut(generation)
        // After each step, a client's position that is off is corrected.
        case .lookAhead, .outputHeard: break
        case .navigationSettled: navigationSettled()
        case .seekSettled: seekSettled()
        case .fadeProgress: tickFade()
        case .playCounted: countPlay()
        case .tagsAwaited:
            // Reading takes long: tags known from the loads are better than none.
            for load in loads { showTags(of: load) }
        case .soundAwaited: commitNavigation(patiently: false)
        case .prepareNext: break
        case .reconnect: reconnect()
        case .sleep: _ = stop(fadeDuration: configuration.fadeOutDuration, because: "sleep timer")
        case .fallAsleep: fallAsleep()
        case .reopenOutput: reopenOutput()
        case .improveOutput: improveOutput()
        }
    }

    /// Handles the end of a load that was heard to its last sample, with no transition planned.
    private mutating func ended(_ generation: LoadGeneration) {
        if let load = preparation[generation] { return endedUnheard(load) }
        if outgoing?.generation == generation { return sound.loseOutgoing() }
        guard let load = current, load.generation == generation else { return }
        loseCurrent(because: "track ended")
        sound.runDry()
        goOn(after: load.entry, because: "track ended")
    }

    /// Removes the current load, at its end or before. A fade to it is over.
    private mutating func loseCurrent(because cause: String) {
        endFade(isCompleted: true, because: cause)
        if case .paused(let track, _) = state, turn.former.kind == .crossfadePaused {
            sound.halt(at: track.metadata.duration ?? .zero)
        }
        sound.loseCurrent()
    }

    /// Handles the failure of a load that was heard. If another load still plays, it plays on.
    private mutating func failed(_ generation: LoadGeneration, _ error: AudioPlayerError) {
        if preparation[generation] != nil { return loadFailed(generation, error) }
        if outgoing?.generation == generation {
            report(.error(error))
            return giveUpOutgoing(because: "outgoing track failed")
        }
        guard let load = current, load.generation == generation else { return }
        guard !canReconnect(load, after: error) else { return breakOff(load, error) }
        report(.trackSkipped(load.entry, reason: error.description))
        let next = automaticNext(after: load.entry)
        // A track that is ready to follow this load starts immediately.
        guard sound.fade != nil, let survivor = outgoing, standby?.isCommitted != true,
            queue.contains(survivor.entry.id) || next.map({ $0.id != survivor.entry.id }) == true
        else {
            audio(.unload(generation, ramp: Timing.releaseRamp))
            endFade(ramp: Timing.releaseRamp, because: "track failed")
            return goOnWithout(load, error)
        }
        // The incoming track failed during its fade: the outgoing track bridges the time to another one.
        endFade(keeping: .outgoing, ramp: Timing.releaseRamp, because: "incoming track failed")
        guard !isPursuing else { return }
        if let next, next.id != survivor.entry.id {
            navigate(Navigation(kind: .advance, candidate: next, direction: 1), starting: false)
        } else {
            itinerary.stand(at: survivor.entry.id, place: .ahead)
        }
    }

    /// Continues after the audible load has failed and was released, and nothing else plays.
    mutating func goOnWithout(_ load: Load, _ error: AudioPlayerError) {
        // The engine's clock continues, with nothing to be heard.
        loseCurrent(because: "track failed")
        if search.error == nil, automaticNext(after: load.entry) == nil, standby == nil {
            search.fail(on: searchBasis, with: error)
        }
        goOn(after: load.entry, because: "track failed")
    }

    /// Continues after playback ended without a request: the next track starts as soon as it is ready.
    mutating func goOn(after entry: QueueEntry, because cause: String) {
        guard !sound.motion.isFadingOut else { return fadedOut() }
        guard !isPursuing else {
            // The next track is being loaded and will start from silence. A track that is ready and scheduled can start
            // now.
            if standby?.isCommitted == true { startStandby(because: isSeeking ? "loaded" : cause) }
            return
        }
        switch sound.motion {
        case .standingStalled:
            halt()
            leave(because: cause)
        case .running, .waiting:
            passOverFailed()
            if let ready = standby, ready.purpose == .advance {
                pursuit.go(Navigation(kind: .advance, candidate: ready.entry, direction: 1))
                preparation.update { $0.purpose = .navigation }
                preparation.cancelPlan()
                leave(because: cause)
                if ready.info != nil { commitNavigation() }
            } else if let next = automaticNext(after: search.passedOver.last ?? entry), search.error == nil {
                discardStandby()
                let request = Navigation(kind: .advance, candidate: nextOccurrence(of: next), direction: 1)
                pursuit.go(request)
                leave(because: cause)
                load(request.candidate, at: .zero, for: .navigation)
            } else {
                finish(because: cause)
            }
        case .fadingOut, .standing: break
        }
    }

    private mutating func metadataChanged(_ generation: LoadGeneration, _ metadata: TrackMetadata) {
        guard let load = loads.first(where: { $0.generation == generation }), var entry = queue[load.entry.id] else {
            return
        }
        let former = entry.displayName
        let isLive = load.info?.isLive == true
        if outgoing?.generation != generation {
            func learn(_ load: inout Load) { load.info?.metadata.adopt(metadata, isLive: isLive) }
            sound.update(generation, learn)
            preparation.update(generation, learn)
        }
        guard timers[.tagsAwaited] == nil || !requestedMetadata.contains(entry.id) else { return }
        entry.metadata.adopt(metadata, isLive: isLive)
        if isLive, entry.displayName != former { report(.streamTitle(entry.displayName)) }
        store(entry)
    }

    private mutating func countPlay() {
        guard let load = current, var entry = queue[load.entry.id], plays.complete(load.entry.id) else { return }
        let known = plays.held.flatMap { $0.entry.uri == entry.uri ? $0.count : nil } ?? entry.metadata.useCount ?? 0
        let play = HeldPlay(
            entry: load.entry, ids: queue.entries(of: entry.uri).map(\.id), count: min(known, .max - 1) + 1,
            date: moment.date.text)
        plays.hold(play)
        entry.metadata.useCount = play.count
        entry.metadata.lastUsed = play.date
        report(.played(entry))
    }
}
