import EventLoop
import Glibc

/// One thread for everything that touches the disk. Work may come from any thread. Work that somebody waits for to hear
/// something comes before all other work; apart from that, the order is that of the calls. The thread starts with the
/// first work, sleeps without a wake-up when there is none, and ends with the worker.
public final class DiskWorker: Sendable {
    /// How soon work runs.
    enum Urgency {
        /// Before all work that waits and is not awaited itself.
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

        /// Runs the work whose turn it is. To be called once for each work that was appended.
        func runNext() {
            let work = waiting.withLock { waiting in
                waiting.awaited.isEmpty ? waiting.usual.removeFirst() : waiting.awaited.removeFirst()
            }
            work()
        }
    }

    private let thread = Locked<EventLoop?>(nil)
    private let lanes = Lanes()

    /// A worker that has not begun its thread yet.
    public init() {}

    deinit {
        thread.withLock { $0?.stop() }
    }

    /// Runs `work` on the worker's thread, after everything of the same urgency that was handed in before. Where the
    /// system grants no thread, `work` runs on the calling thread: slow, but not lost.
    func perform(_ urgency: Urgency = .usual, _ work: @escaping @Sendable () -> Void) {
        let loop = thread.withLock { thread in
            if thread == nil { thread = try? EventLoop.startThread(name: "segue-disk", forWaiting: true) }
            return thread
        }
        guard let loop else { return work() }
        lanes.append(work, urgency)
        loop.perform { [lanes] in lanes.runNext() }
    }

    /// Blocks until everything that was handed in before is done. Must not be called on the worker's own thread. Does
    /// nothing when the worker was never used.
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
