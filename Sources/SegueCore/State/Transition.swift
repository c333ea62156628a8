/// One accepted step of the machine, for the history.
public struct Transition: Sendable, Equatable {
    /// The state before the step.
    public var from: PlayerState
    /// The state after the step.
    public var to: PlayerState
    /// What caused it, in words: `next`, `loaded`, `fade finished`.
    public var input: String
    /// When the step was taken, on the injected clock.
    public var time: MediaTime

    /// A step from one state to another.
    public init(from: PlayerState, to: PlayerState, input: String, time: MediaTime) {
        self.from = from
        self.to = to
        self.input = input
        self.time = time
    }

    /// True if the table has the step.
    var isKnown: Bool { from.canTransition(to: to) }
}
