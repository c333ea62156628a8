import EventLoop
import SegueCore

/// How much of a sink's stream has been heard, by readings of the sink's clock; between readings, the monotonic clock
/// counts on. A value.
///
/// A device without a clock, like ALSA's `null`, takes everything at once. So no more counts as heard than time has
/// passed.
struct SinkClock: Sendable {
    /// Nanoseconds that a reading may take: while it takes longer, nobody knows whether anything is heard.
    private static let tolerance: Int64 = 100_000_000
    /// Nanoseconds by which a sink's clock may be ahead of the monotonic clock, at the beginning and in each second.
    private static let lead: Int64 = 50_000_000
    private static let drift: Int64 = 1_000_000

    private let rate: Int32
    /// The samples that had been heard at `time`.
    private var reading: Int64 = 0
    private var time = MonotonicTime.now
    /// The sink's clock has gone on between the last two readings.
    private var isRunning = false
    /// The time at which the stream was not heard yet.
    private var start = MonotonicTime.now
    /// The beginning of the reading that is under way.
    private var asked: MonotonicTime?

    /// The clock of a stream of which nothing has been heard.
    init(rate: Int32) {
        self.rate = rate
    }

    /// A reading is under way.
    var isAsked: Bool { asked != nil }

    /// The samples that have been heard now, as far as that is sure while a reading is under way.
    var count: Int64 {
        guard isRunning else { return reading }
        let end = min(.now, asked?.advanced(byNanoseconds: Self.tolerance) ?? .now)
        return reading + MediaTime(nanoseconds: max(0, end.nanoseconds(since: time))).samples(rate: rate)
    }

    mutating func ask() { asked = .now }

    /// Takes the outcome of a reading; nil before the stream plays.
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
