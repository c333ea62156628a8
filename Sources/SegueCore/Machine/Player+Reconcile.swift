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
        reconcileContinuation()
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
