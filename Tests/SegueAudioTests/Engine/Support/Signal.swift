import Foundation

/// Stereo samples in memory, and WAV files of them: tests generate their input, and measure their output.
struct Signal: Equatable {
    var rate: Int
    var left: [Float]
    var right: [Float]

    var count: Int { left.count }

    init(rate: Int, left: [Float], right: [Float]) {
        self.rate = rate
        self.left = left
        self.right = right
    }

    init(rate: Int, seconds: Double, _ sample: (Int) -> (Float, Float)) {
        self.rate = rate
        left = []
        right = []
        for index in 0..<Int((seconds * Double(rate)).rounded()) {
            let (first, second) = sample(index)
            left.append(first)
            right.append(second)
        }
    }

    enum Side {
        case left
        case right
        case both
    }

    /// Returns the same value throughout, on one side or both.
    static func constant(_ value: Float, on side: Side, rate: Int = 44100, seconds: Double) -> Signal {
        let count = Int((seconds * Double(rate)).rounded())
        return Signal(
            rate: rate, left: [Float](repeating: side == .right ? 0 : value, count: count),
            right: [Float](repeating: side == .left ? 0 : value, count: count))
    }

    /// Returns samples of which number n has the value (n + 1) / 2^20, so that every output sample encodes its number.
    static func counting(on side: Side, rate: Int = 44100, seconds: Double) -> Signal {
        Signal(rate: rate, seconds: seconds) { index in
            let value = Float(index + 1) / 1_048_576
            return (side == .right ? 0 : value, side == .left ? 0 : value)
        }
    }

    static func sine(_ frequency: Double, amplitude: Double = 0.5, rate: Int = 44100, seconds: Double) -> Signal {
        Signal(rate: rate, seconds: seconds) { index in
            let value = Float(amplitude * sin(2 * .pi * frequency * Double(index) / Double(rate)))
            return (value, value)
        }
    }

    // MARK: - Files

    /// The storage of samples in a WAV file.
    enum Layout {
        case float32
        /// Rounded, without dither.
        case int16
    }

    func write(to path: String, as layout: Layout = .float32) throws {
        try Signal.write([left, right], rate: rate, to: path, as: layout)
    }

    /// Writes a WAV file of any number of channels.
    static func write(_ channels: [[Float]], rate: Int, to path: String, as layout: Layout = .float32) throws {
        let (format, bytes): (UInt16, Int) = layout == .float32 ? (3, 4) : (1, 2)
        let count = channels.first?.count ?? 0
        let frame = channels.count * bytes
        var data = Data()
        func number<Number: FixedWidthInteger>(_ value: Number) {
            withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
        }
        data.append(contentsOf: Array("RIFF".utf8))
        number(UInt32(36 + count * frame))
        data.append(contentsOf: Array("WAVEfmt ".utf8))
        number(UInt32(16))
        number(format)
        number(UInt16(channels.count))
        number(UInt32(rate))
        number(UInt32(rate * frame))
        number(UInt16(frame))
        number(UInt16(bytes * 8))
        data.append(contentsOf: Array("data".utf8))
        number(UInt32(count * frame))
        switch layout {
        case .float32: interleaved(channels) { $0 }.withUnsafeBytes { data.append(contentsOf: $0) }
        case .int16:
            interleaved(channels) { Int16(max(-32768, min(32767, ($0 * 32768).rounded()))) }
                .withUnsafeBytes { data.append(contentsOf: $0) }
        }
        try data.write(to: URL(fileURLWithPath: path))
    }

    private static func interleaved<Sample>(_ channels: [[Float]], _ convert: (Float) -> Sample) -> [Sample] {
        let count = channels.first?.count ?? 0
        return [Sample](unsafeUninitializedCapacity: count * channels.count) { samples, written in
            for (number, channel) in channels.enumerated() {
                var place = number
                for value in channel {
                    samples.initializeElement(at: place, to: convert(value))
                    place += channels.count
                }
            }
            written = count * channels.count
        }
    }

    /// The signal with every sample rounded to 16 bits.
    var roundedTo16Bits: Signal {
        func rounded(_ samples: [Float]) -> [Float] { samples.map { ($0 * 32768).rounded() / 32768 } }
        return Signal(rate: rate, left: rounded(left), right: rounded(right))
    }

    subscript(range: Range<Int>) -> Signal {
        Signal(rate: rate, left: Array(left[range]), right: Array(right[range]))
    }

    struct Unreadable: Error {}

    /// Reads stereo WAV of 32-bit floating point or 16-bit integers.
    init(reading path: String) throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        func number(_ range: Range<Int>) -> Int { data[range].reversed().reduce(0) { $0 << 8 | Int($1) } }
        var format = 0..<0
        var offset = 12
        while offset + 8 <= data.count {
            let body = offset + 8..<offset + 8 + number(offset + 4..<offset + 8)
            guard body.upperBound <= data.count else { throw Unreadable() }
            let name = String(decoding: data[offset..<offset + 4], as: UTF8.self)
            if name == "fmt " { format = body }
            if name == "data", format.count >= 16, number(format.lowerBound + 2..<format.lowerBound + 4) == 2 {
                rate = number(format.lowerBound + 4..<format.lowerBound + 8)
                let samples: [Float]
                switch number(format.lowerBound + 14..<format.lowerBound + 16) {
                case 32: samples = Signal.samples(data[body])
                case 16: samples = (Signal.samples(data[body]) as [Int16]).map { Float($0) / 32768 }
                default: throw Unreadable()
                }
                left = Signal.side(0, of: samples)
                right = Signal.side(1, of: samples)
                return
            }
            offset = body.upperBound + body.count % 2
        }
        throw Unreadable()
    }

    private static func side(_ side: Int, of samples: [Float]) -> [Float] {
        [Float](unsafeUninitializedCapacity: samples.count / 2) { values, written in
            for index in 0..<samples.count / 2 { values.initializeElement(at: index, to: samples[2 * index + side]) }
            written = samples.count / 2
        }
    }

    private static func samples<Sample: ExpressibleByIntegerLiteral>(_ bytes: Data) -> [Sample] {
        var samples = [Sample](repeating: 0, count: bytes.count / MemoryLayout<Sample>.size)
        _ = samples.withUnsafeMutableBytes { bytes.copyBytes(to: $0) }
        return samples
    }

    // MARK: - Measures

    /// Returns the first sample that is not silent.
    static func onset(_ samples: [Float]) -> Int? { samples.firstIndex { $0 != 0 } }

    /// Returns the largest step from one sample to the next.
    static func largestStep(_ samples: ArraySlice<Float>) -> Float {
        zip(samples, samples.dropFirst()).map { abs($1 - $0) }.max() ?? 0
    }
}

/// A folder that is removed with the test.
final class Folder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "segue-audio-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { path + "/" + name }

    func uri(_ name: String) -> String { URL(fileURLWithPath: file(name)).absoluteString }
}
