import CGStreamer
import Glibc

/// Finds the tempo whose evenly spaced positions have the most onsets: a comb over 54 to 210 beats a minute.
struct TempoComb {
    private static let length = 1 << 17
    private static let harmonics = 6
    private static let phases = 48
    /// The standard deviation of onsets around a beat, in seconds.
    static let blur = 0.012

    private static let resolution = BandSpectra.rate / Double(length)
    private static let candidates = Int(0.9 / resolution)..<Int(3.5 / resolution)

    private let transform = FourierTransform(atLeast: length)

    /// cos and sin of 2πkp/`phases`, for harmonic k − 1 in each row.
    private static let waves: [(cosine: [Float], sine: [Float])] = (1...harmonics).map { harmonic in
        let angles = (0..<phases).map { 2 * Double.pi * Double(harmonic * $0 % phases) / Double(phases) }
        return (angles.map { Float(cos($0)) }, angles.map { Float(sin($0)) })
    }

    /// Returns the weight of a harmonic of `frequency` in a comb.
    static func weight(_ harmonic: Int, of frequency: Double) -> Double {
        let blurred = 2 * Double.pi * Double(harmonic) * frequency * blur
        return exp(-0.5 * blurred * blurred)
    }

    /// Returns the prior weight of a tempo, which is highest at 120 beats a minute.
    private static func prior(_ frequency: Double) -> Double {
        let octaves = log2(frequency / 2) / 0.6
        return exp(-0.5 * octaves * octaves)
    }

    /// Returns the best frequency of beats in `onsets`, in hertz. The onsets are standardised, at most 2^17.
    func frequency(of onsets: [Double]) -> Double {
        let spectrum = transform.transform { samples in
            for index in samples.indices { samples[index] = index < onsets.count ? Float(onsets[index]) : 0 }
        } _: {
            Array($0)
        }
        var best = (score: -Double.infinity, candidate: Self.candidates.lowerBound)
        for candidate in Self.candidates {
            let frequency = Double(candidate) * Self.resolution
            let height = Double(Self.height(candidate, in: spectrum)) * 2 / Double(onsets.count)
            let score = max(height, 0) * frequency.squareRoot() * Self.prior(frequency)
            if score > best.score { best = (score, candidate) }
        }
        return Double(best.candidate) * Self.resolution
    }

    /// Returns the highest sum of the harmonics of one frequency at any phase.
    private static func height(_ candidate: Int, in spectrum: [FourierTransform.Value]) -> Float {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: phases) { sums in
            sums.initialize(repeating: 0)
            for harmonic in 1...harmonics {
                let weight = Float(Self.weight(harmonic, of: Double(candidate) * resolution))
                let value = spectrum[harmonic * candidate]
                let (real, imaginary) = (value.r * weight, value.i * weight)
                let (cosine, sine) = waves[harmonic - 1]
                for phase in 0..<phases { sums[phase] += real * cosine[phase] - imaginary * sine[phase] }
            }
            return sums.max() ?? 0
        }
    }
}
