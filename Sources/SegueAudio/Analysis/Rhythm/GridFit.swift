import Glibc

/// A grid of beats fitted to one end of a track, with the measures that decide whether to believe it.
///
/// It is no tracker: one constant tempo is fitted to all of the range, and what remains tells how steady the track is.
struct GridFit {
    /// Where the rise of the spectrum is highest, the attack began so many seconds earlier: measured on clicks.
    static let bias = -0.0018
    private static let windows = 6

    /// Beats a second.
    private(set) var frequency: Double
    /// Seconds from the first frame to a beat, as the envelope has it: without `bias`.
    private(set) var place = 0.0
    /// How far the half beats of each window lie from the grid, in seconds, sorted.
    private(set) var residuals: [Double] = []
    /// The median height of the half beats in a window.
    private(set) var height = 0.0
    /// How much of what the bands have on half beats lies on those of the grid: 0…1.
    private(set) var agreement = 0.0
    /// How many of the two onset functions (the lower and the upper bands) have this tempo, or one that is 2 or 4 times
    /// as high or low.
    private(set) var witnesses = 0
    /// The larger distance from the half beats of these two to those of the grid, in seconds.
    private(set) var dispersion = 0.0
    /// By how much the beat stands out from any other place.
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

    /// A distance in beats as one to the nearest half beat, in seconds.
    private func toHalfBeat(_ beats: Double) -> Double {
        let halves = 2 * beats
        return (halves - halves.rounded(.toNearestOrEven)) / 2 / frequency
    }

    /// How far the half beats of `onsets` lie from those of the grid, and how high they are.
    private func distance(ofHalfBeatsIn onsets: [Double]) -> (seconds: Double, height: Double) {
        let peak = GridProfile(onsets, at: frequency, halves: true).peak()
        return (toHalfBeat((peak.place - place) * frequency), peak.height)
    }

    /// Where windows begin and end.
    private func borders(_ count: Int) -> [Int] { (0...Self.windows).map { $0 * count / Self.windows } }

    /// The distances of the half beats of each window from those of the whole, in seconds, and their heights. A grid of
    /// half beats does not flip between two places that are equally good, as a grid of beats would.
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

    /// Moves the tempo by least squares over the windows' offsets. Offsets that are far from the line count little.
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

    /// The line with the least sum of squares, each multiplied by its weight first.
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

    /// Which place of the grid is the beat: where onsets are, low ones above all, and where the sound changes.
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
