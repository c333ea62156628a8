import SegueCore

/// Decides from the band spectra of both ends of a track whether they have a rhythm, and which (design.md, Rhythm).
enum RhythmDetector {
    /// The frames of an end: 60 s. The thresholds below hold for this length; half of it lets many false grids pass.
    static let frames = 6000

    /// The limits within which a fit is accepted.
    private enum Limit {
        /// Seconds.
        static let residual = 0.006
        /// Seconds.
        static let medianResidual = 0.003
        static let height = 0.35
        static let agreement = 0.8
        static let witnesses = 1
        /// Seconds.
        static let dispersion = 0.025
        static let certainHeight = 0.7
        static let certainLead = 0.8
    }

    /// Returns the rhythm of both ends of a complete recording. `first` and `last` are the times in seconds at which
    /// non-silent audio begins and ends; nil for silence.
    static func rhythm(of recording: BandRecorder, first: Double?, last: Double?) -> TrackRhythm {
        let start = Int((first ?? 0) * BandSpectra.rate)
        let end = min(Int((last ?? 0) * BandSpectra.rate), recording.frames)
        guard end - start >= frames else {
            return TrackRhythm(head: .unknown(.short), tail: .unknown(.short))
        }
        let comb = TempoComb()
        func rhythm(_ spectra: BandSpectra, _ range: Range<Int>) -> Rhythm {
            self.rhythm(OnsetEnvelope(spectra, mean: recording.mean), range, comb)
        }
        return TrackRhythm(
            head: rhythm(recording.head, start..<start + frames), tail: rhythm(recording.tail, end - frames..<end))
    }

    /// Returns the rhythm of a part of the track, whose frames the envelope holds.
    static func rhythm(_ envelope: OnsetEnvelope, _ range: Range<Int>, _ comb: TempoComb) -> Rhythm {
        let fit = GridFit(
            envelope, in: range.lowerBound - envelope.start..<range.upperBound - envelope.start, comb: comb)
        guard fit.height >= Limit.height else { return .unknown(.weak) }
        guard fit.secondLargestResidual <= Limit.residual, fit.medianResidual <= Limit.medianResidual,
            fit.agreement >= Limit.agreement, fit.witnesses >= Limit.witnesses, fit.dispersion <= Limit.dispersion
        else { return .unknown(.unsteady) }
        let start = Double(range.lowerBound) / BandSpectra.rate
        var grid = BeatGrid(
            period: 1 / fit.frequency, phase: start + fit.place + GridFit.bias,
            isBeatCertain: fit.height >= Limit.certainHeight && fit.lead >= Limit.certainLead,
            range: start...Double(range.upperBound) / BandSpectra.rate)
        if grid.isBeatCertain { grid.bar = BarFinder(envelope, grid).find() }
        return .grid(grid)
    }
}
