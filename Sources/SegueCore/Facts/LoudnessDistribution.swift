/// How loud a track is how often: enough to tell how loud several tracks are together, without the curves of all of
/// them.
struct LoudnessDistribution: Sendable, Equatable {
    /// Steps in a LU. That a mean stands for its step costs 0.05 LU at most.
    private static let steps = 10.0
    /// The relative gate of ITU-R BS.1770-4: what is so far below the mean counts for nothing, in LU.
    private static let gate = 10.0

    /// How many blocks of 400 ms have a loudness, by its steps above silence.
    private var counts: [Int]
    /// The highest true peak, linear.
    let peak: Double

    /// The distribution of the loudness that is heard at a gain of 1. Each value of the curve is a block of ITU-R
    /// BS.1770-4, a tenth of a second behind the last one.
    init(_ facts: TrackFacts) {
        peak = facts.measurement.heard.peak
        let curve = facts.measurement.momentary
        counts = []
        for index in 0..<curve.count where curve[index] > LoudnessCurve.silence {
            let step = Int((curve[index] - LoudnessCurve.silence) * Self.steps)
            if step >= counts.count { counts += Array(repeating: 0, count: step + 1 - counts.count) }
            counts[step] += 1
        }
    }

    /// The integrated loudness (ITU-R BS.1770-4) of all of them behind each other, in LUFS; nil for silence.
    static func loudness(of tracks: [LoudnessDistribution]) -> Double? {
        var all: [Int] = []
        for track in tracks {
            if track.counts.count > all.count { all += Array(repeating: 0, count: track.counts.count - all.count) }
            for (step, count) in track.counts.enumerated() { all[step] += count }
        }
        guard let mean = mean(of: all, from: LoudnessCurve.silence) else { return nil }
        return Self.mean(of: all, from: mean - gate)
    }

    private static func mean(of counts: [Int], from least: Double) -> Double? {
        var (power, count) = (0.0, 0)
        for step in counts.indices where counts[step] > 0 {
            let level = LoudnessCurve.silence + (Double(step) + 0.5) / steps
            guard level > least else { continue }
            power += LoudnessCurve.power(of: level) * Double(counts[step])
            count += counts[step]
        }
        return count > 0 ? LoudnessCurve.level(of: power / Double(count)) : nil
    }
}
