public import SegueClient
public import SegueCore

/// What the transition strip shows: the track that plays, and the head of the next one laid over its tail, on one time
/// axis. All times are seconds of the track that plays or, in a crossfade, of the one that goes.
public struct Strip: Equatable, Sendable {
    /// Where two tracks meet.
    public struct Seam: Equatable, Sendable {
        public var start: Double
        /// Where in its own track the incoming one begins.
        public var incomingStart: Double
        /// How long both sound; 0 where one follows the other.
        public var duration: Double
        /// Gains at even steps of the duration; empty where both do not sound together.
        public var outgoingGains: [Double]
        public var incomingGains: [Double]
        /// What decided about it.
        public var tier: String
        /// The reason for it, in English.
        public var reason: String
        /// The sentences of `reason`; none where one of them is not known here.
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

        /// Where the beginning of the incoming track would lie, also what of it is left out.
        public var incomingOrigin: Double { start - incomingStart }

        /// The beats of the track that comes, on the axis of the one that goes.
        public var incomingBeats: [Double] { beats.incoming.map { incomingOrigin + $0 } }

        fileprivate var shiftToBeat: Double? {
            beats.shift(start: start, incomingStart: incomingStart, duration: duration)
        }

        /// How loud the track that goes is at a moment, 0…1.
        public func outgoingGain(at time: Double) -> Double {
            time < start ? 1 : time >= end ? 0 : Self.gain(outgoingGains, (time - start) / duration)
        }

        /// How loud the track that comes is at a moment, 0…1.
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

    /// The path of the track that plays.
    public var outgoing: String
    public var outgoingLength: Double
    /// The path of the next track; nil while none is planned.
    public var incoming: String?
    /// 0 where it is not known.
    public var incomingLength: Double
    public var seam: Seam?
    /// Whether the transition is being heard.
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

    /// How far the times of a moment that both strips show lie behind those of the strip before this one, in seconds; 0
    /// where they have no moment in common.
    public func offset(from former: Strip) -> Double {
        guard former.outgoing != outgoing else { return 0 }
        // The track that came has become the one that plays, and times are its own.
        if former.incoming == outgoing { return -(former.seam?.incomingOrigin ?? 0) }
        // The track was shown before the fade was told of: back to the axis of the one that goes.
        return isFading && incoming == former.outgoing ? seam?.incomingOrigin ?? 0 : 0
    }

    // MARK: - What part of the axis is seen

    /// Everything: the track, and as much of the next one as tells what comes.
    public var whole: ClosedRange<Double> {
        guard let seam, incoming != nil else { return 0...max(outgoingLength, 1) }
        let head = max(seam.duration * 0.5, outgoingLength * 0.04)
        return 0...max(outgoingLength, min(seam.end + head, max(seam.incomingOrigin + incomingLength, seam.end)), 1)
    }

    /// The transition, with what leads to it and away from it.
    public var close: ClosedRange<Double> {
        guard let seam else { return whole }
        let room = max(seam.duration * 0.75, 8)
        let start = max(0, seam.start - room)
        return start...max(seam.end + room, start + 1)
    }

    /// From here on the transition is what matters.
    public static let approach = 10.0

    /// Whether the transition is heard, or about to be.
    public func isNearSeam(_ playhead: Double) -> Bool {
        guard let seam, incoming != nil else { return isFading }
        return isFading || playhead >= seam.start - Self.approach
    }

    // MARK: - Dragging the seam

    /// What of the seam a person holds.
    public enum Grip: Equatable, Sendable {
        /// All of it: it comes earlier or later.
        case whole
        /// Its beginning: longer or shorter, with the end where it is.
        case start
        /// Its end: longer or shorter, with the beginning where it is.
        case end
    }

    /// The longest transition that the player makes.
    public static let longest = 30.0

    /// The seam after it was dragged over `distance` seconds, within what is possible: inside both tracks, and not too
    /// long. With `snapping`, its beginning goes to the nearest place at which beats fall on beats, where there is one.
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
        let rest = incomingLength - seam.incomingStart
        let longest = rest > 0 ? min(Self.longest, rest) : Self.longest
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
        // The gains of the former seam say nothing about this one: equal power is what is most often heard.
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
