public import SegueCore

/// Queue entries as object paths, as in `mpris:trackid`. Each entry has exactly one path.
public enum TrackPath {
    /// MPRIS's path for "no track".
    public static let none = "\(BusNames.standardPath)/TrackList/NoTrack"

    private static let prefix = BusNames.ownPath + "/Track/"

    /// Returns the path of an entry, or `none`.
    public static func path(of entry: EntryID?) -> String {
        entry.map { "\(prefix)\($0.rawValue)" } ?? none
    }

    /// Returns the entry that a path names; nil for every path that `path(of:)` never returns, including `none`. The
    /// entry need not exist.
    public static func entry(at path: String) -> EntryID? {
        guard path.hasPrefix(prefix), let number = UInt64(path.dropFirst(prefix.count)) else { return nil }
        let entry = EntryID(rawValue: number)
        // Rejects other spellings of the same number: +7, 007.
        return self.path(of: entry) == path ? entry : nil
    }
}
