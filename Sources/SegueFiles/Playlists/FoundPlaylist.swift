public import SegueCore

/// A playlist file as it was found.
public struct FoundPlaylist: Sendable, Hashable {
    /// Tells one version of one file from every other, wherever the file is moved.
    public struct Stamp: Sendable, Hashable {
        public var inode: UInt64
        /// In bytes.
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
    /// The playlist's own name, or its file name without the extension.
    public var name: String
    /// The URI of a picture that exists; nil without one.
    public var iconURI: String?

    public init(uri: String, stamp: Stamp, created: WallTime, name: String, iconURI: String? = nil) {
        self.uri = uri
        self.stamp = stamp
        self.created = created
        self.name = name
        self.iconURI = iconURI
    }
}
