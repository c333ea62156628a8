/// The highest peak in each tenth of a second, in half decibels below full scale.
public struct PeakCurve: Sendable, Hashable {
    /// Value i: −0.5 i dBFS; 255 for everything below −127 dBFS.
    public private(set) var steps: [UInt8]

    /// Creates a curve of linear peaks, 1 at full scale.
    public init(linear peaks: some Sequence<Double>) {
        steps = peaks.map { peak in
            guard peak > 1e-7 else { return 255 }
            return UInt8(min(max((-40 * Mathematics.logarithm10(peak)).rounded(), 0), 255))
        }
    }

    /// Creates a curve of these steps.
    public init(steps: [UInt8]) {
        self.steps = steps
    }

    /// Creates a curve of these steps; values outside of 0…255 count as silence.
    public init(steps: some Sequence<Int>) {
        self.steps = steps.map { UInt8(exactly: $0) ?? 255 }
    }

    /// The number of values.
    public var count: Int { steps.count }

    /// The peak between `index` × 0.1 s and the next value, in dBFS; −127.5 outside of the track.
    public subscript(index: Int) -> Double { steps.indices.contains(index) ? Double(steps[index]) / -2 : -127.5 }
}
