import CEBUR128
import Foundation
import SegueTestSupport
import Testing

@testable import SegueAudio

/// Compares the true peak of the passages in which it can rise with that of all samples.
@Suite struct TruePeakTests {
    /// Returns libebur128's true peak of all samples.
    private func reference(_ samples: [Float], rate: Int, channels: Int) -> Double {
        var state = ebur128_init(UInt32(channels), UInt(rate), Int32(EBUR128_MODE_TRUE_PEAK.rawValue))
        defer { ebur128_destroy(&state) }
        ebur128_add_frames_float(state, samples, samples.count / channels)
        return (0..<channels).map { channel in
            var peak = 0.0
            ebur128_true_peak(state, UInt32(channel), &peak)
            return peak
        }.max() ?? 0
    }

    /// Returns noise, tones between the samples, clicks, and silence, one after the other at random levels.
    private func sound(channels: Int, _ random: inout SeededRandom) -> [Float] {
        (0..<Int.random(in: 1...30, using: &random)).flatMap { _ -> [Float] in
            let frames = Int.random(in: 1...700, using: &random)
            let level = Float.random(in: 0...1, using: &random)
            let step = Double.random(in: 0.01...3.1, using: &random)
            let kind = Int.random(in: 0..<4, using: &random)
            return (0..<frames * channels).map { index in
                switch kind {
                case 0: level * Float.random(in: -1...1, using: &random)
                case 1: level * Float(sin(step * Double(index / channels)))
                case 2: index / channels % 97 == 50 ? (index % 2 == 0 ? level : -level) : 0
                default: 0
                }
            }
        }
    }

    @Test(arguments: [8000, 44100, 96000, 192_000], [1, 2, 6])
    func nothingIsMissed(rate: Int, channels: Int) throws {
        var random = SeededRandom.anew()
        for _ in 0..<20 {
            let samples = sound(channels: channels, &random)
            let meter = try #require(TruePeakMeter(rate: rate, channels: channels))
            // In pieces of any length.
            var rest = samples[...]
            while !rest.isEmpty {
                let count = min(rest.count, Int.random(in: 1...500, using: &random) * channels)
                Array(rest.prefix(count)).withUnsafeBufferPointer { meter.take($0) }
                rest = rest.dropFirst(count)
            }
            let expected = reference(samples, rate: rate, channels: channels)
            #expect(abs(Double(meter.highest) - expected) <= 1e-6 * max(1, expected))
        }
    }
}
