import SegueCore

extension SilenceLimits {
    /// How long a load waits for what is silent of it.
    private static let patience = MediaTime(seconds: 8)

    /// An analysis that finds where sound begins and ends by these limits.
    func analysis(of uri: String, record: OpeningRecord) -> EndsAnalysis<SoundEdges> {
        EndsAnalysis(
            uri: uri, EndsAnalysis.Extent(head: longest, tail: longest, patience: Self.patience), record: record,
            suffices: { $0.first != nil },
            meter: { [amplitude] in SoundEdges(above: Float(amplitude), rate: $0, channels: $1.count) })
    }

    /// The part of a file between its first and last sound; nil when there is none.
    func audible(in found: EndsAnalysis<SoundEdges>.Finding) -> ClosedRange<MediaTime>? {
        let ending = found.ending ?? found.beginning
        // The end of the file is known to the sample, and where the way to its tail has led is not.
        let origin = found.ending.map { found.duration - $0.time($0.frames) } ?? .zero
        return audible(
            from: found.beginning.first.map(found.beginning.time), to: ending.last.map { origin + ending.time($0) },
            of: found.duration)
    }
}
