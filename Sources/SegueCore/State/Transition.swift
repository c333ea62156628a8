/// One accepted step of the machine, for the history.
public struct Transition: Sendable, Equatable {
    /// The state before the step.
    public var from: PlayerState
    /// The state after the step.
    public var to: PlayerState
    /// The cause in words: `next`, `loaded`, `fade finished`.
    public var input: String
    /// The time of the step on the injected clock.
    public var time: MediaTime
    /// The time of the step in the calendar.
    public var date: WallTime

    /// Creates a step from one state to another.
    public init(from: PlayerState, to: PlayerState, input: String, time: MediaTime, date: WallTime) {
        self.from = from
        self.to = to
        self.input = input
        self.time = time
        self.date = date
    }

    /// True if the table contains the step.
    var isKnown: Bool { from.canTransition(to: to) }

    /// The step in words: `playing → preparingCrossfade (skip)`.
    public var text: String { "\(from.kind.rawValue) → \(to.kind.rawValue) (\(input))" }
}
