public import CLinux
import Glibc
import Synchronization

/// One poll(2) loop: descriptors, deadlines, and work from other threads. It is the executor of the player's actors.
///
/// An actor that names the loop as its `unownedExecutor` runs on the loop's thread. Callbacks of sources run on that
/// thread too, so they can enter the actor with `assumeIsolated`. `Task(executorPreference: loop)` runs there as well.
/// Neither starts a thread of Swift's pool. The loop sleeps in ppoll(2) until something happens: while nothing is due,
/// it does not wake up.
///
/// `stop`, `perform`, `enqueue` and `isCurrent` may be used from any thread. Everything else belongs to the loop's
/// thread, or to whoever made the loop until `run` is called.
public final class EventLoop: SerialExecutor, TaskExecutor, @unchecked Sendable {
    // @unchecked: `inbox` and `owner` are safe to share. The other stored properties are touched only on the loop's
    // thread or, before `run`, by the loop's maker, which `checkConfinement` watches.
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

    /// A source that has been added, and what it answered before the last poll.
    private final class Registration {
        var source: (any EventSource)?
        var slot: Int?
        var deadline: MonotonicTime?

        init(_ source: any EventSource) {
            self.source = source
        }
    }

    /// A loop that does nothing until `run`. Throws when the kernel grants no eventfd.
    public convenience init() throws(EventLoopError) {
        try self.init(isForWaiting: false)
    }

    private init(isForWaiting: Bool) throws(EventLoopError) {
        inbox = try Inbox()
        self.isForWaiting = isForWaiting
    }

    // MARK: - Running

    /// Makes the calling thread the loop's thread and serves until `stop`. What was handed over before the stop still
    /// runs; later work waits for another `run`. Must not be called while the loop runs.
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

    /// Ends `run` after the work that has been handed over by now. From any thread. When the loop does not run, its
    /// next `run` ends that way.
    public func stop() {
        inbox.requestStop()
    }

    /// True on the loop's thread, while it is inside `run`.
    public var isCurrent: Bool {
        owner.load(ordering: .relaxed) == UInt(pthread_self())
    }

    /// A new loop that runs on a thread of its own, until `stop`. The thread's name is what top(1) shows, cut to 15
    /// bytes.
    ///
    /// From here on, only that thread may add sources and deadlines: go there with `perform`. The thread blocks all
    /// signals, so that those of the embedding program are delivered to its own threads. A loop `forWaiting` is a
    /// queue of work that may wait for files or devices: `checkMayWait` allows such work there. It throws when the
    /// kernel grants no eventfd or no thread.
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

    /// Runs `work` on the loop's thread, in the order in which work arrives. From any thread, the loop's own included:
    /// there, `work` runs after what is being done now.
    public func perform(_ work: @escaping @Sendable () -> Void) {
        inbox.append(.work(work))
    }

    /// Lets `assumeIsolated` of the loop's actors succeed in callbacks that are no jobs (SE-0471).
    public func isIsolatingCurrentContext() -> Bool? {
        isCurrent
    }

    /// Traps on any thread but the loop's (SE-0424).
    public func checkIsolated() {
        precondition(isCurrent, "This must run on the thread of its EventLoop")
    }

    // MARK: - Sources and deadlines

    /// Serves `source`, and keeps it, until it is removed. Does nothing when it is being served already.
    public func add(_ source: any EventSource) {
        checkConfinement()
        guard !registrations.contains(where: { $0.source === source }) else { return }
        registrations.append(Registration(source))
    }

    /// Lets go of `source`: from here on none of its methods is called, not even for events that have been seen
    /// already. Does nothing for a source that was not added.
    public func remove(_ source: any EventSource) {
        checkConfinement()
        guard let registration = registrations.first(where: { $0.source === source }) else { return }
        registration.source = nil
        hasRemovals = true
    }

    /// Calls `action` once at `time`, or as soon as possible when that has passed; never before this method has
    /// returned.
    @discardableResult
    public func schedule(at time: MonotonicTime, _ action: @escaping () -> Void) -> Deadline {
        checkConfinement()
        return deadlines.insert(at: time, action)
    }

    /// Traps on any thread but the loop's while the loop runs. To be called where something begins that belongs to the
    /// loop's thread. Setting things up before the loop runs is allowed too.
    public func checkConfinement() {
        precondition(
            isCurrent || owner.load(ordering: .relaxed) == Self.noOwner,
            "This belongs to the thread of its EventLoop; use perform to get there")
    }

    /// Traps inside any loop that is not for waiting. To be called where something begins that may wait for a file, a
    /// device or a server: whatever belongs to the loop would wait too.
    public static func checkMayWait() {
        precondition(!LoopMark.isSet, "This may wait, and must not run on the thread of an EventLoop")
    }

    // MARK: - Inside another loop

    /// What the loop of a toolkit waits for in place of `run`: the descriptors, and the moment up to which it may wait,
    /// nil for ever. The thread of that loop is then the only one that may use this one. To be followed by `takeTurn`
    /// as soon as a descriptor has events or the moment has come; may be called again before that.
    public func prepareTurn() -> (descriptors: [pollfd], deadline: MonotonicTime?) {
        let deadline = prepare()
        return (descriptors, deadline)
    }

    /// Serves what the other loop found: the descriptors of the last `prepareTurn`, in that order, with their events.
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

    /// Runs what has arrived so far, but not what that work hands in: descriptors get their turn in between. True when
    /// it is time to stop.
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

    /// Polls once and serves what the poll finds.
    private func wait() {
        let timeout = prepare().map { max(0, $0.nanoseconds(since: .now)) } ?? -1
        let count = CLinux_ppoll(&descriptors, UInt32(descriptors.count), timeout)
        let code = errno
        inbox.wokeUp()
        if count < 0 {
            // The contents of the descriptors mean nothing now; the next turn asks again.
            precondition(code == EINTR || code == EAGAIN, "ppoll failed: \(String(cString: strerror(code)))")
            return
        }
        serve(now: .now)
    }

    /// Fills `descriptors`; returns the moment up to which they may be waited for, nil for ever.
    private func prepare() -> MonotonicTime? {
        let earliest = askSources()
        return inbox.prepareToSleep() ? earliest : MonotonicTime(nanoseconds: 0)
    }

    /// Fills `descriptors`; returns the earliest moment at which something is due.
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
        // A copy of the list: a source that a callback adds waits for the next poll, and the registration of a removed
        // one has no source any more.
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
