public import CLinux
import Glibc
import Synchronization

/// A poll(2) loop that serves descriptors, deadlines, and work from other threads. It is the executor of the player's
/// actors.
///
/// An actor that names the loop as its `unownedExecutor` runs on the loop's thread. Callbacks of sources run on that
/// thread too, so they can enter the actor with `assumeIsolated`. `Task(executorPreference: loop)` runs there as well.
/// Neither starts a thread of Swift's pool. The loop sleeps in ppoll(2) until an event occurs: while nothing is due, it
/// does not wake up.
///
/// `stop`, `perform`, `enqueue` and `isCurrent` may be used from any thread. Everything else belongs to the loop's
/// thread or, until `run` is called, to the thread that created the loop.
public final class EventLoop: SerialExecutor, TaskExecutor, @unchecked Sendable {
    // @unchecked: `inbox` and `owner` are safe to share. The other stored properties are accessed only on the loop's
    // thread or, before `run`, by the loop's creator, which `checkConfinement` verifies.
    private let inbox: Inbox
    // The pthread_t of the thread inside `run`, `noOwner`, or `startingOwner`.
    private let owner = Atomic<UInt>(EventLoop.noOwner)
    private let isForWaiting: Bool
    private var registrations: [Registration] = []
    private var hasRemovals = false
    private let deadlines = DeadlineQueue()
    private var batch: [Inbox.Item] = []
    private var descriptors: [pollfd] = []

    private static let noOwner: UInt = 0
    private static let startingOwner = UInt.max

    /// An added source, with its answers before the last poll.
    private final class Registration {
        var source: (any EventSource)?
        var slot: Int?
        var deadline: MonotonicTime?

        init(_ source: any EventSource) {
            self.source = source
        }
    }

    /// Creates a loop that does nothing until `run`. Throws if the kernel grants no eventfd.
    public convenience init() throws(EventLoopError) {
        try self.init(isForWaiting: false)
    }

    private init(isForWaiting: Bool) throws(EventLoopError) {
        inbox = try Inbox()
        self.isForWaiting = isForWaiting
    }

    // MARK: - Running

    /// Makes the calling thread the loop's thread and serves until `stop`. Work enqueued before the stop still runs;
    /// later work waits for another `run`. Must not be called while the loop runs.
    public func run() {
        let previous = owner.exchange(UInt(pthread_self()), ordering: .acquiringAndReleasing)
        precondition(
            previous == Self.noOwner || previous == Self.startingOwner, "EventLoop.run() while it runs already")
        defer { owner.store(Self.noOwner, ordering: .releasing) }
        func serve() {
            while !runBatch() {
                wait()
            }
        }
        if isForWaiting { serve() } else { LoopMark.during(serve) }
    }

    /// Ends `run` after the work enqueued so far. May be called from any thread. If the loop is not running, its next
    /// `run` ends this way.
    public func stop() {
        inbox.requestStop()
    }

    /// True on the loop's thread, while it is inside `run`.
    public var isCurrent: Bool {
        owner.load(ordering: .relaxed) == UInt(pthread_self())
    }

    /// Creates a loop that runs on a separate thread, until `stop`. The thread's name is the one shown by top(1), cut
    /// to 15 bytes.
    ///
    /// From now on, only that thread may add sources and deadlines; `perform` runs work there. The thread blocks all
    /// signals, so that signals of the embedding program are delivered to its own threads. A loop `forWaiting` is a
    /// queue of work that may wait for files or devices: `checkMayWait` allows such work there. Throws if the kernel
    /// grants no eventfd or no thread.
    public static func startThread(name: String, forWaiting: Bool = false) throws(EventLoopError) -> EventLoop {
        let loop = try EventLoop(isForWaiting: forWaiting)
        loop.owner.store(startingOwner, ordering: .releasing)
        try LoopThread.start(name: name) { loop.run() }
        return loop
    }

    // MARK: - Executor

    public func enqueue(_ job: consuming ExecutorJob) {
        inbox.append(.job(UnownedJob(job)))
    }

    /// Runs `work` on the loop's thread, in the order of arrival. May be called from any thread. On the loop's own
    /// thread, `work` runs after the current work.
    public func perform(_ work: @escaping @Sendable () -> Void) {
        inbox.append(.work(work))
    }

    /// Lets `assumeIsolated` of the loop's actors succeed in callbacks that are not jobs (SE-0471).
    public func isIsolatingCurrentContext() -> Bool? {
        isCurrent
    }

    /// Traps on any thread but the loop's (SE-0424).
    public func checkIsolated() {
        precondition(isCurrent, "This must run on the thread of its EventLoop")
    }

    // MARK: - Sources and deadlines

    /// Retains and serves `source` until it is removed. Does nothing if it is being served already.
    public func add(_ source: any EventSource) {
        checkConfinement()
        guard !registrations.contains(where: { $0.source === source }) else { return }
        registrations.append(Registration(source))
    }

