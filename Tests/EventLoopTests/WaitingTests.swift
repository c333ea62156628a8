import EventLoop
import Testing

/// Operations that may wait are rejected inside a loop.
@Suite struct WaitingTests {
    @Test("Outside of loops, anything may wait, also while a loop runs on another thread")
    func outside() throws {
        EventLoop.checkMayWait()
        let loop = try EventLoop.startThread(name: "other")
        EventLoop.checkMayWait()
        loop.stop()
        let own = try EventLoop()
        own.stop()
        own.run()
        EventLoop.checkMayWait()
    }

    @Test("A loop for waiting may wait")
    func forWaiting() async throws {
        let loop = try EventLoop.startThread(name: "disk", forWaiting: true)
        await withCheckedContinuation { continuation in
            loop.perform {
                EventLoop.checkMayWait()
                continuation.resume()
            }
        }
        loop.stop()
    }

    @Test("Inside a loop, what may wait traps")
    func inside() async {
        await #expect(processExitsWith: .failure) {
            let loop = try EventLoop()
            loop.perform {
                EventLoop.checkMayWait()
                loop.stop()
            }
            loop.run()
        }
    }

    @Test("Inside the loop of a toolkit, what may wait traps in its turn alone")
    func insideToolkit() async throws {
        let loop = try EventLoop()
        let (descriptors, _) = loop.prepareTurn()
        EventLoop.checkMayWait()
        loop.takeTurn(descriptors)
        EventLoop.checkMayWait()
        await #expect(processExitsWith: .failure) {
            let loop = try EventLoop()
            loop.perform { EventLoop.checkMayWait() }
            loop.takeTurn(loop.prepareTurn().descriptors)
        }
    }
}
