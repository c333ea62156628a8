/// A number that the player has measured.
public enum Figure: Sendable, Hashable {
    /// How often something has happened, or how many there are.
    case count(Int)
    /// A length of time in seconds.
    case seconds(Double)
}
