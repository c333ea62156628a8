import Foundation
import SegueCore

/// The sound of a planned transition, computed from the loudness of both tracks.
struct Hearing {
    /// The drop of the loudness below the quieter of both levels around the transition, in decibels.
    let dip: Double
    /// The rise of the loudness above the louder of both, or of either track alone, in decibels.
    let rise: Double
    /// The time in seconds for which both tracks are within 12 dB of their usual levels.
    let bothLoud: Double

    /// The length of the averaging window, and of the passages before and after the transition, in seconds.
    private static let window = 3.0
    private static let step = LoudnessCurve.step
    /// The threshold of loudness as a power ratio: −12 dB.
    private static let loud = 0.0631

    init(_ pair: PlannedPair, from last: TrackFacts, to first: TrackFacts) {
        let length = pair.plan.duration.seconds
        let (edge, begin) = (
            min(last.measurement.lastSound ?? last.measurement.seconds, pair.outgoingStart + length),
            pair.incomingStart
        )
        func power(_ facts: TrackFacts, _ seconds: Double, _ gain: Double) -> Double {
            let level = facts.measurement.momentary[Int((seconds / Self.step).rounded())]
            return level > LoudnessCurve.silence ? pow(10, level / 10) * gain * gain : 0
        }
        func progress(_ time: Double) -> Double { length > 0 ? min(time / length, 1) : 1 }
        /// Returns the power at a time in seconds from the beginning of the transition.
        func outgoing(_ time: Double) -> Double {
            guard time < length else { return 0 }
            let gain = time < 0 ? 1 : pair.plan.outgoingGain(at: progress(time))
            return power(last, pair.outgoingStart + time, pair.outgoingGain * gain)
        }
        func incoming(_ time: Double) -> Double {
            guard time >= 0 else { return 0 }
            return power(first, begin + time, pair.incomingGain * pair.plan.incomingGain(at: progress(time)))
        }
        func mean(_ start: Double, _ end: Double, _ value: (Double) -> Double) -> Double {
            let values = stride(from: start, to: end - 1e-9, by: Self.step).map(value)
            return values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
        }
        let levels = [
            mean(edge - 27, edge - 12) { power(last, $0, pair.outgoingGain) },
            mean(begin + 12, begin + 32) { power(first, $0, pair.incomingGain) },
        ]
        var (least, most) = (Double.infinity, 0.0)
        for center in stride(from: -Self.window / 2, to: length + Self.window / 2, by: Self.step) {
            let (start, end) = (center - Self.window / 2, center + Self.window / 2)
            let sum = mean(start, end) { outgoing($0) + incoming($0) }
            let alone = max(levels[0], levels[1], mean(start, end, outgoing), mean(start, end, incoming))
            least = min(least, sum)
            most = max(most, sum / alone)
        }
        dip = max(0, 10 * log10(min(levels[0], levels[1]) / max(least, 1e-12)))
        rise = 10 * log10(most)
        bothLoud = stride(from: 0, to: length, by: Self.step).reduce(0) { sum, time in
            let isLoud = outgoing(time) > levels[0] * Self.loud && incoming(time) > levels[1] * Self.loud
            return sum + (isLoud ? Self.step : 0)
        }
    }
}
