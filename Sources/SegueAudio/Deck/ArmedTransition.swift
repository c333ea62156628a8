import SegueCore

/// A transition that waits for its start: for a sample of the outgoing stream, for its end, or for the mixer.
struct ArmedTransition<Owner: AnyObject & Sendable>: Sendable {
    var plan: TransitionPlan
    var incoming: Owner
    /// The end of the outgoing track, if known.
    var outgoingEnd: MediaTime?

    /// Returns the sample at which the transition begins on the outgoing load's timeline; nil if the transition waits
    /// for the end of the stream.
    func sample(on timeline: Timeline) -> Int64? {
        guard plan.kind != .gapless, case .at(let media) = plan.start else { return nil }
        return timeline.sample(at: media)
    }

    /// Returns the length of the transition in samples if it begins at `sample`. A late plan keeps its end. A
    /// transition that begins as soon as possible ends with the outgoing track.
    func length(from sample: Int64, on timeline: Timeline) -> Int64 {
        guard plan.kind != .gapless else { return 0 }
        let length = plan.duration.samples(rate: timeline.rate)
        switch plan.start {
        case .at(let media):
            let late = sample - timeline.sample(at: media)
            return max(length - max(late, 0), min(length, MediaTime.ramp.samples(rate: timeline.rate)))
        case .now:
            guard let end = outgoingEnd else { return length }
            return min(length, max(timeline.sample(at: end) - sample, 0))
        }
    }
}
