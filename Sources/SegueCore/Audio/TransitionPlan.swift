/// A transition from one deck to the other, planned before it happens (design.md, Transitions).
public struct TransitionPlan: Sendable, Hashable {
    /// How one track gives way to the next (design.md, Transitions).
    public enum Kind: String, Sendable, Hashable {
        /// Both tracks sound for `duration`, with gains along `curve`.
        case crossfade
        /// The incoming track's first sample follows the outgoing track's last one.
        case gapless
        /// The outgoing track is left at once, over a ramp of `duration` (some milliseconds) that hides the seam.
        case cut
    }

    /// When a transition begins.
    public enum Start: Sendable, Hashable {
        /// At this position in the media of the outgoing track, to the sample. A `gapless` join ignores it.
        case at(MediaTime)
        /// As soon as the mixer can, without losing a sample of the incoming track.
        case now
    }

    /// Why a transition was planned. The raw value is for logs.
    public enum Reason: String, Sendable, Hashable {
        /// The outgoing track comes to its end.
        case endOfTrack
        /// The outgoing track comes to its end and is repeated.
        case loop
        /// A person went to another track.
        case skip
        /// A person moved within the track.
        case seek
        /// The outgoing track was replaced.
        case replace
    }

    /// The load that sounds before the transition.
    public var outgoing: LoadGeneration
    /// The load that sounds after the transition.
    public var incoming: LoadGeneration
    /// Whether both tracks sound in it, and how the seam is made.
    public var kind: Kind
    /// When it begins.
    public var start: Start
    /// The duration that will be heard, already shortened for short tracks; zero for `gapless`.
    public var duration: MediaTime
    /// The gains of both tracks over the duration; used by `crossfade` only.
    public var curve: FadeCurve
    /// The loudness gain of the incoming track, linear (design.md, Loudness). The gain of the outgoing track stays as
    /// it is.
    public var incomingGain: Double
    /// Why it was planned.
    public var reason: Reason

    /// A plan of these parts. Nothing is checked: the planner keeps to the limits of design.md, Transitions.
    public init(
        outgoing: LoadGeneration, incoming: LoadGeneration, kind: Kind, start: Start, duration: MediaTime,
        curve: FadeCurve, incomingGain: Double, reason: Reason
    ) {
        self.outgoing = outgoing
        self.incoming = incoming
        self.kind = kind
        self.start = start
        self.duration = duration
        self.curve = curve
        self.incomingGain = incomingGain
        self.reason = reason
    }
}
