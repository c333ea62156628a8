import EventLoop
import SegueCore

/// The heard position of a sink's stream, by readings of the sink's clock; between readings, the monotonic clock counts
/// on. A value.
///
/// A device without a clock, like ALSA's `null`, accepts everything at once. The heard position therefore never exceeds
/// the time that has passed.
struct SinkClock: Sendable {
    /// The time that a reading may take, in nanoseconds: if it takes longer, it is unknown whether anything is heard.
    private static let tolerance: Int64 = 100_000_000
    /// Nanoseconds by which a sink's clock may be ahead of the monotonic clock, at the beginning and in each second.
    private static let lead: Int64 = 50_000_000
    private static let drift: Int64 = 1_000_000

    private let rate: Int32
    /// The samples that had been heard at `time`.
    private var reading: Int64 = 0
    private var time = MonotonicTime.now
    /// True if the sink's clock has advanced between the last two readings.
    private var isRunning = false
    /// The last time at which the stream was not heard yet.
    private var start = MonotonicTime.now
    /// The beginning of the reading that is under way.
    private var asked: MonotonicTime?

    /// Creates the clock of a stream of which nothing has been heard.
    init(rate: Int32) {
        self.rate = rate
    }

    /// True if a reading is under way.
    var isAsked: Bool { asked != nil }

    /// The number of samples that have been heard, as far as certain while a reading is under way.
    var count: Int64 {
        guard isRunning else { return reading }
        let end = min(.now, asked?.advanced(byNanoseconds: Self.tolerance) ?? .now)
        return reading + MediaTime(nanoseconds: max(0, end.nanoseconds(since: time))).samples(rate: rate)
    }

    mutating func ask() { asked = .now }

    /// Stores the outcome of a reading; nil before the stream plays.
    mutating func read(_ time: MediaTime?) {
        asked = nil
        self.time = .now
        guard let time, time > .zero else { return start = self.time }
        let passed = self.time.nanoseconds(since: start)
        let most = passed + Self.lead + passed / 1_000_000_000 * Self.drift
        let sample = min(time, MediaTime(nanoseconds: most)).samples(rate: rate)
        isRunning = sample > reading
        reading = max(reading, sample)
    }
}
