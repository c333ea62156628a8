/// A transition that the engine has been told of, and what the transition was computed from.
struct Plan: Sendable, Equatable {
    struct Basis: Sendable, Equatable {
        var outgoing: LoadGeneration
        var incoming: LoadGeneration
        var outgoingEnd: MediaTime?
        var incomingEnd: MediaTime?
        var wishes: TransitionPlanner.Wishes
        var gain: Double
    }

    var basis: Basis?
    var transition: TransitionPlan
}
