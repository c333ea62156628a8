import EventLoop
import Testing

struct MonotonicTimeTests {
    @Test func movesBothWays() {
        let time = MonotonicTime(nanoseconds: 1000)
        #expect(time.advanced(byNanoseconds: 5).nanoseconds == 1005)
        #expect(time.advanced(byNanoseconds: -2000).nanoseconds == -1000)
        #expect(time.advanced(byNanoseconds: 5).nanoseconds(since: time) == 5)
        #expect(time.nanoseconds(since: time.advanced(byNanoseconds: 5)) == -5)
    }

    @Test func staysAtTheEnds() {
        #expect(MonotonicTime(nanoseconds: .max).advanced(byNanoseconds: 1).nanoseconds == .max)
        #expect(MonotonicTime(nanoseconds: .min).advanced(byNanoseconds: -1).nanoseconds == .min)
        #expect(MonotonicTime(nanoseconds: .max).nanoseconds(since: MonotonicTime(nanoseconds: -1)) == .max)
        #expect(MonotonicTime(nanoseconds: .min).nanoseconds(since: MonotonicTime(nanoseconds: 1)) == .min)
    }

    @Test func neverGoesBack() {
        var last = MonotonicTime.now
        for _ in 0..<10_000 {
            let now = MonotonicTime.now
            #expect(now >= last)
            last = now
        }
    }
}
