import SegueCore

/// The mapping of one load's media to the mixer's timeline, in samples. Pure arithmetic.
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

    /// Returns the mixer sample at which this media position sounds, rounded to the nearest.
    func sample(at media: MediaTime) -> Int64 {
        startSample + (media - mediaStart).samples(rate: rate)
    }

    /// Returns the media position that sounds at this mixer sample.
    func media(at sample: Int64) -> MediaTime {
        mediaStart + Timeline.time(of: sample - startSample, rate: rate)
    }

    /// Returns the running time of a sample, rounded up; negative counts are mirrored.
    static func time(of samples: Int64, rate: Int32) -> MediaTime {
        samples < 0
            ? MediaTime.zero - MediaTime(samples: -samples, rate: rate) : MediaTime(samples: samples, rate: rate)
    }

    /// Returns the time of a sample, rounded down, as GStreamer stamps its buffers.
    static func stamp(of sample: Int64, rate: Int32) -> Int64 {
        let (whole, rest) = sample.quotientAndRemainder(dividingBy: Int64(rate))
        return whole * 1_000_000_000 + rest * 1_000_000_000 / Int64(rate)
    }

    /// Returns the sample that is due at a running time.
    static func sample(at running: MediaTime, rate: Int32) -> Int64 {
        running.samples(rate: rate)
    }
}
