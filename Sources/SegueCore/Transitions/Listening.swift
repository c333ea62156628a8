/// Where two tracks meet whose sound is known, as a pure function (design.md, Transitions that listen).
///
/// Every place in which the incoming track's first sound can come before the outgoing track's last one is tried,
/// without a gain and with the incoming track fading in. The place counts in which the sum of both stays most level.
struct Listening {
    /// The meeting of two tracks. Times are in seconds.
    struct Meeting: Sendable, Equatable {
        /// How long the incoming track sounds before the outgoing track's last sound.
        var overlap: Double
        /// The outgoing track's gain goes to 0 over the overlap; if not, that track keeps its gain.
        var fadesOut = false
        /// For how long the incoming track's gain rises, from its first sound on; 0 where that track keeps its gain.
        var fadeIn = 0.0
        /// The shape of both gains where there are any.
        var curve = FadeCurve.equalPower
        /// The tier of the plan.
        var tier = TransitionPlan.Tier.ramped
        /// The reason for it.
        var reason: Sentence
    }

    /// One of the two tracks, seen from where they meet.
    struct Side {
        var facts: TrackFacts
        /// The gain that the track plays with, linear.
        var gain: Double
        /// The last sound of the one, the first of the other, in seconds of the track; nil where that is as the facts
        /// have it.
        var edge: Double?

        /// How much of the track lies between its first and its last sound.
        var soundingSeconds: Double { (facts.ending?.edge ?? 0) - (facts.beginning?.edge ?? 0) }
    }

    /// The longest time for which a quiet ending or beginning lies under the other track, in seconds.
    static let longestOverlap = 30.0
    /// The longest overlap of two calm pieces, in seconds.
    static let longestCalm = 16.0
    /// The passages that define the level of a track near its last sound and near its first, in seconds from there.
    static let endingPassage = 12.0...27
    static let beginningPassage = 12.0...32

    let ending: Approach
    let beginning: Approach
    /// The beats of both; nil where one of them has none that are known.
    let beats: BeatMatch?
    /// The length of the outgoing track's own fade; nil where it has none.
    let fadeOut: Double?
    let limit: Double
    let curve: FadeCurve
    /// Whether the sound of both is known, and not just how loud another program found their ends.
    private let isHeard: Bool

    /// Two tracks, of which at most `loudest` seconds are to be loud together. Nil where one of them is silent.
    init?(from outgoing: Side, to incoming: Side, loudest: Double, curve: FadeCurve) {
        guard let last = outgoing.facts.ending, let first = incoming.facts.beginning,
            let ending = Approach(outgoing, from: outgoing.edge ?? last.edge, inward: -1, local: Self.endingPassage),
            let beginning = Approach(
                incoming, from: incoming.edge ?? first.edge, inward: 1, local: Self.beginningPassage)
        else { return nil }
        self.ending = ending
        self.beginning = beginning
        beats = BeatMatch(from: outgoing, to: incoming)
        fadeOut = last.fade
        limit = loudest
        self.curve = curve
        isHeard = outgoing.facts.source != .tags && incoming.facts.source != .tags
    }

    /// Where they meet if they overlap for `longest` seconds at most.
    func meet(longest: Double) -> Meeting {
        if isHeard, beats == nil, fadeOut == nil, ending.isCalm, beginning.isCalm, min(limit, longest) >= 2 {
            let overlap = min(Self.longestCalm, limit, longest)
            return Meeting(
                overlap: overlap, fadesOut: true, fadeIn: overlap,
                reason: Sentence(.calmTracks, Self.figure(overlap)))
        }
        // What is quiet by its tags alone may be loud.
        let most = min(longest, Self.longestOverlap, isHeard ? .infinity : limit)
        let level = mostLevel(upTo: most, loudest: limit, shapes)
        guard let beats else { return meeting(level, reason: reason(level.seconds)) }
        return meet(beats, level, upTo: most)
    }

    /// The place in which the sum stays most level, both being loud for `loudest` seconds at most.
    func mostLevel(upTo most: Double, loudest: Double, _ shapes: (Int) -> [Shape]) -> Trial {
        let count = max(Int(most / LoudnessCurve.step), 0)
        // Every half second first, then every tenth around the best.
        var best = Trial(shape: Shape(curve: curve))
        for overlap in stride(from: 0, through: count, by: 5) { best = better(best, shapes(overlap), loudest) }
        let slots = best.shape.overlap
        for overlap in max(slots - 4, 0)...min(slots + 4, count) { best = better(best, shapes(overlap), loudest) }
        best.seconds = Double(best.shape.overlap) * LoudnessCurve.step
        return best
    }

    func meeting(_ trial: Trial, _ tier: TransitionPlan.Tier = .ramped, reason: Sentence) -> Meeting {
        let shape = trial.shape
        let share = shape.overlap > 0 ? Double(shape.fadeIn) / Double(shape.overlap) : 0
        return Meeting(
            overlap: trial.seconds, fadesOut: shape.fadesOut, fadeIn: share * trial.seconds, curve: shape.curve,
            tier: tier, reason: reason)
    }

    /// An overlap and its gains, in slots of a tenth of a second.
    struct Shape {
        var overlap = 0
        var fadeIn = 0
        var fadesOut = false
        let table: GainTable

        init(overlap: Int = 0, fadeIn: Int = 0, fadesOut: Bool = false, curve: FadeCurve) {
            self.overlap = overlap
            self.fadeIn = fadeIn
            self.fadesOut = fadesOut
            table = GainTable.of(curve)
        }

        var curve: FadeCurve { table.curve }

