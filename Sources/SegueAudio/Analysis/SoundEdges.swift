import SegueCore

/// Where sound begins and ends among interleaved samples, to the sample.
struct SoundEdges: SampleMeter {
    /// The greatest sample that counts as silence, on any channel.
    let threshold: Float
    private let rate: Int
    private let channels: Int
    /// How many samples of each channel there were.
    private(set) var frames = 0
    /// The first sample that is sound.
    private(set) var first: Int?
    /// The sample behind the last one that is sound.
    private(set) var last: Int?

    init(above threshold: Float, rate: Int, channels: Int) {
        self.threshold = threshold
        self.rate = rate
        self.channels = channels
    }

    mutating func take(_ samples: UnsafeBufferPointer<Float>) {
        let limit = threshold
        func isSound(_ sample: Float) -> Bool { abs(sample) > limit }
        if first == nil { first = samples.firstIndex(where: isSound).map { frames + $0 / channels } }
        if let index = samples.lastIndex(where: isSound) { last = frames + index / channels + 1 }
        skip(samples.count / channels)
    }

    /// Passes by so many samples of each channel, which are silent.
    mutating func skip(_ count: Int) { frames += count }

    /// The time of a sample.
    func time(_ frame: Int) -> MediaTime { MediaTime(samples: Int64(frame), rate: Int32(rate)) }

    func seconds(_ frame: Int) -> Double { Double(frame) / Double(rate) }

    var seconds: Double { seconds(frames) }
    /// When the first sound begins, in seconds from the first sample.
    var firstSound: Double? { first.map(seconds) }
    /// When the last sound ends.
    var lastSound: Double? { last.map(seconds) }
}
