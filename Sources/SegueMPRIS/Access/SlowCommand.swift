public import SegueCore

/// A slow command, as published on the bus.
public struct SlowCommand: Sendable, Hashable {
    /// The command in words.
    public var name: String
    /// The time at which the command arrived.
    public var date: WallTime
    /// The times between the stages: until the command was decided, loaded, mixed and heard. Nil for a stage that the
    /// command did not reach.
    public var stages: [MediaTime?]
    /// The time from arrival until the effect was heard or, if there was nothing to hear, until the outcome.
    public var duration: MediaTime
    /// The slowest stage, in words.
    public var reason: String

    public init(name: String, date: WallTime, stages: [MediaTime?], duration: MediaTime, reason: String) {
        self.name = name
        self.date = date
        self.stages = stages
        self.duration = duration
        self.reason = reason
    }
}
