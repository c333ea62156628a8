import Glibc

/// The mean of onsets on a grid of one frequency, for each position of the beat.
struct GridProfile {
    /// The number of positions: parts of a beat.
    static let count = 192
    private static let harmonics = 6

    /// A peak: the position of a beat in seconds from the first onset, and the mean of the onsets there.
    struct Peak {
        var place: Double
        var height: Double
    }

    /// The mean at each position.
    let values: [Double]
    private let frequency: Double

    /// Creates the profile of `onsets` (100 a second, standardised) at a frequency in hertz. With `halves`, the profile
    /// is that of the grid of half beats: it repeats after half a beat.
    init(_ onsets: some RandomAccessCollection<Double>, at frequency: Double, halves: Bool = false) {
        self.frequency = frequency
        var values = Array(repeating: 0.0, count: Self.count)
        let step = halves ? 2 : 1
        for harmonic in stride(from: step, through: Self.harmonics, by: step) {
            let (real, imaginary) = Self.component(of: onsets, at: Double(harmonic) * frequency)
            let weight = TempoComb.weight(harmonic, of: frequency) * 2 / Double(onsets.count)
            for place in values.indices {
                let angle = 2 * Double.pi * Double(harmonic * place % Self.count) / Double(Self.count)
                values[place] += weight * (real * cos(angle) - imaginary * sin(angle))
            }
        }
        self.values = values
    }

    /// Creates a profile of these values.
    private init(values: [Double], frequency: Double) {
        self.values = values
        self.frequency = frequency
    }

    /// Returns Σ onsets · e^(−2πi·frequency·t). The rotation per onset is accumulated by multiplication; rounding stays
    /// below 1e-12 over a minute.
    private static func component(
        of onsets: some RandomAccessCollection<Double>, at frequency: Double
    ) -> (real: Double, imaginary: Double) {
        let angle = -2 * Double.pi * frequency / BandSpectra.rate
        let (turnReal, turnImaginary) = (cos(angle), sin(angle))
        var (real, imaginary, sumReal, sumImaginary) = (1.0, 0.0, 0.0, 0.0)
        for onset in onsets {
            sumReal += onset * real
            sumImaginary += onset * imaginary
            (real, imaginary) = (
                real * turnReal - imaginary * turnImaginary, real * turnImaginary + imaginary * turnReal
            )
        }
        return (sumReal, sumImaginary)
    }

    /// Returns the sum of this profile and `other` times `weight`.
    func adding(_ other: GridProfile, times weight: Double) -> GridProfile {
        GridProfile(values: values.adding(other.values, times: weight), frequency: frequency)
    }

    /// Returns the distance of each position from `place` (seconds), 0…0.5 of a beat.
    private func distances(to place: Double) -> [Double] {
        values.indices.map { index in
            let distance = Double(index) / Double(Self.count) - place * frequency
            return abs(distance - distance.rounded())
        }
    }

    /// Returns the highest point; with `near`, the highest within a tenth of a beat around that position.
    func peak(near: Double? = nil) -> Peak {
        let distances = near.map(distances(to:))
        let candidates = values.indices.filter { (distances?[$0] ?? 0) < 0.1 }
        let best = candidates.dropFirst().reduce(candidates.first ?? 0) { values[$1] > values[$0] ? $1 : $0 }
        let (left, top, right) = (
            values[(best + Self.count - 1) % Self.count], values[best], values[(best + 1) % Self.count]
        )
        let bend = left - 2 * top + right
        let shift = bend == 0 ? 0 : min(max(0.5 * (left - right) / bend, -1), 1)
        return Peak(place: (Double(best) + shift) / Double(Self.count) / frequency, height: top)
    }

    /// Returns the highest value within a 24th of a beat around a position in seconds.
    func height(around place: Double) -> Double {
        let turns = place * frequency
        let centre = Int(((turns - turns.rounded(.down)) * Double(Self.count)).rounded())
        return (centre - 8...centre + 8).reduce(-.infinity) {
            max($0, values[($1 + Self.count) % Self.count])
        }
    }

    /// Returns the difference between the highest value around `place` (seconds) and the highest one elsewhere.
    func lead(of place: Double) -> Double {
        var (here, elsewhere) = (-Double.infinity, -Double.infinity)
        for (value, distance) in zip(values, distances(to: place)) {
            if distance > 0.12 { elsewhere = max(elsewhere, value) } else { here = max(here, value) }
        }
        return abs(here - elsewhere)
    }
}
