/// How the beats of two tracks can lie to each other where these meet, as a pure function (design.md, Transitions that
/// listen).
///
/// A time is in seconds: of the outgoing track from its last sound, so that most are negative; of the incoming track
/// from its first sound.
struct BeatMatch: Sendable {
    /// The relation of two tempi.
    enum Relation: Sendable, Equatable {
        /// One is the other, or its half or double and so on, but for this part of it.
        case same(difference: Double)
        /// One is two thirds or three quarters of the other: they share every second or third beat.
        case related
        /// Neither.
        case apart
    }

    /// The beats of the outgoing track, or its half beats where the beat of one of them is a guess.
    let leaving: BeatGrid
    /// The same of the incoming track.
    let coming: BeatGrid
    /// The beats of both tracks, which are a guess unless `isCertain`.
    private let presumed: (leaving: BeatGrid, coming: BeatGrid)
    let relation: Relation
    /// The tempi as people count them, rounded.
    let tempi: (leaving: Int, coming: Int)
    /// The beats of both are certain, and not just the half beats.
    let isCertain: Bool
    /// The longest bar of either, in seconds.
    let bar: Double

    /// The largest difference between tempi that count as the same or as related.
    private static let tolerance = 0.03
    /// Seconds for which two rhythms that differ are loud together at most.
    static let longestClash = 4.0
    /// Seconds for which both are loud at least where it matters that beats fall on beats.
    static let shortestRun = 2.0
    /// How far beats that fall on each other are apart at most, in seconds, and how far a grid is from its beats.
    private static let apartness = 0.025
    private static let error = 0.003

    /// The grids of two tracks, in the times of this type.
    init(leaving last: BeatGrid, coming first: BeatGrid) {
        tempi = (Int(last.tempo.rounded()), Int(first.tempo.rounded()))
        isCertain = last.isBeatCertain && first.isBeatCertain
        bar = max(last.period * Double(last.bar?.beats ?? 4), first.period * Double(first.bar?.beats ?? 4))
        relation = Self.relation(of: last.period / first.period)
        presumed = (last, first)
        (leaving, coming) = isCertain ? (last, first) : (last.halved, first.halved)
    }

    /// Nil where the rhythm of one of them is not known.
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

    /// The relation of two tempi, or of two periods, of this ratio.
    static func relation(of ratio: Double) -> Relation {
        // An octave is no difference.
        var ratio = ratio
        while ratio > 1.4142135623730951 { ratio /= 2 }
        while ratio < 0.7071067811865476 { ratio *= 2 }
        let difference = abs(ratio - 1)
        if difference <= tolerance { return .same(difference: difference) }
        // Two thirds are three quarters, an octave further.
        return min(abs(ratio * 0.75 - 1), abs(ratio / 0.75 - 1)) <= tolerance ? .related : .apart
    }

    /// Seconds for which both may be loud together, if their beats are to fall on each other as long.
    var longestRun: Double {
        switch relation {
        case .same(let difference):
            max(2 * (Self.apartness - Self.error) / max(difference, 1e-6), Self.longestClash)
        case .related: .infinity
        case .apart: Self.longestClash
        }
    }

    /// True if beats that coincide in the middle of a run of this length stay together to both its ends.
    func fits(run: Double) -> Bool {
        guard case .same(let difference) = relation, run >= Self.shortestRun else { return false }
        return Self.fits(run: run, difference: difference)
    }

    /// The same for two tempi with this relative difference.
    static func fits(run: Double, difference: Double) -> Bool { difference * run / 2 + error <= apartness }

    /// The overlaps nearest to `overlap`, up to a bar from it, with which the beats fall on each other at `time` of the
    /// outgoing track, in seconds. Unless `isCertain`, the beats are a guess, and a second list has all overlaps with
    /// which half beats coincide.
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

    /// The overlaps near `overlap` with which the incoming track's first beat falls on a beat of the outgoing track, or
    /// on the beat after its last.
    func entries(near overlap: Double) -> [Double] {
        let first = coming.time(ofBeat: Int((-coming.phase / coming.period - 0.1).rounded(.up)))
        let shift = leaving.distance(of: first - overlap)
        return [-1, 0, 1].map { overlap + shift + $0 * leaving.period }
    }

    /// The reason for a meeting in which the beats fall on each other.
    var reason: Sentence {
        let (leaving, coming) = ("\(tempi.leaving)", "\(tempi.coming)")
        return leaving == coming
            ? Sentence(isCertain ? .sameTempoOnBeat : .sameTempoOnPulse, leaving)
            : Sentence(isCertain ? .tempiOnBeat : .tempiOnPulse, leaving, coming)
    }
}
