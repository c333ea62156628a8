/// The peaks of a track in even parts of its length, for drawing.
public struct Envelope: Sendable, Hashable {
    /// The permitted numbers of parts.
    public static let bins = 1...4096

    /// The length of the measured audio.
    public var duration: MediaTime
    /// The highest peak below 120 Hz in each part, from 0 for silence to 255 for full scale.
    public var low: [UInt8]
    /// The highest peak from 120 Hz to 4 kHz in each part.
    public var middle: [UInt8]
    /// The highest peak above 4 kHz in each part.
    public var high: [UInt8]

    /// Creates an envelope from these bands, which have equal lengths.
    public init(duration: MediaTime, low: [UInt8], middle: [UInt8], high: [UInt8]) {
        self.duration = duration
        self.low = low
        self.middle = middle
        self.high = high
    }
}

extension TrackFacts.Measurement {
    /// Returns the envelope in `bins` parts, clamped to `Envelope.bins`.
    public func envelope(bins: Int) -> Envelope {
        let count = min(max(bins, Envelope.bins.lowerBound), Envelope.bins.upperBound)
        return Envelope(
            duration: MediaTime(seconds: seconds), low: low.peaks(in: count), middle: middle.peaks(in: count),
            high: high.peaks(in: count))
    }
}

extension PeakCurve {
    /// Returns the highest peak in each of `bins` even parts of the track, linear, 255 at full scale.
    fileprivate func peaks(in bins: Int) -> [UInt8] {
        guard count > 0 else { return Array(repeating: 0, count: bins) }
        return (0..<bins).map { bin in
            let first = bin * count / bins
            // If there are more parts than values, some parts show the same value.
            let last = max(first + 1, (bin + 1) * count / bins)
            // Fewer steps below full scale are louder.
            let loudest = steps[first..<min(last, count)].min() ?? 255
            return Self.linear[Int(loudest)]
        }
    }

    /// The linear value of each step, 255 at full scale; silence for the last step.
    private static let linear: [UInt8] = (0..<256).map { step in
        step == 255 ? 0 : UInt8((255 * Mathematics.amplitude(decibels: Double(step) / -2)).rounded())
    }
}
