/// The true peak of a stream: the highest magnitude of its samples and of values interpolated between them.
///
/// Values are interpolated only in the passages in which they can exceed the peak so far.
struct TruePeakMeter {
    private let interpolator: PeakInterpolator?
    private let channels: Int
    /// The highest true peak of any channel so far, linear.
    private(set) var highest: Float = 0
    /// The samples that are examined together, channel by channel: the latest ones of the piece before, then a piece.
    private var windows: [Float]

    /// The number of samples of each channel in a piece.
    private static let piece = 64
    /// The number of samples before a piece on which its values depend, and some more for the interpolator.
    private static let history = PeakInterpolator.fewest - 1
    private static let window = history + piece

    /// Creates a meter of interleaved samples.
    init(rate: Int, channels: Int) {
        interpolator = PeakInterpolator(rate: rate)
        self.channels = channels
        windows = Array(repeating: 0, count: channels * Self.window)
    }

    /// Takes interleaved samples, whole frames of them.
    mutating func take(_ samples: UnsafeBufferPointer<Float>) {
        let length = Self.piece * channels
        for start in stride(from: 0, to: samples.count, by: length) {
            let piece = UnsafeBufferPointer(rebasing: samples[start..<min(start + length, samples.count)])
            for channel in 0..<channels { highest = peak(of: piece, channel: channel) }
        }
    }

    /// Returns the highest true peak so far, including this channel of a piece.
    private mutating func peak(of piece: UnsafeBufferPointer<Float>, channel: Int) -> Float {
        let (channels, interpolator, highest) = (channels, interpolator, highest)
        let frames = piece.count / channels
        return windows.withUnsafeMutableBufferPointer { windows in
            let window = UnsafeMutableBufferPointer(
                rebasing: windows[channel * Self.window..<(channel + 1) * Self.window])
            for frame in 0..<frames { window[Self.history + frame] = piece[frame * channels + channel] }
            let samples = UnsafeBufferPointer(rebasing: window[..<(Self.history + frames)])
            let peak = Self.peak(of: samples)
            var result = max(highest, peak)
            if let interpolator, peak * interpolator.overshoot > result {
                result = max(result, interpolator.peak(of: samples))
            }
            for index in 0..<Self.history { window[index] = window[frames + index] }
            return result
        }
    }

    /// Returns the highest magnitude. Magnitudes are ordered like their bits, which are compared several at a time.
    private static func peak(of samples: UnsafeBufferPointer<Float>) -> Float {
        Float(bitPattern: samples.reduce(0 as UInt32) { max($0, $1.bitPattern & 0x7FFF_FFFF) })
    }
}
