import EventLoop
import Glibc

/// One thread for everything that touches the disk: work runs there in the order in which it comes, from any thread. It
/// starts with the first work, sleeps without a wake-up when there is none, and ends with the worker.
public final class DiskWorker: Sendable {
    private let thread = Locked<EventLoop?>(nil)

    public init() {}

    deinit {
        thread.withLock { $0?.stop() }
    }

    /// Runs `work` on the worker's thread, after all that was handed in before. Where the system grants no thread, it
    /// runs here and now: slow, but not lost.
    func perform(_ work: @escaping @Sendable () -> Void) {
        let loop = thread.withLock { thread in
            if thread == nil { thread = try? EventLoop.startThread(name: "segue-disk") }
            return thread
        }
        if let loop { loop.perform(work) } else { work() }
    }

    /// Blocks until everything that was handed in before is done. Not to be called on the worker's own thread. Does
    /// nothing when it was never used.
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
