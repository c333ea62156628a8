import EventLoop
import SegueCore

/// The position of a stream on the sound server: the number of samples heard, and the first sample that can still be
/// rewritten. Both follow from the server's answers; between answers, the monotonic clock counts on. A value.
///
/// libpulse's own interpolation is not used: with PipeWire it is far off every now and then, from an uncork to the next
/// cork.
struct PulseClock: Sendable {
    /// The server's report about a stream.
    struct Answer: Hashable, Sendable {
        /// The number of samples that the server has read from the stream.
        var read: Int64
        /// The time from the server's read to the ear.
        var delay: MediaTime
        /// The time since the report was made, as libpulse estimates it.
        var age: MediaTime = .zero
        /// The latency that the device has been set to: it may read that far ahead of the ear.
        var reach: MediaTime = .zero
        var isPlaying = true
    }

    /// The sample heard at a given time, according to one answer.
    private struct Reading {
        var sample: Int64
        var time: MonotonicTime

        func sample(at now: MonotonicTime, rate: Int32) -> Int64 {
            sample + MediaTime(nanoseconds: max(0, now.nanoseconds(since: time))).samples(rate: rate)
        }
    }

    /// The time that an answer may take, in nanoseconds: if it takes longer, it is unknown whether anything is heard.
    private static let tolerance: Int64 = 250_000_000
    /// The least distance of a rewritten sample from the samples that can't be changed. Covers the time that a write
    /// takes, and on PulseAudio the block that a recorder of the sink has received.
    private static let margin = MediaTime(nanoseconds: 38_000_000)
    /// The longest step in which a server reads. An answer that lags further comes from a server that had stopped, and
    /// so does one that lags further behind both answers after it.
    private static let longestStep = MediaTime(nanoseconds: 250_000_000)

    private let rate: Int32
    private let server: PulseServer.Kind
    /// The sample at which the stream is stopped, or from which it resumed.
    private var start: Int64
    /// The latest answers, oldest first; none while the stream is stopped.
    private var readings: [Reading] = []
    /// The number of samples between the server's read and the ear, and the most that there may be.
    private var delay: Int64 = 0
    private var reach: Int64 = 0
    /// True if what has been read can't be rendered again: PipeWire never does, and with PulseAudio it depends on the
    /// device.
    var isReadFinal: Bool
    /// The time since which a question has been open; nil if none is.
    private var asked: MonotonicTime?

    /// Creates a clock for a stream that is stopped at this sample.
    init(at sample: Int64 = 0, rate: Int32, server: PulseServer.Kind) {
        start = sample
        self.rate = rate
        self.server = server
        isReadFinal = server == .pipeWire
    }

    /// The number of samples of the stream that have been heard, if it continues unchanged.
    var count: Int64 { count(at: .now) }

    /// The same count, as far as it is certain while the server does not answer.
    var surelyHeard: Int64 { count(at: min(.now, asked?.advanced(byNanoseconds: Self.tolerance) ?? .now)) }

    /// The first sample that can still be rewritten. As a rule, PulseAudio renders again whatever has not been heard.
    var changeable: Int64 { changeable(at: .now) }

    func count(at time: MonotonicTime) -> Int64 { max(start, samples(at: time).min() ?? start) }

    func changeable(at time: MonotonicTime) -> Int64 {
        let latest = max(start, samples(at: time).max() ?? start)
        return latest + (isReadFinal ? max(delay, reach) : 0) + Self.margin.samples(rate: rate)
    }

    /// The sample heard at `time`, extrapolated from each of the answers.
    private func samples(at time: MonotonicTime) -> [Int64] { readings.map { $0.sample(at: time, rate: rate) } }

    mutating func ask() {
        asked = asked ?? .now
    }

    /// Notes that the server has answered.
    mutating func answered() {
        asked = nil
    }

    /// Adds an answer that arrived at `now`.
    mutating func read(_ answer: Answer, at now: MonotonicTime = .now) {
        delay = answer.delay.samples(rate: rate)
        reach = server == .pulseAudio ? answer.reach.samples(rate: rate) : 0
        let sample = answer.read - delay + answer.age.samples(rate: rate)
        guard answer.isPlaying else {
            // A stream continues from where it stopped.
            start = readings.isEmpty ? max(start, sample) : sample
            return readings = []
        }
        let longestStep = Self.longestStep.samples(rate: rate)
        if let latest = samples(at: now).max(), latest - sample > longestStep { readings = [] }
        readings.append(Reading(sample: sample, time: now))
        if readings.count > server.readings { readings.removeFirst() }
        let least = (samples(at: now).suffix(2).min() ?? sample) - longestStep
        readings.removeAll { $0.sample(at: now, rate: rate) < least }
    }
}

extension PulseServer.Kind {
    /// The number of answers that are combined. PulseAudio's answers are exact. PipeWire reports the state after its
    /// last step, up to 43 ms ago. The most delayed answer limits the heard samples, and the least delayed answer
    /// limits the read samples.
    fileprivate var readings: Int { self == .pipeWire ? 8 : 1 }
}
