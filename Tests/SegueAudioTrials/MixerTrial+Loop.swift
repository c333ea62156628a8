import SegueCore

@testable import SegueAudio

/// The loop's actions: it opens, plans, answers, cancels and restarts.
extension MixerTrial {
    mutating func open() {
        lastID += 1
        let length =
            Bool.random(using: &random)
            ? Int64.random(in: 0...60, using: &random) : Int64.random(in: 0...900, using: &random)
        let deck = VirtualDeck(
            lastID, length: length, isComplete: Int.random(in: 0..<4, using: &random) > 0)
        deck.machine.locate(.zero)
        decks.append(deck)
    }

    mutating func start() {
        reset()
        var loads: [MixerMachine<VirtualDeck>.Lying] = []
        let silence: Int64? = Bool.random(using: &random) ? Int64.random(in: 0...60, using: &random) : nil
        for deck in decks.filter(\.machine.isWaiting).shuffled(using: &random).prefix(2)
        where Bool.random(using: &random) {
            let isOutgoing = loads.isEmpty
            if deck.machine.claim() {
                if isOutgoing { deck.machine.silence = silence }
                loads.append(.init(deck: deck, silence: isOutgoing ? silence : nil))
            }
        }
        guard !loads.isEmpty else { return }
        note("start \(loads.map(\.deck.id))")
        mixer.open(with: loads)
        for sink in loads.indices { sinks[sink].hasEnded = false }
        for (index, load) in loads.enumerated() {
            var run: FadeRun?
            if let silence, silence > 0 {
                run = FadeRun(
                    direction: index == 0 ? .outgoing : .incoming, curve: .linear, startProgress: 0.25, startSample: 0,
                    endSample: silence)
            } else if loads.count == 1, Bool.random(using: &random) {
                // A start that fades in, and may be left before the fade ends.
                run = FadeRun(direction: .incoming, curve: .linear, startSample: 0, endSample: 300)
            }
            enter(load.deck, at: 0, run: run, end: nil)
        }
        allow(100)
    }

    mutating func plan(behind deck: VirtualDeck) {
        guard let next = decks.filter({ $0.machine.isWaiting && $0 !== deck }).randomElement(using: &random),
            !decks.contains(where: { $0.machine.follower === next })
        else { return }
        let isJoin = Bool.random(using: &random)
        let latest: Int64 = Bool.random(using: &random) ? 120 : 900
        let media = MediaTime(samples: Int64.random(in: 0...latest, using: &random), rate: Self.rate)
        let duration = MediaTime(samples: Int64.random(in: 0...120, using: &random), rate: Self.rate)
        let plan = TransitionPlan(
            outgoing: LoadGeneration(rawValue: UInt64(deck.id)), incoming: LoadGeneration(rawValue: UInt64(next.id)),
            kind: isJoin ? .gapless : .crossfade, start: Int.random(in: 0..<6, using: &random) == 0 ? .now : .at(media),
            duration: duration, curve: .linear, incomingGain: 1, reason: .endOfTrack)
        let armed = ArmedTransition(plan: plan, incoming: next)
        let frontier = deck.machine.frontier
        switch deck.machine.arm(armed, ifInTime: !isOffline) {
        case .done:
            let beginning = isJoin ? "joined" : "from \(armed.sample(on: deck.machine.timeline) ?? -1)"
            note("plan \(deck.id) → \(next.id) \(beginning)")
        case .late:
            if let due = armed.sample(on: deck.machine.timeline), due >= frontier, deck.machine.isPlaying {
                fail("a plan for \(due) comes too late at \(frontier)")
            }
        }
        deck.reconsider()
    }

    /// Answers a deck that has asked for a decision about its end.
    mutating func answer(mayPlan: Bool = true) {
        guard let deck = decks.first(where: { $0.question != nil }) else {
            if !mayPlan { for deck in decks where deck.machine.isHeld { playOut(deck) } }
            return
        }
        deck.question = nil
        if !deck.isComplete {
            deck.isComplete = true
            deck.reconsider()
        } else if mayPlan, Bool.random(using: &random) {
            plan(behind: deck)
            if deck.machine.follower == nil { playOut(deck) }
        } else {
            playOut(deck)
        }
    }

    mutating func playOut(_ deck: VirtualDeck) {
        note("play \(deck.id) out")
        deck.machine.playOut()
        deck.reconsider()
    }

    /// Cancels a deck: no other deck is followed by it any more. A deck in the mixer stays there until the mixer has
    /// finished with it.
    mutating func giveUp(_ deck: VirtualDeck) {
        for other in decks where other.machine.disarm(where: { $0 === deck }) { other.reconsider() }
        guard deck.machine.abandon() else { return }
        note("give \(deck.id) up")
        deck.machine.giveUp()
        decks.removeAll { $0 === deck }
    }

    mutating func seek(_ deck: VirtualDeck) {
        guard deck.machine.isWaiting || deck.machine.isLoading else { return }
        note("seek \(deck.id)")
        deck.machine.seek()
        deck.isStale = true
        deck.kept = 0
    }

    /// Completes a seek: everything from before the seek is dropped.
    mutating func flush(_ deck: VirtualDeck) {
        guard deck.isStale else { return }
        note("flush \(deck.id)")
        deck.machine.flushedForSeek()
        deck.isStale = false
        deck.isBlocked = false
        (deck.kept, deck.item, deck.arrivedCount) = (0, nil, 0)
    }

    mutating func reset() {
        mixer.close()
        for deck in decks where deck.machine.isInMixer { deck.machine.giveUp() }
        decks.removeAll { !$0.machine.isLoading && !$0.machine.isWaiting }
        let number = mixer.number
        mixer.reset()
        if mixer.number == number || mixer.isOpen || !mixer.decks.isEmpty || mixer.frontier != 0 {
            fail("no new timeline")
        }
        sinks = [(0, true), (0, true)]
        (isWaiting, isAwaited, hasNews, allowed) = (false, false, false, 0)
    }

    mutating func allow(_ ahead: Int64) {
        allowed = max(allowed, mixer.frontier + ahead)
        if mixer.allow(upTo: mixer.frontier + ahead) { isWaiting = false }
    }

    mutating func endWithoutWaiting(_ deck: VirtualDeck) {
        deck.isStuck = true
        if deck.machine.endWithoutWaiting(isIdle: { deck.rest < deck.want && deck.item == nil }) { endWithRest(deck) }
    }
}
