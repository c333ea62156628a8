/// Invariants that relate the values of the player. A violation is a fault of the core. Debug builds check the
/// invariants after every step.
extension Player {
    /// The first violated invariant; nil if all of them hold.
    package var contradiction: String? {
        let state = state
        if !state.isValid { return "an invalid state" }
        if pursuit.navigation != nil, pursuit.seek != nil { return "a navigation and a seek at once" }
        if preparation.loads.dropFirst().contains(where: { $0.purpose != .advance || $0.isCommitted }) {
            return "a follower that does not follow by itself"
        }
        for (place, leader) in preparation.loads.enumerated() {
            guard let plan = preparation.plan(to: place + 1) else { continue }
            if plan.transition.outgoing != leader.generation { return "a follower of another load" }
        }
        if spare != nil, pursuit.navigation == nil || standby?.purpose != .navigation { return "a spare of nothing" }
        switch state {
        case .idle, .finished, .failed, .fadingOut:
            return claim(standby == nil, "nothing else is wanted")
        case .preparing(let track), .preparingCrossfade(_, let track):
            return claim(isOnTheWay(to: track), "it is on the way to \(track.id)")
        case .playing(let track), .buffering(let track, _, _):
            return claim(current != nil, "\(track.id) is loaded")
        case .crossfading:
            return claim(sound.isRunning, "the fade is heard")
        case .crossfadePaused:
            return claim(!sound.isRunning, "the fade stands still")
        case .paused, .seeking:
            return nil
        }
    }

    private func claim(_ isTrue: Bool, _ claim: String) -> String? { isTrue ? nil : "it is not so that \(claim)" }

    /// True if the file is still being loaded, or if it is ready and not heard yet.
    private func isOnTheWay(to track: QueueEntry) -> Bool {
        pursuit.navigation != nil || standby?.isCommitted == true && standby?.entry.isSameOccurrence(as: track) == true
    }
}
