public import SegueCore

/// A playlist file as found on disk.
public struct FoundPlaylist: Sendable, Hashable {
    /// The identity of one version of one file, which stays the same if the file is moved.
    public struct Stamp: Sendable, Hashable {
        public var inode: UInt64
        /// The size in bytes.
        public var size: Int64
        public var modified: WallTime

        public init(inode: UInt64, size: Int64, modified: WallTime) {
            self.inode = inode
            self.size = size
            self.modified = modified
        }
    }

    /// The URI of the file.
    public var uri: String
    public var stamp: Stamp
    public var created: WallTime
    /// The title in the playlist, or the file name without its extension: for a playlist without a title, and for the
    /// player's own.
    public var name: String
    /// The URI of an existing picture; nil without a picture.
    public var iconURI: String?

    public init(uri: String, stamp: Stamp, created: WallTime, name: String, iconURI: String? = nil) {
        self.uri = uri
        self.stamp = stamp
        self.created = created
        self.name = name
        self.iconURI = iconURI
    }
}
