import SegueCore

@testable import SegueAudio

/// No scheduled transition is lost.
extension ScoreTrial {
    /// Fails if a scheduled transition can no longer be heard, although nothing was reported of that. Skipped while
    /// news is on its way to the score.
    mutating func checkPromises() {
        guard fault == nil, signals.isEmpty, taken.begun.isEmpty else { return }
        // A load that other sound comes over has no deck that knows; it gets one if that is taken back.
        for transition in score.transitions where transition.home == .armed && !score.isGivingWay {
            guard score.span(of: transition.outgoing) == nil || score.onTape.last?.generation == transition.outgoing
            else { continue }
            checkArmed(transition)
        }
        for (incoming, plan) in person.promises where !score.transitions.contains(where: { $0.incoming == incoming }) {
            fail("the transition \(plan.outgoing.rawValue)→\(incoming.rawValue) is lost: \(state)")
        }
    }

    /// An armed transition is known to the deck of its outgoing load, and that deck goes on once both decks can.
    private mutating func checkArmed(_ transition: ScoreTransition) {
        let name = "\(transition.outgoing.rawValue)→\(transition.incoming.rawValue)"
        guard let outgoing = table[transition.outgoing]?.deck, let incoming = table[transition.incoming]?.deck else {
            if score.rewrite == nil { fail("the transition \(name) waits at a load without a deck: \(state)") }
            return
        }
        guard outgoing.machine.follower === incoming else {
            return fail("the transition \(name) is unknown to deck \(outgoing.id): \(state)")
        }
        if case .end = outgoing.item, outgoing.isBlocked, outgoing.machine.isPlaying, mixer.isOpen,
            incoming.machine.isWaiting
        {
            fail("deck \(outgoing.id) waits at its end, and its successor \(incoming.id) is ready: \(state)")
        }
    }
}

extension VirtualPerson {
    /// The transitions to this load or from it are no longer expected.
    mutating func forgetPromises(of generation: LoadGeneration) {
        promises = promises.filter { $0.key != generation && $0.value.outgoing != generation }
    }

    /// This plan is expected to be heard. It supersedes an earlier one of the same outgoing load.
    mutating func promise(_ plan: TransitionPlan) {
        promises = promises.filter { $0.value.outgoing != plan.outgoing }
        promises[plan.incoming] = plan
    }
}
