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

    /// What decided about a transition at the end of a track, the first that applies (design.md, Transitions that
    /// listen).
    public enum Tier: String, Sendable, Hashable, CaseIterable {
        /// The tracks follow each other on an album, without a gap.
        case joined
        /// A person has set it.
        case pinned
        /// The sound of both tracks is known.
        case ramped
        /// The sound of both tracks is known, and the beats of both fall on each other.
        case onBeat = "on-beat"
        /// The sound of both tracks is known, and the half beats of both fall on each other.
        case onPulse = "on-pulse"
        /// A fade of the configured length at the end of the file.
        case plain
        /// One of the tracks is less than two fades long.
        case short
        /// A person went elsewhere.
        case asked
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
    /// Between which progresses the outgoing track's gain goes to 0; nil where the gain is kept to the end.
    public var fadeOut: ClosedRange<Double>? = 0...1
    /// Between which progresses the incoming track's gain rises from 0; nil where the gain is 1 all along.
    public var fadeIn: ClosedRange<Double>? = 0...1
    /// What decided about the transition.
    public var tier = Tier.asked
    /// The reasons for its form; none where a person asked for it.
    public var explanation: [Sentence] = []
    /// The beats of both tracks; nil where the sound of one of them is not known.
    public var beats: TransitionBeats?
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

    /// The outgoing track's gain at a progress of 0…1, beside its loudness gain.
    public func outgoingGain(at progress: Double) -> Double {
        curve.outgoingGain(at: progress, within: fadeOut)
    }

    /// The incoming track's gain at a progress of 0…1, beside its loudness gain.
    public func incomingGain(at progress: Double) -> Double {
        curve.gain(at: progress, within: fadeIn)
    }
}

extension FadeCurve {
    /// The incoming track's gain where that rises between these progresses; 1 where it is kept.
    package func gain(at progress: Double, within span: ClosedRange<Double>?) -> Double {
        span.map { gain(at: Self.share(of: progress, in: $0)) } ?? 1
    }

    /// The outgoing track's gain where that falls between these progresses; 1 where it is kept.
    package func outgoingGain(at progress: Double, within span: ClosedRange<Double>?) -> Double {
        span.map { outgoingGain(at: Self.share(of: progress, in: $0)) } ?? 1
    }

    private static func share(of progress: Double, in span: ClosedRange<Double>) -> Double {
        guard progress > span.lowerBound else { return 0 }
        return progress < span.upperBound ? (progress - span.lowerBound) / (span.upperBound - span.lowerBound) : 1
    }
}
