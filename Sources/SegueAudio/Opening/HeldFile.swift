import Glibc
import SegueFiles

/// A file that a load plays, kept open: the load can be opened again after the file has been moved or deleted.
final class HeldFile: Sendable {
    private let descriptor: Int32
    private let identity: FileIdentity

    /// Opens the file at `path`, which may block. Returns nil for anything but a regular file that can be read.
    init?(_ path: LocalPath) {
        guard let (descriptor, status) = LocalFile.open(path) else { return nil }
        self.descriptor = descriptor
        identity = FileIdentity(status)
    }

    deinit {
        close(descriptor)
    }

    /// The path by which this process can open the file, wherever it is now (proc(5)).
    var path: LocalPath { LocalPath("/proc/self/fd/\(descriptor)") }

    /// Returns true if both are the same file.
    func isSame(as other: HeldFile?) -> Bool { identity == other?.identity }
}
