import SegueCore

@testable import SegueAudio

/// The checks that nothing waits without a reason, and that nothing is kept without a use.
extension ScoreTrial {
    /// Fails if a command waits without a limit, or for a condition that is met.
    mutating func checkWaits() {
        guard fault == nil else { return }
        if score.isResuming {
            if limits[.resume] == nil { fail("a resume waits without a limit: \(state)") }
            if case .paused = score.tape.state, score.rewrite == nil, score.mix?.isPlaced == true {
                fail("a resume waits for nothing: \(state)")
            }
        }
        guard let skip = score.transitions.first(where: { $0.home == .wanted(.sound(isDue: false)) }) else {
            vainSince = nil
            return
        }
        if limits[.skip] == nil { fail("a skip waits without a limit: \(state)") }
        guard signals.isEmpty, !isBusy, score.tape.state == .running, !mayWait(for: skip.plan) else {
            vainSince = nil
            return
        }
        vainSince = vainSince ?? now
        if let vainSince, now > vainSince + 100 { fail("a skip waits for nothing: \(state)") }
    }

    /// True if a skip by this plan has a reason to wait: more of the outgoing load is wanted.
    private mutating func mayWait(for plan: TransitionPlan) -> Bool {
        var score = score
        score.readings = takeReadings()
        return score.isFilling(for: plan)
    }

    /// Fails if a load or a deck is kept that nothing will be heard of, or if the former audio is kept after other
    /// audio has been heard.
    mutating func checkDecks() {
        guard fault == nil else { return }
        for (generation, load) in table {
            guard let known = score[generation] else {
                fail("load \(generation.rawValue) is kept, and the score knows nothing of it: \(state)")
                continue
            }
            if case .onTape = known.state, load.deck.machine.isWaiting {
                fail("load \(generation.rawValue) is on the tape, and has a deck that waits: \(state)")
            }
        }
        for deck in decks where present(deck) == nil && !deck.machine.isOnTimeline(mixer.number) {
            fail("deck \(deck.id) belongs to no load, and is not mixed: \(state)")
        }
        if let takeover = score.takeover {
            let transition = score.transitions.first { $0.incoming == takeover.incoming }
            if case .placed = transition?.home {} else { fail("the former audio is kept in vain: \(state)") }
        }
        checkLeftovers()
    }

    /// Fails if a load that has been heard to its end is kept for more than a moment.
    private mutating func checkLeftovers() {
        let place = score.tape.heard(reading)
        let isSteady =
            score.tape.state == .running && score.tape.isSounding && !score.isRewriting && !score.isGivingWay
            && !score.transitions.contains(where: \.isReleasing)
        guard isSteady, let left = score.onTape.first(where: { ($0.span?.end).map { $0 < place } ?? false }) else {
            leftoverSince = nil
            return
        }
        leftoverSince = leftoverSince ?? now
        if let leftoverSince, now > leftoverSince + 300 + delay.latency.samples(rate: Self.rate) {
            fail("load \(left.generation.rawValue) is kept after its end: \(state)")
        }
    }
}

extension ScoreTransition {
    /// True if loads that have been heard to their ends are released when this transition ends. A skip in a fade
    /// suppresses the end of that fade.
    fileprivate var isReleasing: Bool {
        switch home {
        case .heard: true
        case .placed: plan.isSkip
        case .wanted, .armed, .mixed: false
        }
    }
}
