/// What the engine and the timers report.
extension Player {
    mutating func receive(_ event: AudioEvent) {
        switch event {
        case .loaded(let generation, let track): loaded(generation, track)
        case .loadFailed(let generation, let error): loadFailed(generation, error)
        case .transitionStarted(let generation, let span): transitionStarted(generation, along: span)
        case .fadeCompressed(let generation, let span): followFade(to: generation, along: span)
        case .transitionFinished(let generation): transitionFinished(generation)
        case .ended(let generation): ended(generation)
        case .failed(let generation, let error): failed(generation, error)
        case .fadeOutCompleted: fadedOut()
        case .buffering(let generation, let percent): buffering(generation, percent)
        case .metadataChanged(let generation, let metadata): metadataChanged(generation, metadata)
        case .outputLost(let name, let reason): outputLost(name, reason)
        case .outputReady(let name, let fallback): outputReady(name, fallback)
        case .outputRates(let rates): outputRates = rates
        case .outputRefused(let name, let reason): outputRefused(name, reason)
        case .silenced(let isSilenced): silenced(isSilenced)
        }
    }

    mutating func fire(_ timer: PlayerTimer) {
        // A timer that was disarmed or moved while its deadline was on the way.
        guard let due = armed[timer], due <= moment.now else { return }
        armed[timer] = nil
        switch timer {
        case .loadLimit(let generation): loadTimedOut(generation)
        case .navigationSettled: navigationSettled()
        case .seekSettled: seekSettled()
        case .fadeProgress: tickFade()
        case .playCounted: countPlay()
        case .tagsAwaited:
            // Reading takes long: what the loads know is better than nothing.
            for load in [standby, current, outgoing] { showTags(of: load) }
        case .prepareNext: break
        case .reconnect: reconnect()
        case .sleep:
            sleepAt = nil
            _ = stop(fadeDuration: configuration.fadeOutDuration, because: "sleep timer")
        case .reopenOutput: reopenOutput()
        }
    }

    /// The last sample of a load was heard and nothing had been planned to follow it.
    private mutating func ended(_ generation: LoadGeneration) {
        if outgoing?.generation == generation {
            outgoing = nil
            return
        }
        guard let load = current, load.generation == generation else { return }
        current = nil
        isRunning = false
        goOn(after: load.entry, because: "track ended")
    }

    /// A load that had sounded can't go on. What is left goes on without it.
    private mutating func failed(_ generation: LoadGeneration, _ error: AudioPlayerError) {
        if standby?.generation == generation {
            loadFailed(generation, error)
            return
        }
        if let leaving = outgoing, leaving.generation == generation {
            report(.error(error))
            audio(.unload(generation, ramp: Timing.releaseRamp))
            outgoing = nil
            loseFade()
            return
        }
        guard let load = current, load.generation == generation else { return }
        if canReconnect(load, after: error) {
            breakOff(load, error)
            return
        }
        audio(.unload(generation, ramp: Timing.releaseRamp))
        report(.trackSkipped(load.entry, reason: error.description))
        if let survivor = outgoing {
            // The incoming track broke in its fade: the outgoing one bridges the way to another.
            outgoing = nil
            current = survivor
            if let fade { report(.transitionFinished(fade.record, completed: false)) }
            fade = nil
            bridge(from: survivor, over: load.entry)
            return
        }
        goOnWithout(load, error)
    }

    /// What was heard has broken and was given up, and nothing else sounds.
    mutating func goOnWithout(_ load: Load, _ error: AudioPlayerError) {
        // The engine's clock goes on, with nothing to be heard.
        current = nil
        if prefetch?.error == nil, automaticNext(after: load.entry) == nil, standby == nil {
            prefetch = prefetch ?? Prefetch(basis: prefetchBasis)
            prefetch?.error = error
        }
        goOn(after: load.entry, because: "track failed")
    }

    /// The fade has lost its outgoing track.
    mutating func loseFade() {
        guard let fade, let incoming = current else { return }
        self.fade = nil
        report(.transitionFinished(fade.record, completed: false))
        switch state {
        case .crossfading: move(to: .playing(track: incoming.entry), because: "outgoing track failed")
        case .crossfadePaused:
            move(
                to: .paused(track: incoming.entry, position: stoppingPosition(incoming)),
                because: "outgoing track failed")
        case .idle, .preparing, .preparingCrossfade, .playing, .paused, .fadingOut, .buffering, .seeking, .finished,
            .failed:
            break
        }
    }

