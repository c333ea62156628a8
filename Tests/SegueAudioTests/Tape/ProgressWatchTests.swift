import EventLoop
import SegueCore
import Testing

@testable import SegueAudio

/// Outputs that fail without a report.
@Suite struct ProgressWatchTests {
    @Test("An output that takes samples and plays none is reported")
    func stuck() throws {
        let loop = try EventLoop()
        let transport = Transport(loop: loop)
        var tape = TapeMachine(rate: 44100, isOffline: false)
        transport.hooks.rate = { 44100 }
        transport.hooks.expectedProgress = {
            tape.expectsProgress(transport.reading) ? tape.heard(transport.reading) : nil
        }
        var count = 0
        transport.hooks.stoodStill = {
            count += 1
            loop.stop()
        }
        transport.use(StuckOutput())
        tape.begin(rate: 44100)
        tape.append([Float](repeating: 0.5, count: 4 * 88200))
        for action in tape.fill(transport.reading) { transport.carryOut(action) }
        transport.arm(in: nil)
        loop.run()
        #expect(count == 1)
        transport.close()
    }
}

/// An output that is stuck.
private final class StuckOutput: Output {
    let name = "stuck"
    let fallback: String? = nil
    let isDevice = true
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
