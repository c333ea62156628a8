public import SDBus

/// The outline of a track's sound: the peaks of three bands, in even steps.
public struct Envelope: Equatable, Sendable {
    /// In seconds.
    public var duration: Double
    /// The peak of each step, 0…255.
    public var low: [UInt8]
    public var middle: [UInt8]
    public var high: [UInt8]

    /// The highest peak of all.
    public var peak: Double { Double([low, middle, high].compactMap { $0.max() }.max() ?? 0) / 255 }

    /// From bands of one length.
    public init(duration: Double, low: [UInt8], middle: [UInt8], high: [UInt8]) {
        self.duration = duration
        self.low = low
        self.middle = middle
        self.high = high
    }

    /// From the answer of `Transitions1.Envelope`; nil for any other answer.
    public init?(reply: [BusValue]) {
        guard reply.count == 4, let duration = reply[0].asInt64, duration > 0 else { return nil }
        let bands = reply[1...].map { ($0.asArray ?? []).compactMap { $0.asInt64.map { UInt8(clamping: $0) } } }
        guard let count = bands.first?.count, count > 0, bands.allSatisfy({ $0.count == count }) else { return nil }
        self.init(duration: Double(duration) / 1e6, low: bands[0], middle: bands[1], high: bands[2])
    }

    /// How high the bands are between two moments, 0…1; nothing outside of the track.
    public func peaks(from start: Double, to end: Double) -> (low: Double, middle: Double, high: Double) {
        guard end > 0, start < duration else { return (0, 0, 0) }
        let steps = Double(low.count) / duration
        let first = min(max(Int(start * steps), 0), low.count - 1)
        let last = min(max(Int((end * steps).rounded(.up)) - 1, first), low.count - 1)
        func peak(_ band: [UInt8]) -> Double { Double(band[first...last].max() ?? 0) / 255 }
        return (peak(low), peak(middle), peak(high))
    }
}
