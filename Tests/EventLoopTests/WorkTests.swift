import EventLoop
import Glibc
import SegueTestSupport
import Synchronization
import Testing

struct WorkTests {
    @Test func runsInOrderAndAfterWhatIsBeingDone() throws {
        let loop = try EventLoop()
        let log = Log()
        loop.perform {
            loop.perform { log.append("inner") }
            log.append("outer")
        }
        loop.perform { log.append("next") }
        #expect(loop.run(until: { log.entries.count == 3 }))
        #expect(log.entries == ["outer", "next", "inner"])
    }

    @Test func whatCameBeforeAStopStillRuns() throws {
        let loop = try EventLoop()
        let log = Log()
        loop.perform { log.append("before") }
        loop.stop()
        loop.run()
        #expect(log.entries == ["before"])
        loop.perform {
            log.append("again")
            loop.stop()
        }
        loop.run()
        #expect(log.entries == ["before", "again"])
    }

    @Test func isCurrentOnlyInsideRunOnItsThread() throws {
        let loop = try EventLoop()
        #expect(!loop.isCurrent)
        let log = Log()
        loop.perform { log.append(loop.isCurrent ? "current" : "not current") }
        loop.stop()
        loop.run()
        #expect(log.entries == ["current"])
        #expect(!loop.isCurrent)
    }

    @Test func thousandsFromManyThreadsArriveOnceAndInTheirOrder() async throws {
        let loop = try EventLoop.startThread(name: "work")
        let arrivals = Arrivals(producers: 8)
        await withCheckedContinuation { continuation in
            for producer in 0..<8 {
                startThread {
                    for number in 0..<5000 {
                        loop.perform {
                            if arrivals.note(number, from: producer) == 8 * 5000 { continuation.resume() }
                        }
                    }
                }
            }
        }
        loop.stop()
        for numbers in arrivals.byProducer { #expect(numbers == Array(0..<5000)) }
    }

    @Test func aBurstWhileTheLoopIsBusyCostsOneTurn() throws {
        let loop = try EventLoop()
        let turns = TurnCounter()
        loop.add(turns)
        let log = Log()
        loop.perform {
            // The loop is running here, so no item has to wake it.
            for number in 0..<1000 { loop.perform { log.append("\(number)") } }
        }
        #expect(loop.run(until: { log.entries.count == 1000 }))
        #expect(turns.count.load(ordering: .relaxed) <= 3)
    }

    @Test func nothingDueNothingWakes() async throws {
        let loop = try EventLoop.startThread(name: "idle")
        let turns = TurnCounter()
        let taken = await withCheckedContinuation { continuation in
            loop.perform {
                loop.add(turns)
                // Far in the future: the loop must not poll for this deadline meanwhile.
                loop.schedule(at: MonotonicTime.now.advanced(byNanoseconds: 3_600_000_000_000)) {}
                let cancelled = loop.schedule(at: MonotonicTime.now.advanced(byNanoseconds: 20_000_000)) {}
                cancelled.cancel()
                loop.schedule(at: .now) {
                    let before = turns.count.load(ordering: .relaxed)
                    // Later than the cancelled deadline would have been.
                    loop.schedule(at: MonotonicTime.now.advanced(byNanoseconds: 200_000_000)) {
                        continuation.resume(returning: turns.count.load(ordering: .relaxed) - before)
                    }
                }
            }
        }
        // The single poll in which the loop slept until then.
        #expect(taken == 1)
        loop.stop()
    }

    @Test func addingFromAnotherThreadIsAMistakeOfTheProgram() async {
        await #expect(processExitsWith: .failure) {
            let loop = try EventLoop.startThread(name: "other")
            loop.add(TurnCounter())
        }
    }

    @Test func aThreadHasItsNameAndBlocksSignals() async throws {
        let loop = try EventLoop.startThread(name: "a name that is far too long")
        let (name, blocked) = await withCheckedContinuation { continuation in
            loop.perform {
                var buffer = [UInt8](repeating: 0, count: 32)
                let file = open("/proc/thread-self/comm", O_RDONLY)
                let length = read(file, &buffer, buffer.count)
                close(file)
                var mask = sigset_t()
                pthread_sigmask(SIG_BLOCK, nil, &mask)
                continuation.resume(
                    returning: (
                        String(decoding: buffer.prefix(max(0, length)), as: UTF8.self), sigismember(&mask, SIGTERM) == 1
                    ))
            }
        }
        #expect(name == "a name that is \n")
        #expect(blocked)
        loop.stop()
    }

    @Test func signalsArriveAsASource() async throws {
        let loop = try EventLoop.startThread(name: "signals")
        let number = await withCheckedContinuation { continuation in
            loop.perform {
                do {
                    loop.add(try SignalSource([SIGUSR1, SIGUSR2]) { continuation.resume(returning: $0) })
                    // To this thread, so that no other thread of the tests gets the signal.
                    pthread_kill(pthread_self(), SIGUSR2)
                } catch {
                    continuation.resume(returning: 0)
                }
            }
        }
        #expect(number == SIGUSR2)
        loop.stop()
    }
}
