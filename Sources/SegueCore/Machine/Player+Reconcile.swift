/// After every step: what should be under way is compared with what is, and the difference is ordered. Edits, settings
/// and late news need no special cases of their own.
extension Player {
    mutating func reconcile() {
        reconcileStarvation()
        reconcileConnection()
        prepareWhatFollows()
        reconcileMetadata()
        reconcileHeldPlay()
        reconcileOutput()
        reconcileTimers()
    }

    /// What follows `entry` when it ends by itself; nil at the end.
    func automaticNext(after entry: QueueEntry?) -> QueueEntry? {
        guard let entry else { return nil }
        let goesRound = configuration.repeatCount.map { rounds < $0 } ?? true
        var next: QueueEntry?
        if repeatMode == .track && goesRound {
            next = queue[entry.id]
        } else if repeatMode == .queue && goesRound {
            next = queue.entry(from: entry.id, offset: 1, wrapping: true)
        } else {
            next = queue.entry(from: entry.id, offset: 1, wrapping: false)
        }
        if let found = next, found.id == entry.id { next?.occurrence = entry.occurrence + 1 }
        return next
    }

    var prefetchBasis: Prefetch.Basis {
        Prefetch.Basis(
            cursor: cursor, revision: queue.revision, repeatMode: repeatMode, repeatCount: configuration.repeatCount)
    }

    /// What follows could not be loaded: the one behind it is tried.
    mutating func passOver(_ entry: QueueEntry, _ error: AudioPlayerError) {
        report(.trackSkipped(entry, reason: error.description))
        prefetch?.passedOver.append(entry)
        guard let count = prefetch?.passedOver.count else { return }
        let next = automaticNext(after: entry)
        if next == nil || next?.id == entry.id || next?.id == cursor {
            prefetch?.error = .noValidTracksInPlaylist(reason: error.description)
        } else if count >= Timing.attempts {
            prefetch?.error = .skipFailed(attempts: count, reason: error.description)
        }
    }

    private mutating func prepareWhatFollows() {
        let isSteady = state.kind == .playing || state.kind == .paused || state.kind == .buffering
        guard navigation == nil, seek == nil, standby?.isCommitted != true, isSteady, outgoing == nil,
            let playing = current, playing.breakage == nil
        else {
            if !isSteady && standby?.purpose == .advance { discardStandby() }
            disarm(.prepareNext)
            return
        }
        if prefetch?.basis != prefetchBasis { prefetch = Prefetch(basis: prefetchBasis) }
        let wanted =
            prefetch?.error != nil || playing.info?.isLive == true
            ? nil : automaticNext(after: prefetch?.passedOver.last ?? playing.entry)
        guard let wanted, queue.contains(playing.entry.id) else {
            if standby != nil { discardStandby() }
            disarm(.prepareNext)
            if playOutGeneration != playing.generation {
                playOutGeneration = playing.generation
                audio(.playOut(playing.generation))
            }
            return
        }
        if let standby, standby.purpose == .advance, standby.entry.isSameOccurrence(as: wanted),
            standby.silence == silenceLimits, !standby.isTrimmed || !isJoined(playing, standby)
        {
            if standby.info != nil { planWhatFollows(playing) }
            return
        }
        if !wanted.isLocal, let end = playing.duration {
            // A connection that idles for minutes is closed by its server.
            let opening = end - configuration.crossfadeDuration - Timing.networkLead - heardPosition(playing)
            guard opening <= .zero else {
                if standby != nil { discardStandby() }
                if state.kind == .playing, armed[.prepareNext] == nil { arm(.prepareNext, at: moment.now + opening) }
                return
            }
        }
        disarm(.prepareNext)
        playOutGeneration = nil
        load(wanted, at: .zero, for: .advance)
    }

    /// Whether two tracks belong together as they are, without a fade: one follows the other on an album.
    func isJoined(_ playing: Load, _ next: Load) -> Bool {
        configuration.gaplessAlbums && next.entry.id != playing.entry.id
            && playing.metadata.isFollowed(by: next.metadata)
    }

    private mutating func planWhatFollows(_ playing: Load) {
        guard var next = standby else { return }
        next.gain = gain(for: next)
        standby?.gain = next.gain
        let isLoop = next.entry.id == playing.entry.id
        let basis = Plan.Basis(
            outgoing: playing.generation, incoming: next.generation, outgoingEnd: playing.fadeEnd,
            incomingEnd: next.fadeEnd, crossfadeDuration: configuration.crossfadeDuration,
            curve: configuration.fadeCurve,
            isGapless: isJoined(playing, next), gain: next.gain)
        guard plan?.basis != basis else { return }
        let transition = TransitionPlanner.atEnd(
            of: playing, settled: settledPosition(playing), to: next, wanted: configuration.crossfadeDuration,
            isGapless: basis.isGapless, curve: configuration.fadeCurve, reason: isLoop ? .loop : .endOfTrack)
        schedule(transition, from: playing.entry, basis: basis)
    }

    /// Tags and covers of what comes next, so that a skip shows everything at once.
    private mutating func reconcileMetadata() {
        guard let shown else { return }
        var wanted = [shown]
        for offset in [1, 2, -1, 3, 4] {
            if let entry = queue.entry(from: shown.id, offset: offset, wrapping: repeatMode == .queue),
                !wanted.contains(where: { $0.id == entry.id })
            {
                wanted.append(entry)
            }
        }
        let missing = wanted.filter { !$0.isMetadataRead && $0.isLocal }
        let ids = missing.map(\.id)
        guard ids != requestedMetadata else { return }
        let isLess = Set(ids).isSubset(of: requestedMetadata)
        requestedMetadata = ids
        // Those that have just been answered need no new list.
        if !isLess { effects.append(.readMetadata(missing.map { MetadataRequest(id: $0.id, uri: $0.uri) })) }
    }

    private mutating func reconcileTimers() {
        if state.kind == .crossfading, isRunning {
            if armed[.fadeProgress] == nil { arm(.fadeProgress, at: moment.now + Timing.fadeTick) }
        } else {
            disarm(.fadeProgress)
        }
        if let sleepAt { arm(.sleep, at: sleepAt) } else { disarm(.sleep) }
        let holdsTags = [standby, current, outgoing].contains { load in
            load?.info != nil && load.flatMap { queue[$0.entry.id] }?.isMetadataRead == false
        }
        if !holdsTags { disarm(.tagsAwaited) }
        reconcilePlayCount()
    }

    private mutating func reconcilePlayCount() {
        guard let load = current else {
            playCount = nil
            disarm(.playCounted)
            return
        }
        if playCount?.id != load.entry.id || playCount?.occurrence != load.entry.occurrence {
            let half = load.duration?.half ?? Timing.longestPlayCount
            playCount = PlayCount(
                id: load.entry.id, occurrence: load.entry.occurrence, remaining: min(half, Timing.longestPlayCount))
            disarm(.playCounted)
        }
        guard var count = playCount, !count.isCounted else { return }
        let isHeard = isRunning && (state.kind == .playing || state.kind == .crossfading)
        switch (count.since, isHeard) {
        case (nil, true):
            count.since = moment.now
            arm(.playCounted, at: moment.now + count.remaining)
        case (let since?, false):
            count.remaining = max(count.remaining - (moment.now - since), .zero)
            count.since = nil
            disarm(.playCounted)
        case (nil, false), (_?, true): break
        }
        playCount = count
    }
}
