public import SegueCore

extension AudioEngine {
    /// The samples of the output that a load fills, as far as they are known, counted from 0: its first sample and the
    /// one behind its last. The end is nil until a transition away from the load has begun. Nil for a load that is not
    /// on the timeline.
    public func span(of generation: LoadGeneration) -> (start: Int64, end: Int64?)? {
        audible.first { $0.generation == generation }.map { ($0.timeline.startSample, $0.endSample) }
    }

    /// How many samples of the present timeline have been mixed; when nothing plays, of the last timeline.
    public var mixedSamples: Int64 { transport.state == .stopped ? lastLength : transport.tape.end }
}
