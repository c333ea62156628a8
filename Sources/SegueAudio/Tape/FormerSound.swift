/// The former audio that other audio has replaced.
struct FormerSound: Sendable, Hashable {
    /// The first position at which the other audio is heard.
    let start: Int64
    /// Interleaved stereo samples, from `start` on.
    private(set) var samples: [Float]

    /// The position after the last sample.
    var end: Int64 { start + Int64(samples.count / 2) }

    init(from start: Int64, samples: [Float]) {
        self.start = start
        self.samples = samples
    }

    /// Removes the samples after this position.
    mutating func cut(at place: Int64) {
        samples = Array(samples.prefix(Int(2 * max(place - start, 0))))
    }

    /// Returns the samples from `place` on, with a ramp of `length` samples at their beginning.
    func samples(from place: Int64, ramp length: Int64) -> [Float] {
        var rest = Array(samples.dropFirst(Int(2 * (place - start))))
        rest.raise(over: length)
        return rest
    }
}

extension [Float] {
    /// Applies a linear ramp of this many samples to the beginning of interleaved stereo.
    mutating func raise(over length: Int64) {
        for frame in 0..<Swift.min(Int(length), count / 2) {
            let gain = Float(Double(frame) / Double(length))
            self[2 * frame] *= gain
            self[2 * frame + 1] *= gain
        }
    }
}
