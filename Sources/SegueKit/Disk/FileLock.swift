import Glibc

/// A lock between processes (flock(2)).
enum FileLock {
    /// Waits for the lock of the file at this path, and runs `body` while it is held. The file is made where there is
    /// none. Throws what keeps it from being opened, and what `body` throws.
    static func holding<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileFailure(path: path, code: errno) }
        // With the descriptor goes the lock.
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw FileFailure(path: path, code: errno) }
        }
        return try body()
    }
}
