import Glibc
import SegueCore

/// Finds the first beat of bars, where the spectrum changes and low notes begin.
struct BarFinder {
    /// The lead of the best beat over the next one at which the best counts as certain, in standard errors.
    private static let certain = 3.0
    /// The fewest beats that are compared.
    private static let fewest = 16

    private let envelope: OnsetEnvelope
    private let grid: BeatGrid

    /// Creates a finder for a grid whose range lies in the envelope.
    init(_ envelope: OnsetEnvelope, _ grid: BeatGrid) {
        self.envelope = envelope
        self.grid = grid
    }

    /// Returns the bars; nil if they are uncertain, as with bars of five beats.
    func find() -> BeatGrid.Bar? {
        let beats = strengths()
        guard beats.count >= Self.fewest else { return nil }
        return [4, 3].map { Self.bar(of: $0, beats) }.filter { $0.certainty >= Self.certain }
            .max { $0.certainty < $1.certainty }?.bar
    }

    /// Returns the likeness of each beat to the first beat of a bar, with the number of the beat.
    private func strengths() -> [(number: Int, strength: Double)] {
        let reach = Int(grid.period * BandSpectra.rate)
        var (numbers, changes, lows, highs): ([Int], [Double], [Double], [Double]) = ([], [], [], [])
        for beat in grid.beats(in: grid.range) {
            let frame = Int(((beat - GridFit.bias) * BandSpectra.rate).rounded(.toNearestOrEven)) - envelope.start
            guard frame >= reach, frame + reach < envelope.frames else { continue }
            numbers.append(Int(((beat - grid.phase) / grid.period).rounded()))
            let around = max(frame - 3, 0)..<min(frame + 4, envelope.frames)
            lows.append(around.map { envelope.bands[0][$0] + 0.5 * envelope.bands[1][$0] }.max() ?? 0)
            highs.append(around.map { envelope.bands[3][$0] + envelope.bands[4][$0] }.max() ?? 0)
            changes.append(change(from: frame - reach..<frame - 2, to: frame + 2..<frame + reach))
        }
        let strengths = changes.standardised.adding(lows.standardised, times: 0.7)
            .adding(highs.standardised, times: -0.35)
        return zip(numbers, strengths).map { ($0, $1) }
    }

    /// Returns the difference between the mean spectra of two parts, without the highest bands.
    private func change(from before: Range<Int>, to after: Range<Int>) -> Double {
        let (width, bands) = (BandSpectra.count, 30)
        func mean(_ band: Int, _ frames: Range<Int>) -> Double {
            frames.reduce(0) { $0 + Double(envelope.spectra[$1 * width + band]) } / Double(frames.count)
        }
        return (0..<bands).reduce(0) { $0 + abs(mean($1, after) - mean($1, before)) } / Double(bands)
    }

    /// Returns the best first beat for bars of this many beats, and its lead over the next one in standard errors.
    private static func bar(
        of count: Int, _ beats: [(number: Int, strength: Double)]
    ) -> (bar: BeatGrid.Bar, certainty: Double) {
        let groups = (0..<count).map { position in
            beats.filter { (($0.number % count) + count) % count == position }.map(\.strength)
        }
        let ranking = groups.indices.sorted { groups[$0].mean > groups[$1].mean }
        let deviation = groups.map(\.deviation).mean
        let error = deviation * (2 * Double(count) / Double(beats.count)).squareRoot() + 1e-9
        let lead = groups[ranking[0]].mean - groups[ranking[1]].mean
        return (BeatGrid.Bar(beats: count, first: ranking[0]), lead / error)
    }
}
