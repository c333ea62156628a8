/// A duration or a position in a track, in whole nanoseconds: the player's only time type.
///
/// Every constructor names its unit. Arithmetic and conversions saturate at `MediaTime.min` and `MediaTime.max` (about
/// ±292 years) and never trap, for any value from the bus.
public struct MediaTime: Sendable, Hashable, Comparable {
    /// Nanoseconds, the unit of GStreamer; negative values are legal in differences only.
    public let nanoseconds: Int64

    /// A duration of zero: the start of a track.
    public static let zero = MediaTime(nanoseconds: 0)
    /// The minimum, about −292 years.
    public static let min = MediaTime(nanoseconds: .min)
    /// The maximum, about 292 years.
    public static let max = MediaTime(nanoseconds: .max)

    /// Creates a time from nanoseconds, the unit of GStreamer and of the system's clocks.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Creates a time from microseconds, the unit of MPRIS.
    public init(microseconds: Int64) {
        let (product, overflow) = microseconds.multipliedReportingOverflow(by: 1000)
        nanoseconds = overflow ? (microseconds < 0 ? .min : .max) : product
    }

    /// Creates a time from seconds, rounded to the nearest nanosecond. NaN counts as zero.
    public init(seconds: Double) {
        let scaled = (seconds * 1e9).rounded()
        if scaled.isNaN {
            nanoseconds = 0
        } else if scaled >= 0x1p63 {
            nanoseconds = .max
        } else if scaled < -0x1p63 {
            nanoseconds = .min
        } else {
            nanoseconds = Int64(scaled)
        }
    }

    /// Creates a time from a count of samples at `rate` hertz, rounded up to the nanosecond: GStreamer rounds down when
    /// it converts a time to samples.
    public init(samples: Int64, rate: Int32) {
        precondition(rate > 0, "a sample rate must be positive, not \(rate)")
        let (whole, rest) = samples.quotientAndRemainder(dividingBy: Int64(rate))
        let (high, overflow) = whole.multipliedReportingOverflow(by: 1_000_000_000)
        let low = (rest * 1_000_000_000 + Int64(rate) - 1) / Int64(rate)
        let (sum, overflowed) = high.addingReportingOverflow(low)
        nanoseconds = overflow || overflowed ? (samples < 0 ? .min : .max) : sum
    }

    /// The time in microseconds, rounded toward zero.
    public var microseconds: Int64 { nanoseconds / 1000 }

    /// The time in seconds as a floating-point number.
    public var seconds: Double { Double(nanoseconds) / 1e9 }

    /// The time in seconds as an exact decimal number: `12.5`, `-0.000001`.
    public var decimalSeconds: String {
        let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        let digits = "\(rest)"
        var fraction = String(repeating: "0", count: 9 - digits.count) + digits
        while fraction.last == "0" { fraction.removeLast() }
        return "\(nanoseconds < 0 ? "-" : "")\(whole)\(fraction.isEmpty ? "" : ".\(fraction)")"
    }

    /// Returns the nearest count of samples at `rate` hertz.
    public func samples(rate: Int32) -> Int64 {
        let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let (high, overflow) = whole.multipliedReportingOverflow(by: Int64(rate))
        guard !overflow else { return nanoseconds < 0 ? .min : .max }
        let half: Int64 = rest < 0 ? -500_000_000 : 500_000_000
        return high + (rest * Int64(rate) + half) / 1_000_000_000
    }

    /// Returns true if the left time is shorter, or earlier.
    public static func < (left: MediaTime, right: MediaTime) -> Bool { left.nanoseconds < right.nanoseconds }

    /// Returns the sum, saturated.
    public static func + (left: MediaTime, right: MediaTime) -> MediaTime {
        let (sum, overflow) = left.nanoseconds.addingReportingOverflow(right.nanoseconds)
        return MediaTime(nanoseconds: overflow ? (right.nanoseconds < 0 ? .min : .max) : sum)
    }

    /// Returns the difference, saturated; negative if the right time is greater.
    public static func - (left: MediaTime, right: MediaTime) -> MediaTime {
        let (difference, overflow) = left.nanoseconds.subtractingReportingOverflow(right.nanoseconds)
        return MediaTime(nanoseconds: overflow ? (right.nanoseconds < 0 ? .max : .min) : difference)
    }

    /// Half of this time, rounded toward zero.
    public var half: MediaTime { MediaTime(nanoseconds: nanoseconds / 2) }

    /// Returns the nearest value within `range`.
    public func clamped(to range: ClosedRange<MediaTime>) -> MediaTime {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}

extension MediaTime: CustomStringConvertible {
    /// Minutes and seconds for display: `3:07`, `1:02:45`, with a minus sign if negative.
    public var description: String {
        let total = Swift.abs(nanoseconds / 1_000_000_000)
        func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let tail = "\(padded(total % 60))"
        let sign = nanoseconds < 0 ? "-" : ""
        return total >= 3600
            ? "\(sign)\(total / 3600):\(padded(total / 60 % 60)):\(tail)" : "\(sign)\(total / 60):\(tail)"
    }
}
