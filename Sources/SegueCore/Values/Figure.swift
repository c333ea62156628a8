/// A number that the player has measured.
public enum Figure: Sendable, Hashable {
    case count(Int)
    case seconds(Double)
    /// 0…1
    case part(Double)
}
