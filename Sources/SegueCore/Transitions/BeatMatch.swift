/// The possible alignments of the beats of two tracks where the tracks meet, as a pure function (design.md, Transitions
/// that listen).
///
/// Times are in seconds. Times of the outgoing track count from its last audio, so that most are negative; times of the
/// incoming track count from its first audio.
struct BeatMatch: Sendable {
    /// The relation of two tempi.
    enum Relation: Sendable, Equatable {
        /// One is the other, or an octave of it, except for this difference, relative to the slower one.
        case same(difference: Double)
        /// One is two thirds or three quarters of the other: they share every second or third beat.
        case related
        /// Neither.
        case apart
    }

    /// The beats of the outgoing track, or its half beats if the beat of one of the tracks is a guess.
    let leaving: BeatGrid
    /// The beats or half beats of the incoming track.
    let coming: BeatGrid
    /// The beats of both tracks, which are a guess unless `isCertain`.
    private let presumed: (leaving: BeatGrid, coming: BeatGrid)
    let relation: Relation
    /// The tempi in beats per minute, rounded.
    let tempi: (leaving: Int, coming: Int)
    /// True if the beats of both tracks are certain, and not only the half beats.
    let isCertain: Bool
    /// The longer bar of both tracks, in seconds.
    let bar: Double

    /// The maximum difference between tempi that count as the same or as related, relative to the slower one.
    private static let tolerance = 0.03
    /// The maximum time for which two different rhythms are loud together, in seconds.
    static let longestClash = 4.0
    /// The minimum time for which both are loud if beats have to coincide, in seconds.
    static let shortestRun = 2.0
    /// The maximum distance of coinciding beats, in seconds, and the error of a grid.
    private static let apartness = 0.025
    private static let error = 0.003

    /// Creates a match from the grids of two tracks, in the times of this type.
    init(leaving last: BeatGrid, coming first: BeatGrid) {
        tempi = (Int(last.tempo.rounded()), Int(first.tempo.rounded()))
        isCertain = last.isBeatCertain && first.isBeatCertain
        bar = max(last.period * Double(last.bar?.beats ?? 4), first.period * Double(first.bar?.beats ?? 4))
        relation = Self.relation(of: last.period / first.period)
        presumed = (last, first)
        (leaving, coming) = isCertain ? (last, first) : (last.halved, first.halved)
    }

    /// Creates a match; nil if the rhythm of one of the tracks is unknown.
    init?(from outgoing: Listening.Side, to incoming: Listening.Side) {
        guard var last = outgoing.facts.measurement.rhythm?.tail.grid,
            var first = incoming.facts.measurement.rhythm?.head.grid,
            let end = outgoing.edge ?? outgoing.facts.ending?.edge,
            let begin = incoming.edge ?? incoming.facts.beginning?.edge
        else { return nil }
        last.phase -= end
        first.phase -= begin
        self.init(leaving: last, coming: first)
    }

    /// Returns the relation of two tempi, or of two periods, of this ratio.
    static func relation(of ratio: Double) -> Relation {
        // Octaves are ignored.
        var ratio = ratio
        while ratio > 1.4142135623730951 { ratio /= 2 }
        while ratio < 0.7071067811865476 { ratio *= 2 }
        let difference = excess(of: ratio)
        if difference <= tolerance { return .same(difference: difference) }
        // Two thirds equal three quarters, an octave apart.
        return min(excess(of: ratio * 0.75), excess(of: ratio / 0.75)) <= tolerance ? .related : .apart
    }

    /// Returns by how much the greater of two values with this ratio exceeds the other, relative to the other. A ratio
    /// and its reciprocal have the same excess.
    private static func excess(of ratio: Double) -> Double { max(ratio, 1 / ratio) - 1 }

    /// The maximum time for which both may be loud together while their beats coincide, in seconds.
    var longestRun: Double {
        switch relation {
        case .same(let difference):
            max(2 * (Self.apartness - Self.error) / max(difference, 1e-6), Self.longestClash)
        case .related: .infinity
        case .apart: Self.longestClash
        }
    }

    /// Returns true if beats that coincide in the middle of a run of this length stay together up to both its ends.
    func fits(run: Double) -> Bool {
        guard case .same(let difference) = relation, run >= Self.shortestRun else { return false }
        return Self.fits(run: run, difference: difference)
    }

    /// Returns the same for two tempi with this relative difference.
    static func fits(run: Double, difference: Double) -> Bool { difference * run / 2 + error <= apartness }

    /// Returns true if the beats coincide in the middle of a passage and at its ends. The times of both tracks must be
    /// those of the outgoing one here.
    func coincides(in passage: ClosedRange<Double>) -> Bool {
        guard case .same = relation else { return false }
        let (rare, frequent) = coming.period >= leaving.period ? (coming, leaving) : (leaving, coming)
        let (first, last) = (passage.lowerBound, passage.upperBound)
        return [first, (first + last) / 2, last].allSatisfy {
            abs(frequent.distance(of: rare.nearestBeat(to: $0))) <= Self.apartness
        }
    }

    /// Returns the overlaps nearest to `overlap`, up to a bar from it, with which the beats coincide at `time` of the
    /// outgoing track, in seconds. Unless `isCertain`, the beats are a guess, and a second list contains all overlaps
    /// with which half beats coincide.
    func overlaps(near overlap: Double, at time: Double) -> [[Double]] {
        (isCertain ? [presumed] : [presumed, (leaving, coming)]).map { leaving, coming in
            Self.overlaps(leaving, coming, near: overlap, at: time, upTo: bar)
        }
    }

    private static func overlaps(
        _ leaving: BeatGrid, _ coming: BeatGrid, near overlap: Double, at time: Double, upTo bar: Double
    ) -> [Double] {
        let (shift, step): (Double, Double)
        if coming.period >= leaving.period {
            let beat = coming.nearestBeat(to: time + overlap) - overlap
            (shift, step) = (leaving.distance(of: beat), leaving.period)
        } else {
            let beat = leaving.nearestBeat(to: time)
            (shift, step) = (-coming.distance(of: beat + overlap), coming.period)
        }
        let reach = Int(bar / step)
        return (-reach...reach).map { overlap + shift + Double($0) * step }.filter { abs($0 - overlap) <= bar }
    }

    /// Returns the overlaps near `overlap` that align the incoming track's first beat with an outgoing beat, or with
    /// the beat after the last.
    func entries(near overlap: Double) -> [Double] {
        let first = coming.time(ofBeat: Int((-coming.phase / coming.period - 0.1).rounded(.up)))
        let shift = leaving.distance(of: first - overlap)
        return [-1, 0, 1].map { overlap + shift + $0 * leaving.period }
    }

    /// The reason for a meeting with coinciding beats.
    var reason: Sentence {
        let (leaving, coming) = ("\(tempi.leaving)", "\(tempi.coming)")
        return leaving == coming
            ? Sentence(isCertain ? .sameTempoOnBeat : .sameTempoOnPulse, leaving)
            : Sentence(isCertain ? .tempiOnBeat : .tempiOnPulse, leaving, coming)
    }
}
