/// A transition that the engine has been told of, and what the transition was computed from.
struct Plan: Sendable, Equatable {
    struct Basis: Sendable, Equatable {
        var outgoing: LoadGeneration
        var incoming: LoadGeneration
        var outgoingEnd: MediaTime?
        var incomingEnd: MediaTime?
        var wishes: TransitionPlanner.Wishes
        var gain: Double

        /// The same, with what the other one knows of the sound.
        func learning(from other: Basis) -> Basis {
            var basis = self
            basis.wishes.known = other.wishes.known
            basis.gain = other.gain
            return basis
        }
    }

    var basis: Basis?
    var transition: TransitionPlan

    /// Whether the transition has begun by `settled`, the first position of the outgoing track that can be changed.
    func isUnderWay(at settled: MediaTime) -> Bool {
        guard transition.kind != .gapless, case .at(let start) = transition.start else { return false }
        return start <= settled
    }
}

extension TransitionPlan {
    /// Whether both are heard alike, whatever is told of them.
    func soundsLike(_ other: TransitionPlan) -> Bool {
        var same = other
        same.tier = tier
        same.explanation = explanation
        same.beats = beats
        return self == same
    }
}
