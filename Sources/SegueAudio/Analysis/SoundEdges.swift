import SegueCore

/// The positions at which non-silent audio begins and ends among interleaved samples. They are exact to the sample, or
/// to 10 ms beside silence with a constant offset.
struct SoundEdges: SampleMeter {
    /// The greatest sample that counts as silence, on any channel.
    let threshold: Float
    private let rate: Int
    private let channels: Int
    /// The number of samples of each channel so far.
    private(set) var frames = 0
    /// The first non-silent sample.
    private(set) var first: Int?
    /// The sample after the last non-silent one.
    private(set) var last: Int?

    init(above threshold: Float, rate: Int, channels: Int) {
        self.threshold = threshold
        self.rate = rate
        self.channels = channels
    }

    mutating func take(_ samples: UnsafeBufferPointer<Float>) {
        let limit = threshold
        func isSound(_ sample: Float) -> Bool { abs(sample) > limit }
        /// Returns the first or last non-silent sample. `find` looks for it in the pieces in this order.
        func place(
            _ starts: some Sequence<Int>, _ find: (Slice<UnsafeBufferPointer<Float>>) -> Int?
        ) -> Int? {
            for start in starts {
                let piece = samples[start..<min(start + piece, samples.count)]
                if let index = find(piece), moves(piece) { return index / channels }
            }
            return nil
        }
        let starts = stride(from: 0, to: samples.count, by: piece)
        if first == nil { first = place(starts) { $0.firstIndex(where: isSound) }.map { frames + $0 } }
        if let index = place(starts.reversed(), { $0.lastIndex(where: isSound) }) { last = frames + index + 1 }
        skip(samples.count / channels)
    }

    /// The number of samples of all channels that are examined together: 10 ms.
    private var piece: Int { max(rate / 100, 1) * channels }

    /// Returns true if the samples of any channel differ by more than silence. Samples with a constant offset are as
    /// silent as without it.
    private func moves(_ piece: Slice<UnsafeBufferPointer<Float>>) -> Bool {
        for channel in 0..<channels {
            var (least, most) = (Float.infinity, -Float.infinity)
            for index in stride(from: piece.startIndex + channel, to: piece.endIndex, by: channels) {
                (least, most) = (min(least, piece[index]), max(most, piece[index]))
                if most - least > threshold { return true }
            }
        }
        return false
    }

    /// Skips this many silent samples of each channel.
    mutating func skip(_ count: Int) { frames += count }

    /// Returns the time of a sample.
    func time(_ frame: Int) -> MediaTime { MediaTime(samples: Int64(frame), rate: Int32(rate)) }

    func seconds(_ frame: Int) -> Double { Double(frame) / Double(rate) }

    var seconds: Double { seconds(frames) }
    /// The time at which the first non-silent sample begins, in seconds from the first sample.
    var firstSound: Double? { first.map(seconds) }
    /// The time at which the last non-silent sample ends, in seconds from the first sample.
    var lastSound: Double? { last.map(seconds) }
}
