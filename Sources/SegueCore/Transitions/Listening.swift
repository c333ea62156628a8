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
        /// Why, as a sentence.
        var reason: String
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
    /// Decibels below its own level at which a track does not count as loud.
    static let quiet = 12.0

    private let ending: Approach
    private let beginning: Approach
    private let isFaded: Bool
    private let fadeOut: Double?
    private let limit: Double
    private let curve: FadeCurve
    /// Whether the sound of both is known, and not just how loud another program found their ends.
    private let isHeard: Bool

    /// Two tracks, of which at most `loudest` seconds are to be loud together. Nil where one of them is silent.
    init?(from outgoing: Side, to incoming: Side, loudest: Double, curve: FadeCurve) {
        guard let last = outgoing.facts.ending, let first = incoming.facts.beginning,
            let ending = Approach(outgoing, from: outgoing.edge ?? last.edge, inward: -1, local: 12...27),
            let beginning = Approach(incoming, from: incoming.edge ?? first.edge, inward: 1, local: 12...32)
        else { return nil }
        self.ending = ending
        self.beginning = beginning
        fadeOut = last.fade
        isFaded = last.fade != nil
        limit = loudest
        self.curve = curve
        isHeard = outgoing.facts.source != .tags && incoming.facts.source != .tags
    }

    /// Where they meet if they overlap for `longest` seconds at most.
    func meet(longest: Double) -> Meeting {
        if isHeard, !isFaded, ending.isCalm, beginning.isCalm, min(limit, longest) >= 2 {
            let overlap = min(Self.longestCalm, limit, longest)
            return Meeting(
                overlap: overlap, fadesOut: true, fadeIn: overlap,
                reason: "Both tracks are calm and even here, and overlap for \(Self.figure(overlap)) s.")
        }
        // What is quiet by its tags alone may be loud.
        let most = min(longest, Self.longestOverlap, isHeard ? .infinity : limit)
        let count = max(Int(most / LoudnessCurve.step), 0)
        // Every half second first, then every tenth around the best.
        var best = Trial()
        for overlap in stride(from: 0, through: count, by: 5) { best = better(best, at: overlap) }
        for overlap in max(best.overlap - 4, 0)...min(best.overlap + 4, count) { best = better(best, at: overlap) }
        let (overlap, fadeIn) = (Double(best.overlap) * LoudnessCurve.step, Double(best.fadeIn) * LoudnessCurve.step)
        return Meeting(overlap: overlap, fadeIn: fadeIn, reason: reason(overlap))
    }

    /// A place that was tried, in slots of a tenth of a second.
    private struct Trial {
        var cost = Double.infinity
        var overlap = 0
        var fadeIn = 0
    }

    /// The former trial, or a better one with this overlap.
    private func better(_ former: Trial, at overlap: Int) -> Trial {
        var best = former
        for fadeIn in [0, overlap / 2, overlap] where fadeIn == 0 || fadeIn >= 10 {
            guard loudTogether(overlap, fadeIn) <= limit else { continue }
            let cost = cost(overlap, fadeIn)
            if cost < best.cost - 1e-9 { best = Trial(cost: cost, overlap: overlap, fadeIn: fadeIn) }
        }
        return best
    }

    private func reason(_ overlap: Double) -> String {
        if let fadeOut { return "The ending fades out by itself over \(Self.figure(fadeOut)) s." }
        if ending.isCold, overlap < 1 { return "The ending stops at its full level, and is kept whole." }
        if ending.isCold { return "The ending is kept whole, over the quiet beginning of the next track." }
        return "The ending dies away, and the next track begins where the level stays even."
    }

    private static func figure(_ seconds: Double) -> Int { Int(seconds.rounded()) }

    // MARK: - What is heard

    /// The power of both tracks at `slot`, counted from the incoming track's first sound.
    private func powers(_ slot: Int, _ overlap: Int, _ fadeIn: Int) -> (outgoing: Double, incoming: Double) {
        let left = overlap - slot
        let outgoing = left > 0 ? ending.power(left) : 0
        guard slot >= 0 else { return (outgoing, 0) }
        let gain = slot < fadeIn ? curve.gain(at: (Double(slot) + 0.5) / Double(fadeIn)) : 1
        return (outgoing, beginning.power(slot) * gain * gain)
    }

    /// For how many seconds both are loud.
    private func loudTogether(_ overlap: Int, _ fadeIn: Int) -> Double {
        let floors = (ending.level * Approach.quiet, beginning.level * Approach.quiet)
        let count = (0..<overlap).count { slot in
            let gain = slot < fadeIn ? curve.gain(at: (Double(slot) + 0.5) / Double(fadeIn)) : 1
            return ending.power(overlap - slot) > floors.0 && beginning.power(slot) * gain * gain > floors.1
        }
        return Double(count) * LoudnessCurve.step
    }

    /// How far the sum is from even: dips below the quieter track's level, rises above the louder one's, and dead air.
    private func cost(_ overlap: Int, _ fadeIn: Int) -> Double {
        let window = 30
        let first = min(-window / 2, overlap - ending.tail - window / 2)
        let last = max(overlap + window / 2, beginning.tail + window / 2)
        // The powers added up: of both tracks, and of the incoming one alone.
        var (sums, coming) = ([0.0], [0.0])
        sums.reserveCapacity(last - first + window + 1)
        coming.reserveCapacity(last - first + window + 1)
        for slot in first - window / 2..<last + window / 2 {
            let powers = powers(slot, overlap, fadeIn)
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
        let effort = (fadeIn > 0 ? 0.2 : 0) + 0.002 * Double(overlap)
        return dip * dip + 40 * rise * rise + 3000 * excess * excess + 2 * Double(dead) + effort
    }

    private static func decibels(_ power: Double, over other: Double) -> Double {
        10 * Mathematics.logarithm10(max(power, 1e-12) / max(other, 1e-12))
    }
}

