public import SDBus
public import SegueCore

extension Envelope {
    /// Creates an envelope from the answer of `Transitions1.Envelope`; nil for any other answer.
    public init?(reply: [BusValue]) {
        guard reply.count == 4, let duration = reply[0].asTime, duration > .zero else { return nil }
        let bands = reply[1...].map { ($0.asArray ?? []).compactMap { $0.asCount.map { UInt8(clamping: $0) } } }
        guard let count = bands.first?.count, count > 0, bands.allSatisfy({ $0.count == count }) else { return nil }
        self.init(duration: duration, low: bands[0], middle: bands[1], high: bands[2])
    }

    /// The highest peak of all bands, 0…1.
    public var peak: Double { Double([low, middle, high].compactMap { $0.max() }.max() ?? 0) / 255 }

    /// Returns the peaks of the bands between two times, in seconds, 0…1; zero outside of the track.
    public func peaks(from start: Double, to end: Double) -> (low: Double, middle: Double, high: Double) {
        guard end > 0, start < duration.seconds else { return (0, 0, 0) }
        let steps = Double(low.count) / duration.seconds
        let first = min(max(Int(start * steps), 0), low.count - 1)
        let last = min(max(Int((end * steps).rounded(.up)) - 1, first), low.count - 1)
        func peak(_ band: [UInt8]) -> Double { Double(band[first...last].max() ?? 0) / 255 }
        return (peak(low), peak(middle), peak(high))
    }
}
