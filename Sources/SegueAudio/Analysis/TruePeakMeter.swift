import CEBUR128

/// libebur128's true peak, of the passages alone in which it can rise: between its samples, sound goes at most by a
/// known factor beyond them.
// @unchecked: the state is used by one thread at a time: what owns the meter sees to that.
final class TruePeakMeter: @unchecked Sendable {
    /// What libebur128 does between samples: it takes 49 taps of a windowed sinc, four times as often below 96 kHz,
    /// twice below 192 kHz, and not at all above.
    private struct Oversampling {
        /// The greatest sum of the magnitudes of the taps that make one value, rounded up.
        var overshoot: Float
        /// How many samples one value is made of.
        var taps: Int

        init?(rate: Int) {
            guard rate < 192_000 else { return nil }
            (overshoot, taps) = rate < 96000 ? (1.87, 13) : (2.31, 25)
        }
    }

    private let state: MeterState
    private let oversampling: Oversampling?
    private let channels: Int
    /// The highest true peak of any channel so far, linear.
    private(set) var highest: Float = 0
    /// The last samples that were seen, as many as one value is made of.
    private var recent: [Float]
    /// The peak of those and of some before them.
    private var recentPeak: Float = 0
    /// Whether the last sample that was seen was handed to libebur128.
    private var isHandedOn = false

    /// How many samples of each channel are looked at together; more than one value is made of.
    private static let piece = 64

    /// A meter of interleaved samples. Nil when the library refuses.
    init?(rate: Int, channels: Int) {
        oversampling = Oversampling(rate: rate)
        self.channels = channels
        recent = Array(repeating: 0, count: (oversampling?.taps ?? 0) * channels)
        guard let state = MeterState(rate: rate, channels: channels, modes: EBUR128_MODE_TRUE_PEAK.rawValue) else {
            return nil
        }
        self.state = state
    }

    /// Takes interleaved samples, whole frames of them.
    func take(_ samples: UnsafeBufferPointer<Float>) {
        guard let oversampling else {
            highest = max(highest, Self.peak(of: samples))
            return
        }
        let length = Self.piece * channels
        var passage: Range<Int>?
        for start in stride(from: 0, to: samples.count, by: length) {
            let piece = start..<min(start + length, samples.count)
            let peak = Self.peak(of: UnsafeBufferPointer(rebasing: samples[piece]))
            highest = max(highest, peak)
            // A value at the beginning of this piece is made of samples in front of it, too.
            if max(peak, recentPeak) * oversampling.overshoot > highest {
                passage = (passage?.lowerBound ?? piece.lowerBound)..<piece.upperBound
            } else if let found = passage {
                hand(found, of: samples)
                passage = nil
            }
            recentPeak = piece.count < oversampling.taps * channels ? max(recentPeak, peak) : peak
        }
        if let passage { hand(passage, of: samples) }
        isHandedOn = passage.map { $0.upperBound == samples.count } ?? (samples.isEmpty && isHandedOn)
        remember(samples)
    }

    private func remember(_ samples: UnsafeBufferPointer<Float>) {
        let count = recent.count
        recent.append(contentsOf: samples.suffix(count))
        recent.removeFirst(recent.count - count)
    }

    /// Lets libebur128 look at a passage, behind the samples in front of it.
    private func hand(_ passage: Range<Int>, of samples: UnsafeBufferPointer<Float>) {
        if passage.lowerBound > 0 || !isHandedOn {
            let missing = max(0, recent.count - passage.lowerBound)
            let before =
                recent.suffix(missing) + samples[max(0, passage.lowerBound - recent.count)..<passage.lowerBound]
            // What comes of these is made of a gap, too, and does not count.
            before.withUnsafeBufferPointer { before in
                _ = ebur128_add_frames_float(state.pointer, before.baseAddress, before.count / channels)
            }
        }
        let part = UnsafeBufferPointer(rebasing: samples[passage])
        ebur128_add_frames_float(state.pointer, part.baseAddress, part.count / channels)
        for channel in 0..<channels {
            var peak = 0.0
            if ebur128_prev_true_peak(state.pointer, UInt32(channel), &peak) == Int32(EBUR128_SUCCESS.rawValue) {
                highest = max(highest, Float(peak))
            }
        }
    }

    /// The highest magnitude. The order of magnitudes is that of their bits, which are compared several at a time.
    private static func peak(of samples: UnsafeBufferPointer<Float>) -> Float {
        Float(bitPattern: samples.reduce(0 as UInt32) { max($0, $1.bitPattern & 0x7FFF_FFFF) })
    }
}
