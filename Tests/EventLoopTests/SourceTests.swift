import EventLoop
import Glibc
import SegueTestSupport
import Testing

struct SourceTests {
    @Test func hearsOfDataAndOfTheEnd() throws {
        let loop = try EventLoop()
        var ends: [Int32] = [-1, -1]
        let source = try PipeSource(&ends)
        loop.add(source)
        loop.add(source)
        PipeSource.send(7, to: ends[1])
        #expect(loop.run(until: { source.received == [7] }))
        source.onData = { loop.remove(source) }
        defer { source.onData = {} }
        close(ends[1])
        #expect(loop.run(until: { source.sawHangUp }))
    }

    @Test func isAskedAnewBeforeEachPoll() throws {
        let loop = try EventLoop()
        var ends: [Int32] = [-1, -1]
        let source = try PipeSource(&ends)
        defer { close(ends[1]) }
        source.isWanted = false
        loop.add(source)
        PipeSource.send(7, to: ends[1])
        var turns = 0
        loop.schedule(at: .now) { turns += 1 }
        #expect(loop.run(until: { turns == 1 }))
        #expect(source.received.isEmpty)
        source.isWanted = true
        #expect(loop.run(until: { source.received == [7] }))
    }

    @Test func oneRemovedByAnotherIsNotCalledForEventsAlreadySeen() throws {
        let loop = try EventLoop()
        var firstEnds: [Int32] = [-1, -1]
        var secondEnds: [Int32] = [-1, -1]
        let first = try PipeSource(&firstEnds)
        let second = try PipeSource(&secondEnds)
        defer {
            close(firstEnds[1])
            close(secondEnds[1])
            first.onData = {}
            second.onData = {}
        }
        first.onData = { loop.remove(second) }
        second.onData = { loop.remove(first) }
        loop.add(first)
        loop.add(second)
        PipeSource.send(1, to: firstEnds[1])
        PipeSource.send(2, to: secondEnds[1])
        #expect(loop.run(until: { !first.received.isEmpty || !second.received.isEmpty }))
        #expect(first.received == [1])
        #expect(second.received.isEmpty)
    }

    @Test func oneAddedInACallbackIsServedFromTheNextTurnOn() throws {
        let loop = try EventLoop()
        var firstEnds: [Int32] = [-1, -1]
        var secondEnds: [Int32] = [-1, -1]
        let first = try PipeSource(&firstEnds)
        let second = try PipeSource(&secondEnds)
        defer {
            close(firstEnds[1])
            close(secondEnds[1])
            first.onData = {}
            second.onData = {}
        }
        PipeSource.send(2, to: secondEnds[1])
        first.onData = { loop.add(second) }
        loop.add(first)
        PipeSource.send(1, to: firstEnds[1])
        #expect(loop.run(until: { second.received == [2] }))
    }

    @Test func isReleasedWhenRemoved() throws {
        let loop = try EventLoop()
        var ends: [Int32] = [-1, -1]
        var source: PipeSource? = try PipeSource(&ends)
        defer { close(ends[1]) }
        weak let watched = source
        loop.add(try #require(source))
        loop.remove(try #require(source))
        source = nil
        var turned = false
        loop.schedule(at: .now) { turned = true }
        #expect(loop.run(until: { turned }))
        #expect(watched == nil)
    }

    @Test func isCalledAtItsDeadlineWithoutEvents() throws {
        let loop = try EventLoop()
        let source = DeadlineSource(at: MonotonicTime.now.advanced(byNanoseconds: 1_000_000))
        loop.add(source)
        #expect(loop.run(until: { source.calls == 1 }))
        #expect(source.events == [0])
        #expect(MonotonicTime.now >= source.time)
    }

    @Test func jobsThatEnqueueJobsDoNotStarveIt() throws {
        let loop = try EventLoop()
        var ends: [Int32] = [-1, -1]
        let source = try PipeSource(&ends)
        defer { close(ends[1]) }
        loop.add(source)
        PipeSource.send(9, to: ends[1])
        let chain = Chain(loop: loop)
        chain.start()
        #expect(loop.run(until: { source.received == [9] }))
        chain.isEnding = true
        #expect(loop.run(until: { chain.hasEnded }))
    }

    /// Work that enqueues its own successor forever.
    private final class Chain: @unchecked Sendable {
        // Touched on the loop's thread only.
        let loop: EventLoop
        var isEnding = false
        var hasEnded = false

        init(loop: EventLoop) {
            self.loop = loop
        }

        func start() {
            guard !isEnding else {
                hasEnded = true
                return
            }
            loop.perform { self.start() }
        }
    }

    private final class DeadlineSource: EventSource {
        let time: MonotonicTime
        var calls = 0
        var events: [Int16] = []

        init(at time: MonotonicTime) {
            self.time = time
        }

        func interest() -> (descriptor: Int32, events: Int16)? { nil }

        func deadline() -> MonotonicTime? { calls == 0 ? time : nil }

        func process(events: Int16) {
            calls += 1
            self.events.append(events)
        }
    }

    @Test func aClosedDescriptorIsAMistakeOfTheProgram() async {
        await #expect(processExitsWith: .failure) {
            let loop = try EventLoop()
            var ends: [Int32] = [-1, -1]
            let source = try PipeSource(&ends)
            // No other code in this process uses such a high number meanwhile.
            let closed = NumberedSource(descriptor: fcntl(source.descriptor, F_DUPFD, 500))
            close(closed.descriptor)
            loop.add(closed)
            loop.run()
        }
    }
}

/// A source for any descriptor, which it does not own.
private final class NumberedSource: EventSource {
    let descriptor: Int32

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    func interest() -> (descriptor: Int32, events: Int16)? { (descriptor, Int16(POLLIN)) }
    func deadline() -> MonotonicTime? { nil }
    func process(events: Int16) {}
}
