public import SegueCore

/// Playlists as object paths. Each playlist has exactly one path.
public enum PlaylistPath {
    /// The path used where MPRIS requires a path and there is no playlist.
    static let none = "/"

    private static let prefix = BusNames.ownPath + "/Playlist/"

    public static func path(of playlist: PlaylistID) -> String {
        let digits = String(playlist.rawValue, radix: 16)
        return prefix + String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Returns the playlist that a path names; nil for every path that `path(of:)` never returns. The playlist need not
    /// exist.
    public static func playlist(at path: String) -> PlaylistID? {
        guard path.hasPrefix(prefix), let number = UInt64(path.dropFirst(prefix.count), radix: 16) else { return nil }
        let playlist = PlaylistID(rawValue: number)
        // Rejects other spellings of the same number: +7, 7, A.
        return self.path(of: playlist) == path ? playlist : nil
    }
}
