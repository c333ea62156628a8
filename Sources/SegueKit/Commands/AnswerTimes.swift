import Histogram
import SegueCore

/// From key to ear: how long it takes until what a person does is heard, measured since the player started.
struct AnswerTimes {
    private var times: [SoundChange: TimeHistogram] = [:]

    mutating func record(_ change: SoundChange, _ time: MediaTime) {
        times[change, default: TimeHistogram()].record(UInt64(max(time.nanoseconds, 0)))
    }

    /// For programs: for each kind of change that there was, how often it came, the median time and the longest.
    var figures: [(name: String, value: Figure)] {
        SoundChange.allCases.flatMap { change -> [(name: String, value: Figure)] in
            guard let times = times[change] else { return [] }
            let name = "keyToEar.\(change.rawValue)"
            let percentiles = times.percentiles
            return [
                (name, .count(times.count)),
                ("\(name)P50", .seconds(Double(percentiles.p50) / 1e9)),
                ("\(name)Highest", .seconds(Double(percentiles.highest) / 1e9)),
            ]
        }
    }
}
