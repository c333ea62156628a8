public import SegueCore

/// A command that took long, for the bus.
public struct SlowCommand: Sendable, Hashable {
    /// The command in words.
    public var name: String
    /// The moment at which the command arrived.
    public var date: WallTime
    /// The times between the stages: until the command was decided, loaded, mixed and heard. Nil for a stage that the
    /// command did not come to.
    public var stages: [MediaTime?]
    /// The time from the arrival to the ear, or to the outcome where nothing was to be heard.
    public var duration: MediaTime
    /// The stage that took the longest, in words.
    public var reason: String

    public init(name: String, date: WallTime, stages: [MediaTime?], duration: MediaTime, reason: String) {
        self.name = name
        self.date = date
        self.stages = stages
        self.duration = duration
        self.reason = reason
    }
}
