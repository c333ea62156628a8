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

        /// Runs the next work in order, if there is any. Call it once for each work that was appended.
        func runNext() {
            let work: (@Sendable () -> Void)? = waiting.withLock { waiting in
                if !waiting.awaited.isEmpty { return waiting.awaited.removeFirst() }
                return waiting.usual.isEmpty ? nil : waiting.usual.removeFirst()
            }
            work?()
        }

        /// Removes all work and returns it in order.
        func removeAll() -> [(Urgency, @Sendable () -> Void)] {
            waiting.withLock { waiting in
                defer { waiting = Waiting() }
                return waiting.awaited.map { (Urgency.awaited, $0) } + waiting.usual.map { (Urgency.usual, $0) }
            }
        }
    }

    private struct State {
        var thread: EventLoop?
        /// The work for that thread.
        var lanes = Lanes()
    }

    private let state = Locked(State())

    /// Creates a worker whose thread has not started yet.
    public init() {}

    deinit {
        state.withLock { $0.thread?.stop() }
    }

    /// Runs `work` on the worker's thread, after all earlier work of the same urgency. If the system grants no thread,
    /// `work` runs on the calling thread: slow, but not lost.
    func perform(_ urgency: Urgency = .usual, _ work: @escaping @Sendable () -> Void) {
        let isQueued = state.withLock { state in
            if state.thread == nil { state.thread = try? EventLoop.startThread(name: "segue-disk", forWaiting: true) }
            guard let thread = state.thread else { return false }
            state.lanes.append(work, urgency)
            thread.perform { [lanes = state.lanes] in lanes.runNext() }
            return true
        }
        if !isQueued { work() }
    }

    /// Leaves the running work to its thread, because it may never return. All other work continues on a new thread.
    func abandon() {
        let rest = state.withLock { state in
            state.thread?.stop()
            defer { state = State() }
            return state.lanes.removeAll()
        }
        for (urgency, work) in rest { perform(urgency, work) }
    }

    /// Blocks until all earlier work is done, except for abandoned work. Must not be called on the worker's thread.
    /// Does nothing if the worker was never used.
    public func finish() {
        guard state.withLock({ $0.thread }) != nil else { return }
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
