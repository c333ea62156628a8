import EventLoop
import Glibc

/// One thread for everything that touches the disk. Work may come from any thread, and runs in the order in which it
/// comes. The thread starts with the first work, sleeps without a wake-up when there is none, and ends with the worker.
public final class DiskWorker: Sendable {
    private let thread = Locked<EventLoop?>(nil)

    /// A worker that has not begun its thread yet.
    public init() {}

    deinit {
        thread.withLock { $0?.stop() }
    }

    /// Runs `work` on the worker's thread, after everything that was handed in before. Where the system grants no
    /// thread, `work` runs on the calling thread: slow, but not lost.
    func perform(_ work: @escaping @Sendable () -> Void) {
        let loop = thread.withLock { thread in
            if thread == nil { thread = try? EventLoop.startThread(name: "segue-disk") }
            return thread
        }
        if let loop { loop.perform(work) } else { work() }
    }

    /// Blocks until everything that was handed in before is done. Must not be called on the worker's own thread. Does
    /// nothing when the worker was never used.
    public func finish() {
        guard let loop = thread.withLock({ $0 }) else { return }
        let done = Signal()
        loop.perform { done.send() }
        done.wait()
    }
}

/// A one-time signal from one thread to another.
private final class Signal: @unchecked Sendable {
    // @unchecked: POSIX semaphores are made to be shared between threads; the pointer never changes.
    private let semaphore: UnsafeMutablePointer<sem_t>

    init() {
        semaphore = .allocate(capacity: 1)
        semaphore.initialize(to: sem_t())
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func send() { sem_post(semaphore) }

    func wait() { while sem_wait(semaphore) != 0 && errno == EINTR {} }
}
