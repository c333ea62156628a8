import CEBUR128

/// libebur128's true peak, measured only in the passages in which it can rise. Between samples, the signal exceeds them
/// at most by a known factor.
// @unchecked: the owner ensures that one thread at a time uses the state.
final class TruePeakMeter: @unchecked Sendable {
    /// libebur128's oversampling, by a windowed sinc of 49 taps. It is fourfold below 96 kHz, twofold below 192 kHz,
    /// and absent from 192 kHz on.
    private struct Oversampling {
        /// The greatest sum of the magnitudes of the taps that make one value, rounded up.
        var overshoot: Float
        /// The number of samples that make one value.
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
    /// The most recent samples, as many as make one value.
    private var recent: [Float]
    /// The peak of `recent`, and of some samples before.
    private var recentPeak: Float = 0
    /// True if the last sample was passed to libebur128.
    private var isHandedOn = false

    /// The number of samples of each channel that are examined together; more than make one value.
    private static let piece = 64

    /// Creates a meter of interleaved samples. Returns nil if the library refuses.
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
            // A value at the beginning of this piece also depends on the samples before the piece.
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

    /// Passes a passage to libebur128, preceded by the samples before it.
    private func hand(_ passage: Range<Int>, of samples: UnsafeBufferPointer<Float>) {
        if passage.lowerBound > 0 || !isHandedOn {
            let missing = max(0, recent.count - passage.lowerBound)
            let before =
                recent.suffix(missing) + samples[max(0, passage.lowerBound - recent.count)..<passage.lowerBound]
            // Values of these samples also depend on a gap, and do not count.
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

    /// Returns the highest magnitude. Magnitudes are ordered like their bits, which are compared several at a time.
    private static func peak(of samples: UnsafeBufferPointer<Float>) -> Float {
        Float(bitPattern: samples.reduce(0 as UInt32) { max($0, $1.bitPattern & 0x7FFF_FFFF) })
    }
}
