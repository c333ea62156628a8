import SegueCore

extension Strip {
    /// The beats of both tracks near the seam, in seconds of each track; empty where they are not known.
    public struct Beats: Equatable, Sendable {
        public var outgoing: [Double]
        public var incoming: [Double]

        public init(outgoing: [Double] = [], incoming: [Double] = []) {
            self.outgoing = outgoing
            self.incoming = incoming
        }
    }
}

extension Strip.Seam {
    /// The beats of the track that comes, on the axis of the one that goes.
    public var incomingBeats: [Double] { beats.incoming.map { incomingOrigin + $0 } }

    /// By how much later the seam has to begin so that, in its middle, a beat falls on a beat; 0 where the beats of one
    /// track are not known. Negative for earlier.
    var distanceToBeat: Double {
        guard let last = Self.grid(beats.outgoing), let first = Self.grid(incomingBeats) else { return 0 }
        let beat = first.nearestBeat(to: (start + end) / 2)
        return last.nearestBeat(to: beat) - beat
    }

    /// The grid of evenly spaced beats. It goes on beyond them.
    private static func grid(_ beats: [Double]) -> BeatGrid? {
        guard let first = beats.first, let last = beats.last, last > first else { return nil }
        return BeatGrid(
            period: (last - first) / Double(beats.count - 1), phase: first, isBeatCertain: true, range: first...last)
    }
}
