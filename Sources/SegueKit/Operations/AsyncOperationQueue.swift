public import EventLoop
public import Logging
public import SegueCore

/// Runs asynchronous operations one at a time: the most urgent first, those of the same priority in the order in which
/// they came (design.md, Library).
///
/// An operation of priority `stop` overtakes all that wait. It cancels every operation that can be cancelled, the
/// running one included. A running operation is never cut off: it has to heed its cancellation and end. The queue holds
/// at most `depthLimit` operations, the running one included. One stop is accepted beyond that, for a person's stop
/// must not be refused because too much else was asked for.
///
/// The queue is isolated to the loop, and what it runs starts there, so that no thread of a pool is started. Code that
/// is on the loop without being in a task reaches the queue with `assumeIsolated`.
public actor AsyncOperationQueue {
    private struct Operation {
        let id: OperationID
        let priority: OperationPriority
        let description: String
        let isCancellable: Bool
        /// Whether it is known to run longer than others: then its run is no reason for a warning.
        let takesLong: Bool
        let enqueuedAt: UInt64
        var startedAt: UInt64 = 0
        /// While the operation waits: lets it run, or throws into it.
        var turn: CheckedContinuation<Void, any Error>?
        /// Cancels the operation once it runs.
        var cancel: (() -> Void)?
        var isCancelled = false
    }

    /// The most operations at a time, waiting and running.
    public nonisolated let depthLimit: Int

    private let loop: EventLoop
    private let logger: Logger
    private let now: @Sendable () -> UInt64
    private var waiting: [Operation] = []
    private var running: Operation?
    private var lastID: UInt64 = 0
    private var recorder: OperationRecorder
    private var isCrowded = false

    /// Longer waits and runs get a warning, in nanoseconds.
    private static let waitLimit: UInt64 = 1_000_000_000
    private static let executionLimit: UInt64 = 500_000_000

    /// The loop that the queue and its operations run on.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// An empty queue that holds at most `depthLimit` operations. Traps if that is less than 1. `now` gives nanoseconds
    /// on a clock that never goes back.
    public init(
        loop: EventLoop, depthLimit: Int = 100, logger: Logger,
        now: @escaping @Sendable () -> UInt64 = { UInt64(MonotonicTime.now.nanoseconds) }
    ) {
        precondition(depthLimit >= 1, "an operation queue of depth \(depthLimit) would refuse everything")
        self.loop = loop
        self.depthLimit = depthLimit
        self.logger = logger
        self.now = now
        recorder = OperationRecorder(depthLimit: depthLimit, now: now())
    }

    /// How many operations wait or run.
    public var depth: Int { waiting.count + (running == nil ? 0 : 1) }

    /// What the queue has done since it was made, and how full it is now.
    public var metrics: OperationMetrics { recorder.metrics(depth: depth, now: now()) }

    // MARK: - Handing in

    /// Runs `operation` when its turn comes, and returns its value. Cancelling the calling task withdraws an operation
    /// that waits, and cancels a running one if it is cancellable.
    ///
    /// The description is for log lines: `play /music/a.flac`. A stop may cancel a cancellable operation, which has to
    /// end soon after that. An operation that `takesLong`, as everybody knows, gets no warning for it.
    ///
    /// Throws `AudioPlayerError.queueFull` at once, `CancellationError` when the operation was cancelled before it ran,
    /// or what `operation` throws.
    public func run<Value: Sendable>(
        priority: OperationPriority, description: String, isCancellable: Bool = false, takesLong: Bool = false,
        operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let id = try admit(priority, description, isCancellable, takesLong)
        return try await perform(id, operation)
    }

    /// As `run`, without waiting for the end. `completion` is called once on the loop's thread, with what `run` would
    /// have returned or thrown.
    ///
    /// Throws `AudioPlayerError.queueFull`; then nothing was added, and `completion` is not called.
    @discardableResult
    public func enqueue<Value: Sendable>(
        priority: OperationPriority, description: String, isCancellable: Bool = false, takesLong: Bool = false,
        operation: @escaping @Sendable () async throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void = { _ in }
    ) throws(AudioPlayerError) -> OperationID {
        let id = try admit(priority, description, isCancellable, takesLong)
        Task(executorPreference: loop) {
            do {
                completion(.success(try await self.perform(id, operation)))
            } catch {
                completion(.failure(error))
            }
        }
        return id
    }

    /// Runs something that takes no time, at once, whatever waits or runs. This is for callers that are answered in the
    /// same breath, as those on the bus are. The call is counted like every other operation.
    ///
    /// Throws what `body` throws.
    public func runAtOnce<Value, Failure: Error>(
        priority: OperationPriority, description: String, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let operation = makeOperation(priority, description)
        if priority == .stop { supersede(by: description) }
        recorder.accepted(priority, depth: depth + 1)
        do throws(Failure) {
            let value = try body()
            endedAtOnce(operation, .succeeded, "done at once in")
            return value
        } catch {
            endedAtOnce(operation, .failed, "failed (\(error)) in")
            throw error
        }
    }

    private func endedAtOnce(_ operation: Operation, _ end: OperationEnd, _ message: @autoclosure () -> String) {
        let ran = now() - operation.enqueuedAt
        recorder.endedAtOnce(operation.priority, end, ran: ran)
        log(.debug, operation, "\(message()) \(OperationMetrics.milliseconds(ran))")
        warnIfSlow(operation, ran)
    }

    /// Withdraws an operation that waits, whether it is cancellable or not, or cancels a running one that is
    /// cancellable. Returns whether it did either.
    @discardableResult
    public func cancel(_ id: OperationID) -> Bool {
        if let index = waiting.firstIndex(where: { $0.id == id }) {
            withdraw(waiting.remove(at: index), reason: "cancelled")
            return true
        }
        guard running?.id == id, running?.isCancellable == true else { return false }
        cancelRunning(reason: "cancelled")
        return true
    }

    private func makeOperation(
        _ priority: OperationPriority, _ description: String, _ isCancellable: Bool = false, _ takesLong: Bool = false
    ) -> Operation {
        lastID += 1
        return Operation(
            id: OperationID(rawValue: lastID), priority: priority, description: description,
            isCancellable: isCancellable, takesLong: takesLong, enqueuedAt: now())
    }

    private func admit(
        _ priority: OperationPriority, _ description: String, _ isCancellable: Bool, _ takesLong: Bool = false
    ) throws(AudioPlayerError) -> OperationID {
        let operation = makeOperation(priority, description, isCancellable, takesLong)
        if priority == .stop { supersede(by: description) }
        let hasRoom = depth < depthLimit || priority == .stop && !waiting.contains { $0.priority == .stop }
        guard hasRoom else {
            recorder.refused()
            log(.warning, operation, "refused, \(depth) operations are waiting")
            throw .queueFull(limit: depthLimit)
        }
        let index = waiting.firstIndex { $0.priority < priority } ?? waiting.count
        waiting.insert(operation, at: index)
        recorder.accepted(priority, depth: depth)
        log(.debug, operation, "enqueued as \(priority), depth \(depth)")
        warnIfCrowded(operation)
        return operation.id
    }

    /// A stop or a cancel is here: an operation that would start something has lost its point.
    private func supersede(by description: String) {
        let reason = "superseded by a \(description)"
        for operation in waiting where operation.isCancellable {
            waiting.removeAll { $0.id == operation.id }
            withdraw(operation, reason: reason)
        }
        if running?.isCancellable == true { cancelRunning(reason: reason) }
    }

    // MARK: - Running

    private func perform<Value: Sendable>(
        _ id: OperationID, _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withTaskCancellationHandler {
            try await turn(of: id)
            let task = Task(executorPreference: loop) { try await operation() }
            running?.cancel = { task.cancel() }
            if running?.isCancelled == true { task.cancel() }
            let result = await task.result
            ended(result)
            return try result.get()
        } onCancel: {
            loop.perform { self.assumeIsolated { _ = $0.cancel(id) } }
        }
    }

    /// Suspends until the operation is the running one. Throws if it is withdrawn before.
    private func turn(of id: OperationID) async throws {
        try await withCheckedThrowingContinuation { (turn: CheckedContinuation<Void, any Error>) in
            guard let index = waiting.firstIndex(where: { $0.id == id }) else {
                // The operation was withdrawn between being handed in and this first step of its task.
                turn.resume(throwing: CancellationError())
                return
            }
            waiting[index].turn = turn
            startNext()
        }
    }

    private func startNext() {
        // An operation without a turn has been handed in, but its task has not begun. The task will call this function
        // itself.
        guard running == nil, let first = waiting.first, let turn = first.turn else { return }
        waiting.removeFirst()
        var operation = first
        operation.turn = nil
        operation.startedAt = now()
        running = operation
        let waited = operation.startedAt - operation.enqueuedAt
        recorder.started(waited: waited, now: operation.startedAt)
        log(.debug, operation, "started after \(OperationMetrics.milliseconds(waited))")
        if waited > Self.waitLimit {
            log(.warning, operation, "waited \(OperationMetrics.milliseconds(waited))")
        }
        if depth <= depthLimit * 4 / 5 { isCrowded = false }
        turn.resume()
    }

    private func ended<Value>(_ result: Result<Value, any Error>) {
        guard let operation = running else { preconditionFailure("an operation ended that had not been started") }
        running = nil
        let ran = now() - operation.startedAt
        let end: OperationEnd
        switch result {
        case .success: end = .succeeded
        case .failure(let error):
            end = operation.isCancelled || error is CancellationError ? .cancelled : .failed
        }
        recorder.ended(operation.priority, end, ran: ran)
        let reason = if case .failure(let error) = result { ": \(error)" } else { "" }
        log(.debug, operation, "\(end.rawValue) after \(OperationMetrics.milliseconds(ran))\(reason)")
        warnIfSlow(operation, ran)
        startNext()
    }

    // MARK: - Cancelling

    private func withdraw(_ operation: Operation, reason: String) {
        recorder.cancelled(operation.priority)
        log(.debug, operation, "\(reason) while it waited")
        operation.turn?.resume(throwing: CancellationError())
    }

    private func cancelRunning(reason: String) {
        guard let operation = running, !operation.isCancelled else { return }
        running?.isCancelled = true
        log(.debug, operation, "\(reason) while it ran")
        operation.cancel?()
    }

    // MARK: - Log

    private func warnIfSlow(_ operation: Operation, _ ran: UInt64) {
        if ran > Self.executionLimit, !operation.takesLong {
            log(.warning, operation, "took \(OperationMetrics.milliseconds(ran))")
        }
    }

    private func warnIfCrowded(_ operation: Operation) {
        guard !isCrowded, depth * 5 > depthLimit * 4 else { return }
        isCrowded = true
        log(.warning, operation, "makes \(depth) of at most \(depthLimit) operations")
    }

    private func log(_ level: Logger.Level, _ operation: Operation, _ message: @autoclosure () -> String) {
        logger.log(level: level, "\(operation.id) \(operation.description): \(message())")
    }
}
