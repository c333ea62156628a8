/// The sound that other sound has been put over, as it was.
struct FormerSound: Sendable, Hashable {
    /// The first place at which the other sound is heard.
    let start: Int64
    /// Interleaved stereo samples, from `start` on.
    private(set) var samples: [Float]

    /// The place behind the last sample.
    var end: Int64 { start + Int64(samples.count / 2) }

    init(from start: Int64, samples: [Float]) {
        self.start = start
        self.samples = samples
    }

    /// Leaves out what comes behind this place.
    mutating func cut(at place: Int64) {
        samples = Array(samples.prefix(Int(2 * max(place - start, 0))))
    }

    /// The samples from `place` on, with a ramp of `length` samples at their beginning.
    func samples(from place: Int64, ramp length: Int64) -> [Float] {
        var rest = Array(samples.dropFirst(Int(2 * (place - start))))
        rest.raise(over: length)
        return rest
    }
}

extension [Float] {
    /// Lets interleaved stereo begin with a linear ramp of this many samples.
    mutating func raise(over length: Int64) {
        for frame in 0..<Swift.min(Int(length), count / 2) {
            let gain = Float(Double(frame) / Double(length))
            self[2 * frame] *= gain
            self[2 * frame + 1] *= gain
        }
    }
}
