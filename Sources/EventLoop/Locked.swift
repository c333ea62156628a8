import Glibc

/// A value shared by several threads, which access it one at a time.
///
/// Uses a pthread mutex instead of `Synchronization.Mutex`: ThreadSanitizer can't see the futex calls of the latter,
/// and reports every use as a race.
public final class Locked<Value>: @unchecked Sendable {
    // @unchecked: `value` is accessed only inside `withLock`, and values that enter or leave are sent.
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

    /// Runs `body` with exclusive access to the value. `body` must be short, and must not take the same lock again,
    /// which would deadlock.
    public func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
