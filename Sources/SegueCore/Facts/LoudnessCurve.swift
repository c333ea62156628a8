/// The loudness of a track over its length: value i is the momentary loudness (EBU Tech 3341: 400 ms) around
/// i × 0.1 s.
public struct LoudnessCurve: Sendable, Hashable {
    /// Seconds from one value to the next.
    public static let step = 0.1
    /// The level of silence in LUFS: the absolute gate of ITU-R BS.1770-4.
    public static let silence = -70.0

    /// The values in hundredths of a LUFS: a curve is kept on disk for every track.
    public let hundredths: [Int16]

    /// Creates a curve of these values in LUFS. Values below silence, and NaN, count as silence.
    public init(_ values: some Sequence<Double>) {
        hundredths = values.map { value in
            let clamped = value.isNaN ? Self.silence : min(max(value, Self.silence), 100)
            return Int16((clamped * 100).rounded())
        }
    }

    /// Creates a curve of these values in hundredths of a LUFS. Values below silence count as silence.
    public init(hundredths: [Int16]) {
        self.hundredths = hundredths.map { min(max($0, Int16(Self.silence * 100)), 10000) }
    }

    /// The number of values.
    public var count: Int { hundredths.count }

    /// The loudness around `index` × 0.1 s, in LUFS; silence outside of the track.
    public subscript(index: Int) -> Double {
        hundredths.indices.contains(index) ? Double(hundredths[index]) / 100 : Self.silence
    }

    /// Returns the index of the value whose time is nearest to `seconds`.
    static func index(at seconds: Double) -> Int { Int((seconds / step).rounded()) }

    /// Returns the mean power of the values around these times, relative to full scale; 0 for silence.
    func power(from start: Double, to end: Double) -> Double {
        let range = Self.index(at: start)..<max(Self.index(at: start), Self.index(at: end))
        guard !range.isEmpty else { return 0 }
        return range.reduce(0) { $0 + power(at: $1) } / Double(range.count)
    }

    func power(at index: Int) -> Double { Self.power(of: self[index]) }

    /// Returns the power of a loudness; 0 for silence. The constant of ITU-R BS.1770 is left out, because it cancels.
    static func power(of loudness: Double) -> Double {
        guard loudness > silence else { return 0 }
        let amplitude = Mathematics.amplitude(decibels: loudness)
        return amplitude * amplitude
    }

    /// Returns the loudness of a power; silence for 0.
    static func level(of power: Double) -> Double {
        power > 1e-7 ? max(10 * Mathematics.logarithm10(power), silence) : silence
    }
}
