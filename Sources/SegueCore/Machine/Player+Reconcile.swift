/// The comparison after every step: work that should be under way is compared with the work that is, and the difference
/// is ordered. Edits, settings and late reports need no special cases.
extension Player {
    mutating func reconcile() {
        // The playing load may be released here, and with it the only entry at which the cursor points.
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
        reconcileHearing()
        reconcileModes()
        reconcileOutput()
        reconcileTimers()
    }

    /// Moves the cursor after a track that has left the queue was heard: the queue then starts from its beginning.
    private mutating func reconcileCursor() {
        if shown == nil { itinerary.point(to: queue.entry(at: 0)?.id) }
    }

    /// Requests tags and covers of the upcoming entries, so that a skip shows everything immediately.
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

    /// Requests analyses of the current and the next tracks, and then of the tracks after them; none once a stop was
    /// requested.
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

    /// Resets the mode that stops after the track: it applies once.
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

    /// Schedules a look at the position that clients draw for the time at which slow speakers have begun: clients draw
    /// from the start of the audio.
    private mutating func reconcileHearing() {
        guard configuration.outputLatency > .zero else { return disarm(.outputHeard) }
        let sounding: Set<PlayerState.Kind> = [.playing, .preparingCrossfade, .crossfading]
        guard sounding.contains(state.kind) else { return disarm(.outputHeard) }
        guard !sounding.contains(turn.former.kind) else { return }
        arm(.outputHeard, at: moment.now + configuration.outputLatency + Timing.drawnTolerance)
    }

    private mutating func reconcilePlays() {
        // The track that counts as played is no longer shown, or is shown again: its new play count is stored.
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
