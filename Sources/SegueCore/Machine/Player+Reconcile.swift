/// After every step: what should be under way is compared with what is, and the difference is ordered. Edits, settings
/// and late news need no special cases of their own.
extension Player {
    mutating func reconcile() {
        // What plays may be given up here, and with it the only thing that the cursor points to.
        reconcileStarvation()
        reconcileConnection()
        reconcileCursor()
        settlePins()
        reconcileSpare()
        prepareWhatFollows()
        reconcileMetadata()
        requestTitles()
        reconcileAnalyses()
        reconcilePlays()
        reconcileModes()
        reconcileOutput()
        reconcileTimers()
    }

    /// A track that has left the queue is shown until it has been heard; then the queue begins anew.
    private mutating func reconcileCursor() {
        if shown == nil { itinerary.point(to: queue.entry(at: 0)?.id) }
    }

    /// What follows `entry` when it ends by itself; nil at the end.
    func automaticNext(after entry: QueueEntry?) -> QueueEntry? {
        modes.endsWithTrack ? nil : successor(of: entry)
    }

    /// What comes after `entry` where no mode ends with it; nil at the end.
    func successor(of entry: QueueEntry?) -> QueueEntry? {
        guard let entry else { return nil }
        let goesRound = configuration.repeatCount.map { itinerary.rounds < $0 } ?? true
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

    var searchBasis: Search.Basis {
        Search.Basis(
            cursor: itinerary.cursor, revision: queue.revision, repeatMode: repeatMode,
            repeatCount: configuration.repeatCount, endsWithTrack: modes.endsWithTrack)
    }

    /// What follows could not be loaded: the entry behind it is tried.
    mutating func passOver(_ entry: QueueEntry, _ error: AudioPlayerError) {
        report(.trackSkipped(entry, reason: error.description))
        search.passOver(entry, because: error, following: automaticNext(after: entry))
    }

    /// Opens what follows in time, and plans the way to it.
    private mutating func prepareWhatFollows() {
        let isSteady = state.kind == .playing || state.kind == .paused || state.kind == .buffering
        guard pursuit.navigation == nil, pursuit.seek == nil, standby?.isCommitted != true, isSteady, outgoing == nil,
            let playing = current, playing.breakage == nil
        else {
            if !isSteady && standby?.purpose == .advance { discardStandby() }
            return disarm(.prepareNext)
        }
        search.begin(on: searchBasis)
        guard let wanted = wantedNext(after: playing) else { return playOut(playing) }
        if let standby, standby.purpose == .advance, standby.entry.isSameOccurrence(as: wanted),
            standby.silence == silenceLimits, !standby.isTrimmed || !isJoined(playing, standby)
        {
            if standby.info != nil, !leaveOutSilence() { planWhatFollows(playing) }
            return
        }
        if let wait = networkWait(for: wanted, behind: playing) {
            discardStandby()
            if state.kind == .playing, timers[.prepareNext] == nil { arm(.prepareNext, at: moment.now + wait) }
            return
        }
        disarm(.prepareNext)
        search.follow()
        load(wanted, at: .zero, for: .advance)
    }

    /// What is to be loaded behind what plays; nil where nothing follows.
    private func wantedNext(after playing: Load) -> QueueEntry? {
        guard search.error == nil, playing.info?.isLive != true, queue.contains(playing.entry.id) else { return nil }
        return automaticNext(after: search.passedOver.last ?? playing.entry).map(nextOccurrence)
    }

    /// Nothing follows: it plays to its end.
    private mutating func playOut(_ playing: Load) {
        discardStandby()
        disarm(.prepareNext)
        if search.playOut(playing.generation) { audio(.playOut(playing.generation)) }
    }

    /// How long a track on the network is not to be opened yet: a connection that idles for minutes is closed by its
    /// server. Nil when it is time.
    private func networkWait(for wanted: QueueEntry, behind playing: Load) -> MediaTime? {
        guard !wanted.isLocal, let end = playing.duration else { return nil }
        let wait = end - configuration.crossfadeDuration - Timing.networkLead - heardPosition(playing)
        return wait > .zero ? wait : nil
    }

    /// Whether two tracks belong together as they are, without a fade: one follows the other on an album. A disc that
    /// fades out by itself ends there.
    func isJoined(_ playing: Load, _ next: Load) -> Bool {
        guard configuration.gaplessAlbums, next.entry.id != playing.entry.id,
            playing.metadata.isFollowed(by: next.metadata)
        else { return false }
        let isSameDisc = (playing.metadata.discNumber ?? 1) == (next.metadata.discNumber ?? 1)
        return isSameDisc || analyses.measured(playing.entry.uri)?.ending?.fade == nil
    }

    private mutating func planWhatFollows(_ playing: Load) {
        guard var next = standby else { return }
        next.gain = gain(for: next)
        let isLoop = next.entry.id == playing.entry.id
        let basis = Plan.Basis(
            outgoing: playing.generation, incoming: next.generation, outgoingEnd: playing.fadeEnd,
            incomingEnd: next.fadeEnd,
            wishes: TransitionPlanner.Wishes(
                duration: configuration.crossfadeDuration, curve: configuration.fadeCurve,
                isGapless: isJoined(playing, next), reason: isLoop ? .loop : .endOfTrack,
                pin: pinned(from: playing.entry, to: next.entry)?.shape, known: knownSound(from: playing, to: next)),
            gain: next.gain.linear)
        guard preparation.plan?.basis != basis else { return preparation.update { $0.gain = next.gain } }
        let settled = settledPosition(playing)
        // What becomes known of the sound when the transition is on its way to the ear comes too late for it.
        if let plan = preparation.plan, plan.isUnderWay(at: settled), plan.basis?.learning(from: basis) == basis {
            return
        }
        preparation.update { $0.gain = next.gain }
        let transition = TransitionPlanner.atEnd(of: playing, settled: settled, to: next, basis.wishes)
        if let former = preparation.plan?.transition, former.soundsLike(transition) {
            // Only what is told of it is new.
            return preparation.schedule(Plan(basis: basis, transition: transition))
        }
        schedule(transition, from: playing.entry, basis: basis)
    }

    private mutating func knownSound(from playing: Load, to next: Load) -> KnownSound? {
        guard configuration.transitions == .listen else { return nil }
        return analyses.sound(from: playing, to: next)
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
        request(
            wanted.filter { !$0.isMetadataRead && $0.isLocal }.map { MetadataRequest(id: $0.id, uri: $0.uri) })
    }

    /// What plays and what comes next, and then what is behind that; nothing once a stop was asked for.
    private mutating func reconcileAnalyses() {
        let isOfUse = configuration.crossfadeDuration > .zero || configuration.loudnessMode != .off
        let listens = configuration.transitions == .listen && isOfUse
        let pinned = pinnedFiles
        guard state.kind != .fadingOut else { return analyse(AnalysisWishes(contents: pinned)) }
        let last = standby?.entry ?? current?.entry
        let next = standby?.purpose == .advance ? nil : automaticNext(after: last)
        let near = [current?.entry, standby?.entry, next].compactMap(\.self).filter(\.isLocal).map(\.uri)
        guard listens else { return analyse(AnalysisWishes(contents: near + pinned)) }
        let goesOn = !modes.endsWithTrack && repeatMode != .track
        let later = ahead.files(
            behind: goesOn ? (next ?? last)?.id : nil, in: queue, isWrapping: repeatMode == .queue)
        analyse(AnalysisWishes(contents: near + pinned, sounds: near, later: later))
    }

    /// To stop after the track is for once.
    private mutating func reconcileModes() {
        guard modes.stopsAfterTrack, status == .stopped else { return }
        var rest = modes
        rest.stopsAfterTrack = false
        set(rest)
    }

    private mutating func reconcileTimers() {
        if sound.fade != nil, sound.isRunning {
            if timers[.fadeProgress] == nil { arm(.fadeProgress, at: moment.now + Timing.fadeTick) }
        } else {
            disarm(.fadeProgress)
        }
        let holdsTags = loads.contains { $0.info != nil && queue[$0.entry.id]?.isMetadataRead == false }
        if !holdsTags { disarm(.tagsAwaited) }
        if waitingCandidate == nil { disarm(.soundAwaited) }
    }

    private mutating func reconcilePlays() {
        // The track that counts as played is not shown any more, or is shown anew: now it says how often.
        if let play = plays.release(showing: shown) {
            remember(play.ids) { metadata in
                metadata.useCount = play.count
                metadata.lastUsed = play.date
            }
        }
        let isHeard = sound.isRunning && (state.kind == .playing || state.kind == .crossfading)
        for deadline in plays.follow(current, isHeard: isHeard, at: moment.now) {
            switch deadline {
            case .none: disarm(.playCounted)
            case .at(let time): arm(.playCounted, at: time)
            }
        }
    }
}
