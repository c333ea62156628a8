import EventLoop
import Logging
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueKit

@Suite(.timeLimit(.minutes(1))) final class AsyncOperationQueueTests {
    private let loop: EventLoop
    private let clock = ManualClock()
    private let log = LogRecord()
    private let journal = Journal()

    init() throws {
        loop = try EventLoop.startThread(name: "test")
    }

    deinit { loop.stop() }

    private struct Failure: Error, Equatable {}

    private func queue(depthLimit: Int = 10) -> AsyncOperationQueue {
        AsyncOperationQueue(loop: loop, depthLimit: depthLimit, logger: log.logger) { [clock] in clock.now }
    }

    /// Starts an operation that runs until `latch` is open, and returns when the operation runs.
    private func block(
        _ queue: AsyncOperationQueue, until latch: Latch, priority: OperationPriority = .playback,
        isCancellable: Bool = false
    ) async throws {
        let started = Latch()
        try await queue.enqueue(priority: priority, description: "block", isCancellable: isCancellable) {
            started.open()
            await latch.wait()
            try Task.checkCancellation()
        }
        await started.wait()
    }

    /// Returns when everything that was handed in before has ended.
    private func drain(_ queue: AsyncOperationQueue) async throws {
        try await queue.run(priority: .background, description: "drain") {}
    }

    // MARK: - Order

    @Test func givesResultsAndErrors() async throws {
        let queue = queue()
        #expect(try await queue.run(priority: .edit, description: "sum") { 1 + 1 } == 2)
        await #expect(throws: Failure()) {
            try await queue.run(priority: .edit, description: "fail") { throw Failure() }
        }
        let metrics = await queue.metrics
        #expect(metrics.succeeded == 1)
        #expect(metrics.failed == 1)
        #expect(metrics.depth == 0)
    }

    @Test func runsByPriorityThenInOrder() async throws {
        let queue = queue(depthLimit: 20)
        let latch = Latch()
        try await block(queue, until: latch)
        let journal = journal
        for round in 1...2 {
            for priority in OperationPriority.allCases {
                try await queue.enqueue(priority: priority, description: "\(priority)") {
                    journal.add("\(priority) \(round)")
                }
            }
        }
        latch.open()
        try await drain(queue)
        #expect(
            journal.entries == [
                "stop 1", "stop 2", "playback 1", "playback 2", "navigation 1", "navigation 2", "edit 1", "edit 2",
                "background 1", "background 2",
            ])
    }

    @Test func runsOneAtATimeAcrossSuspensions() async throws {
        let queue = queue(depthLimit: 100)
        let running = Shared(0)
        let highest = Shared(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try await queue.run(priority: .edit, description: "one") {
                        let now = running.change { count in
                            count += 1
                            return count
                        }
                        highest.change { $0 = max($0, now) }
                        for _ in 0..<5 { await Task.yield() }
                        running.change { $0 -= 1 }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(highest.value == 1)
        #expect(await queue.metrics.succeeded == 50)
    }

    @Test func runsOnTheLoop() async throws {
        let queue = queue()
        let loop = loop
        #expect(try await queue.run(priority: .edit, description: "where") { loop.isCurrent })
        let enqueued = Latch()
        let onLoop = Shared(false)
        loop.perform {
            queue.assumeIsolated { queue in
                _ = try? queue.enqueue(priority: .edit, description: "where") {
                    let isCurrent = loop.isCurrent
                    onLoop.change { $0 = isCurrent }
                    enqueued.open()
                }
            }
        }
        await enqueued.wait()
        #expect(onLoop.value)
    }

    // MARK: - Limits

    @Test func refusesWhatIsTooMuch() async throws {
        let queue = queue(depthLimit: 3)
        let latch = Latch()
        try await block(queue, until: latch)
        try await queue.enqueue(priority: .edit, description: "a") {}
        try await queue.enqueue(priority: .edit, description: "b") {}
        await #expect(throws: AudioPlayerError.queueFull(limit: 3)) {
            try await queue.enqueue(priority: .playback, description: "c") {}
        }
        await #expect(throws: AudioPlayerError.queueFull(limit: 3)) {
            try await queue.run(priority: .playback, description: "d") {}
        }
        #expect(await queue.metrics.refused == 2)
        #expect(await queue.metrics.depth == 3)
        #expect(log.texts(.warning).contains("#4 c: refused, 3 operations are waiting"))
        latch.open()
        await Self.settle(queue)
        #expect(try await queue.run(priority: .edit, description: "e") { true })
    }

    @Test func aStopIsAcceptedByAFullQueue() async throws {
        let queue = queue(depthLimit: 2)
        let latch = Latch()
        let journal = journal
        try await block(queue, until: latch)
        try await queue.enqueue(priority: .edit, description: "edit") { journal.add("edit") }
        try await queue.enqueue(priority: .stop, description: "stop") { journal.add("stop") }
        await #expect(throws: AudioPlayerError.queueFull(limit: 2)) {
            try await queue.enqueue(priority: .stop, description: "stop") { journal.add("second stop") }
        }
        #expect(await queue.metrics.peakDepth == 3)
        latch.open()
        await Self.settle(queue)
        #expect(journal.entries == ["stop", "edit"])
    }

    /// Returns when nothing waits or runs: the queue and its operations share the loop, so that yielding lets them go
    /// on.
    private static func settle(_ queue: AsyncOperationQueue) async {
        while await queue.depth > 0 { await Task.yield() }
    }

    // MARK: - Cancelling

    @Test func aStopCancelsWhatCanBeCancelled() async throws {
        let queue = queue()
        let journal = journal
        let cancelled = Latch()
        let started = Latch()
        let load = Task {
            try await queue.run(priority: .playback, description: "load", isCancellable: true) {
                await withTaskCancellationHandler {
                    started.open()
                    await cancelled.wait()
                } onCancel: {
                    cancelled.open()
                }
                try Task.checkCancellation()
            }
        }
        await started.wait()
        try await queue.enqueue(priority: .navigation, description: "next", isCancellable: true) {
            journal.add("next")
        }
        try await queue.enqueue(priority: .edit, description: "edit") { journal.add("edit") }
        try await queue.run(priority: .stop, description: "stop") { journal.add("stop") }
        await #expect(throws: CancellationError.self) { try await load.value }
        try await drain(queue)
        #expect(journal.entries == ["stop", "edit"])
        let metrics = await queue.metrics
        #expect(metrics.cancellations == [.playback: 1, .navigation: 1])
        #expect(metrics.operations == [.playback: 1, .navigation: 1, .edit: 1, .stop: 1, .background: 1])
        #expect(log.texts(.debug).contains("#1 load: superseded by a stop while it ran"))
        #expect(log.texts(.debug).contains("#2 next: superseded by a stop while it waited"))
    }

    @Test func aRunningOperationThatCannotBeCancelledEnds() async throws {
        let queue = queue()
        let latch = Latch()
        try await block(queue, until: latch)
        let id = OperationID(rawValue: 1)
        #expect(await queue.cancel(id) == false)
        try await queue.enqueue(priority: .stop, description: "stop") {}
        latch.open()
        try await drain(queue)
        #expect(await queue.metrics.cancellations == [:])
        #expect(await queue.metrics.succeeded == 3)
    }

    @Test func cancelTakesOutWhatWaits() async throws {
        let queue = queue()
        let latch = Latch()
        let journal = journal
        try await block(queue, until: latch)
        let id = try await queue.enqueue(priority: .edit, description: "edit") { journal.add("edit") }
        #expect(await queue.cancel(id))
        #expect(await queue.cancel(id) == false)
        #expect(await queue.cancel(OperationID(rawValue: 99)) == false)
        latch.open()
        try await drain(queue)
        #expect(journal.entries == [])
        #expect(await queue.metrics.cancellations == [.edit: 1])
    }

    @Test func cancellingTheCallerTakesItsOperationOut() async throws {
        let queue = queue()
        let latch = Latch()
        try await block(queue, until: latch)
        let caller = Task {
            try await queue.run(priority: .edit, description: "edit") { Issue.record("it ran") }
        }
        while await queue.depth < 2 { await Task.yield() }
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
        #expect(await queue.depth == 1)
        latch.open()
        try await drain(queue)
    }

    @Test func anErrorAfterACancelCountsAsCancelled() async throws {
        let queue = queue()
        let latch = Latch()
        let started = Latch()
        let load = Task {
            try await queue.run(priority: .playback, description: "load", isCancellable: true) {
                started.open()
                await latch.wait()
                throw Failure()
            }
        }
        await started.wait()
        #expect(await queue.cancel(OperationID(rawValue: 1)))
        latch.open()
        await #expect(throws: Failure()) { try await load.value }
        #expect(await queue.metrics.cancellations == [.playback: 1])
        #expect(await queue.metrics.failed == 0)
    }

    // MARK: - At once, and without waiting

    @Test func whatRunsAtOnceIsCountedToo() async throws {
        let queue = queue(depthLimit: 1)
        let latch = Latch()
        let clock = clock
        try await block(queue, until: latch)
        let sum = await queue.atOnce("sum") {
            clock.advance(milliseconds: 20)
            return 1 + 1
        }
        #expect(sum == 2)
        await #expect(throws: Failure()) { try await queue.atOnce("fail") { throw Failure() } }
        #expect(await queue.atOnce("slow") { clock.advance(milliseconds: 501) } == ())
        let metrics = await queue.metrics
        #expect(metrics.succeeded == 2)
        #expect(metrics.failed == 1)
        #expect(metrics.depth == 1)
        #expect(metrics.refused == 0)
        #expect(log.texts(.debug).contains("#2 sum: done at once in 20.00 ms"))
        #expect(log.texts(.debug).contains("#3 fail: failed (Failure()) in 0.00 ms"))
        #expect(log.texts(.warning).last == "#4 slow: took 501.00 ms")
        latch.open()
        await Self.settle(queue)
        // Time in which two operations run counts once.
        #expect(await queue.metrics.utilization == 1)
    }

    @Test func aStopAtOnceCancelsToo() async throws {
        let queue = queue()
        let latch = Latch()
        let ends = Journal()
        try await block(queue, until: latch)
        try await queue.enqueue(priority: .playback, description: "play", isCancellable: true) {
            Issue.record("it ran")
        } completion: { result in
            ends.add("\(result)")
        }
        await queue.atOnce("stop", priority: .stop) {}
        try await queue.enqueue(priority: .edit, description: "add") {
            7
        } completion: { result in
            ends.add("\(result)")
        }
        latch.open()
        try await drain(queue)
        #expect(ends.entries == ["failure(Swift.CancellationError())", "success(7)"])
    }

    // MARK: - Figures and log lines

    @Test func measuresWaitExecutionAndUtilization() async throws {
        let queue = queue()
        let latch = Latch()
        let clock = clock
        clock.advance(milliseconds: 100)
        try await block(queue, until: latch)
        let second = Task {
            try await queue.run(priority: .edit, description: "second") { clock.advance(milliseconds: 50) }
        }
        while await queue.depth < 2 { await Task.yield() }
        clock.advance(milliseconds: 250)
        #expect(await queue.metrics.utilization == 250.0 / 350.0)
        latch.open()
        try await second.value
        clock.advance(milliseconds: 100)
        let metrics = await queue.metrics
        #expect(metrics.utilization == 300.0 / 500.0)
        #expect(metrics.peakDepth == 2)
        #expect(metrics.wait.p50 < 1_000_000)
        #expect(abs(Double(metrics.wait.highest) / 250e6 - 1) < 0.01)
        #expect(abs(Double(metrics.execution.p50) / 50e6 - 1) < 0.01)
        #expect(abs(Double(metrics.execution.p99) / 250e6 - 1) < 0.01)
        #expect(log.texts(.warning) == [])
    }

    @Test func warnsOfSlownessAndCrowding() async throws {
        let queue = queue(depthLimit: 5)
        let latch = Latch()
        let clock = clock
        try await block(queue, until: latch)
        for name in ["a", "b", "c", "d"] { try await queue.enqueue(priority: .edit, description: name) {} }
        clock.advance(milliseconds: 1001)
        latch.open()
        await Self.settle(queue)
        #expect(
            log.texts(.warning) == [
                "#5 d: makes 5 of at most 5 operations", "#1 block: took 1001.00 ms", "#2 a: waited 1001.00 ms",
                "#3 b: waited 1001.00 ms", "#4 c: waited 1001.00 ms", "#5 d: waited 1001.00 ms",
            ])
    }

    @Test func whatTakesLongAsEverybodyKnowsIsNoWarning() async throws {
        let clock = clock
        let queue = queue()
        try await queue.run(priority: .playback, description: "setup", takesLong: true) {
            clock.advance(milliseconds: 5000)
        }
        try await queue.enqueue(priority: .playback, description: "open /music", takesLong: true) {
            clock.advance(milliseconds: 5000)
        }
        await Self.settle(queue)
        #expect(log.texts(.warning) == [])
    }

    @Test func everyLineNamesItsOperation() async throws {
        let queue = queue()
        try await queue.run(priority: .playback, description: "play /a.flac") {}
        await #expect(throws: Failure()) {
            try await queue.run(priority: .stop, description: "stop") { throw Failure() }
        }
        #expect(
            log.texts(.debug) == [
                "#1 play /a.flac: enqueued as playback, depth 1", "#1 play /a.flac: started after 0.00 ms",
                "#1 play /a.flac: succeeded after 0.00 ms", "#2 stop: enqueued as stop, depth 1",
                "#2 stop: started after 0.00 ms", "#2 stop: failed after 0.00 ms: Failure()",
            ])
    }

    // MARK: - Storm

    @Test(arguments: 0..<10 as Range<UInt64>) func nothingIsLostInAStorm(seed: UInt64) async throws {
        var random = SeededRandom(state: seed)
        let queue = queue(depthLimit: 30)
        let outcomes = Shared<[String: Int]>([:])
        @Sendable func count(_ outcome: String) { outcomes.change { $0[outcome, default: 0] += 1 } }
        var tasks: [Task<Void, Never>] = []
        for _ in 0..<400 {
            let priority = OperationPriority.allCases.randomElement(using: &random) ?? .edit
            let isCancellable = Bool.random(using: &random)
            let yields = Int.random(in: 0...3, using: &random)
            let task = Task {
                do {
                    try await queue.run(priority: priority, description: "storm", isCancellable: isCancellable) {
                        for _ in 0..<yields { await Task.yield() }
                        try Task.checkCancellation()
                    }
                    count("done")
                } catch is CancellationError {
                    count("cancelled")
                } catch AudioPlayerError.queueFull {
                    count("refused")
                } catch {
                    count("\(error)")
                }
            }
            tasks.append(task)
            if Int.random(in: 0..<4, using: &random) == 0 { tasks.randomElement(using: &random)?.cancel() }
            if Bool.random(using: &random) { await Task.yield() }
        }
        for task in tasks { await task.value }
        let counted = outcomes.value
        #expect(counted.values.reduce(0, +) == 400, "seed \(seed)")
        #expect(Set(counted.keys).isSubset(of: ["done", "cancelled", "refused"]), "seed \(seed): \(counted)")
        let metrics = await queue.metrics
        #expect(metrics.depth == 0, "seed \(seed)")
        #expect(metrics.peakDepth <= 31, "seed \(seed)")
        #expect(metrics.refused == counted["refused", default: 0], "seed \(seed)")
        let accepted = metrics.operations.values.reduce(0, +)
        let cancelled = metrics.cancellations.values.reduce(0, +)
        #expect(accepted == metrics.succeeded + metrics.failed + cancelled, "seed \(seed)")
        #expect(metrics.succeeded == counted["done", default: 0], "seed \(seed)")
    }
}

extension AsyncOperationQueue {
    fileprivate func atOnce<Value: Sendable, Failure: Error>(
        _ name: String, priority: OperationPriority = .edit, _ body: @Sendable () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try runAtOnce(priority: priority, description: name, body)
    }
}
