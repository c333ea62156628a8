import Histogram

/// A distribution of times, in microseconds up to an hour, to two digits. It takes a few kilobytes, where nanoseconds
/// to three digits would take a few hundred.
struct TimeHistogram {
    /// Figures of a distribution, in nanoseconds.
    struct Percentiles {
        var p50: UInt64 = 0
        var highest: UInt64 = 0
    }

    private static let longest: UInt64 = 3_600_000_000

    private var histogram = Histogram<UInt32>(
        highestTrackableValue: longest, numberOfSignificantValueDigits: .two)

    mutating func record(_ nanoseconds: UInt64) {
        histogram.record(min(nanoseconds / 1000, Self.longest))
    }

    var count: Int { Int(histogram.totalCount) }

    /// All 0 while nothing has been recorded.
    var percentiles: Percentiles {
        guard histogram.totalCount > 0 else { return Percentiles() }
        return Percentiles(
            p50: histogram.valueAtPercentile(50) * 1000, highest: histogram.max * 1000)
    }
}
