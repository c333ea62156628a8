public import SegueCore

extension AudioEngine {
    /// The samples of the output, from 0, that a load fills as far as it is known: from its first to behind its last one. The end
    /// is nil until a transition away from it has begun. Nil for a load that is not on the timeline.
    public func span(of generation: LoadGeneration) -> (start: Int64, end: Int64?)? {
        audible.first { $0.generation == generation }.map { ($0.timeline.startSample, $0.endSample) }
    }

    /// How many samples of the present timeline have been mixed, or of the last one when nothing plays.
    public var mixedSamples: Int64 { transport.state == .stopped ? lastLength : transport.tape.end }
}
