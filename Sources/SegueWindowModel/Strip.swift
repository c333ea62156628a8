public import SegueClient
public import SegueCore

/// The contents of the transition strip: the current track and, overlapping its tail, the head of the next track, on
/// one time axis. All times are in seconds of the current track or, in a crossfade, of the outgoing track.
public struct Strip: Equatable, Sendable {
    /// The transition between two tracks.
    public struct Seam: Equatable, Sendable {
        public var start: Double
        /// The position in the incoming track at which that track begins.
        public var incomingStart: Double
        /// The time during which both tracks are heard; 0 if one follows the other.
        public var duration: Double
        /// The gains at even steps of the duration; empty if the tracks do not overlap.
        public var outgoingGains: [Double]
        public var incomingGains: [Double]
        /// The tier of the plan: the rule that determined the transition.
        public var tier: String
        /// The reason for the transition, in English.
        public var reason: String
        /// The sentences of `reason`; empty if any sentence is unknown to this program.
        public var sentences: [Sentence]
        public var beats: BeatsNearSeam

        public init(
            start: Double, incomingStart: Double = 0, duration: Double, outgoingGains: [Double] = [],
            incomingGains: [Double] = [], tier: String = "", reason: String = "",
            sentences: [Sentence] = [], beats: BeatsNearSeam = BeatsNearSeam()
        ) {
            self.start = start
            self.incomingStart = incomingStart
            self.duration = duration
            self.outgoingGains = outgoingGains
            self.incomingGains = incomingGains
            self.tier = tier
            self.reason = reason
            self.sentences = sentences
            self.beats = beats
        }

        public var end: Double { start + duration }

        /// The position of the incoming track's start on the axis, including any part that is skipped.
        public var incomingOrigin: Double { start - incomingStart }

        /// The beats of the incoming track, on the axis of the outgoing track.
        public var incomingBeats: [Double] { beats.incoming.map { incomingOrigin + $0 } }

        fileprivate var shiftToBeat: Double? {
            beats.shift(start: start, incomingStart: incomingStart, duration: duration)
        }

        /// Returns the gain of the outgoing track, 0…1, at a time in seconds on the strip's axis.
        public func outgoingGain(at time: Double) -> Double {
            time < start ? 1 : time >= end ? 0 : Self.gain(outgoingGains, (time - start) / duration)
        }

        /// Returns the gain of the incoming track at a time, 0…1.
        public func incomingGain(at time: Double) -> Double {
            time < start ? 0 : time >= end ? 1 : Self.gain(incomingGains, (time - start) / duration)
        }

        private static func gain(_ gains: [Double], _ part: Double) -> Double {
            guard let last = gains.last, gains.count > 1 else { return gains.first ?? 1 }
            let place = part * Double(gains.count - 1)
            let index = Int(place)
            guard index + 1 < gains.count else { return last }
            return gains[index] + (gains[index + 1] - gains[index]) * (place - Double(index))
        }
    }

    /// The path of the current track.
    public var outgoing: String
    public var outgoingLength: Double
    /// The path of the next track; nil if none is planned.
    public var incoming: String?
    /// The length of the next track; 0 if unknown.
    public var incomingLength: Double
    public var seam: Seam?
    /// True while the transition is being heard.
    public var isFading: Bool

    public init(
        outgoing: String, outgoingLength: Double, incoming: String? = nil, incomingLength: Double = 0,
        seam: Seam? = nil, isFading: Bool = false
    ) {
        self.outgoing = outgoing
        self.outgoingLength = outgoingLength
        self.incoming = incoming
        self.incomingLength = incomingLength
        self.seam = seam
        self.isFading = isFading
    }

    // MARK: - The axis

    /// Returns the shift from the axis of the previous strip to this axis, in seconds; 0 if the strips have no moment
    /// in common. Positive if the times on this axis are later.
    public func offset(from former: Strip) -> Double {
        guard former.outgoing != outgoing else { return 0 }
        // The incoming track has become the current one, and times are its own.
        if former.incoming == outgoing { return -(former.seam?.incomingOrigin ?? 0) }
        // The track was shown before the fade was announced: back to the axis of the outgoing track.
        return isFading && incoming == former.outgoing ? seam?.incomingOrigin ?? 0 : 0
    }

    // MARK: - The visible part of the axis

    /// The whole strip: the current track, and enough of the next one to show the transition.
    public var whole: ClosedRange<Double> {
        guard let seam, incoming != nil else { return 0...max(outgoingLength, 1) }
        let head = max(seam.duration * 0.5, outgoingLength * 0.04)
        return 0...max(outgoingLength, min(seam.end + head, max(seam.incomingOrigin + incomingLength, seam.end)), 1)
    }

    /// The transition, with some time before and after it, in seconds on the strip's axis.
    public var close: ClosedRange<Double> {
        guard let seam else { return whole }
        let room = max(seam.duration * 0.75, Self.approach)
        let start = max(0, seam.start - room)
        return start...max(seam.end + room, start + 1)
    }

    /// The time before the transition at which the transition comes into focus, in seconds.
    public static let approach = 10.0

    /// Returns true if the transition is being heard, or is about to be.
    public func isNearSeam(_ playhead: Double) -> Bool {
        guard let seam, incoming != nil else { return isFading }
        return isFading || playhead >= seam.start - Self.approach
    }

    // MARK: - Dragging the seam

    /// The part of the seam that a person holds.
    public enum Grip: Equatable, Sendable {
        /// The whole seam: dragging moves it earlier or later.
        case whole
        /// The beginning: dragging changes the duration and leaves the end in place.
        case start
        /// The end: dragging changes the duration and leaves the beginning in place.
        case end
    }

    /// The longest transition that the player makes, in seconds.
    public static let longest = 30.0

    /// Returns the seam after dragging it by `distance` seconds, limited to both tracks and to the longest transition.
    /// With `snapping`, the beginning snaps to the nearest position at which beats coincide, if there is one.
    public func dragged(_ grip: Grip, by distance: Double, snapping: Bool = false) -> Seam? {
        guard let free = dragged(grip, by: distance), snapping, grip != .end else {
            return dragged(grip, by: distance)
        }
        guard let shift = free.shiftToBeat, let start = seam?.start,
            let snapped = dragged(grip, by: free.start - start + shift),
            abs(snapped.start - free.start - shift) < 0.001
        else { return free }
        return snapped
    }

    private func dragged(_ grip: Grip, by distance: Double) -> Seam? {
        guard var seam else { return nil }
        // The player takes at most half of the incoming track.
        let rest = incomingLength - seam.incomingStart
        let longest = rest > 0 ? min(Self.longest, rest / 2) : Self.longest
        switch grip {
        case .whole:
            seam.start = min(max(seam.start + distance, 0), max(0, outgoingLength - seam.duration))
        case .start:
            let end = seam.end
            seam.start = min(max(seam.start + distance, 0, end - longest), end)
            seam.duration = end - seam.start
        case .end:
            let end = min(max(seam.end + distance, seam.start), seam.start + longest, outgoingLength)
            seam.duration = max(0, end - seam.start)
        }
        // The old gains do not apply to the new seam, and equal power is the most common curve.
        if seam.duration > 0 {
            seam.outgoingGains = Curve.equalPower.out
            seam.incomingGains = Curve.equalPower.in
        } else {
            seam.outgoingGains = []
            seam.incomingGains = []
        }
        return seam
    }
}
