import Foundation
import SegueTestSupport
import Testing

@testable import SegueAudio

/// The true peak beside that of the continuous signal, and beside the interpolation of all samples.
@Suite struct TruePeakTests {
    /// A sum of tones under a slow fade at either end, whose peak between the samples is known.
    private struct Tones {
        let frames: Int
        private var tones: [(frequency: Double, phase: Double)]

        /// Creates tones at random frequencies, from a twentieth of the rate to `highest`, in cycles per sample.
        init(_ count: Int, upTo highest: Double, frames: Int, _ random: inout SeededRandom) {
            self.frames = frames
            tones = (0..<count).map { _ in
                (Double.random(in: 0.05...highest, using: &random), Double.random(in: 0...1, using: &random))
            }
        }

        /// Returns the signal at a time in samples, from −1 to 1.
        func value(at time: Double) -> Double {
            let fade = min(1, time / 200, (Double(frames) - time) / 200)
            return fade * tones.reduce(0) { $0 + sin(2 * .pi * ($1.frequency * time + $1.phase)) } / Double(tones.count)
        }

        var samples: [Float] { (0..<frames).map { Float(value(at: Double($0))) } }

        /// The highest magnitude of 16 values for each sample.
        var peak: Double { (0..<frames * 16).map { abs(value(at: Double($0) / 16)) }.max() ?? 0 }
    }

    private func truePeak(_ samples: [Float], rate: Int, channels: Int = 1) -> Double {
        var meter = TruePeakMeter(rate: rate, channels: channels)
        samples.withUnsafeBufferPointer { meter.take($0) }
        return Double(meter.highest)
    }

    /// Tests noise that reaches up to 20 kHz at 44.1 kHz.
    @Test(arguments: 1...12)
    func noisePeaksBetweenTheSamples(seed: UInt64) {
        var random = SeededRandom(state: seed)
        let tones = Tones(100, upTo: 0.45, frames: 1000, &random)
        let error = 20 * log10(truePeak(tones.samples, rate: 44100) / tones.peak)
        // Between four values for each sample, the signal can be a little higher.
        #expect(error > -0.3 && error < 0.1, "\(error) dB")
    }

    @Test(arguments: [44100, 96000])
    func aToneBetweenTheSamplesIsFound(rate: Int) {
        let samples = (0..<4000).map { frame in
            Float(sin(.pi * (Double(frame) / 2 + 0.25)) * min(1, Double(frame) / 1000))
        }
        #expect(abs(truePeak(samples, rate: rate) - 1) < 0.001)
    }

    @Test func denseSamplesAreTheirOwnPeak() {
        let samples = (0..<4000).map { Float(sin(.pi * (Double($0) / 2 + 0.25))) }
        #expect(abs(truePeak(samples, rate: 192_000) - 0.5.squareRoot()) < 0.001)
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

    /// Returns the highest magnitude of all samples and of all interpolated values.
    private func reference(_ samples: [Float], rate: Int, channels: Int) -> Float {
        let interpolator = PeakInterpolator(rate: rate)
        return (0..<channels).map { channel in
            let silence = [Float](repeating: 0, count: PeakInterpolator.fewest)
            let signal = silence + stride(from: channel, to: samples.count, by: channels).map { samples[$0] }
            let between = signal.withUnsafeBufferPointer { interpolator?.peak(of: $0) } ?? 0
            return max(between, signal.reduce(0) { max($0, abs($1)) })
        }.max() ?? 0
    }

    @Test(arguments: [8000, 44100, 96000, 192_000], [1, 2, 6])
    func nothingIsMissed(rate: Int, channels: Int) {
        var random = SeededRandom.anew()
        for _ in 0..<20 {
            let samples = sound(channels: channels, &random)
            var meter = TruePeakMeter(rate: rate, channels: channels)
            // In pieces of any length.
            var rest = samples[...]
            while !rest.isEmpty {
                let count = min(rest.count, Int.random(in: 1...500, using: &random) * channels)
                Array(rest.prefix(count)).withUnsafeBufferPointer { meter.take($0) }
                rest = rest.dropFirst(count)
            }
            let expected = reference(samples, rate: rate, channels: channels)
            #expect(abs(meter.highest - expected) <= 1e-5 * max(1, expected))
        }
    }
}
