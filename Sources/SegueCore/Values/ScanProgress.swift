/// The progress of a scan of folders and playlists.
public struct ScanProgress: Sendable, Hashable {
    /// The location that is being scanned, as it was named.
    public var location: String
    /// The number of files found so far, in all locations.
    public var found: Int
    /// The scanned part of all locations, 0…1, which never decreases. Each folder has the same weight as its
    /// neighbours, because its content is not known in advance.
    public var part: Double

    /// Creates a report about one location; `part` is the part of all locations, 0…1.
    public init(location: String, found: Int, part: Double) {
        self.location = location
        self.found = found
        self.part = part
    }
}
