import SegueCore

/// Where one load's media lies on the mixer's timeline, in samples. Pure arithmetic.
///
/// The mixer counts samples from 0 at each cold start. GStreamer floors a time to samples, so a sample's time is
/// rounded up to the nanosecond (`MediaTime(samples:rate:)`) and comes back as the same sample.
struct Timeline: Sendable, Hashable {
    /// The load's first sample on the mixer's timeline.
    var startSample: Int64
    /// The media position of that first sample.
    var mediaStart: MediaTime
    /// Hertz of the mixer.
    var rate: Int32

    /// The mixer sample at which this media position sounds, rounded to the nearest.
    func sample(at media: MediaTime) -> Int64 {
        startSample + (media - mediaStart).samples(rate: rate)
    }

    /// The media position that sounds at this mixer sample.
    func media(at sample: Int64) -> MediaTime {
        mediaStart + Timeline.time(of: sample - startSample, rate: rate)
    }

    /// The media position of a sample, rounded down, as the time stamps of buffers are.
    func stamp(at sample: Int64) -> Int64 {
        let (whole, rest) = (sample - startSample).quotientAndRemainder(dividingBy: Int64(rate))
        return mediaStart.nanoseconds + whole * 1_000_000_000 + rest * 1_000_000_000 / Int64(rate)
    }

    /// The time of a sample for the gains of a load, from 0 at its first sample: for the points of an envelope.
    ///
    /// GStreamer computes a gain for each sample of a block, and takes them to be a whole number of nanoseconds apart. In
    /// real time that adds up to a seventh of a sample in a block of 100 ms: 0.05 dB where a fade is steep. So the gains have
    /// a time of their own, in which it is true (`gainRate`).
    func gainTime(at sample: Int64) -> Int64 { (sample - startSample) * Self.gainInterval(rate: rate) }

    /// How fast the time of the gains passes: a little slower than real time.
    static func gainRate(rate: Int32) -> Double { Double(gainInterval(rate: rate) * Int64(rate)) / 1e9 }

    private static func gainInterval(rate: Int32) -> Int64 { 1_000_000_000 / Int64(rate) }

    /// The running time of a sample, rounded up; negative counts are mirrored.
    static func time(of samples: Int64, rate: Int32) -> MediaTime {
        samples < 0
            ? MediaTime.zero - MediaTime(samples: -samples, rate: rate) : MediaTime(samples: samples, rate: rate)
    }

    /// The sample that is due at a running time.
    static func sample(at running: MediaTime, rate: Int32) -> Int64 {
        running.samples(rate: rate)
    }
}
