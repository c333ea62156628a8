import Glibc

/// The power in each band of a part of the audio, 100 times a second.
struct BandSpectra {
    /// Frames a second: frame i is centred at i / 100 s from the first sample.
    static let rate = 100.0
    /// The window of a frame, in seconds: 1024 samples at 44.1 kHz.
    static let window = 1024 / 44100.0
    /// The frequencies at which bands begin and end, in units of 1 / `window`: 43 Hz to 14 kHz.
    static let edges: [Int] = {
        let steps = (0..<40).map { Int(pow(330, Double($0) / 39).rounded()) }
        return steps.enumerated().filter { $0.offset == 0 || steps[$0.offset - 1] != $0.element }.map(\.element)
    }()
    /// The number of bands.
    static let count = edges.count - 1

    /// The number of the first frame.
    private(set) var start: Int
    /// The powers, frame by frame.
    private(set) var powers: [Float] = []

    /// The number of frames.
    var frames: Int { powers.count / Self.count }
    /// The number of the frame after the last one.
    var end: Int { start + frames }

    /// Creates spectra without frames. The next frame has this number.
    init(start: Int = 0) {
        self.start = start
    }

    /// Appends one frame.
    mutating func append(_ frame: [Float]) { powers += frame }

    /// Appends the frames of `later`, or is replaced by `later` if frames between both are missing.
    mutating func append(_ later: BandSpectra) {
        if later.start == end { powers += later.powers } else { self = later }
    }

    /// Removes the earliest frames in excess of `most`. To save time, up to as many again may stay.
    mutating func trim(to most: Int) {
        guard frames > 2 * most else { return }
        start += frames - most
        powers.removeFirst((frames - most) * Self.count)
    }

    /// Returns the logarithms log₁₀(1 + 1000 p / mean) of all powers. Powers more than 30 dB below the mean count for
    /// little.
    func logarithms(mean: Double) -> [Float] {
        let scale = Float(1000 / max(mean, 1e-12))
        return powers.map { log10(1 + scale * $0) }
    }
}
