import SegueCore

/// The lifecycle of loads: they are opened, become ready, and are removed.
extension Score {
    func index(of generation: LoadGeneration) -> Int? { loads.firstIndex { $0.generation == generation } }

    subscript(generation: LoadGeneration) -> ScoreLoad? {
        get { loads.first { $0.generation == generation } }
        set {
            guard let index = index(of: generation) else {
                if let newValue { loads.append(newValue) }
                return
            }
            if let newValue { loads[index] = newValue } else { loads.remove(at: index) }
        }
    }

    func reading(_ generation: LoadGeneration) -> DeckReading { readings.decks[generation] ?? DeckReading() }

    /// The loads that are on the tape, in the order in which they came onto it.
    var onTape: [ScoreLoad] { loads.filter { $0.span != nil } }

    func span(of generation: LoadGeneration) -> LoadSpan? { self[generation]?.span }

    mutating func opened(_ generation: LoadGeneration) {
        if self[generation] == nil { self[generation] = ScoreLoad(generation: generation) }
    }

    /// Handles a load of which enough is available to begin with.
    mutating func becameReady(_ generation: LoadGeneration) {
        guard let index = index(of: generation) else { return }
        switch loads[index].state {
        case .opening: loads[index].state = .ready
        case .reopening(let span, _): loads[index].state = .reopening(span, isReady: true)
        case .ready, .mixing, .onTape, .leaving: return
        }
        loads[index].lag = nil
        loads[index].stallFill = nil
        // The loads before this one may have waited for it.
        for transition in transitions where transition.incoming == generation && transition.home == .armed {
            act(.reconsider(transition.outgoing))
        }
        rewriteIfPossible()
        startIfPossible()
        carryOutAwaited()
    }

    /// Replaces the load's current deck with another one. Does nothing if the load is being reopened at that position.
    mutating func reopen(_ generation: LoadGeneration, at position: MediaTime) {
        guard let index = index(of: generation) else { return }
        if case .reopening = loads[index].state, reading(generation).position == position { return }
        if let span = loads[index].span {
            loads[index].state = .reopening(span, isReady: false)
        } else {
            loads[index].state = .opening
        }
        readings.decks[generation] = reading(generation).reopened(at: position)
        act(.reopen(generation, at: position))
        // A deck that was discarded with its timeline has no plan left to hand on.
        for transition in transitions where transition.outgoing == generation && transition.home == .armed {
            act(.arm(transition.plan, ifInTime: false))
        }
    }

    mutating func discard(_ generation: LoadGeneration) {
        remove(generation)
        act(.discard(generation))
    }

    /// Removes the load, and every plan for a transition to it or from it.
    mutating func remove(_ generation: LoadGeneration) {
        self[generation] = nil
        readings.decks[generation] = nil
        if takeover?.incoming == generation { takeover = nil }
        transitions.removeAll { transition in
            guard transition.concerns(generation) else { return false }
            switch transition.home {
            // A skip that waits leaves whatever is heard by then.
            case .wanted(.sound), .wanted(.load): return transition.incoming == generation || !transition.plan.isSkip
            // Any other transition from a removed load loses its plan with the load.
            case .armed, .wanted(.start): return true
            // The audio exists, independent of its load.
            case .mixed, .placed, .heard: return transition.incoming == generation
            }
        }
    }

    mutating func givenUp(_ generation: LoadGeneration, telling event: AudioEvent) {
        guard self[generation] != nil else { return report(event) }
        if pendingStart?.generation == generation { pendingStart = nil }
        forgetAwaited(generation)
        let waiting = transitions.filter { $0.incoming == generation && $0.home == .armed }.map(\.outgoing)
        disarm(generation)
        for outgoing in waiting { act(.reconsider(outgoing)) }
        withdraw(generation)
        remove(generation)
        report(event)
        rewriteIfPossible()
        endOwnerlessTape(over: .ramp)
    }

    mutating func unload(_ generation: LoadGeneration, ramp: MediaTime) {
        guard let load = self[generation] else { return }
        if pendingStart?.generation == generation { pendingStart = nil }
        forgetAwaited(generation)
        disarm(generation)
        if load.span != nil || isEntering(generation) {
            takeOff(generation, over: ramp)
        } else if mixedUnplaced.contains(where: { $0.incoming == generation }) {
            if isGivingWay { restartMix() } else { rewrite(without: generation, after: Self.haste) }
            disarm(generation)
        } else {
            withdraw(generation)
        }
        guard self[generation] != nil else { return }
        remove(generation)
        act(.release(generation))
        rewriteIfPossible()
        endOwnerlessTape(over: ramp)
    }

