/// The choice of the meeting point of two analysed tracks, as a pure function (design.md, Transitions that listen).
///
/// Every possible overlap between both tracks is tried, without a gain and with the incoming track fading in. An
/// overlap is the time from the incoming track's first audio to the outgoing track's last. The overlap with which the
/// sum of both stays most level is chosen.
struct Listening {
    /// The meeting of two tracks. Times are in seconds.
    struct Meeting: Sendable, Equatable {
        /// The time for which the incoming track plays before the outgoing track's last audio.
        var overlap: Double
        /// True if the outgoing track's gain falls to 0 over the overlap, false if it is kept.
        var fadesOut = false
        /// The time for which the incoming track's gain rises, from its first audio on; 0 if the gain is kept.
        var fadeIn = 0.0
        /// The shape of both gains, if they change.
        var curve = FadeCurve.equalPower
        /// The tier of the plan.
        var tier = TransitionPlan.Tier.ramped
        /// The reason for the meeting.
        var reason: Sentence
    }

    /// One of the two tracks, seen from the meeting point.
    struct Side {
        var facts: TrackFacts
        /// The gain of the track, linear.
        var gain: Double
        /// The last audio of the outgoing track, or the first of the incoming one, in seconds of the track. Nil to use
        /// the position of the facts.
        var edge: Double?

        /// The time between the first and the last audio of the track, in seconds.
        var soundingSeconds: Double { (facts.ending?.edge ?? 0) - (facts.beginning?.edge ?? 0) }
    }

    /// The longest time for which a quiet ending or beginning overlaps the other track, in seconds.
    static let longestOverlap = 30.0
    /// The longest overlap of two calm pieces, in seconds.
    static let longestCalm = 16.0
    /// The passages that define the level of a track near its last audio and near its first, in seconds from there.
    static let endingPassage = 12.0...27
    static let beginningPassage = 12.0...32

    let ending: Approach
    let beginning: Approach
    /// The beats of both; nil if the beats of one of them are unknown.
    let beats: BeatMatch?
    /// The length of the outgoing track's own fade; nil if it has none.
    let fadeOut: Double?
    let limit: Double
    let curve: FadeCurve
    /// True if the audio of both is analysed, false if the loudness of an end comes from another program's tags.
    private let isHeard: Bool

    /// Creates a search for two tracks that may be loud together for at most `loudest` seconds. Nil if one of them is
    /// silent.
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

    /// Returns the meeting with an overlap of at most `longest` seconds.
    func meet(longest: Double) -> Meeting {
        if isHeard, beats == nil, fadeOut == nil, ending.isCalm, beginning.isCalm, min(limit, longest) >= 2 {
            let overlap = min(Self.longestCalm, limit, longest)
            return Meeting(
                overlap: overlap, fadesOut: true, fadeIn: overlap,
                reason: Sentence(.calmTracks, Self.figure(overlap)))
        }
        // A part that is quiet by its tags alone may be loud.
        let most = min(longest, Self.longestOverlap, isHeard ? .infinity : limit)
        let level = mostLevel(upTo: most, loudest: limit, shapes)
        guard let beats else { return meeting(level, reason: reason(level.seconds)) }
        return meet(beats, level, upTo: most)
    }

    /// Returns the overlap with which the sum stays most level, both tracks being loud for at most `loudest` seconds.
    func mostLevel(upTo most: Double, loudest: Double, _ shapes: (Int) -> [Shape]) -> Trial {
        let count = max(Int(most / LoudnessCurve.step), 0)
        // First every half second is tried, then every tenth around the best.
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

        /// Returns the gain of the incoming track, counted from its first audio.
        func incomingGain(_ slot: Int) -> Double {
            slot < fadeIn ? table.gain(at: (Double(slot) + 0.5) / Double(fadeIn)) : 1
        }

        /// Returns the gain of the outgoing track, counted from the incoming track's first audio.
        func outgoingGain(_ slot: Int) -> Double {
            fadesOut && slot >= 0 ? table.gain(at: 1 - (Double(slot) + 0.5) / Double(overlap)) : 1
        }
    }

