/// How far a look through folders and playlists has come.
public struct ScanProgress: Sendable, Hashable {
    /// The place that is looked through, as it was named.
    public var location: String
    /// Files so far, of all places.
    public var found: Int
    /// Of all places, 0…1, never less than before. Each folder counts for as much as its neighbours, for nobody knows
    /// what is in it.
    public var part: Double

    public init(location: String, found: Int, part: Double) {
        self.location = location
        self.found = found
        self.part = part
    }
}
