import CGStreamer
import EventLoop
import SegueCore

extension AudioEngine {
    func load(
        _ generation: LoadGeneration, node: PlayerNode, uri: String, position: MediaTime, silence: SilenceLimits?,
        limit: MediaTime
    ) {
        guard loads[generation] == nil else { return }
        if let objection = record.objection(to: uri) {
            report(.loadFailed(generation, objection))
            return
        }
        // Another load of the same address has shown what its server can do.
        let sibling = loads.decks.first { $0.uri == uri && $0.isKnownSeekable && position > Deck.leadIn }
        do {
            let deck = try Deck(
                generation: generation, node: node, uri: uri, by: sibling?.route ?? Route(uri), position: position,
                limit: limit, mixer: mixer, inbox: inbox, access: sibling == nil ? .inOrder : .atWill)
            loads.admit(deck)
            deck.open(for: pipeline.element, record)
            if let silence, !deck.isRemote { measure(deck, by: silence) }
        } catch {
            report(.loadFailed(generation, error))
        }
    }

    /// Looks for silence at the ends of a file, in the background, while the file is being opened.
    private func measure(_ deck: Deck, by limits: SilenceLimits) {
        let scan = limits.analysis(of: deck.uri, record: record)
        loads[deck.generation]?.scan = scan
        deck.bin.performInBackground { [inbox, generation = deck.generation] in
            inbox.post(.measured(generation, scan.run().flatMap(limits.audible)))
        }
    }

    func measured(_ generation: LoadGeneration, _ audible: ClosedRange<MediaTime>?) {
        guard let load = loads[generation], load.scan != nil else { return }
        loads[generation]?.scan = nil
        loads[generation]?.audible = audible
        if load.deck.isPrerolled { prerolled(generation) }
    }

    /// The first buffer waits at the gate. It is that of the whole file, or that of the position that was asked for
    /// then.
    func prerolled(_ generation: LoadGeneration) {
        guard let load = loads[generation], case let deck = load.deck, !load.isLoaded, deck.isPrerolled else {
            return
        }
        load.doubt?.cancel()
        loads[generation]?.doubt = nil
        var track = deck.describe()
        if deck.needsParts(track) {
            open(deck, .atWill)
            return
        }
        if deck.position > Deck.leadIn, deck.takeSeek(), track.isSeekable {
            deck.seek()
            return
        }
        guard load.scan == nil else { return }
        track.audible = load.audible
        // One buffer of a stream is not enough: this is called again when the stream's reserve is full.
        guard deck.isReady else { return }
        deck.note(track)
        deck.noteOpened()
        loads[generation]?.isLoaded = true
        loads[generation]?.reported = track.metadata
        // Opened again after an output was lost: that the load is ready is no news, but it may have stalled, and that
        // is over now.
        if !deck.isContinuation {
            report(.loaded(generation, track))
        } else if deck.isRemote {
            report(.buffering(generation, percent: 100))
        }
        for other in loads.decks where other.follower == generation { other.reconsider() }
        mixAgainIfPossible()
        startIfPossible()
        carryOutAwaited()
    }

    func unload(_ generation: LoadGeneration, ramp: MediaTime) {
        guard loads[generation] != nil else { return }
        if pendingStart?.generation == generation { pendingStart = nil }
        forgetAwaited(generation)
        disarm(generation)
        collect()
        let isOnTape = audible.contains { $0.generation == generation }
        if isOnTape {
            takeOff(generation, over: ramp)
        } else if unplacedTransitions.contains(where: { $0.incoming == generation }) {
            mixAgain(without: generation, after: Self.haste)
        } else {
            withdraw(generation)
        }
        if let deck = loads.dismiss(generation) { loads.release(deck) }
    }

    /// Takes this load out of all plans to follow another one, unless it has come onto the timeline already.
    func disarm(_ generation: LoadGeneration) {
        mixer.settled {
            for other in loads.decks {
                other.disarm(generation)
            }
        }
    }

    /// A load that is given up falls silent within this time, where that can be done in time.
    static let haste = MediaTime(nanoseconds: 60_000_000)

    /// Takes what there is of a load off the tape. In a fade, the other load takes over, and plays on to its own end.
    private func takeOff(_ generation: LoadGeneration, over ramp: MediaTime) {
        if isGivingWay, audible.contains(where: { $0.generation == generation && !$0.isMixed }) {
            // The sound that takes its place is a moment away.
            return audible.removeAll { $0.generation == generation }
        }
        let others = audible.filter { $0.generation != generation && $0.endSample.map { $0 > heardSample } ?? true }
        let transition = milestones.transitions.first { [$0.incoming, $0.outgoing].contains(generation) }
        guard !others.isEmpty else {
            milestones.removeAll { _ in true }
            audible = []
            switch transport.state {
            case .running:
                transport.complete()
                return transport.leave(over: ramp, curve: .linear, for: .stop)
            case .leaving: return transport.complete()
            case .stopped, .paused, .pausing: return endTimeline()
            }
        }
        // A part of the transition has been heard: the load that is left goes on alone.
        let isHeard =
            transition.map {
                $0.incoming == generation ? !milestones.isAhead(of: $0) : $0.startSample <= settledSample
            } ?? false
        if let transition, isHeard { milestones.removeAll { $0 == .finished(transition) } }
        guard transition?.outgoing != generation || !isHeard || others.allSatisfy(canGoOn) else {
            // The track that stays can't be opened again where it is: the other one fades out as it was to.
            return audible.removeAll { $0.generation == generation }
        }
        // Two other loads may be heard at once.
        mixAgain(without: generation, after: Self.haste) { remix in
            if isHeard { remix.goOnWithoutFade() }
        }
        if isHeard { for index in audible.indices { audible[index].endSample = nil } }
    }

    /// The deck's last sample is through the mixer, and its pad is free.
    func left(_ deck: Deck) {
        let generation = deck.generation
        loads.hasLeft(deck)
        deck.dispose()
        // A load that is still on the tape may have to be opened again.
        guard loads[generation]?.deck === deck, !audible.contains(where: { $0.generation == generation }) else {
            return
        }
        loads.dismiss(generation)
    }

    /// Tags that a stream brings are told when the sound is heard that they belong to.
    func passed(_ tags: TrackMetadata, of deck: Deck, at sample: Int64) {
        let metadata = deck.complete(tags, isLive: deck.isLive)
        guard deck.isOnCurrentTimeline, let origin = timeline?.origin, !isOffline else {
            return describe(deck.generation, metadata)
        }
        let milestone = Milestone.described(deck.generation, metadata)
        // Parsers repeat tags.
        guard milestones.last(of: deck.generation) != milestone else { return }
        milestones.add(milestone, at: origin + sample)
        armMilestones()
    }

    func describe(_ generation: LoadGeneration, _ metadata: TrackMetadata) {
        guard let load = loads[generation], load.isLoaded, load.reported != metadata else { return }
        loads[generation]?.reported = metadata
        if audible.last?.generation == generation { setTitle(generation) }
        report(.metadataChanged(generation, metadata))
    }

    func handleDuration(_ message: UnsafeMutablePointer<GstMessage>) {
        guard let deck = deck(of: message) else { return }
        describe(deck.generation, deck.metadata(isLive: deck.isLive))
    }

    /// The load that a message comes from; nil for the mixer, the output, and loads that were given up.
    func deck(of message: UnsafeMutablePointer<GstMessage>) -> Deck? {
        guard let source = segue_message_source(message) else { return nil }
        return loads.decks.first { $0.bin.contains(source) }
    }
}
