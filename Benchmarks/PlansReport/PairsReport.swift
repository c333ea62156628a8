import SegueCore

/// Random ordered pairs of tracks.
struct PairsReport {
    private(set) var isMet = true

    /// The relative difference below which two tempi count as one.
    private static let sameTempo = 0.03
    /// The time in seconds for which two rhythms may be loud together, including a step of the curve.
    static let longestClash = 4.15

    init(_ tracks: [Track], pairs count: Int) {
        let known = tracks.map { $0.facts(withRhythm: true) }
        let unknown = tracks.map { $0.facts(withRhythm: false) }
        var generator = RandomSource(seed: 11)
        var pairs = tracks.indices.flatMap { first in tracks.indices.map { (first, $0) } }.filter { $0 != $1 }
        pairs.shuffle(using: &generator)
        var hearings: [(with: Hearing, without: Hearing, plain: Hearing)] = []
        var tiers: [TransitionPlan.Tier: Int] = [:]
        var clashes = (with: 0, without: 0)
        for (first, second) in pairs.prefix(count) {
            func plan(_ facts: [TrackFacts], _ mode: Configuration.TransitionMode) -> PlannedPair? {
                Planner.plan((tracks[first], facts[first]), (tracks[second], facts[second]), mode)
            }
            guard let with = plan(known, .listen), let without = plan(unknown, .listen), let plain = plan(known, .plain)
            else { continue }
            func hearing(_ plan: PlannedPair) -> Hearing { Hearing(plan, from: known[first], to: known[second]) }
            let heard = (with: hearing(with), without: hearing(without), plain: hearing(plain))
            hearings.append(heard)
            tiers[with.plan.tier, default: 0] += 1
            if Self.areApart(known[first], known[second]) {
                if heard.with.bothLoud > Self.longestClash { clashes.with += 1 }
                if heard.without.bothLoud > Self.longestClash { clashes.without += 1 }
            }
        }
        let total = Double(hearings.count)
        print("\(hearings.count) pairs, before: without their rhythm")
        for (tier, count) in tiers.sorted(by: { $0.value > $1.value }) {
            print("  \(tier.rawValue): \(PlansReport.figure(100 * Double(count) / total)) %")
        }
        check("both loud for more than 4 s, tempi apart", clashes.without, clashes.with, of: total, atMost: 2)
        let dips = (before: hearings.map(\.without.dip), after: hearings.map(\.with.dip))
        for (name, share) in [("median", 0.5), ("p95", 0.95)] {
            let figures = [dips.before, dips.after].map { PlansReport.figure(Self.quantile($0, share)) }
            print("dip, \(name): \(figures[0]) before, \(figures[1]) dB")
        }
        let deeper = Self.quantile(zip(dips.before, dips.after).map { $1 - $0 }, 0.95)
        isMet = PlansReport.row("dip beside before, p95", 0, deeper, "dB", atMost: 0.25) && isMet
        isMet =
            PlansReport.row(
                "rise, most", hearings.map(\.without.rise).max() ?? 0, hearings.map(\.with.rise).max() ?? 0, "dB",
                atMost: 1.5) && isMet
        check(
            "dips more than 2 dB deeper than plain", hearings.count { $0.without.dip > $0.plain.dip + 2 },
            hearings.count { $0.with.dip > $0.plain.dip + 2 }, of: total, atMost: 1)
    }

    private mutating func check(_ name: String, _ before: Int, _ after: Int, of total: Double, atMost target: Double) {
        let (old, new) = (100 * Double(before) / total, 100 * Double(after) / total)
        isMet = PlansReport.row(name, old, new, "%", atMost: target) && isMet
    }

    /// Returns true if both tracks have a rhythm, and their tempi are no octaves, thirds or halves of one another.
    static func areApart(_ last: TrackFacts, _ first: TrackFacts) -> Bool {
        guard let outgoing = last.measurement.rhythm?.tail.grid, let incoming = first.measurement.rhythm?.head.grid
        else { return false }
        let ratio = outgoing.tempo / incoming.tempo
        let factors = [1, 2, 4, 4.0 / 3, 1.5, 3, 8.0 / 3]
        return !factors.contains { abs(ratio * $0 - 1) <= sameTempo || abs(ratio / $0 - 1) <= sameTempo }
    }

    private static func quantile(_ values: [Double], _ share: Double) -> Double {
        guard !values.isEmpty else { return 0 }
        return values.sorted()[min(values.count - 1, Int(Double(values.count) * share))]
    }
}