    /// Releases `source`. From now on none of its methods is called, not even for events that have already been polled.
    /// Does nothing for a source that was not added.
    public func remove(_ source: any EventSource) {
        checkConfinement()
        guard let registration = registrations.first(where: { $0.source === source }) else { return }
        registration.source = nil
        hasRemovals = true
    }

    /// Calls `action` once at `time`, or as soon as possible if `time` has passed; never before this method has
    /// returned.
    @discardableResult
    public func schedule(at time: MonotonicTime, _ action: @escaping () -> Void) -> Deadline {
        checkConfinement()
        return deadlines.insert(at: time, action)
    }

    /// Traps on any thread but the loop's while the loop runs. To be called at the start of operations that belong to
    /// the loop's thread. Setup before the loop runs is allowed too.
    public func checkConfinement() {
        precondition(
            isCurrent || owner.load(ordering: .relaxed) == Self.noOwner,
            "This belongs to the thread of its EventLoop; use perform to get there")
    }

    /// Traps inside any loop that is not for waiting. To be called at the start of operations that may wait for a file,
    /// a device or a server. Otherwise all work of the loop would wait too.
    public static func checkMayWait() {
        precondition(!LoopMark.isSet, "This may wait, and must not run on the thread of an EventLoop")
    }

    // MARK: - Inside another loop

    /// Returns the descriptors that a toolkit's loop waits for instead of `run`, and the time until which it may wait;
    /// nil for no limit. The thread of that loop is then the only one that may use this loop. Call `takeTurn` as soon
    /// as a descriptor has events or the time has come. May be called again before that.
    public func prepareTurn() -> (descriptors: [pollfd], deadline: MonotonicTime?) {
        let deadline = prepare()
        return (descriptors, deadline)
    }

    /// Serves the events found by the other loop: the descriptors of the last `prepareTurn`, in that order, with their
    /// events.
    public func takeTurn(_ polled: [pollfd]) {
        precondition(polled.count == descriptors.count, "takeTurn belongs behind the prepareTurn that it answers")
        inbox.wokeUp()
        descriptors = polled
        LoopMark.during {
            serve(now: .now)
            _ = runBatch()
        }
    }

    // MARK: - One turn

    /// Runs the work that has arrived so far, but not the work that it enqueues: descriptors are served in between.
    /// Returns true if the loop has to stop.
    private func runBatch() -> Bool {
        let stopping = inbox.take(into: &batch)
        for item in batch {
            switch item {
            case .job(let job):
                job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
            case .work(let work):
                work()
            }
        }
        batch.removeAll(keepingCapacity: true)
        return stopping
    }

    /// Polls once and serves the events.
    private func wait() {
        let timeout = prepare().map { max(0, $0.nanoseconds(since: .now)) } ?? -1
        let count = CLinux_ppoll(&descriptors, UInt32(descriptors.count), timeout)
        let code = errno
        inbox.wokeUp()
        if count < 0 {
            // The contents of the descriptors are undefined now; the next turn polls again.
            precondition(code == EINTR || code == EAGAIN, "ppoll failed: \(String(cString: strerror(code)))")
            return
        }
        serve(now: .now)
    }

    /// Fills `descriptors`; returns the time until which the loop may wait, nil for no limit.
    private func prepare() -> MonotonicTime? {
        let earliest = askSources()
        return inbox.prepareToSleep() ? earliest : MonotonicTime(nanoseconds: 0)
    }

    /// Fills `descriptors`; returns the earliest time at which something is due.
    private func askSources() -> MonotonicTime? {
        if hasRemovals {
            registrations.removeAll { $0.source == nil }
            hasRemovals = false
        }
        descriptors.removeAll(keepingCapacity: true)
        descriptors.append(pollfd(fd: inbox.descriptor, events: Int16(POLLIN), revents: 0))
        var earliest = deadlines.earliest
        for registration in registrations {
            guard let source = registration.source else { continue }
            registration.slot = nil
            if let interest = source.interest() {
                registration.slot = descriptors.count
                descriptors.append(pollfd(fd: interest.descriptor, events: interest.events, revents: 0))
            }
            registration.deadline = source.deadline()
            if let deadline = registration.deadline {
                earliest = min(earliest ?? deadline, deadline)
            }
        }
        return earliest
    }

    private func serve(now: MonotonicTime) {
        // The list is copied: a source added by a callback waits for the next poll. The registration of a removed
        // source has no source any more.
        for registration in registrations {
            let events = registration.slot.map { descriptors[$0].revents } ?? 0
            let isDue = registration.deadline.map { $0 <= now } ?? false
            guard events != 0 || isDue, let source = registration.source else { continue }
            precondition(events & Int16(POLLNVAL) == 0, "\(source) gave EventLoop a descriptor that is not open")
            source.process(events: events)
        }
        deadlines.fire(now: now)
    }
}
