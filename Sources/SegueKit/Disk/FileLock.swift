import EventLoop
import Glibc

/// A lock between processes (flock(2)), held until `release`, or until the value is deallocated.
final class FileLock: Sendable {
    private let descriptor: Locked<Int32?>

    /// The interval between two attempts, in microseconds.
    private static let interval: UInt32 = 20_000

    /// Acquires the lock of the file at this path, which is created if it is missing. Waits without limit, or for
    /// `nanoseconds`; nil if another process still holds the lock then. Throws the error that prevents the file from
    /// being opened or locked.
    init?(_ path: String, within nanoseconds: Int64? = nil) throws {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileFailure(path: path, code: errno) }
        self.descriptor = Locked(descriptor)
        let end = nanoseconds.map { MonotonicTime.now.advanced(byNanoseconds: $0) }
        while flock(descriptor, LOCK_EX | (end == nil ? 0 : LOCK_NB)) != 0 {
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK:
                if let end, .now >= end { return nil }
                // The kernel offers no wait for a lock with a time limit. Not for the loop's thread.
                usleep(Self.interval)
            default: throw FileFailure(path: path, code: errno)
            }
        }
    }

    deinit { release() }

    /// Releases the lock. Does nothing the second time.
    func release() {
        descriptor.withLock { descriptor in
            // Closing the descriptor releases the lock.
            if let open = descriptor { close(open) }
            descriptor = nil
        }
    }

    /// Waits for the lock of the file at this path, and runs `body` while holding it. Throws the error that prevents
    /// the file from being opened or locked, and the errors of `body`.
    static func holding<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        let lock = try FileLock(path)
        defer { lock?.release() }
        return try body()
    }
}
