/// The shape of a track's beginning or ending (design.md, Facts). Distances are in seconds from the edge into the
/// track.
public struct Flank: Sendable, Hashable {
    /// The levels for which `ramps` has a distance, in decibels below the track's body, as in MixRamp.
    public static let depths = stride(from: 3, through: 30, by: 3).map(Double.init)

    /// The time at which the audio begins or ends, at −60 dBFS, in seconds from the start of the file.
    public let edge: Double
    /// The distance from the edge at which the track exceeds the floor: 2 % of full scale, or 5 % of its body.
    public let floor: Double?
    /// The distance from the edge at which each level of `depths` is first exceeded; nil for a level that is never
    /// exceeded.
    public let ramps: [Double?]
    /// The length of a fade that is part of the track; nil without a fade.
    public let fade: Double?

    /// Creates the flank at `edge` of a track whose other edge is `end`, facing inward (1: from the start, −1: from the
    /// end).
    init(from edge: Double, to end: Double, inward: Int, on curve: LoudnessCurve, sustained: Double) {
        self.edge = edge
        let first = LoudnessCurve.index(at: edge)
        let count = abs(LoudnessCurve.index(at: end) - first) + 1
        func distance(to level: Double) -> Double? {
            (0..<count).first { curve[first + inward * $0] >= level }.map { Double($0) * LoudnessCurve.step }
        }
        ramps = Self.depths.map { distance(to: sustained - $0) }
        floor = distance(to: max(-34, sustained - 26))
        fade = Self.fade(count: count) { curve.power(at: first + inward * $0) }
    }

    /// Returns the length of a fade of at least 6 s and 10 dB. Four in five of its steps have the same direction, and
    /// no reversal exceeds half a decibel. The curve is smoothed, because music fluctuates during a fade. The length
    /// counts from a quarter of a decibel below the body, which fluctuates a little too.
    private static func fade(count: Int, power: (Int) -> Double) -> Double? {
        let reach = 10
        var sums = [0.0]
        for index in 0..<min(count, 60 * 10 + 2 * reach) { sums.append(sums[index] + power(index)) }
        let available = sums.count - 1
        guard available > 2 * reach else { return nil }
        // Seen from the edge, the level rises. The mean over 2 s is located that much further inside.
        let levels = (reach..<available - reach).map {
            LoudnessCurve.level(of: (sums[$0 + reach] - sums[$0 - reach]) / Double(2 * reach))
        }
        var top = levels[0]
        for level in levels {
            if level < top - 0.5 { break }
            top = max(top, level)
        }
        guard top - levels[0] >= 10, let end = levels.firstIndex(where: { $0 >= top - 0.25 }) else { return nil }
        let length = end + reach
        guard Double(length) * LoudnessCurve.step >= 6 else { return nil }
        // The level falls throughout, not only in the last moments of music that gets slightly softer.
        guard top - levels[length / 2 - reach] >= 2.5, top - levels[length / 4 - reach] >= 7 else { return nil }
        let steps = stride(from: 5, through: end, by: 5).map { levels[$0] - levels[$0 - 5] }
        guard steps.count(where: { $0 > 0 }) * 5 >= steps.count * 4 else { return nil }
        return Double(length) * LoudnessCurve.step
    }
}
