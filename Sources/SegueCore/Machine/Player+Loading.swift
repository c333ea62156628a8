/// Loads and their decks.
extension Player {
    /// Opens `entry` in a separate deck, as the standby. For another load of the playing track, the loads that follow
    /// the track are kept; otherwise the whole line is discarded.
    mutating func load(_ entry: QueueEntry, at position: MediaTime, for purpose: Load.Purpose) {
        if purpose.staysInTrack { keepWhatFollows() } else { discardPrepared() }
        open(makeLoad(of: entry, at: position, for: purpose))
    }

    /// Opens the candidate that would be tried after the standby, beside the standby.
    mutating func loadSpare(_ entry: QueueEntry) {
        let load = makeLoad(of: entry, at: .zero, for: .navigation)
        begin(preparation.openSpare(timed(load)))
    }

    mutating func makeLoad(of entry: QueueEntry, at position: MediaTime, for purpose: Load.Purpose) -> Load {
        var load = Load(
            generation: LoadGeneration(rawValue: 0), entry: entry, start: position, purpose: purpose)
        // For another position of the same file, the known facts still hold.
        load.silence = purpose.staysInTrack ? current?.silence : silenceLimits
        load.audible = purpose.staysInTrack ? current?.audible : audible(of: entry)
        // A track keeps the gain with which it is heard, even if its loudness has been measured meanwhile.
        if purpose.staysInTrack { load.gain = current?.gain ?? gain(for: load) }
        report(.loadStarted(entry))
        return load
    }

    /// Opens the load at this place of the line, 0 for the standby.
    mutating func open(_ load: Load, at place: Int = 0) { begin(preparation.open(timed(load), at: place)) }

    /// Returns the load with the current time as its opening time, and with its time limit.
    private func timed(_ load: Load) -> Load {
        var load = load
        load.openedAt = moment.now
        load.limit = configuration.loadTimeout ?? loadTimes.limit(of: load.entry.uri)
        return load
    }

    private mutating func begin(_ load: Load) {
        audio(
            .load(
                load.generation, uri: load.entry.uri, position: load.start,
                silence: load.purpose.staysInTrack || load.audible != nil ? nil : load.silence,
                limit: MediaTime(seconds: Double(load.limit))))
        arm(.loadLimit(load.generation), at: moment.now + MediaTime(seconds: Double(load.limit)))
    }

    /// The limits by which silence is measured; nil if no silence is left out. Without a fade, no silence is left out.
    var silenceLimits: SilenceLimits? {
        guard configuration.trimSilence, configuration.trimLimit > .zero, configuration.crossfadeDuration > .zero else {
            return nil
        }
        return SilenceLimits(threshold: configuration.trimThreshold, longest: configuration.trimLimit)
    }

    /// Returns the audible part of an entry before it is opened; nil if it has to be measured.
    private func audible(of entry: QueueEntry) -> ClosedRange<MediaTime>? {
        guard let limits = silenceLimits, let facts = analyses.measured(entry.uri) else { return nil }
        return limits.audible(in: facts)
    }

    /// Returns the position 50 ms before the first audio of a load: from measured silence, or else, with
    /// `TransitionMode.listen`, from the facts. Returns 0 if the position is unknown.
    private func soundStart(of load: Load) -> MediaTime {
        if let audible = load.audible { return audible.lowerBound }
        guard configuration.transitions == .listen, configuration.crossfadeDuration > .zero,
            let edge = analyses.measured(load.entry.uri)?.beginning?.edge
        else { return .zero }
        let longest = MediaTime(seconds: Listening.longestOverlap)
        return (MediaTime(seconds: edge) - SilenceLimits.kept).clamped(to: .zero...longest)
    }

    /// Reopens the load at this place at its first audio, so that the track is shown when it can be heard. Returns
    /// false if nothing is to be trimmed: the load stays in its track, is joined to the previous one, or is about to
    /// play.
    mutating func leaveOutSilence(at place: Int = 0) -> Bool {
        guard var load = preparation.load(at: place), let leader = leader(of: place), !load.purpose.staysInTrack,
            load.start == .zero, load.info?.isSeekable == true, case let start = soundStart(of: load), start > .zero,
            !isJoined(leader, load), moment.position(of: load.generation) == nil,
            preparation.plan(to: place)?.isUnderWay(at: settledPosition(leader)) != true
        else { return false }
        discardPrepared(from: place)
        load.start = start
        load.isTrimmed = true
        open(load, at: place)
        return true
    }

