/// How far a look through folders and playlists has come.
public struct ScanProgress: Sendable, Hashable {
    /// The place that is looked through, as it was named.
    public var location: String
    /// How many files have been found so far, in all places.
    public var found: Int
    /// How much of all places has been looked through, 0…1, never less than before. Each folder counts for as much as
    /// its neighbours, for nobody knows what is in it.
    public var part: Double

    /// A report about one place; `part` is the part of all places, 0…1.
    public init(location: String, found: Int, part: Double) {
        self.location = location
        self.found = found
        self.part = part
    }
}
