import Glibc

/// A mark of the threads that are inside a loop, which code without access to a loop can check.
enum LoopMark {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let code = pthread_key_create(&key, nil)
        precondition(code == 0, "pthread_key_create failed: \(String(cString: strerror(code)))")
        return key
    }()

    /// True if the calling thread is inside a loop.
    static var isSet: Bool { pthread_getspecific(key) != nil }

    /// Runs `body` as a part of a loop. Calls may be nested.
    static func during(_ body: () -> Void) {
        let former = pthread_getspecific(key)
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1))
        defer { pthread_setspecific(key, former) }
        body()
    }
}
