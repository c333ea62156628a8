/// A transition that was passed to the engine, and the values from which the transition was computed.
struct Plan: Sendable, Equatable {
    struct Basis: Sendable, Equatable {
        var outgoing: LoadGeneration
        var incoming: LoadGeneration
        var outgoingEnd: MediaTime?
        var incomingEnd: MediaTime?
        var wishes: TransitionPlanner.Wishes
        var gain: Double

        /// Returns the same basis, with the facts about the audio and the gain of the other one.
        func learning(from other: Basis) -> Basis {
            var basis = self
            basis.wishes.known = other.wishes.known
            basis.gain = other.gain
            return basis
        }
    }

    var basis: Basis?
    var transition: TransitionPlan

    /// Returns true if the transition has begun by `settled`, the first position of the outgoing track that can be
    /// changed.
    func isUnderWay(at settled: MediaTime) -> Bool {
        guard transition.kind != .gapless, case .at(let start) = transition.start else { return false }
        return start <= settled
    }
}

extension TransitionPlan {
    /// Returns true if both transitions sound the same, regardless of their descriptions.
    func soundsLike(_ other: TransitionPlan) -> Bool {
        var same = other
        same.tier = tier
        same.explanation = explanation
        same.beats = beats
        return self == same
    }
}
