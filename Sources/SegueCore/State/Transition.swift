/// One accepted step of the machine, for the history.
public struct Transition: Sendable, Equatable {
    public var from: PlayerState
    public var to: PlayerState
    /// What caused it, in words: `next`, `loaded`, `fade finished`.
    public var input: String
    /// On the injected clock.
    public var time: MediaTime

    public init(from: PlayerState, to: PlayerState, input: String, time: MediaTime) {
        self.from = from
        self.to = to
        self.input = input
        self.time = time
    }
}
