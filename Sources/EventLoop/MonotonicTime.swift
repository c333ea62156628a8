import Glibc

/// A moment on CLOCK_MONOTONIC: nanoseconds since some point before the process began, never set back.
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

    /// This moment moved by `distance` nanoseconds, back when negative. The result stays within Int64 instead of
    /// overflowing.
    public func advanced(byNanoseconds distance: Int64) -> MonotonicTime {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(distance)
        guard overflow else { return MonotonicTime(nanoseconds: sum) }
        return MonotonicTime(nanoseconds: distance > 0 ? .max : .min)
    }

    /// Nanoseconds from `earlier` to this moment; negative when `earlier` is the later one.
    public func nanoseconds(since earlier: MonotonicTime) -> Int64 {
        let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
        guard overflow else { return difference }
        return nanoseconds > earlier.nanoseconds ? .max : .min
    }

    public static func < (first: MonotonicTime, second: MonotonicTime) -> Bool {
        first.nanoseconds < second.nanoseconds
    }
}
