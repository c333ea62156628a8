import SegueCore

@testable import SegueAudio

/// The check that no scheduled transition is lost.
extension ScoreTrial {
    /// Fails if a scheduled transition can no longer be heard, although no such report was made. Skipped while news is
    /// on its way to the score.
    mutating func checkPromises() {
        guard fault == nil, signals.isEmpty, taken.begun.isEmpty else { return }
        // A load that other audio replaces has no deck that knows the plan; it gets one if the replacement is undone.
        for transition in score.transitions where transition.home == .armed && !score.isGivingWay {
            guard score.span(of: transition.outgoing) == nil || score.onTape.last?.generation == transition.outgoing
            else { continue }
            checkArmed(transition)
            checkStart(of: transition)
        }
        if let blending = person.blending,
            !score.transitions.contains(where: { $0.incoming == blending && $0.isHeard })
        {
            fail("the end of the transition to \(blending.rawValue) is lost: \(state)")
        }
        for (incoming, plan) in person.promises where !score.transitions.contains(where: { $0.incoming == incoming }) {
            fail("the transition \(plan.outgoing.rawValue)→\(incoming.rawValue) is lost: \(state)")
        }
    }

    /// Fails if a skip that waits is lost with the end of its outgoing load. The core begins with the incoming load
    /// only if the load that ends is the one that is shown.
    mutating func checkSkip(from generation: LoadGeneration) {
        guard let candidate = person.candidate, person.promises[candidate]?.outgoing == generation,
            let current = person.current, current != generation
        else { return }
        fail("the skip \(generation.rawValue)→\(candidate.rawValue) is lost, \(current.rawValue) is shown: \(state)")
    }

    /// Fails if an armed transition waits at a load that nothing brings onto the tape.
    private mutating func checkStart(of transition: ScoreTransition) {
        let outgoing = transition.outgoing
        guard person.promises[transition.incoming] != nil, let load = score[outgoing], load.span == nil, !load.isMixing,
            load.state != .leaving,
            score.pendingStart?.generation != outgoing, score.takeover?.start?.generation != outgoing,
            !score.transitions.contains(where: { $0.incoming == outgoing })
        else { return }
        fail("the transition \(outgoing.rawValue)→\(transition.incoming.rawValue) waits for nothing: \(state)")
    }

    /// Checks that the deck of the outgoing load knows an armed transition, and continues once both decks can.
    private mutating func checkArmed(_ transition: ScoreTransition) {
        let name = "\(transition.outgoing.rawValue)→\(transition.incoming.rawValue)"
        guard let outgoing = table[transition.outgoing]?.deck, let incoming = table[transition.incoming]?.deck else {
            // What is left of the outgoing load may be about to be mixed to its end.
            let isEnding = score.mix.map { !$0.isPlaced || !score.tape.tape.isComplete } ?? false
            guard score.rewrite == nil, !isEnding else { return }
            return fail("the transition \(name) waits at a load without a deck: \(state)")
        }
        // All of the outgoing load may have been mixed, and the score is about to learn that.
        if outgoing.machine.state == .over, !score.tape.tape.isComplete { return }
        guard outgoing.machine.follower === incoming else {
            return fail("the transition \(name) is unknown to deck \(outgoing.id): \(state)")
        }
        // Beside a fade that is under way there is no room for a third load.
        if case .end = outgoing.item, outgoing.isBlocked, outgoing.machine.isPlaying, mixer.isOpen,
            incoming.machine.isWaiting, mixer.decks.count == 1
        {
            fail("deck \(outgoing.id) waits at its end, and its successor \(incoming.id) is ready: \(state)")
        }
    }
}

extension VirtualPerson {
    /// Removes the promises of transitions to this load or from it.
    mutating func forgetPromises(of generation: LoadGeneration) {
        promises = promises.filter { $0.key != generation && $0.value.outgoing != generation }
    }

    /// Adds the promise that this plan is heard. It supersedes an earlier one of the same outgoing load.
    mutating func promise(_ plan: TransitionPlan) {
        promises = promises.filter { $0.value.outgoing != plan.outgoing }
        promises[plan.incoming] = plan
    }
}

extension ScoreTransition {
    fileprivate var isHeard: Bool { if case .heard = home { true } else { false } }
}
