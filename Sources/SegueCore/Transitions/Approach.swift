/// The power of a track towards one of its edges, in slots of a tenth of a second from that edge.
struct Approach {
    /// The power ratio of −12 dB.
    static let quiet = 0.0631
    private static let length = 700

    private let powers: [Double]
    private let onsets: Int
    /// The loudness range of the whole track; nil if the track is only partly analysed.
    private let range: Double?
    /// The loudness of the track's body, in LUFS, without gain.
    private let body: Double
    private let means: [Double]
    /// The mean power of the passage with which listeners compare.
    let level: Double
    /// The number of slots next to the edge that are more than 6 dB below that level.
    let tail: Int

    /// Creates an approach; nil for a track without any audio.
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
        // A piece that is hidden after minutes of silence is compared with itself.
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

    /// Returns the mean over 3 s around a slot.
    func mean(_ slot: Int) -> Double { means.indices.contains(slot) ? means[slot] : 0 }

    /// True if the track keeps its level up to half a second before the edge.
    var isCold: Bool { tail <= 5 }

    /// The slots in which a calm piece is calm: 20 s, one second from the edge.
    private static let passage = 10..<210
    /// The rise of a peak at an onset, in decibels.
    private static let onset = 5.0

    /// The greatest loudness range of a calm piece, in LU.
    private static let evenRange = 5.0
    /// The level of a piece that is too loud to be calm, in LUFS: a wall of sound is as even as a pad.
    private static let loudBody = -14.0

    /// True for a soft track with an even level and hardly any onsets, in this passage and as a whole.
    var isCalm: Bool {
        guard let range, range <= Self.evenRange, body <= Self.loudBody else { return false }
        let passage = powers[Self.passage].sorted()
        guard let softest = passage.first, softest > 0 else { return false }
        return passage[190] / passage[10] < 2 && onsets <= 4
    }
}
