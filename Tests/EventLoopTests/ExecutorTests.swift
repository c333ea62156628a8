import EventLoop
import Glibc
import SegueTestSupport
import Synchronization
import Testing

struct ExecutorTests {
    /// An actor like those of the player.
    actor Counter {
        nonisolated let loop: EventLoop
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
        var count = 0

        init(loop: EventLoop) {
            self.loop = loop
        }

        func increment() -> Bool {
            count += 1
            return loop.isCurrent
        }

        /// Simulates a callback of C: it is on the loop's thread, but not in a job.
        nonisolated func incrementFromCallback() {
            assumeIsolated { $0.count += 1 }
        }

        func suspendAndCheck(_ other: Counter) async -> [Bool] {
            var checks = [loop.isCurrent]
            checks.append(await other.increment())
            checks.append(loop.isCurrent)
            await Task.yield()
            checks.append(loop.isCurrent)
            let child = await Task { loop.isCurrent }.value
            checks.append(child)
            return checks
        }
    }

    @Test func actorsRunOnTheLoopsThread() async throws {
        let loop = try EventLoop.startThread(name: "executor")
        let first = Counter(loop: loop)
        let second = Counter(loop: loop)
        #expect(await first.suspendAndCheck(second) == [true, true, true, true, true])
        #expect(await second.count == 1)
        loop.stop()
    }

    @Test func thousandsOfCallsFromManyTasksAreAllCounted() async throws {
        let loop = try EventLoop.startThread(name: "executor")
        let counter = Counter(loop: loop)
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<500 { _ = await counter.increment() }
                }
            }
        }
        #expect(await counter.count == 4000)
        loop.stop()
    }

    @Test func callbacksEnterTheirActor() throws {
        let loop = try EventLoop()
        let counter = Counter(loop: loop)
        var ends: [Int32] = [-1, -1]
        let source = try PipeSource(&ends)
        defer {
            close(ends[1])
            source.onData = {}
        }
        source.onData = { counter.incrementFromCallback() }
        loop.add(source)
        PipeSource.send(1, to: ends[1])
        var isDeadlineDone = false
        loop.schedule(at: .now) {
            counter.incrementFromCallback()
            isDeadlineDone = true
        }
        loop.perform { counter.incrementFromCallback() }
        #expect(loop.run(until: { source.received == [1] && isDeadlineDone }))
        var count = 0
        loop.schedule(at: .now) { count = counter.assumeIsolated { $0.count } }
        #expect(loop.run(until: { count != 0 }))
        #expect(count == 3)
    }

    @Test func enteringFromAnotherThreadIsAMistakeOfTheProgram() async {
        await #expect(processExitsWith: .failure) {
            let loop = try EventLoop.startThread(name: "executor")
            Counter(loop: loop).incrementFromCallback()
        }
    }

    @Test func tasksThatPreferTheLoopStayOnIt() async throws {
        let loop = try EventLoop.startThread(name: "executor")
        let checks = await Task(executorPreference: loop) {
            var checks = [loop.isCurrent]
            await Task.yield()
            checks.append(loop.isCurrent)
            checks.append(await nonisolatedFunction(loop))
            async let child = nonisolatedFunction(loop)
            checks.append(await child)
            checks.append(await Counter(loop: loop).increment())
            checks.append(loop.isCurrent)
            return checks
        }.value
        #expect(checks == [true, true, true, true, true, true])
        loop.stop()
    }

    @Test func noThreadOfThePoolIsStarted() async {
        // In a separate process, where nothing else uses the pool.
        await #expect(processExitsWith: .success) {
            let loop = try EventLoop()
            let before = threadCount()
            let shared = Outcome()
            Task(executorPreference: loop) {
                let counter = Counter(loop: loop)
                for _ in 0..<100 { _ = await counter.increment() }
                await Task.yield()
                async let child = nonisolatedFunction(loop)
                _ = await child
                shared.threads.store(threadCount(), ordering: .relaxed)
                loop.stop()
            }
            loop.run()
            precondition(shared.threads.load(ordering: .relaxed) == before, "a thread was started")
        }
    }

    private final class Outcome: Sendable {
        let threads = Atomic(0)
    }
}

private func nonisolatedFunction(_ loop: EventLoop) async -> Bool {
    loop.isCurrent
}

/// Returns the number of threads of this process.
private func threadCount() -> Int {
    guard let directory = opendir("/proc/self/task") else { return -1 }
    defer { closedir(directory) }
    var count = 0
    while let entry = readdir(directory) {
        if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 }
    }
    return count
}
