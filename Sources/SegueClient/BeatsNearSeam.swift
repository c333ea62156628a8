import SegueCore

/// The beats of two tracks near the place where they meet, in seconds of each track; empty if they are unknown.
public struct BeatsNearSeam: Equatable, Sendable {
    public var outgoing: [Double]
    public var incoming: [Double]

    public init(outgoing: [Double] = [], incoming: [Double] = []) {
        self.outgoing = outgoing
        self.incoming = incoming
    }

    /// Returns the delay, in seconds, after which beats coincide in the middle of a transition. Negative for earlier,
    /// and nil if the beats of one track are unknown.
    ///
    /// The transition begins at `start` in the outgoing track and at `incomingStart` in the incoming track, and takes
    /// `duration`; all in seconds.
    public func shift(start: Double, incomingStart: Double, duration: Double) -> Double? {
        guard let last = Self.grid(outgoing), let first = Self.grid(incoming) else { return nil }
        let origin = start - incomingStart
        let beat = origin + first.nearestBeat(to: start + duration / 2 - origin)
        return last.nearestBeat(to: beat) - beat
    }

    /// Returns the grid of evenly spaced beats, which extends beyond them.
    private static func grid(_ beats: [Double]) -> BeatGrid? {
        guard let first = beats.first, let last = beats.last, last > first else { return nil }
        return BeatGrid(
            period: (last - first) / Double(beats.count - 1), phase: first, isBeatCertain: true, range: first...last)
    }
}
