import EventLoop
import Glibc

/// One thread for all work that accesses the disk. Work may come from any thread. Work that playback waits for comes
/// before all other work; otherwise the order is that of the calls. The thread starts with the first work, sleeps
/// without wake-ups when there is none, and ends with the worker.
public final class DiskWorker: Sendable {
    /// The urgency of work.
    enum Urgency {
        /// Before all queued work of usual urgency.
        case awaited
        case usual
    }

    /// The work that has not begun.
    private final class Lanes: Sendable {
        private struct Waiting {
            var awaited: [@Sendable () -> Void] = []
            var usual: [@Sendable () -> Void] = []
        }

        private let waiting = Locked(Waiting())

        func append(_ work: @escaping @Sendable () -> Void, _ urgency: Urgency) {
            waiting.withLock { waiting in
                switch urgency {
                case .awaited: waiting.awaited.append(work)
                case .usual: waiting.usual.append(work)
                }
            }
        }

        /// Runs the next work in order. Call it once for each work that was appended.
        func runNext() {
            let work = waiting.withLock { waiting in
                waiting.awaited.isEmpty ? waiting.usual.removeFirst() : waiting.awaited.removeFirst()
            }
            work()
        }
    }

    private let thread = Locked<EventLoop?>(nil)
    private let lanes = Lanes()

    /// Creates a worker whose thread has not started yet.
    public init() {}

    deinit {
        thread.withLock { $0?.stop() }
    }

    /// Runs `work` on the worker's thread, after all earlier work of the same urgency. If the system grants no thread,
    /// `work` runs on the calling thread: slow, but not lost.
    func perform(_ urgency: Urgency = .usual, _ work: @escaping @Sendable () -> Void) {
        let loop = thread.withLock { thread in
            if thread == nil { thread = try? EventLoop.startThread(name: "segue-disk", forWaiting: true) }
            return thread
        }
        guard let loop else { return work() }
        lanes.append(work, urgency)
        loop.perform { [lanes] in lanes.runNext() }
    }

    /// Blocks until all earlier work is done. Must not be called on the worker's thread. Does nothing if the worker was
    /// never used.
    public func finish() {
        guard thread.withLock({ $0 }) != nil else { return }
        let done = Signal()
        perform { done.send() }
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
