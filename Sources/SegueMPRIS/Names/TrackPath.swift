public import SegueCore

/// Entries of the queue as object paths, as in `mpris:trackid`: each entry has exactly one path.
public enum TrackPath {
    /// MPRIS's path for no track at all.
    public static let none = "\(BusNames.standardPath)/TrackList/NoTrack"

    private static let prefix = BusNames.ownPath + "/Track/"

    /// The path of an entry, or `none`.
    public static func path(of entry: EntryID?) -> String {
        entry.map { "\(prefix)\($0.rawValue)" } ?? none
    }

    /// The entry that a path names; nil for every path that `path(of:)` never gives, including `none`. The entry need
    /// not exist.
    public static func entry(at path: String) -> EntryID? {
        guard path.hasPrefix(prefix), let number = UInt64(path.dropFirst(prefix.count)) else { return nil }
        let entry = EntryID(rawValue: number)
        // Numbers can be written in more than one way: +7, 007.
        return self.path(of: entry) == path ? entry : nil
    }
}
