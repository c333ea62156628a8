import SegueCore

/// The beats of two tracks near the place where they meet, in seconds of each track; empty where they are not known.
public struct BeatsNearSeam: Equatable, Sendable {
    public var outgoing: [Double]
    public var incoming: [Double]

    public init(outgoing: [Double] = [], incoming: [Double] = []) {
        self.outgoing = outgoing
        self.incoming = incoming
    }

    /// By how many seconds later a transition has to begin so that, in its middle, a beat falls on a beat; negative for
    /// earlier, and nil where the beats of one track are not known.
    ///
    /// It begins at `start` of the outgoing track with `incomingStart` of the incoming one, and both sound for
    /// `duration`.
    public func shift(start: Double, incomingStart: Double, duration: Double) -> Double? {
        guard let last = Self.grid(outgoing), let first = Self.grid(incoming) else { return nil }
        let origin = start - incomingStart
        let beat = origin + first.nearestBeat(to: start + duration / 2 - origin)
        return last.nearestBeat(to: beat) - beat
    }

    /// The grid of evenly spaced beats. It goes on beyond them.
    private static func grid(_ beats: [Double]) -> BeatGrid? {
        guard let first = beats.first, let last = beats.last, last > first else { return nil }
        return BeatGrid(
            period: (last - first) / Double(beats.count - 1), phase: first, isBeatCertain: true, range: first...last)
    }
}