    /// An overlap that was tried.
    struct Trial {
        var cost = Double.infinity
        var shape: Shape
        /// The exact overlap in seconds, to which the overlap of the shape is nearest.
        var seconds = 0.0
    }

    /// Returns the candidate shapes if only the level counts.
    func shapes(_ overlap: Int) -> [Shape] {
        [0, overlap / 2, overlap].filter { $0 == 0 || $0 >= 10 }
            .map { Shape(overlap: overlap, fadeIn: $0, curve: curve) }
    }

    /// Returns the earlier trial, or a better one with one of these shapes.
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

    // MARK: - Audible levels

    /// Returns the power of both tracks at `slot`, counted from the incoming track's first audio.
    private func powers(_ slot: Int, _ shape: Shape) -> (outgoing: Double, incoming: Double) {
        let left = shape.overlap - slot
        let (falling, rising) = (shape.outgoingGain(slot), shape.incomingGain(slot))
        return (
            left > 0 ? ending.power(left) * falling * falling : 0,
            slot >= 0 ? beginning.power(slot) * rising * rising : 0
        )
    }

    /// Returns the time for which both are loud, in seconds.
    func loudTogether(_ shape: Shape) -> Double { Double(loudSlots(shape).count) * LoudnessCurve.step }

    /// Returns true if both are loud for at most this many seconds. Slots after the deciding one are not examined.
    private func isLoud(_ shape: Shape, atMost seconds: Double) -> Bool {
        var rest = seconds / LoudnessCurve.step + 1e-6
        guard Double(shape.overlap) > rest else { return true }
        for slot in 0..<shape.overlap where isLoud(slot, shape) {
            rest -= 1
            if rest < 0 { return false }
        }
        return true
    }

    /// Returns the slots from the incoming track's first audio on in which both are loud.
    func loudSlots(_ shape: Shape) -> [Int] { (0..<shape.overlap).filter { isLoud($0, shape) } }

    private func isLoud(_ slot: Int, _ shape: Shape) -> Bool {
        let powers = powers(slot, shape)
        return powers.outgoing > ending.level * Approach.quiet && powers.incoming > beginning.level * Approach.quiet
    }

    /// Returns the unevenness of the sum: dips below the quieter track's level, rises above the louder one's, and dead
    /// air.
    private func cost(_ shape: Shape) -> Double {
        let overlap = shape.overlap
        let window = 30
        let first = min(-window / 2, overlap - ending.tail - window / 2)
        let last = max(overlap + window / 2, beginning.tail + window / 2)
        // The cumulative powers: of both tracks, and of the incoming one alone.
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
            // Audio that is loud by itself does not add up.
            let incoming = (coming[index + window] - coming[index]) / Double(window)
            let alone = max(louder, ending.mean(overlap - first - index), incoming)
            most = max(most, mean / alone)
            if sums[index + window / 2 + 1] - sums[index + window / 2] < quieter * 0.01 { dead += 1 }
        }
        let dip = max(0, Self.decibels(quieter, over: least) - 0.3)
        let rise = max(0, Self.decibels(most, over: 1) - 1.15)
        // Nothing compensates for a rise that every listener hears.
        let excess = max(0, rise - 0.15)
        // Of two equally even overlaps, the plainer and shorter one wins.
        let effort = (shape.fadeIn > 0 ? 0.2 : 0) + (shape.fadesOut ? 0.2 : 0) + 0.002 * Double(overlap)
        return dip * dip + 40 * rise * rise + 3000 * excess * excess + 2 * Double(dead) + effort
    }

    private static func decibels(_ power: Double, over other: Double) -> Double {
        10 * Mathematics.logarithm10(max(power, 1e-12) / max(other, 1e-12))
    }
}
