import EventLoop
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueAudio

/// The position of a stream as the player computes it, compared with what a simulated server has done.
@Suite struct PulseClockTests {
    private static let rate: Int32 = 48000

    /// A server that reads whole steps of samples at once.
    private struct SteppingServer {
        var step: Int64
        /// The number of samples on their way to the ear when a step begins.
        var delay: Int64
        var phase: Int64

        /// The number of samples read, by the time elapsed since the first step in samples.
        func read(at sample: Int64) -> Int64 { (sample + phase) / step * step + step }
        func heard(at sample: Int64) -> Int64 { sample + phase - delay }
    }

    @Test(
        "No sample is changeable that PipeWire has read, and none heard that has not been played",
        arguments: [256, 512, 1024, 2048] as [Int64], 1...8 as ClosedRange<UInt64>)
    func steps(step: Int64, seed: UInt64) {
        var random = SeededRandom(state: seed)
        let server = SteppingServer(
            step: step, delay: Int64.random(in: 0...4096, using: &random),
            phase: Int64.random(in: 0..<step, using: &random))
        let start = MonotonicTime.now
        func time(of sample: Int64) -> MonotonicTime {
            start.advanced(byNanoseconds: sample * 1_000_000_000 / Int64(Self.rate))
        }
        var clock = PulseClock(rate: Self.rate, server: .pipeWire)
        var now: Int64 = 0
        // An answer comes at any time within a step.
        for answer in 0..<100 {
            now += Int64.random(in: 480...72000, using: &random)
            let delay = Timeline.time(of: server.delay, rate: Self.rate)
            clock.read(PulseClock.Answer(read: server.read(at: now), delay: delay), at: time(of: now))
            guard answer > 8 else { continue }
            let later = now + Int64.random(in: 0...72000, using: &random)
            let changeable = clock.changeable(at: time(of: later))
            // A write takes a moment to arrive.
            #expect(changeable >= server.read(at: later + 480), "seed \(seed)")
            #expect(changeable <= server.read(at: later) + step + 2400, "seed \(seed)")
            let heard = clock.count(at: time(of: later))
            #expect(abs(heard - server.heard(at: later)) <= step, "seed \(seed)")
        }
    }

    @Test(
        "On a device that can't render again, nothing is changeable that it may have read",
        arguments: 1...8 as ClosedRange<UInt64>)
    func finalReads(seed: UInt64) {
        var random = SeededRandom(state: seed)
        // A pipe takes a block of 0.37 s when the one before has been read.
        let server = SteppingServer(step: 17832, delay: 0, phase: Int64.random(in: 0..<17832, using: &random))
        let start = MonotonicTime.now
        func time(of sample: Int64) -> MonotonicTime {
            start.advanced(byNanoseconds: sample * 1_000_000_000 / Int64(Self.rate))
        }
        var clock = PulseClock(rate: Self.rate, server: .pulseAudio)
        clock.isReadFinal = true
        var now: Int64 = 0
        for _ in 0..<100 {
            now += Int64.random(in: 480...72000, using: &random)
            let delay = Timeline.time(of: server.read(at: now) - server.heard(at: now), rate: Self.rate)
            let reach = Timeline.time(of: server.step, rate: Self.rate)
            clock.read(PulseClock.Answer(read: server.read(at: now), delay: delay, reach: reach), at: time(of: now))
            let later = now + Int64.random(in: 0...72000, using: &random)
            #expect(clock.changeable(at: time(of: later)) >= server.read(at: later + 480), "seed \(seed)")
            #expect(abs(clock.count(at: time(of: later)) - server.heard(at: later)) <= 1, "seed \(seed)")
        }
    }

    @Test("A server that stood still for a while is believed at once")
    func stall() {
        var clock = PulseClock(rate: Self.rate, server: .pipeWire)
        let start = MonotonicTime.now
        for second in 0...8 {
            let time = start.advanced(byNanoseconds: Int64(second) * 1_000_000_000)
            clock.read(PulseClock.Answer(read: Int64(second) * 48000, delay: .zero), at: time)
        }
        let time = start.advanced(byNanoseconds: 10_000_000_000)
        clock.read(PulseClock.Answer(read: 8 * 48000 + 100, delay: .zero), at: time)
        #expect(clock.count(at: time) == 8 * 48000 + 100)
        #expect(clock.changeable(at: time) < 9 * 48000)
    }

    @Test("An answer of a server that stood still is forgotten once two answers agree that more has been heard")
    func recovery() {
        var clock = PulseClock(rate: Self.rate, server: .pipeWire)
        let start = MonotonicTime.now
        func read(_ sample: Int64, atMilliseconds time: Int64) -> Int64 {
            let time = start.advanced(byNanoseconds: time * 1_000_000)
            clock.read(PulseClock.Answer(read: sample, delay: .zero), at: time)
            return clock.count(at: time)
        }
        // The state before the stall, which is answered after it.
        #expect(read(48_000, atMilliseconds: 3000) == 48_000)
        let missing: Int64 = 35_000
        #expect(read(48_000 + 4800 + missing, atMilliseconds: 3100) == 48_000 + 4800, "one answer may be wrong")
        #expect(read(48_000 + 9600 + missing, atMilliseconds: 3200) == 48_000 + 9600 + missing)
        #expect(read(48_000 + 14_400 + missing, atMilliseconds: 3300) == 48_000 + 14_400 + missing)
    }

    @Test("PulseAudio takes back what has not been heard, and each of its answers is exact")
    func takesBack() {
        var clock = PulseClock(rate: Self.rate, server: .pulseAudio)
        let time = MonotonicTime.now
        let delay = MediaTime(nanoseconds: 400_000_000)
        clock.read(PulseClock.Answer(read: 96000, delay: delay), at: time)
        #expect(clock.count(at: time) == 96000 - 19200)
        #expect(clock.changeable(at: time) < 96000 - 19200 + 2400)
        clock.read(PulseClock.Answer(read: 96000, delay: delay), at: time.advanced(byNanoseconds: 20_000_000))
        #expect(clock.count(at: time.advanced(byNanoseconds: 20_000_000)) == 96000 - 19200)
    }

    @Test("Sound that has not begun is not heard, wherever a server's count is, and stands still where it stood")
    func standstill() {
        for server in [PulseServer.Kind.pulseAudio, .pipeWire] {
            var clock = PulseClock(at: 5000, rate: Self.rate, server: server)
            let time = MonotonicTime.now
            clock.read(PulseClock.Answer(read: 5000, delay: MediaTime(nanoseconds: 100_000_000)), at: time)
            #expect(clock.count(at: time) == 5000)
            clock.read(PulseClock.Answer(read: 9000, delay: .zero, isPlaying: false), at: time)
            #expect(clock.count(at: time.advanced(byNanoseconds: 1_000_000_000)) == 9000)
        }
    }
}