    /// Discards the line. If the standby is another position of the playing track, discards only the standby, and keeps
    /// the loads that follow the track. Does nothing without a standby.
    mutating func discardStandby() {
        guard standby?.purpose.staysInTrack == true else { return discardPrepared() }
        free(at: 1)
        if let load = preparation.take() { release(load) }
    }

    /// Discards the loads from this place of the line on, the last one first.
    mutating func discardPrepared(from place: Int = 0) {
        while preparation.count > place, let load = preparation.takeLast() { release(load) }
    }

    /// Unloads a load that was never heard, and answers its command as superseded.
    private mutating func release(_ load: Load) {
        disarm(.loadLimit(load.generation))
        // A load that has failed is already unloaded.
        if load.breakage == nil { audio(.unload(load.generation, ramp: Timing.releaseRamp)) }
        supersede(load.request?.ticket)
    }

    /// Discards the spare. Does nothing without one.
    mutating func discardSpare() {
        if let load = preparation.takeSpare() { release(load) }
    }

    mutating func loaded(_ generation: LoadGeneration, _ info: LoadedTrack) {
        // The load may have been discarded meanwhile.
        guard let opened = preparation[generation], opened.info == nil else { return }
        disarm(.loadLimit(generation))
        loadTimes.learn(opened.entry.uri, took: moment.now - opened.openedAt)
        preparation.update(generation) { load in
            load.info = info
            load.fill = 100
        }
        if let place = preparation.place(of: generation) { becameReady(at: place) }
    }

    /// Adopts the facts of a load that is ready. If the load is the standby, executes the pending navigation, seek or
    /// reconnection.
    mutating func becameReady(at place: Int = 0) {
        guard let generation = preparation.load(at: place)?.generation else { return }
        preparation.update(generation) { load in
            if let known = queue[load.entry.id] { load.entry.metadata = known.metadata }
            load.audible = load.info?.audible ?? load.audible
        }
        guard let load = preparation.load(at: place) else { return }
        if requestedMetadata.contains(load.entry.id) {
            arm(.tagsAwaited, at: moment.now + Timing.tagPatience)
        } else {
            showTags(of: load)
        }
        guard !leaveOutSilence(at: place) else { return }
        report(.loadProgress(load.described, percent: 100))
        guard place == 0 else { return }
        switch load.purpose {
        case .advance: break
        case .navigation: commitNavigation()
        case .seek: commitSeek()
        case .reconnection: commitReconnection()
        }
    }

    mutating func loadFailed(_ generation: LoadGeneration, _ error: AudioPlayerError) {
        // The load may have been discarded meanwhile.
        guard let load = preparation[generation] else { return }
        guard load.generation == standby?.generation else { return failedEarly(load, error) }
        preparation.update { $0.request = nil }
        discardStandby()
        switch load.purpose {
        case .advance: passOver(load.entry, error)
        case .navigation:
            if pursuit.navigation == nil {
                // The load failed between being ready and being heard.
                pursuit.go(
                    Navigation(kind: .advance, candidate: load.entry, direction: 1, ticket: load.request?.ticket))
            }
            navigationFailed(error)
        case .seek(let position): seekFailed(error, from: position)
        case .reconnection: reconnectionFailed(error)
        }
    }

    mutating func loadTimedOut(_ generation: LoadGeneration) {
        guard let load = preparation[generation], load.info == nil else { return }
        report(.loadTimedOut(load.entry))
        let name = ResourceName.path(of: load.entry.uri) ?? load.entry.uri
        loadFailed(generation, .loadTimeout(path: name, seconds: load.limit))
    }

    /// Starts the ready standby from silence, or pauses it at its start, as requested. It replaces all other loads.
    mutating func startStandby(fadeIn: MediaTime = .zero, because cause: String) {
        let paused = startsPaused
        guard var load = preparation.take() else { preconditionFailure("nothing is ready in \(state)") }
        breakOffFade()
        load.isCommitted = true
        arrive(at: &load)
        if !load.purpose.staysInTrack { load.gain = gain(for: load) }
        audio(
            .start(
                load.generation, fadeIn: fadeIn, curve: configuration.fadeCurve, gain: load.gain.linear, paused: paused)
        )
        // The start has replaced the audio of the previous loads.
        for old in sound.loads { audio(.unload(old.generation, ramp: .zero)) }
        improveOutput()
        sound.begin(load, isRunning: !paused)
        itinerary.point(to: load.entry.id)
        hear(load)
        // If another seek is pending, this one was an intermediate position.
        if pursuit.seek == nil { leave(because: cause) }
    }

