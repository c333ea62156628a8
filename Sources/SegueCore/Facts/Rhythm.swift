/// The rhythm of one end of a track: a grid of beats, or the reason why there is none (design.md, Rhythm).
public enum Rhythm: Sendable, Hashable {
    /// The beats.
    case grid(BeatGrid)
    /// No grid.
    case unknown(Reason)

    /// The reason for a missing grid.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// Less than 60 s of the track are audible.
        case short
        /// No recurring event is loud compared with the rest: there are no onsets, or none of them are regular.
        case weak
        /// Events recur, but not evenly: the tempo changes, or several parts of the spectrum disagree.
        case unsteady
    }

    /// The grid; nil if there is none.
    public var grid: BeatGrid? {
        if case .grid(let grid) = self { grid } else { nil }
    }
}

/// The rhythms of both ends of a track, as found by one version of the detector.
public struct TrackRhythm: Sendable, Hashable {
    /// The version of the detector. A rhythm of another version is measured again; the other facts are kept.
    public static let version = 1

    /// The rhythm of the first 60 s of audio.
    public var head: Rhythm
    /// The rhythm of the last 60 s of audio.
    public var tail: Rhythm

    /// Creates the rhythms of both ends.
    public init(head: Rhythm, tail: Rhythm) {
        self.head = head
        self.tail = tail
    }

    /// The maximum difference of two tempi that count as equal, relative to the tempo.
    private static let sameTempo = 0.001
    /// The maximum distance of two beats that count as equal, in seconds.
    private static let sameBeat = 0.025

    /// The tempo of the whole track in beats per minute; nil if the ends disagree, or if one of them has no grid.
    ///
    /// The ends agree if their tempi are equal to 0.1 %, and the beats of the head, extrapolated to the tail, match the
    /// tail's beats to 25 ms. If the beat of one of the ends is uncertain, half beats are compared.
    public var tempo: Double? {
        guard let head = head.grid, let tail = tail.grid,
            abs(head.period / tail.period - 1) <= Self.sameTempo
        else { return nil }
        let (first, last) = (head.range.middle, tail.range.middle)
        var mean = head
        mean.period = (head.period + tail.period) / 2
        mean.phase = head.nearestBeat(to: first)
        let lattice = head.isBeatCertain && tail.isBeatCertain ? mean : mean.halved
        let beat = tail.nearestBeat(to: last)
        guard abs(lattice.distance(of: beat)) <= Self.sameBeat else { return nil }
        // The tempo is most accurate if the beats between both ends are counted.
        let count = ((beat - lattice.phase) / lattice.period).rounded()
        guard count > 0 else { return mean.tempo }
        return 60 / ((beat - lattice.phase) / count * mean.period / lattice.period)
    }
}

extension ClosedRange<Double> {
    fileprivate var middle: Double { (lowerBound + upperBound) / 2 }
}
