import EventLoop
import SegueCore
import Testing

@testable import SegueAudio

@Suite struct HearingDelayTests {
    private static func time(_ milliseconds: Int64) -> MonotonicTime {
        MonotonicTime(nanoseconds: milliseconds * 1_000_000)
    }

    @Test("What the output plays is heard later, up to the last sample")
    func theEndIsReached() {
        var delay = HearingDelay()
        delay.latency = MediaTime(nanoseconds: 500_000_000)
        delay.go(from: 2000)
        delay.write(upTo: 3000)
        var places: [Int64] = []
        for moment in stride(from: Int64(0), through: 1600, by: 200) {
            // The output plays one sample in a millisecond, and stops at its last one.
            places.append(delay.place(behind: min(2000 + moment, 3000), rate: 1000, at: Self.time(moment)))
        }
        #expect(places == [1500, 1700, 1900, 2100, 2300, 2500, 2700, 2900, 3000])
    }

    @Test("An output that stops halfway stays where it is, and no delay changes nothing")
    func aStop() {
        var delay = HearingDelay()
        delay.go(from: 0)
        delay.write(upTo: 3000)
        #expect(delay.place(behind: 700, rate: 1000, at: Self.time(0)) == 700)
        delay.latency = MediaTime(nanoseconds: 500_000_000)
        #expect(delay.place(behind: 700, rate: 1000, at: Self.time(1000)) == 200)
        #expect(delay.place(behind: 700, rate: 1000, at: Self.time(5000)) == 200)
    }
}
