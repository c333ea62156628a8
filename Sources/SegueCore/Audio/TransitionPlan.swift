/// A transition from one deck to the other, planned before it happens (design.md, Transitions).
public struct TransitionPlan: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable {
        /// Both tracks sound for `duration`, with gains along `curve`.
        case crossfade
        /// The incoming track's first sample follows the outgoing track's last one.
        case gapless
        /// The outgoing track is left at once, over a ramp of `duration` (some milliseconds) that hides the seam.
        case cut
    }

    public enum Start: Sendable, Hashable {
        /// When the outgoing track reaches this position in its media, to the sample. Ignored by `gapless`.
        case at(MediaTime)
        /// As soon as the mixer can, without losing a sample of the incoming track.
        case now
    }

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

    public var outgoing: LoadGeneration
    public var incoming: LoadGeneration
    public var kind: Kind
    public var start: Start
    /// As shortened for short tracks; zero for `gapless`.
    public var duration: MediaTime
    public var curve: FadeCurve
    /// Linear loudness gain of the incoming track (ReplayGain, R128, pre-amp); that of the outgoing one stays.
    public var incomingGain: Double
    public var reason: Reason

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
