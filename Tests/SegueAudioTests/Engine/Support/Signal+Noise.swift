import Foundation

extension Signal {
    /// Returns noise, different on each side and for each seed. Above 3 kHz it is weaker, as in music.
    static func noise(seed: UInt64, amplitude: Float = 0.25, rate: Int = 44100, seconds: Double) -> Signal {
        var generator = NoiseGenerator(seed: seed)
        var (first, second) = (Float(0), Float(0))
        return Signal(rate: rate, seconds: seconds) { _ in
            first += (generator.next() - first) * 0.35
            second += (generator.next() - second) * 0.35
            return (first * amplitude, second * amplitude)
        }
    }

    /// Returns pink noise, different on each side: white noise through Kellet's three filters, 3 dB an octave above 10
    /// Hz.
    static func pinkNoise(seed: UInt64, amplitude: Float = 0.1, rate: Int = 44100, seconds: Double) -> Signal {
        var generators = (NoiseGenerator(seed: seed), NoiseGenerator(seed: seed &+ 1_000_003))
        var filters = (PinkFilter(), PinkFilter())
        return Signal(rate: rate, seconds: seconds) { _ in
            (filters.0.next(generators.0.next()) * amplitude, filters.1.next(generators.1.next()) * amplitude)
        }
    }

    /// Returns a sine whose frequency grows exponentially from one end to the other.
    static func sweep(
        from low: Double = 100, to high: Double = 6000, amplitude: Double = 0.5, rate: Int = 44100, seconds: Double
    ) -> Signal {
        let growth = log(high / low) / seconds
        return Signal(rate: rate, seconds: seconds) { index in
            let phase = 2 * Double.pi * low * (exp(growth * Double(index) / Double(rate)) - 1) / growth
            let value = Float(amplitude * sin(phase))
            return (value, value)
        }
    }

    private struct NoiseGenerator {
        var state: UInt64

        init(seed: UInt64) {
            state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
            for _ in 0..<8 { _ = next() }
        }

        /// Returns the next value, -1…1 (xorshift64*).
        mutating func next() -> Float {
            state ^= state >> 12
            state ^= state << 25
            state ^= state >> 27
            return Float(Int32(truncatingIfNeeded: (state &* 0x2545_F491_4F6C_DD1D) >> 32)) / 2_147_483_648
        }
    }

    private struct PinkFilter {
        var (first, second, third) = (Float(0), Float(0), Float(0))

        mutating func next(_ white: Float) -> Float {
            first = 0.99765 * first + white * 0.0990460
            second = 0.96300 * second + white * 0.2965164
            third = 0.57000 * third + white * 1.0526913
            return first + second + third + white * 0.1848
        }
    }

    // MARK: - Measures

    /// Returns the level of both sides together, in decibels against full scale.
    func level(_ range: Range<Int>) -> Double {
        var sum = 0.0
        for index in range { sum += Double(left[index] * left[index] + right[index] * right[index]) }
        return 10 * log10(max(sum / Double(2 * range.count), 1e-20))
    }

    /// Returns the level of the difference between `self` and `other`.
    func error(against other: Signal, _ range: Range<Int>) -> Double {
        var sum = 0.0
        for index in range {
            let (first, second) = (left[index] - other.left[index], right[index] - other.right[index])
            sum += Double(first * first + second * second)
        }
        return 10 * log10(max(sum / Double(2 * range.count), 1e-20))
    }

    /// Returns the number of samples, within `limit`, by which the audio at `place` lags the audio at `expected` of
    /// `reference`; and the similarity of the two at that lag, 0…1.
    func lag(
        at place: Int, behind reference: Signal, at expected: Int, count: Int = 4096, limit: Int = 24
    ) -> (samples: Int, likeness: Double) {
        guard place - limit >= 0, place + count + limit <= self.count, expected + count <= reference.count else {
            return (.max, 0)
        }
        var best = (samples: Int.max, likeness: -1.0)
        left.withUnsafeBufferPointer { heard in
            reference.left.withUnsafeBufferPointer { wanted in
                for lag in -limit...limit {
                    var (product, power, other) = (Float(0), Float(0), Float(0))
                    for index in 0..<count {
                        let (one, two) = (heard[place + lag + index], wanted[expected + index])
                        product += one * two
                        power += one * one
                        other += two * two
                    }
                    let likeness = Double(product) / max(1e-20, (Double(power) * Double(other)).squareRoot())
                    if likeness > best.likeness { best = (lag, likeness) }
                }
            }
        }
        return best
    }
}