    private mutating func bridge(from survivor: Load, over broken: QueueEntry) {
        let next = automaticNext(after: broken)
        switch state {
        case .crossfading:
            move(to: .playing(track: survivor.entry), because: "incoming track failed")
        case .crossfadePaused:
            move(
                to: .paused(track: survivor.entry, position: stoppingPosition(survivor)),
                because: "incoming track failed")
        case .idle, .preparing, .preparingCrossfade, .playing, .paused, .fadingOut, .buffering, .seeking, .finished,
            .failed:
            return
        }
        if let next, next.id != survivor.entry.id {
            navigate(Navigation(kind: .advance, candidate: next, direction: 1), starting: false)
        } else if queue.contains(survivor.entry.id) {
            stand(at: survivor.entry.id)
        }
    }

    /// Nothing sounds any more, and nobody asked for that: what follows starts as soon as it is ready.
    mutating func goOn(after entry: QueueEntry, because cause: String) {
        switch state {
        case .crossfading(_, let to, _, _), .crossfadePaused(_, let to, _, _, _):
            if let fade { report(.transitionFinished(fade.record, completed: true)) }
            fade = nil
            outgoing = nil
            if state.kind == .crossfading {
                move(to: .playing(track: to), because: cause)
                goOn(after: entry, because: cause)
            } else {
                move(to: .paused(track: to, position: to.metadata.duration ?? .zero), because: cause)
            }
        case .buffering(let track, _, .playing):
            move(to: .playing(track: track), because: cause)
            goOn(after: entry, because: cause)
        case .buffering(let track, _, .paused):
            move(to: .paused(track: track, position: pausedPosition), because: cause)
        case .playing(let track):
            if let ready = standby, ready.purpose == .advance {
                navigation = Navigation(kind: .advance, candidate: ready.entry, direction: 1)
                standby?.purpose = .navigation
                plan = nil
                move(to: .preparingCrossfade(currentTrack: track, nextTrack: ready.entry), because: cause)
                if ready.info != nil { commitNavigation() }
            } else if let next = automaticNext(after: prefetch?.passedOver.last ?? entry), prefetch?.error == nil {
                discardStandby()
                let request = Navigation(kind: .advance, candidate: nextOccurrence(of: next), direction: 1)
                navigation = request
                move(to: .preparingCrossfade(currentTrack: track, nextTrack: request.candidate), because: cause)
                load(request.candidate, at: .zero, for: .navigation)
            } else {
                finish(because: cause)
            }
        case .preparingCrossfade:
            // The next one is on its way; it starts from silence. One that was ready and scheduled can do so now.
            if standby?.isCommitted == true, let load = standby {
                startStandby(fadeIn: .zero, paused: false)
                move(to: .playing(track: load.entry), because: cause)
            }
        case .seeking:
            if standby?.isCommitted == true { startCommittedFromSilence() }
        case .fadingOut: fadedOut()
        case .idle, .preparing, .paused, .finished, .failed: break
        }
    }

    private mutating func metadataChanged(_ generation: LoadGeneration, _ metadata: TrackMetadata) {
        guard let load = [current, standby, outgoing].compactMap({ $0 }).first(where: { $0.generation == generation }),
            var entry = queue[load.entry.id]
        else { return }
        let former = entry.displayName
        if load.info?.isLive == true, metadata.title != nil {
            // What a stream plays now has nothing to do with what it played before.
            entry.metadata.artists = []
            if current?.generation == generation { current?.info?.metadata.artists = [] }
        }
        if current?.generation == generation { current?.info?.metadata.adopt(metadata) }
        if standby?.generation == generation { standby?.info?.metadata.adopt(metadata) }
        guard armed[.tagsAwaited] == nil || !requestedMetadata.contains(entry.id) else { return }
        entry.metadata.adopt(metadata)
        if load.info?.isLive == true, entry.displayName != former { report(.streamTitle(entry.displayName)) }
        store(entry)
    }

    private mutating func countPlay() {
        guard let load = current, playCount?.id == load.entry.id, var entry = queue[load.entry.id] else { return }
        playCount?.isCounted = true
        let known = heldPlay.flatMap { $0.entry.uri == entry.uri ? $0.count : nil } ?? entry.metadata.useCount ?? 0
        let play = HeldPlay(
            entry: load.entry, ids: queue.entries(of: entry.uri).map(\.id), count: min(known, .max - 1) + 1,
            date: moment.date.text)
        heldPlay = play
        entry.metadata.useCount = play.count
        entry.metadata.lastUsed = play.date
        report(.played(entry))
    }

    /// The track that counts as played is not shown any more, or is shown anew: now it says how often.
    mutating func reconcileHeldPlay() {
        guard let play = heldPlay, shown?.isSameOccurrence(as: play.entry) != true else { return }
        heldPlay = nil
        remember(play.ids) { metadata in
            metadata.useCount = play.count
            metadata.lastUsed = play.date
        }
    }
}