    private var startsPaused: Bool {
        if isSeeking { return !sound.motion.isWanted }
        return state.kind == .preparing && pursuit.intent == .paused
    }

    /// Completes the command that waits for the load: the load is heard, or is paused at its start.
    mutating func arrive(at load: inout Load) {
        complete(load.request?.ticket, .done)
        load.request = nil
    }

    /// Records what is heard, for `previous`.
    mutating func hear(_ load: Load) {
        if !load.purpose.staysInTrack { report(.trackStarted(load.described)) }
        if let former = itinerary.hear(load.entry.id), modes.consumes { consume(former) }
        // Without an output, a track becomes the shown one unheard.
        if !output.isGone { forgetProblem() }
    }

    func gain(for load: Load, behind leader: Load? = nil) -> TrackGain {
        LoudnessPolicy.gain(
            of: load.metadata,
            LoudnessPolicy.Surroundings(
                before: queue.entry(from: load.entry.id, offset: -1, wrapping: false)?.metadata,
                after: queue.entry(from: load.entry.id, offset: 1, wrapping: false)?.metadata,
                facts: configuration.transitions == .listen ? analyses[load.entry.uri] : nil,
                albumGain: (leader ?? current).flatMap { $0.metadata.isFollowed(by: load.metadata) ? $0.gain : nil },
                album: { configuration.transitions == .listen ? album(from: load) : [] },
                typical: {
                    guard configuration.transitions == .listen else { return nil }
                    return loudness.typical(for: load.metadata) { queue[$0] }
                }),
            configuration)
    }

    /// Returns the loudness of all tracks of an album from this one on; empty if one of them is unknown.
    private func album(from load: Load) -> [LoudnessDistribution] {
        guard var album = analyses.distribution(of: load.entry.uri).map({ [$0] }) else { return [] }
        var last = load.metadata
        var offset = 1
        while let next = queue.entry(from: load.entry.id, offset: offset, wrapping: false),
            last.isFollowed(by: next.metadata)
        {
            guard let distribution = analyses.distribution(of: next.uri) else { return [] }
            album.append(distribution)
            (last, offset) = (next.metadata, offset + 1)
        }
        return album
    }

    /// Stores updated metadata of an entry in the queue and in all of its loads.
    mutating func store(_ entry: QueueEntry) { store([entry]) }

    private mutating func store(_ entries: [QueueEntry]) {
        var changed: [QueueEntry] = []
        for entry in entries where queue.update(entry) {
            changed.append(entry)
            sound.refresh(entry)
            preparation.refresh(entry)
            pursuit.updateNavigation { $0.candidate.refresh(entry) }
        }
        if !changed.isEmpty { announce(.metadataChanged(changed)) }
    }

    /// Changes the remembered values of a file or stream, in every entry of it.
    mutating func remember(_ uri: String, _ change: (inout TrackMetadata) -> Void) {
        remember(queue.entries(of: uri).map(\.id), change)
    }

    /// Changes the remembered values of entries whose identities are known already. Entries that have left the queue
    /// are ignored.
    mutating func remember(_ ids: [EntryID], _ change: (inout TrackMetadata) -> Void) {
        for id in ids {
            guard var entry = queue[id] else { continue }
            change(&entry.metadata)
            store(entry)
        }
    }

    /// Stores the metadata that a load provides for its track. Does nothing for a load that is not ready.
    mutating func showTags(of load: Load?) {
        guard let load, load.info != nil else { return }
        let entry = load.described
        preparation.update(load.generation) { $0.entry = entry }
        store(entry)
    }

    mutating func merge(_ metadata: TrackMetadata?, into id: EntryID) {
        guard var entry = queue[id] else { return }
        entry.isMetadataRead = true
        merge(metadata, into: &entry)
        store(entry)
    }

    /// Stores the titles of entries that have not been examined meanwhile.
    mutating func merge(_ titles: [MetadataAnswer]) {
        store(
            titles.compactMap { answer in
                guard var entry = queue[answer.id], entry.lacksTitles else { return nil }
                entry.isExamined = true
                merge(answer.metadata, into: &entry)
                return entry
            })
    }

    private func merge(_ metadata: TrackMetadata?, into entry: inout QueueEntry) {
        // Values that the file no longer contains are removed. Remembered values stay, and those of a cue sheet or a
        // playlist, if the file has no title.
        if metadata?.title != nil { entry.metadata = entry.metadata.remembered }
        for load in loads where load.entry.id == entry.id {
            if let info = load.info { entry.metadata.adopt(info.metadata, isLive: info.isLive) }
        }
        if let metadata { entry.metadata.adopt(metadata) }
    }
}
