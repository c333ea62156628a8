import SegueCore

/// Where sound begins and ends among interleaved samples: to the sample, or to 10 ms beside silence that is off by a
/// constant.
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
        /// The first or last sample that is sound, as `find` looks for it in the pieces in this order.
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

    /// How many samples of all channels are looked at together: 10 ms.
    private var piece: Int { max(rate / 100, 1) * channels }

    /// Whether samples of any channel differ by more than silence: a file whose samples are off by a constant is as
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
