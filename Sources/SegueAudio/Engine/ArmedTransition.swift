import EventLoop
import SegueCore

/// A transition that waits for its moment: for a sample of the outgoing stream, for its end, or for the mixer.
struct ArmedTransition: Sendable {
    var plan: TransitionPlan
    var incoming: Branch
    /// With what the incoming stream goes on when it follows without a gap.
    var continuation: Reblocker.Continuation?
    /// Where the outgoing track ends, as far as it is known.
    var outgoingEnd: MediaTime?

    /// The sample at which it begins on the outgoing load's timeline; nil when it waits for the end of the stream.
    func sample(on timeline: Timeline) -> Int64? {
        guard plan.kind != .gapless, case .at(let media) = plan.start else { return nil }
        return timeline.sample(at: media)
    }
}

/// A transition that can't be carried out yet.
struct AwaitedTransition {
    var plan: TransitionPlan
    /// When it is carried out with the sound that there is then; nil where there is no way without its incoming load.
    var limit: Deadline?
    /// That time has come.
    var isDue = false
}
