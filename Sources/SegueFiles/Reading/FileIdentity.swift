/// The identity of a file, by device and inode. Moving the file within its file system keeps the identity. A new file
/// that is moved over the old one has a different identity.
public struct FileIdentity: Sendable, Hashable {
    private let device: UInt64
    private let inode: UInt64

    public init(_ status: LocalFile.Status) {
        (device, inode) = (status.device, status.inode)
    }

    /// Reads the identity of the file at a path, after following symbolic links. Throws if there is none.
    public init(of path: LocalPath) throws(LocalFile.Failure) {
        self.init(try LocalFile.status(of: path))
    }
}
