import EventLoop
import SegueCore

/// The position heard behind an output whose audio arrives later than the output reports, such as a network of
/// speakers (design.md, Outputs). A value.
///
/// An output's own position ends at the last written sample. The delayed position continues from the last reading
/// before that, so that the end of the audio is reached too.
struct HearingDelay: Sendable {
    /// The additional time from the output to the ear, 0 or more.
    var latency = MediaTime.zero
    /// The latest reading of the output that was not at the end of the written samples; nil before the first one.
    private var reading: (place: Int64, time: MonotonicTime)?
    private var written: Int64 = 0

    /// Notes that the output starts at this position.
    mutating func go(from place: Int64) {
        reading = nil
        written = place
    }

    /// Notes that the output has received the samples before this position.
    mutating func write(upTo place: Int64) {
        written = place
    }

    /// Returns the position that is heard now, given the position that the output reports. It precedes the start of the
    /// output at first.
    mutating func place(behind heard: Int64, rate: Int32, at now: MonotonicTime = .now) -> Int64 {
        guard latency > .zero else { return heard }
        if reading == nil || heard < written { reading = (heard, now) }
        guard let reading else { return heard }
        let passed = MediaTime(nanoseconds: max(0, now.nanoseconds(since: reading.time))).samples(rate: rate)
        return min(reading.place + passed - latency.samples(rate: rate), written)
    }
}
