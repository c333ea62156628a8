import Glibc

/// The peaks of the audio in three bands: below 120 Hz, from 120 Hz to 4 kHz, and above. Each band is of fourth order:
/// two cascaded second-order filters. All bands are computed at once, in one lane of a vector each.
struct BandPeaks {
    typealias Lanes = SIMD4<Float>

    /// The highest peaks since the last `reset`, linear: low, middle, high.
    private(set) var peaks = Lanes.zero
    private var filters: [Filter]
    private let first: Coefficients
    private let second: Coefficients

    fileprivate struct Coefficients {
        var b0 = Lanes.zero
        var b1 = Lanes.zero
        var b2 = Lanes.zero
        var a1 = Lanes.zero
        var a2 = Lanes.zero
    }

    /// The state of the two cascaded filters for one channel.
    private struct Filter {
        var first1 = Lanes.zero
        var first2 = Lanes.zero
        var second1 = Lanes.zero
        var second2 = Lanes.zero

        /// Zeroes negligible and non-finite values. Denormal numbers are slow to process, and a non-finite value would
        /// persist.
        mutating func forgetTraces() {
            for part in [\Filter.first1, \.first2, \.second1, \.second2] {
                for lane in 0..<3 {
                    let size = abs(self[keyPath: part][lane])
                    if !(size > 1e-15 && size.isFinite) { self[keyPath: part][lane] = 0 }
                }
            }
        }
    }

    fileprivate enum Kind {
        case lowpass
        case highpass
    }

    init(rate: Int, channels: Int) {
        filters = Array(repeating: Filter(), count: channels)
        func coefficients(_ bands: [(Kind, Double)]) -> Coefficients {
            var result = Coefficients()
            for (lane, band) in bands.enumerated() { result.set(lane, band.0, at: band.1, rate: Double(rate)) }
            return result
        }
        first = coefficients([(.lowpass, 120), (.highpass, 120), (.highpass, 4000)])
        second = coefficients([(.lowpass, 120), (.lowpass, 4000), (.highpass, 4000)])
    }

    /// Resets the peaks, but not the state of the filters.
    mutating func reset() { peaks = .zero }

    /// Measures interleaved samples.
    mutating func take(_ samples: UnsafeBufferPointer<Float>) {
        let (first, second) = (first, second)
        let count = filters.count
        for channel in 0..<count {
            var filter = filters[channel]
            var highest = peaks
            for index in stride(from: channel, to: samples.count, by: count) {
                let input = Lanes(repeating: samples[index])
                let middle = first.b0 * input + filter.first1
                filter.first1 = first.b1 * input - first.a1 * middle + filter.first2
                filter.first2 = first.b2 * input - first.a2 * middle
                let output = second.b0 * middle + filter.second1
                filter.second1 = second.b1 * middle - second.a1 * output + filter.second2
                filter.second2 = second.b2 * middle - second.a2 * output
                highest.replace(with: output, where: output .> highest)
                highest.replace(with: -output, where: -output .> highest)
            }
            filter.forgetTraces()
            filters[channel] = filter
            peaks = highest
        }
    }
}

extension BandPeaks.Coefficients {
    /// Sets one lane to a second-order Butterworth filter, by the bilinear transform.
    fileprivate mutating func set(_ lane: Int, _ kind: BandPeaks.Kind, at frequency: Double, rate: Double) {
        // A low rate has no room for the higher bands: frequencies are limited to 0.45 × rate.
        let angle = 2 * Double.pi * min(frequency, 0.45 * rate) / rate
        let (cosine, slope) = (cos(angle), sin(angle) / 2.0.squareRoot())
        let scale = 1 / (1 + slope)
        let edge = (kind == .lowpass ? 1 - cosine : 1 + cosine) / 2 * scale
        b0[lane] = Float(edge)
        b1[lane] = Float(kind == .lowpass ? 2 * edge : -2 * edge)
        b2[lane] = Float(edge)
        a1[lane] = Float(-2 * cosine * scale)
        a2[lane] = Float((1 - slope) * scale)
    }
}
