import Glibc

/// A time on CLOCK_MONOTONIC: nanoseconds since some point before the process began, never set back.
public struct MonotonicTime: Sendable, Hashable, Comparable {
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    public static var now: MonotonicTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Returns this time moved by `distance` nanoseconds, back if negative. The result saturates at the limits of
    /// Int64.
    public func advanced(byNanoseconds distance: Int64) -> MonotonicTime {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(distance)
        guard overflow else { return MonotonicTime(nanoseconds: sum) }
        return MonotonicTime(nanoseconds: distance > 0 ? .max : .min)
    }

    /// Returns the nanoseconds from `earlier` to this time; negative if `earlier` is the later one.
    public func nanoseconds(since earlier: MonotonicTime) -> Int64 {
        let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
        guard overflow else { return difference }
        return nanoseconds > earlier.nanoseconds ? .max : .min
    }

    public static func < (first: MonotonicTime, second: MonotonicTime) -> Bool {
        first.nanoseconds < second.nanoseconds
    }
}
