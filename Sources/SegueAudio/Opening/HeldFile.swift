import Glibc
import SegueFiles

/// A file that a load plays, kept open: the load can be opened again after the file has been moved or deleted.
final class HeldFile: Sendable {
    private let descriptor: Int32
    private let device: dev_t
    private let inode: ino_t

    /// Opens the file at `path`, which may block. Returns nil for anything but a regular file that can be read.
    init?(_ path: LocalPath) {
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        (device, inode) = (status.st_dev, status.st_ino)
    }

    deinit {
        close(descriptor)
    }

    /// The path by which this process can open the file, wherever it is now (proc(5)).
    var path: LocalPath { LocalPath("/proc/self/fd/\(descriptor)") }

    /// Returns true if both are the same file.
    func isSame(as other: HeldFile?) -> Bool { device == other?.device && inode == other?.inode }
}
