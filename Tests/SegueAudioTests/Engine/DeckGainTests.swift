import SegueCore
import Testing

@testable import SegueAudio

@Suite struct DeckGainTests {
    @Test("A track that keeps its gain in a transition is silent behind it", arguments: [400, 44_100])
    func keptGain(length: Int64) {
        var gain = DeckGain()
        gain.fadeOut(along: .equalPower, within: nil, from: 1_000, to: 1_000 + length)
        guard case .points(let points) = gain.step(from: 0, 1_000 + length) else {
            return #expect(Bool(false), "no points")
        }
        for point in points where point.time <= 1_000 + length - 1_024 { #expect(point.gain == 1, "\(point)") }
        #expect(points.contains { $0.time > 1_000 && $0.gain > 0 && $0.gain < 1 })
        #expect(abs(points[points.count - 1].gain) < 1e-9)
        guard case .constant(let after) = gain.step(from: 1_000 + length, 100) else {
            return #expect(Bool(false), "not over")
        }
        #expect(abs(after) < 1e-9)
    }

    @Test("A fade that has to finish quickly continues from the gain that it has reached")
    func quickFinish() {
        let run = FadeRun(direction: .incoming, curve: .equalPower, startSample: 0, endSample: 1_000)
        let rest = run.finishingQuickly(from: 400, to: 500)
        #expect(abs(rest.gain(at: 400) - run.gain(at: 400)) < 1e-9)
        #expect(rest.progress(at: 500) == 1)
    }
}
