/// A transition from one deck to the other, planned before it happens (design.md, Transitions).
public struct TransitionPlan: Sendable, Hashable {
    /// The form of the change from one track to the next (design.md, Transitions).
    public enum Kind: String, Sendable, Hashable {
        /// Both tracks play for `duration`, with gains along `curve`.
        case crossfade
        /// The incoming track's first sample follows the outgoing track's last one.
        case gapless
        /// The outgoing track is left immediately, over a ramp of `duration` (some milliseconds) that hides the seam.
        case cut
    }

    /// The start of a transition.
    public enum Start: Sendable, Hashable {
        /// At this position in the media of the outgoing track, exact to the sample. A `gapless` join ignores the
        /// position.
        case at(MediaTime)
        /// As soon as the mixer can, without losing a sample of the incoming track.
        case now
    }

    /// The cause of a transition. The raw value is for logs.
    public enum Reason: String, Sendable, Hashable {
        /// The outgoing track reaches its end.
        case endOfTrack
        /// The outgoing track reaches its end and is repeated.
        case loop
        /// The user went to another track.
        case skip
        /// The user moved within the track.
        case seek
        /// The outgoing track was replaced.
        case replace
    }

    /// The deciding criterion of a transition at the end of a track, the first that applies (design.md, Transitions
    /// that listen).
    public enum Tier: String, Sendable, Hashable, CaseIterable {
        /// The tracks are consecutive on an album, without a gap.
        case joined
        /// The user set the transition.
        case pinned
        /// The audio of both tracks is measured.
        case ramped
        /// The audio of both tracks is measured, and their beats coincide.
        case onBeat = "on-beat"
        /// The audio of both tracks is measured, and their half beats coincide.
        case onPulse = "on-pulse"
        /// A fade of the configured length at the end of the file.
        case plain
        /// One of the tracks is shorter than two fades.
        case short
        /// The user navigated elsewhere.
        case asked
    }

    /// The load that plays before the transition.
    public var outgoing: LoadGeneration
    /// The load that plays after the transition.
    public var incoming: LoadGeneration
    /// The form of the transition: an overlap or a seam.
    public var kind: Kind
    /// The start of the transition.
    public var start: Start
    /// The audible duration, already shortened for short tracks; zero for `gapless`.
    public var duration: MediaTime
    /// The gains of both tracks over the duration; used by `crossfade` only.
    public var curve: FadeCurve
    /// The range of progress over which the outgoing track's gain falls to 0; nil if the gain is kept to the end.
    public var fadeOut: ClosedRange<Double>? = 0...1
    /// The range of progress over which the incoming track's gain rises from 0; nil if the gain is 1 throughout.
    public var fadeIn: ClosedRange<Double>? = 0...1
    /// The deciding criterion of the transition.
    public var tier = Tier.asked
    /// The reasons for the form of the transition; none if the user asked for it.
    public var explanation: [Sentence] = []
    /// The beats of both tracks; nil if the audio of one of them is not measured.
    public var beats: TransitionBeats?
    /// The loudness gain of the incoming track, linear (design.md, Loudness). The gain of the outgoing track is
    /// unchanged.
    public var incomingGain: Double
    /// The cause of the transition.
    public var reason: Reason

    /// Creates a plan of these parts. Nothing is checked: the planner observes the limits of design.md, Transitions.
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

    /// Returns the outgoing track's gain at a progress of 0…1, without its loudness gain.
    public func outgoingGain(at progress: Double) -> Double {
        curve.outgoingGain(at: progress, within: fadeOut)
    }

    /// Returns the incoming track's gain at a progress of 0…1, without its loudness gain.
    public func incomingGain(at progress: Double) -> Double {
        curve.gain(at: progress, within: fadeIn)
    }
}

extension FadeCurve {
    /// Returns the incoming track's gain if it rises over this range of progress; 1 for nil.
    package func gain(at progress: Double, within span: ClosedRange<Double>?) -> Double {
        span.map { gain(at: Self.share(of: progress, in: $0)) } ?? 1
    }

    /// Returns the outgoing track's gain if it falls over this range of progress; 1 for nil.
    package func outgoingGain(at progress: Double, within span: ClosedRange<Double>?) -> Double {
        span.map { outgoingGain(at: Self.share(of: progress, in: $0)) } ?? 1
    }

    private static func share(of progress: Double, in span: ClosedRange<Double>) -> Double {
        guard progress > span.lowerBound else { return 0 }
        return progress < span.upperBound ? (progress - span.lowerBound) / (span.upperBound - span.lowerBound) : 1
    }
}