    /// Fades the tape to silence if all its audio belongs to removed loads and nothing replaces it. The end of such
    /// audio has no notice. Does nothing otherwise.
    private mutating func endOwnerlessTape(over ramp: MediaTime) {
        guard tape.state != .stopped, onTape.isEmpty, mix == nil, rewrite == nil, pendingStart == nil else { return }
        goSilent(over: ramp)
    }

    /// The time within which a removed load falls silent, if that is possible in time.
    static let haste = MediaTime(nanoseconds: 60_000_000)

    /// Cancels the transition to this load, unless the load has come onto the timeline already.
    mutating func disarm(_ generation: LoadGeneration) {
        transitions.removeAll { $0.incoming == generation && $0.home == .armed }
        act(.disarm(generation))
    }

    /// Returns true if the load is put onto a separate timeline that has no position yet.
    func isEntering(_ generation: LoadGeneration) -> Bool {
        self[generation]?.isMixing == true && !mixedUnplaced.contains { $0.incoming == generation }
    }

    /// Removes the load's audio from the tape. In a fade, the other load takes over, and plays to its own end.
    private mutating func takeOff(_ generation: LoadGeneration, over ramp: MediaTime) {
        if isGivingWay {
            // The audio that replaces it is about to begin.
            if span(of: generation) != nil { return takeFromTape(generation) }
            // The audio that it was to replace continues. Until that audio is mixed again, all of it on the tape is
            // heard.
            takeBackMixed()
            clearMixer()
            fill()
        } else if restoreSound(without: generation, isKept: false) {
            return
        }
        let place = heard
        let others = onTape.filter {
            $0.generation != generation && ($0.span?.end).map { $0 > place } ?? true
        }
        let transition = soundingTransitions.first { $0.concerns(generation) }
        guard !others.isEmpty else {
            // Loads that have been heard to their end, but not reported, end here too.
            let over = onTape.map(\.generation).filter { $0 != generation }
            takeBackMixed()
            goSilent(over: ramp)
            for other in over where self[other] != nil {
                discard(other)
                report(.ended(other))
            }
            return
        }
        // A part of the transition has been heard: the remaining load continues alone.
        let isHeard =
            transition.map { transition in
                if transition.incoming == generation, case .placed = transition.home { return false }
                return transition.incoming == generation || transition.bounds.map { $0.start <= settled } ?? false
            } ?? false
        if let transition, isHeard { cutShort(transition) }
        guard transition?.outgoing != generation || !isHeard || others.allSatisfy({ canGoOn($0.generation) }) else {
            // The remaining track can't be reopened at its position: the other one fades out as planned.
            return takeFromTape(generation)
        }
        rewrite(without: generation, after: Self.haste) { score, rewrite in
            guard isHeard, let transition else { return }
            score.goOn(without: generation, after: transition, in: &rewrite)
        }
    }

    /// Reopens the loads that were to follow in a new mix without a position on the tape. They are not lost with that
    /// mix.
    private mutating func takeBackMixed() {
        for transition in mixedUnplaced {
            transitions.removeAll { $0.incoming == transition.incoming }
            takeBack(transition.incoming)
        }
    }

    /// Lets the other load of a transition that is heard take over. If the incoming load is removed, the others
    /// continue as they would have without it: the outgoing load may have been in a fade with a third one.
    private func goOn(
        without generation: LoadGeneration, after transition: ScoreTransition, in rewrite: inout Rewrite
    ) {
        guard transition.incoming == generation, let bounds = transition.bounds else {
            for index in rewrite.parts.indices
            where rewrite.parts[index].generation == transition.incoming
                && rewrite.parts[index].run?.direction == .incoming
            {
                rewrite.parts[index].run = nil
            }
            return
        }
        for index in rewrite.parts.indices {
            guard var span = span(of: rewrite.parts[index].generation) else { continue }
            span.takeBack(from: bounds.start)
            let isLeft = rewrite.parts[index].generation == transition.outgoing
            let run = isLeft ? span.fadeIn(at: rewrite.start) : span.run(at: rewrite.start)
            rewrite.parts[index].run = run
            rewrite.parts[index].end = isLeft ? nil : run?.endSample ?? rewrite.parts[index].end
        }
    }

    /// Silences all audio. Audio that already fades to silence continues to do so.
    mutating func goSilent(over ramp: MediaTime) {
        forgetTape()
        switch tape.state {
        case .running:
            tape.complete()
            process(tape.leave(over: ramp, curve: .linear, for: .stop, readings.output))
        case .leaving: tape.complete()
        case .stopped, .paused, .pausing: endTimeline()
        }
    }

    /// Removes every load from the tape.
    mutating func forgetTape() {
        takeover = nil
        change = nil
        notices.removeAll()
        transitions.removeAll { $0.bounds != nil }
        for load in loads where load.span != nil || isEntering(load.generation) { takeFromTape(load.generation) }
    }

