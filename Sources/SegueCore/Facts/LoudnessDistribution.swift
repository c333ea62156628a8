/// The frequency of each loudness in a track. Distributions suffice to compute the joint loudness of several tracks,
/// without all of their curves.
struct LoudnessDistribution: Sendable, Equatable {
    /// Steps per LU. Replacing a mean by its step costs at most 0.05 LU.
    private static let steps = 10.0
    /// The relative gate of ITU-R BS.1770-4, in LU: blocks this far below the mean are ignored.
    private static let gate = 10.0

    /// The number of blocks of 400 ms per loudness, by steps above silence.
    private var counts: [Int]
    /// The highest true peak, linear.
    let peak: Double

    /// Creates the distribution of the loudness as heard at a gain of 1. Each value of the curve is a block of ITU-R
    /// BS.1770-4, a tenth of a second after the previous one.
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

    /// Returns the integrated loudness (ITU-R BS.1770-4) of all tracks in sequence, in LUFS; nil for silence.
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
