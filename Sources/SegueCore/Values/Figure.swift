/// A figure that the player has measured.
public enum Figure: Sendable, Hashable {
    /// The number of events or of things.
    case count(Int)
    /// A duration in seconds.
    case seconds(Double)
}
