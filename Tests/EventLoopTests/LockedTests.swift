import EventLoop
import Testing

struct LockedTests {
    @Test func nothingIsLostBetweenThreads() async {
        let count = Locked(0)
        let finished = Locked(0)
        await withCheckedContinuation { continuation in
            for _ in 0..<8 {
                startThread {
                    for _ in 0..<10_000 { count.withLock { $0 += 1 } }
                    let isLast = finished.withLock { finished in
                        finished += 1
                        return finished == 8
                    }
                    if isLast { continuation.resume() }
                }
            }
        }
        #expect(count.withLock { $0 } == 80_000)
    }

    @Test func isFreeAgainAfterAnError() {
        struct Refusal: Error {}
        let value = Locked("a")
        #expect(throws: Refusal.self) {
            try value.withLock { value throws(Refusal) in
                value = "b"
                throw Refusal()
            }
        }
        #expect(value.withLock { $0 } == "b")
    }
}