/// The power of a track towards one of its edges, in slots of a tenth of a second from that edge.
struct Approach {
    /// A power of this part is 12 dB below.
    static let quiet = 0.0631
    private static let length = 700

    private let powers: [Double]
    private let onsets: Int
    /// The loudness range of the whole track; nil where not all of it is known.
    private let range: Double?
    /// The loudness of the track's body, in LUFS, as it is in the file.
    private let body: Double
    private let means: [Double]
    /// The mean power in the passage that the ear compares with.
    let level: Double
    /// How many slots in front of the edge are more than 6 dB below that level.
    let tail: Int

    /// Nil for a track without any sound.
    init?(_ side: Listening.Side, from edge: Double, inward: Int, local: ClosedRange<Double>) {
        let curve = side.facts.measurement.momentary
        let first = LoudnessCurve.index(at: edge)
        let factor = side.gain * side.gain
        let powers = (0..<Self.length).map { curve.power(at: first + inward * $0) * factor }
        func mean(_ range: Range<Int>) -> Double {
            range.isEmpty ? 0 : powers[range].reduce(0, +) / Double(range.count)
        }
        let sounding = min(Self.length, Int(side.facts.measurement.seconds / LoudnessCurve.step))
        let from = min(Int(local.lowerBound * 10), sounding / 3)
        let passage = mean(from..<max(from + 1, min(Int(local.upperBound * 10), sounding)))
        // A piece that is hidden behind minutes of silence is compared with itself.
        let loud = powers.filter { $0 > 0 }
        guard !loud.isEmpty else { return nil }
        let level = passage > 0 ? passage : loud.reduce(0, +) / Double(loud.count)
        self.level = level
        self.powers = powers
        range = side.facts.measurement.range
        body = side.facts.sustained ?? LoudnessCurve.silence
        let bands = [side.facts.measurement.low, side.facts.measurement.middle, side.facts.measurement.high]
        onsets = Self.passage.count { slot in
            let index = first + inward * slot
            return bands.contains { $0[index] - $0[index - 1] > Self.onset }
        }
        var sum = 0.0
        var means: [Double] = []
        for index in 0..<Self.length + 15 {
            if index < Self.length { sum += powers[index] }
            if index >= 30 { sum -= powers[index - 30] }
            if index >= 15 { means.append(sum / 30) }
        }
        self.means = means
        tail = min(powers.firstIndex { $0 > level / 4 } ?? 0, 300)
    }

    func power(_ slot: Int) -> Double { powers.indices.contains(slot) ? powers[slot] : 0 }

    /// The mean over 3 s around a slot.
    func mean(_ slot: Int) -> Double { means.indices.contains(slot) ? means[slot] : 0 }

    /// Whether the track is about as loud as before until shortly in front of the edge.
    var isCold: Bool { tail <= 5 }

    /// The slots in which a calm piece is calm: 20 s, a second from the edge.
    private static let passage = 10..<210
    /// By how many decibels a peak rises where something is struck.
    private static let onset = 5.0

    /// The greatest loudness range of a calm piece, in LU.
    private static let evenRange = 5.0
    /// The level of a piece that is too loud to be calm, in LUFS: a wall of sound is as even as a pad.
    private static let loudBody = -14.0

    /// Whether the level hardly moves, there and in all of the track, hardly anything is struck, and it is not loud.
    var isCalm: Bool {
        guard let range, range <= Self.evenRange, body <= Self.loudBody else { return false }
        let passage = powers[Self.passage].sorted()
        guard let softest = passage.first, softest > 0 else { return false }
        return passage[190] / passage[10] < 2 && onsets <= 4
    }
}
