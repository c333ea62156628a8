/// Loading of the tracks that follow automatically, and planning of the transitions to them.
extension Player {
    /// Returns the entry that follows automatically after the end of `entry`, after this many rounds; nil at the end.
    func automaticNext(after entry: QueueEntry?, rounds: Int? = nil) -> QueueEntry? {
        modes.endsWithTrack ? nil : successor(of: entry, rounds: rounds)
    }

    /// Returns the entry after `entry`, regardless of a mode that ends with `entry`, after this many rounds; nil at the
    /// end.
    func successor(of entry: QueueEntry?, rounds: Int? = nil) -> QueueEntry? {
        guard let entry else { return nil }
        let goesRound = configuration.repeatCount.map { rounds ?? itinerary.rounds < $0 } ?? true
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

    /// Reports an entry that could not be loaded, and continues the search after it.
    mutating func passOver(_ entry: QueueEntry, _ error: AudioPlayerError) {
        report(.trackSkipped(entry, reason: error.description))
        search.passOver(entry, because: error, following: automaticNext(after: entry))
    }

    /// Begins the search for the next track, unless it has begun. If the standby failed before its turn, passes over
    /// the standby.
    mutating func passOverFailed() {
        search.begin(on: searchBasis)
        guard let failed = standby, failed.purpose == .advance, let error = failed.breakage else { return }
        discardPrepared()
        passOver(failed.entry, error)
    }

    /// Opens the next track in time, and plans the transition to it.
    mutating func prepareWhatFollows() {
        let isSteady = state.kind == .playing || state.kind == .paused || state.kind == .buffering
        guard pursuit.navigation == nil, pursuit.seek == nil, standby?.isCommitted != true, isSteady, outgoing == nil,
            let playing = current, playing.breakage == nil
        else {
            if !isSteady && standby?.purpose == .advance { discardPrepared() }
            // A seek that is on its way to the output may lead to the last moment of its track.
            if pursuit.seek == nil, standby?.isCommitted == true, standby?.purpose.origin != nil { prepareFollowers() }
            return disarm(.prepareNext)
        }
        passOverFailed()
        chooseWhatFollows(at: 0)
        guard let wanted = wanted(at: 0) else { return playOut(playing) }
        if let standby, isRight(standby, for: wanted, behind: playing) {
            guard standby.info != nil, !leaveOutSilence() else { return }
            planTheWay(to: 0)
            return prepareFollowers()
        }
        if let wait = networkWait(for: wanted, behind: playing) {
            discardPrepared()
            if state.kind == .playing, timers[.prepareNext] == nil { arm(.prepareNext, at: moment.now + wait) }
            return
        }
        disarm(.prepareNext)
        search.follow()
        load(wanted, at: .zero, for: .advance)
    }

    /// Plans the transitions to the loads after the standby, and opens more loads while those that are open end before
    /// another one could be opened.
    private mutating func prepareFollowers() {
        for place in 1..<Timing.loadsAhead {
            guard let leader = preparation.load(at: place - 1) else { return }
            chooseWhatFollows(at: place)
            let wanted = wanted(at: place)
            if let follower = preparation.load(at: place),
                wanted.map({ isRight(follower, for: $0, behind: leader) }) != true
            {
                discardPrepared(from: place)
            }
            guard let wanted else { return }
            guard let follower = preparation.load(at: place) else {
                let opening = preparation.loads.count { $0.info == nil }
                guard isBrief(upTo: place - 1), wanted.isLocal, opening < Timing.loadsAtOnce else { return }
                open(makeLoad(of: wanted, at: .zero, for: .advance), at: place)
                continue
            }
            guard leader.info != nil, preparation.plan(to: place - 1) != nil, follower.info != nil,
                !leaveOutSilence(at: place)
            else { continue }
            planTheWay(to: place)
        }
    }

    /// True if the loads up to this place end before another load could be opened. An unknown length is assumed to
    /// equal the length before it.
    private func isBrief(upTo place: Int) -> Bool {
        let lengths = preparation.loads.prefix(place + 1).map { load in load.fadeEnd.map { $0 - load.start } }
        var (sum, last) = (MediaTime.zero, Timing.briefLine)
        for length in lengths {
            last = length ?? last
            sum = sum + last
        }
        return sum < Timing.briefLine
    }

    /// Returns the entry to be loaded at this place of the line; nil if nothing follows.
    func wanted(at place: Int) -> QueueEntry? {
        guard let leader = leader(of: place), search.error == nil, leader.info?.isLive != true,
            queue.contains(leader.entry.id)
        else { return nil }
        let ahead = preparation.loads.prefix(place)
        let entries = [current?.entry].compactMap { $0 } + ahead.filter { $0.purpose == .advance }.map(\.entry)
        let rounds = zip(entries, entries.dropFirst()).count { isRound(from: $0, to: $1) }
        // The search concerns the successor of the audible track.
        let passedOver = entries.count == 1 ? search.passedOver.last : nil
        return automaticNext(after: passedOver ?? leader.entry, rounds: itinerary.rounds + rounds)
            .map { nextOccurrence(of: $0, behind: ahead.map(\.entry)) }
    }

    /// Returns true if the queue begins another round between the two.
    func isRound(from: QueueEntry, to: QueueEntry) -> Bool {
        guard let old = queue.index(of: from.id), let new = queue.index(of: to.id) else { return false }
        return new <= old
    }

    /// Returns true if the load can be used for this entry after `leader`.
    private func isRight(_ load: Load, for wanted: QueueEntry, behind leader: Load) -> Bool {
        load.purpose == .advance && load.entry.isSameOccurrence(as: wanted) && load.silence == silenceLimits
            && (!load.isTrimmed || !isJoined(leader, load))
    }

    /// Lets the load play to its end, since nothing follows.
    private mutating func playOut(_ playing: Load) {
        discardPrepared()
        disarm(.prepareNext)
        if search.playOut(playing.generation) { audio(.playOut(playing.generation)) }
    }

    /// Returns the time until a track on the network is opened; nil if it is due now. Servers close a connection that
    /// idles for minutes.
    private func networkWait(for wanted: QueueEntry, behind playing: Load) -> MediaTime? {
        guard !wanted.isLocal, let end = playing.duration else { return nil }
        let wait = end - configuration.crossfadeDuration - Timing.networkLead - heardPosition(playing)
        return wait > .zero ? wait : nil
    }

    /// Returns true if two tracks are joined without a fade: one follows the other on an album, or in one file. A disc
    /// that fades out by itself ends the album.
    func isJoined(_ playing: Load, _ next: Load) -> Bool {
        guard configuration.gaplessAlbums, next.entry.id != playing.entry.id else { return false }
        if Excerpt.continues(playing.entry.uri, into: next.entry.uri) { return true }
        guard playing.metadata.isFollowed(by: next.metadata) else { return false }
        let isSameDisc = (playing.metadata.discNumber ?? 1) == (next.metadata.discNumber ?? 1)
        return isSameDisc || analyses.measured(playing.entry.uri)?.ending?.fade == nil
    }

    /// Plans the transition to the load at this place, unless the plan is up to date.
    private mutating func planTheWay(to place: Int) {
        guard var next = preparation.load(at: place), let leader = leader(of: place) else { return }
        next.gain = gain(for: next, behind: leader)
        let isLoop = next.entry.id == leader.entry.id
        let basis = Plan.Basis(
            outgoing: leader.generation, incoming: next.generation, outgoingEnd: leader.fadeEnd,
            incomingEnd: next.fadeEnd,
            wishes: TransitionPlanner.Wishes(
                duration: configuration.crossfadeDuration, curve: configuration.fadeCurve,
                isGapless: isJoined(leader, next), reason: isLoop ? .loop : .endOfTrack,
                pin: pinned(from: leader.entry, to: next.entry)?.shape, known: knownSound(from: leader, to: next)),
            gain: next.gain.linear)
        let former = preparation.plan(to: place)
        guard former?.basis != basis else { return preparation.update(next.generation) { $0.gain = next.gain } }
        let settled = settledPosition(leader)
        // Facts about the audio that arrive while the transition is on its way to the output come too late for it.
        if let former, former.isUnderWay(at: settled), former.basis?.learning(from: basis) == basis { return }
        preparation.update(next.generation) { $0.gain = next.gain }
        let transition = TransitionPlanner.atEnd(of: leader, settled: settled, to: next, basis.wishes)
        if let former, former.transition.soundsLike(transition) {
            // Only the description of the plan is new.
            return preparation.schedule(Plan(basis: basis, transition: transition))
        }
        schedule(transition, from: leader.entry, basis: basis)
    }

    private mutating func knownSound(from playing: Load, to next: Load) -> KnownSound? {
        guard configuration.transitions == .listen else { return nil }
        return analyses.sound(from: playing, to: next)
    }

    // MARK: - Following another load

    /// Keeps the loads that follow the playing track, for another load of the same track. Discards other loads.
    mutating func keepWhatFollows() {
        guard let load = standby else { return }
        guard !load.purpose.staysInTrack else { return discardStandby() }
        guard load.purpose == .advance else { return discardPrepared() }
        free(at: 0)
    }

    /// Cancels the transition to the load at this place, so that the load can follow another one. If the load is
    /// already on its way to the output, discards it and the loads after it.
    mutating func free(at place: Int) {
        guard let load = preparation.load(at: place) else { return }
        guard moment.position(of: load.generation) == nil else { return discardPrepared(from: place) }
        guard preparation.plan(to: place) != nil else { return }
        audio(.cancelSchedule(incoming: load.generation))
        preparation.cancelPlan(to: place)
    }
}
