import SegueCore
import Testing

@testable import SegueAudio

@Suite struct FadeEnvelopeTests {
    @Test(
        "Straight lines stay within 0.01 dB of every curve wherever it is above -60 dB", arguments: FadeCurve.allCases)
    func exactness(curve: FadeCurve) {
        for seconds in [1, 5, 30] {
            var envelope = FadeEnvelope(constant: 1)
            let length = Int64(seconds) * 44100
            envelope.follow(from: 7_000, to: 7_000 + length) { curve.gain(at: $0) }
            #expect(envelope.points.count < 400)
            for step in 1...9999 {
                let sample = length * Int64(step) / 10000
                let ideal = curve.gain(at: Double(sample) / Double(length))
                guard ideal > 0.001 else { continue }
                let actual = envelope.gain(at: 7_000 + sample)
                #expect(abs(actual / ideal - 1) < 0.001, "\(curve) \(seconds) s at \(step)/10000")
            }
        }
    }
}
