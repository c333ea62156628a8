/// How a track begins or ends (design.md, Facts). Distances are in seconds from its edge into the track.
public struct Flank: Sendable, Hashable {
    /// The decibels below the track's body for which `ramps` has a distance: MixRamp's idea.
    public static let depths = stride(from: 3, through: 30, by: 3).map(Double.init)

    /// Where the sound begins or ends, at −60 dBFS, in seconds from the start of the file.
    public let edge: Double
    /// How far from the edge the track is louder than the floor: 2 % of full scale, or 5 % of its body.
    public let floor: Double?
    /// How far from the edge each of `depths` below the body is passed for the first time; nil where never.
    public let ramps: [Double?]
    /// The length of a fade that is part of the track; nil where the track is not faded.
    public let fade: Double?

    /// The flank at `edge` of a track whose other edge is `end`, seen inward (1: from the start, −1: from the end).
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

    /// A fade of at least 6 s and 10 dB, of whose steps four in five go one way, and that goes nowhere back by more
    /// than half a decibel. The curve is smoothed, because music under a fade goes up and down; its length counts from
    /// a quarter of a decibel below the body, which goes up and down a little too.
    private static func fade(count: Int, power: (Int) -> Double) -> Double? {
        let reach = 10
        var sums = [0.0]
        for index in 0..<min(count, 60 * 10 + 2 * reach) { sums.append(sums[index] + power(index)) }
        let available = sums.count - 1
        guard available > 2 * reach else { return nil }
        // Seen from the edge, the level rises. The mean over 2 s lies that much further inside.
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
        // The level falls all the way, and not just in the last moments of music that gets a little softer.
        guard top - levels[length / 2 - reach] >= 2.5, top - levels[length / 4 - reach] >= 7 else { return nil }
        let steps = stride(from: 5, through: end, by: 5).map { levels[$0] - levels[$0 - 5] }
        guard steps.count(where: { $0 > 0 }) * 5 >= steps.count * 4 else { return nil }
        return Double(length) * LoudnessCurve.step
    }
}
