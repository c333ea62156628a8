import CPulse
import EventLoop
import SegueCore

/// How far a stream of the sound server has been heard, by the server's answers; between answers, the monotonic clock
/// counts on. A value.
///
/// libpulse's own interpolation is not used: with PipeWire it is far off every now and then, from an uncork to the next
/// cork.
struct PulseClock: Sendable {
    /// Nanoseconds that an answer may take: while it takes longer, nobody knows whether anything is heard.
    private static let tolerance: Int64 = 250_000_000

    private let rate: Int32
    /// How many samples of the stream had been heard at `time`.
    private var reading: Int64
    private var time = MonotonicTime.now
    /// The stream plays; otherwise it stands still.
    private var isPlaying = false
    /// Since when a question has been open.
    private var asked: MonotonicTime?

    /// The stream stands still at this sample.
    init(at sample: Int64 = 0, rate: Int32) {
        reading = sample
        self.rate = rate
    }

    /// How many samples of the stream have been heard, if it goes on as it did.
    var count: Int64 { count(at: .now) }

    /// The same count, as far as it is sure while the server does not answer.
    var surelyHeard: Int64 { count(at: min(.now, asked?.advanced(byNanoseconds: Self.tolerance) ?? .now)) }

    private func count(at time: MonotonicTime) -> Int64 {
        guard isPlaying else { return reading }
        return reading + MediaTime(nanoseconds: max(0, time.nanoseconds(since: self.time))).samples(rate: rate)
    }

    mutating func ask() {
        asked = asked ?? .now
    }

    /// The server has answered something.
    mutating func answered() {
        asked = nil
    }

    /// Takes the server's answer: what it has taken from the stream, less what is on its way to the ear.
    mutating func read(_ timing: pa_timing_info) {
        let delay = Int64(clamping: timing.sink_usec) - Int64(clamping: timing.transport_usec)
        let sample = timing.read_index / 8 - MediaTime(microseconds: delay).samples(rate: rate)
        // A stream goes on from where it stood still.
        reading = max(isPlaying ? 0 : reading, sample)
        time = .now
        isPlaying = timing.playing != 0
    }
}