    /// Removes the load from the tape; its deck stays.
    mutating func takeFromTape(_ generation: LoadGeneration) {
        guard let index = index(of: generation) else { return }
        guard readings.decks[generation] != nil else { return remove(generation) }
        switch loads[index].state {
        case .onTape, .mixing: loads[index].state = .leaving
        case .reopening(_, let isReady): loads[index].state = isReady ? .ready : .opening
        case .opening, .ready, .leaving: break
        }
    }

    /// Handles a deck whose last sample has left the mixer, so that its pad is free. A load that is still on the tape
    /// may have to be reopened.
    mutating func left(_ generation: LoadGeneration) {
        guard let load = self[generation], load.span == nil, !load.isMixing else { return }
        discard(generation)
    }

    /// Discards a load that will not be heard any more, at once or when the mixer has finished with it.
    mutating func letGo(_ generation: LoadGeneration) {
        guard let index = index(of: generation), let reading = readings.decks[generation] else {
            return remove(generation)
        }
        switch loads[index].state {
        case .onTape where reading.isOnTimeline, .mixing where reading.isOnTimeline: loads[index].state = .leaving
        case .onTape, .mixing, .reopening, .opening, .ready: discard(generation)
        case .leaving: break
        }
    }

    /// Reopens a load that was mixed, but of which nothing has been heard. The load then waits.
    mutating func takeBack(_ generation: LoadGeneration) {
        guard let index = index(of: generation), readings.decks[generation] != nil else { return remove(generation) }
        loads[index].state = .opening
        reopen(generation, at: reading(generation).position)
    }

    /// Handles tags from a stream. They are reported when the audio that they belong to is heard.
    mutating func described(_ generation: LoadGeneration, _ metadata: TrackMetadata, at sample: Int64) {
        guard reading(generation).isOnCurrentTimeline, let origin = mix?.origin, !isOffline else {
            return act(.describe(generation, metadata))
        }
        // Parsers repeat tags.
        guard notices.lastDescription(of: generation) != metadata else { return }
        notices.add(.described(generation, metadata), at: origin + sample)
    }

    /// Returns true if the load can be mixed again from its position on the tape: its deck exists, and can be reopened
    /// at a position.
    func canGoOn(_ generation: LoadGeneration) -> Bool { readings.decks[generation]?.canGoOn ?? false }

    // MARK: - Streams that lag behind

    /// The length of a stream with a low reserve that has to be on the tape. It is enough to notice that no more comes,
    /// and to stop with a ramp.
    private static let least = MediaTime(nanoseconds: 300_000_000)

    /// Handles the fill of the load's reserve. A low reserve is reported when the audio on the tape is no longer
    /// enough.
    mutating func lagging(_ generation: LoadGeneration, _ percent: Int) {
        guard let index = index(of: generation) else { return }
        // A load that is reopened to be mixed again is on the tape meanwhile.
        let isBeingMixed: Bool
        switch loads[index].state {
        case .onTape: isBeingMixed = true
        case .reopening(_, let isReady): isBeingMixed = isReady || isRewriting
        case .mixing: isBeingMixed = isEntering(generation)
        case .opening, .ready, .leaving: isBeingMixed = false
        }
        var fill = percent
        if isBeingMixed, let former = loads[index].stallFill {
            fill = max(former, self.fill(withTape: percent))
            loads[index].stallFill = fill
        }
        if fill == 100 {
            loads[index].lag = nil
            loads[index].stallFill = nil
        } else if isBeingMixed, loads[index].stallFill == nil {
            loads[index].lag = fill
            return tellStalls()
        }
        report(.buffering(generation, percent: fill))
    }

    /// Returns the fill of a stalled load, in percent. What is on the tape counts too: the mixer goes on taking from
    /// the reserve, which would not be full again before the tape is. What it has taken is on the tape a moment later.
    private mutating func fill(withTape percent: Int) -> Int {
        let spare = max(.zero, time(tape.tape.end - heard))
        return min(100, percent + Int(spare.seconds / NetworkReserve.length.seconds * 100))
    }

    /// Reports streams whose reserve is low, unless enough of them is still on the tape.
    mutating func tellStalls() {
        act(.forget(.lag))
        for index in loads.indices where loads[index].span == nil && !loads[index].isMixing { loads[index].lag = nil }
        guard loads.contains(where: { $0.lag != nil }), tape.state == .running else { return }
        let spare = time(tape.tape.end - heard) - Self.least
        guard spare <= .zero else { return act(.await(.lag, for: spare)) }
        for index in loads.indices {
            guard let percent = loads[index].lag else { continue }
            let isReopening = if case .reopening(_, false) = loads[index].state { true } else { false }
            guard isReopening || reading(loads[index].generation).isWanted else { continue }
            loads[index].lag = nil
            loads[index].stallFill = 0
            report(.buffering(loads[index].generation, percent: percent))
        }
    }
}
