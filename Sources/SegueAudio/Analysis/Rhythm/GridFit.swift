import Glibc

/// A grid of beats fitted to one end of a track, with the measures that decide whether to accept it.
///
/// This is not a beat tracker: one constant tempo is fitted to the whole range, and the residuals show how steady the
/// track is.
struct GridFit {
    /// The time from the highest rise of the spectrum to the start of the attack, in seconds: measured on clicks.
    static let bias = -0.0018
    private static let windows = 6

    /// Beats a second.
    private(set) var frequency: Double
    /// The offset of a beat from the first frame in seconds, as the envelope has it: without `bias`.
    private(set) var place = 0.0
    /// The distances of the half beats of each window from the grid, in seconds, sorted.
    private(set) var residuals: [Double] = []
    /// The median height of the half beats in a window.
    private(set) var height = 0.0
    /// The share of the bands whose half beats lie on those of the grid, weighted by height: 0…1.
    private(set) var agreement = 0.0
    /// The number of onset functions (the lower and the upper bands) with this tempo, or a tempo 2 or 4 times as high
    /// or low.
    private(set) var witnesses = 0
    /// The larger distance of the half beats of these two functions from those of the grid, in seconds.
    private(set) var dispersion = 0.0
    /// The lead of the beat's position over any other position.
    private(set) var lead = 0.0

    /// The fit over `range`, which counts from the first frame of the envelope.
    init(_ envelope: OnsetEnvelope, in range: Range<Int>, comb: TempoComb) {
        let onsets = envelope.onsets(0..<OnsetEnvelope.count, in: range).standardised
        frequency = comb.frequency(of: onsets)
        refine(onsets)
        let (offsets, heights) = offsets(of: onsets)
        residuals = offsets.map { abs($0) }.sorted()
        height = Self.median(heights)
        findBeat(onsets, envelope, range)
        compareBands(envelope, range)
        for part in [0..<3, 3..<OnsetEnvelope.count] {
            let onsets = envelope.onsets(part, in: range).standardised
            let ratio = comb.frequency(of: onsets) / frequency
            if [1, 2, 0.5, 4, 0.25].contains(where: { abs(ratio / $0 - 1) < 0.004 }) { witnesses += 1 }
            dispersion = max(dispersion, abs(distance(ofHalfBeatsIn: onsets).seconds))
        }
    }

    private static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    /// The median of `residuals`, in seconds.
    var medianResidual: Double { Self.median(residuals) }
    /// The second largest of `residuals`: one window may be a break.
    var secondLargestResidual: Double { residuals[Self.windows - 2] }

    /// Converts a distance in beats to the distance from the nearest half beat, in seconds.
    private func toHalfBeat(_ beats: Double) -> Double {
        let halves = 2 * beats
        return (halves - halves.rounded(.toNearestOrEven)) / 2 / frequency
    }

    /// Returns the distance of the half beats of `onsets` from those of the grid, and their height.
    private func distance(ofHalfBeatsIn onsets: [Double]) -> (seconds: Double, height: Double) {
        let peak = GridProfile(onsets, at: frequency, halves: true).peak()
        return (toHalfBeat((peak.place - place) * frequency), peak.height)
    }

    /// Returns the boundaries of the windows.
    private func borders(_ count: Int) -> [Int] { (0...Self.windows).map { $0 * count / Self.windows } }

    /// Returns the distances of the half beats of each window from those of the whole, in seconds, and their heights. A
    /// grid of half beats does not flip between two equally good positions, as a grid of beats would.
    private func offsets(of onsets: [Double]) -> (offsets: [Double], heights: [Double]) {
        let whole = GridProfile(onsets, at: frequency, halves: true).peak()
        let borders = borders(onsets.count)
        let peaks = zip(borders, borders.dropFirst()).map { start, end in
            (start, GridProfile(onsets[start..<end], at: frequency, halves: true).peak())
        }
        return (
            peaks.map { start, peak in
                toHalfBeat((peak.place + Double(start) / BandSpectra.rate - whole.place) * frequency)
            },
            peaks.map { max($0.1.height, 1e-3) }
        )
    }

    /// Refines the tempo by least squares over the windows' offsets. Offsets far from the line have little weight.
    private mutating func refine(_ onsets: [Double]) {
        let borders = borders(onsets.count)
        let times = zip(borders, borders.dropFirst()).map { Double($0 + $1) / 2 / BandSpectra.rate }
        for _ in 0..<2 {
            let (offsets, heights) = offsets(of: onsets)
            let caps = heights.map { min($0, 1.5) }
            var weights = caps
            var line = (start: 0.0, slope: 0.0)
            for _ in 0..<3 {
                line = Self.line(through: times, offsets, weights)
                weights = zip(caps, zip(times, offsets)).map { cap, point in
                    let off = (point.1 - line.start - line.slope * point.0) / 0.015
                    return cap / (1 + off * off)
                }
            }
            if abs(line.slope) < 0.004 { frequency /= 1 + line.slope }
        }
    }

    /// Returns the line with the least sum of squares of the weighted residuals.
    private static func line(
        through times: [Double], _ values: [Double], _ weights: [Double]
    ) -> (start: Double, slope: Double) {
        let squares = weights.map { $0 * $0 }
        let total = squares.reduce(0, +)
        let time = zip(squares, times).reduce(0) { $0 + $1.0 * $1.1 } / total
        let value = zip(squares, values).reduce(0) { $0 + $1.0 * $1.1 } / total
        var (covariance, variance) = (0.0, 0.0)
        for index in squares.indices {
            covariance += squares[index] * (times[index] - time) * (values[index] - value)
            variance += squares[index] * (times[index] - time) * (times[index] - time)
        }
        let slope = covariance / variance
        return (value - slope * time, slope)
    }

    /// Finds the position of the beat in the grid: where onsets are, low ones above all, and where the spectrum
    /// changes.
    private mutating func findBeat(_ onsets: [Double], _ envelope: OnsetEnvelope, _ range: Range<Int>) {
        let low = envelope.onsets([0], in: range).adding(envelope.onsets([1], in: range), times: 0.6).standardised
        let all = GridProfile(onsets, at: frequency)
        let total = all.adding(GridProfile(low, at: frequency), times: 0.8)
            .adding(GridProfile(envelope.changes(in: range).standardised, at: frequency), times: 0.6)
        var pick = total.peak().place
        let third = 1 / 3 / frequency
        let (here, next, last) = (
            all.height(around: pick), all.height(around: pick + third), all.height(around: pick + 2 * third)
        )
        // A shuffle: onsets here and a third of a beat later, and none before the next beat. The later one is the beat.
        if next > 0.35 * here, last < 0.5 * next { pick += third }
        place = all.peak(near: pick).place
        lead = total.lead(of: place)
    }

    private mutating func compareBands(_ envelope: OnsetEnvelope, _ range: Range<Int>) {
        var (agreeing, total) = (0.0, 0.0)
        for band in 0..<OnsetEnvelope.count {
            let found = distance(ofHalfBeatsIn: envelope.onsets([band], in: range).standardised)
            let height = max(found.height, 0)
            total += height
            if abs(found.seconds) < 0.025 { agreeing += height }
        }
        agreement = agreeing / max(total, 1e-9)
    }
}
