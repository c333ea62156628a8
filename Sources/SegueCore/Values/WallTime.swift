/// A calendar time, for display and files. Playback is timed by the monotonic clock.
public struct WallTime: Sendable, Hashable, Comparable {
    /// Nanoseconds since the beginning of 1970, UTC; negative before.
    public let nanoseconds: Int64

    /// Creates the time this many nanoseconds after the beginning of 1970, UTC.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The time as ISO 8601 in UTC, to the second: `2026-11-21T17:15:17Z`.
    public var text: String {
        let seconds = nanoseconds.floored(by: 1_000_000_000)
        let days = seconds.floored(by: 86400)
        let ofDay = seconds - days * 86400
        let (year, month, day) = Self.date(ofDay: days)
        func digits(_ number: Int64, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
            + "T\(digits(ofDay / 3600, 2)):\(digits(ofDay / 60 % 60, 2)):\(digits(ofDay % 60, 2))Z"
    }

    /// The time as ISO 8601 in UTC, to the millisecond: `2026-11-21T17:15:17.042Z`.
    public var preciseText: String {
        let millisecond = nanoseconds.floored(by: 1_000_000) - 1000 * nanoseconds.floored(by: 1_000_000_000)
        return "\(text.dropLast()).\(String(1000 + millisecond).dropFirst())Z"
    }

    /// Returns true if the left time is the earlier one.
    public static func < (left: WallTime, right: WallTime) -> Bool { left.nanoseconds < right.nanoseconds }

    /// Returns the Gregorian date of a day counted from the beginning of 1970. Years are counted from March on, so that
    /// a leap day is the last day of its year. 400 years have 146,097 days.
    private static func date(ofDay days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = shifted.floored(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}

extension Int64 {
    /// Returns the quotient, rounded down for negative numbers too.
    fileprivate func floored(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