        /// The gain of the incoming track, counted from its first sound.
        func incomingGain(_ slot: Int) -> Double {
            slot < fadeIn ? table.gain(at: (Double(slot) + 0.5) / Double(fadeIn)) : 1
        }

        /// The gain of the outgoing track, counted from the incoming track's first sound.
        func outgoingGain(_ slot: Int) -> Double {
            fadesOut && slot >= 0 ? table.gain(at: 1 - (Double(slot) + 0.5) / Double(overlap)) : 1
        }
    }

    /// A place that was tried.
    struct Trial {
        var cost = Double.infinity
        var shape: Shape
        /// The overlap in seconds, which that of the shape is nearest to.
        var seconds = 0.0
    }

    /// The shapes that are tried where nothing but the level counts.
    func shapes(_ overlap: Int) -> [Shape] {
        [0, overlap / 2, overlap].filter { $0 == 0 || $0 >= 10 }
            .map { Shape(overlap: overlap, fadeIn: $0, curve: curve) }
    }

    /// The former trial, or a better one with one of these shapes.
    func better(_ former: Trial, _ shapes: [Shape], _ loudest: Double) -> Trial {
        var best = former
        for shape in shapes where isLoud(shape, atMost: loudest) {
            let cost = cost(shape)
            if cost < best.cost - 1e-9 { best = Trial(cost: cost, shape: shape) }
        }
        return best
    }

    func reason(_ overlap: Double) -> Sentence {
        if let fadeOut { return Sentence(.fadingEnding, Self.figure(fadeOut)) }
        if ending.isCold { return Sentence(overlap < 1 ? .coldEnding : .coldEndingOverQuiet) }
        return Sentence(.dyingEnding)
    }

    static func figure(_ seconds: Double) -> String { "\(Int(seconds.rounded()))" }

    // MARK: - What is heard

    /// The power of both tracks at `slot`, counted from the incoming track's first sound.
    private func powers(_ slot: Int, _ shape: Shape) -> (outgoing: Double, incoming: Double) {
        let left = shape.overlap - slot
        let (falling, rising) = (shape.outgoingGain(slot), shape.incomingGain(slot))
        return (
            left > 0 ? ending.power(left) * falling * falling : 0,
            slot >= 0 ? beginning.power(slot) * rising * rising : 0
        )
    }

    /// For how many seconds both are loud.
    func loudTogether(_ shape: Shape) -> Double { Double(loudSlots(shape).count) * LoudnessCurve.step }

    /// True if both are loud for at most so many seconds. No slot is looked at behind the one that decides.
    private func isLoud(_ shape: Shape, atMost seconds: Double) -> Bool {
        var rest = seconds / LoudnessCurve.step + 1e-6
        guard Double(shape.overlap) > rest else { return true }
        for slot in 0..<shape.overlap where isLoud(slot, shape) {
            rest -= 1
            if rest < 0 { return false }
        }
        return true
    }

    /// The slots from the incoming track's first sound on in which both are loud.
    func loudSlots(_ shape: Shape) -> [Int] { (0..<shape.overlap).filter { isLoud($0, shape) } }

    private func isLoud(_ slot: Int, _ shape: Shape) -> Bool {
        let powers = powers(slot, shape)
        return powers.outgoing > ending.level * Approach.quiet && powers.incoming > beginning.level * Approach.quiet
    }

    /// How far the sum is from even: dips below the quieter track's level, rises above the louder one's, and dead air.
    private func cost(_ shape: Shape) -> Double {
        let overlap = shape.overlap
        let window = 30
        let first = min(-window / 2, overlap - ending.tail - window / 2)
        let last = max(overlap + window / 2, beginning.tail + window / 2)
        // The powers added up: of both tracks, and of the incoming one alone.
        var (sums, coming) = ([0.0], [0.0])
        sums.reserveCapacity(last - first + window + 1)
        coming.reserveCapacity(last - first + window + 1)
        for slot in first - window / 2..<last + window / 2 {
            let powers = powers(slot, shape)
            coming.append(coming[coming.count - 1] + powers.incoming)
            sums.append(sums[sums.count - 1] + powers.outgoing + powers.incoming)
        }
        let quieter = min(ending.level, beginning.level)
        let louder = max(ending.level, beginning.level)
        var (least, most, dead) = (Double.infinity, 0.0, 0)
        for index in 0..<last - first {
            let mean = (sums[index + window] - sums[index]) / Double(window)
            least = min(least, mean)
            // What is loud by itself does not pile up.
            let incoming = (coming[index + window] - coming[index]) / Double(window)
            let alone = max(louder, ending.mean(overlap - first - index), incoming)
            most = max(most, mean / alone)
            if sums[index + window / 2 + 1] - sums[index + window / 2] < quieter * 0.01 { dead += 1 }
        }
        let dip = max(0, Self.decibels(quieter, over: least) - 0.3)
        let rise = max(0, Self.decibels(most, over: 1) - 1.15)
        // Nothing makes up for what everybody hears as louder.
        let excess = max(0, rise - 0.15)
        // Of two overlaps that are as even as each other, the plainer and shorter one wins.
        let effort = (shape.fadeIn > 0 ? 0.2 : 0) + (shape.fadesOut ? 0.2 : 0) + 0.002 * Double(overlap)
        return dip * dip + 40 * rise * rise + 3000 * excess * excess + 2 * Double(dead) + effort
    }

    private static func decibels(_ power: Double, over other: Double) -> Double {
        10 * Mathematics.logarithm10(max(power, 1e-12) / max(other, 1e-12))
    }
}
