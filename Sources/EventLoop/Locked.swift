import Glibc

/// A value that several threads share, one at a time.
///
/// A pthread mutex and not `Synchronization.Mutex`: ThreadSanitizer knows the former and reports every use of the
/// latter, whose futex calls it cannot see, as a race.
public final class Locked<Value>: @unchecked Sendable {
    // @unchecked: `value` is touched only inside `withLock`, and what goes in or comes out is sent.
    private var value: Value
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    public init(_ value: sending Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        let code = pthread_mutex_init(mutex, nil)
        precondition(code == 0, "pthread_mutex_init failed: \(String(cString: strerror(code)))")
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deinitialize(count: 1)
        mutex.deallocate()
    }

    /// Runs `body` alone with the value. `body` must be short, and must not take the same lock again: that would wait
    /// for ever.
    public func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
