import EventLoop
import Glibc
import SegueCore
import Testing

@testable import SegueAudio

/// Outputs that fail without a report.
@Suite struct ProgressWatchTests {
    @Test("An output that takes samples and plays none is reported, after its own latency")
    func stuck() throws {
        let usual = try Self.timeUntilReported(latency: nil)
        let slow = try Self.timeUntilReported(latency: MediaTime(nanoseconds: 700_000_000))
        #expect(usual < 2_000_000_000 && slow > usual + 600_000_000, "\(usual) and \(slow) ns")
    }

    @Test("A limit that passed while the machine stood still begins again")
    func standstill() throws {
        let time = try Self.timeUntilReported(latency: nil, standstill: 1_500_000_000)
        #expect(time > 3_500_000_000, "\(time) ns")
    }

    /// Returns the time, in nanoseconds, after which an output that plays nothing is reported. The program stands still
    /// for a time after its first second.
    private static func timeUntilReported(latency: MediaTime?, standstill: UInt32 = 0) throws -> Int64 {
        let loop = try EventLoop()
        let transport = Transport(loop: loop)
        var tape = TapeMachine(rate: 44100, isOffline: false)
        transport.hooks.rate = { 44100 }
        transport.hooks.expectedProgress = {
            tape.expectsProgress(transport.reading) ? tape.heard(transport.reading) : nil
        }
        transport.hooks.stoodStill = { loop.stop() }
        let output = StuckOutput()
        transport.use(output)
        let start = MonotonicTime.now
        tape.begin(rate: 44100)
        tape.append([Float](repeating: 0.5, count: 4 * 88200))
        for action in tape.fill(transport.reading) { transport.carryOut(action) }
        transport.arm(in: nil)
        // A server reports its latency once audio is on its way.
        loop.schedule(at: start.advanced(byNanoseconds: 50_000_000)) { output.latency = latency }
        if standstill > 0 {
            // The loop's thread itself stands still.
            loop.schedule(at: start.advanced(byNanoseconds: 1_000_000_000)) { usleep(standstill / 1000) }
        }
        loop.run()
        transport.close()
        return MonotonicTime.now.nanoseconds(since: start)
    }
}

/// An output that is stuck.
private final class StuckOutput: Output {
    let name = "stuck"
    let fallback: String? = nil
    let isDevice = true
    var latency: MediaTime?
    var onEvent: (OutputEvent) -> Void = { _ in }
    private(set) var heard: Int64 = 0
    private(set) var changeable: Int64 = 0

    func rate(nearestTo rate: Int32) -> Int32 { rate }
    func depth(rate: Int32) -> Int64 { Int64(rate) }
    func go(from place: Int64, rate: Int32) { (heard, changeable) = (place, place) }
    func write(_ samples: [Float], at place: Int64) { changeable = place + Int64(samples.count / 2) }
    func rest(at place: Int64) {}
    func close() {}
}
