import SegueCore

extension SilenceLimits {
    /// The time for which a load waits for the analysis of its silence.
    private static let patience = MediaTime(seconds: 8)

    /// Returns an analysis that finds where non-silent audio begins and ends by these limits.
    func analysis(of uri: String, record: OpeningRecord) -> EndsAnalysis<SoundEdges> {
        EndsAnalysis(
            uri: uri, EndsAnalysis.Extent(head: longest, tail: longest, patience: Self.patience), record: record,
            suffices: { $0.first != nil },
            meter: { [amplitude] in SoundEdges(above: Float(amplitude), rate: $0, channels: $1.count) })
    }

    /// Returns the part of a file between its first and last non-silent sample; nil if there is none.
    func audible(in found: EndsAnalysis<SoundEdges>.Finding) -> ClosedRange<MediaTime>? {
        let ending = found.ending ?? found.beginning
        // The end of the file is known to the sample; the position to which the seek has led is not.
        let origin = found.ending.map { found.duration - $0.time($0.frames) } ?? .zero
        return audible(
            from: found.beginning.first.map(found.beginning.time), to: ending.last.map { origin + ending.time($0) },
            of: found.duration)
    }
}
