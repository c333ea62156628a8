import Foundation

/// Stereo samples in memory, and WAV files of them: tests make what they play, and measure what they get.
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

    /// The same value for as long as it lasts, on one side or both.
    static func constant(_ value: Float, on side: Side, rate: Int = 44100, seconds: Double) -> Signal {
        Signal(rate: rate, seconds: seconds) { _ in (side == .right ? 0 : value, side == .left ? 0 : value) }
    }

    /// Sample n has the value (n + 1) / 2^20, so that every output sample tells which one it is.
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

    /// 32-bit floating point WAV.
    func write(to path: String) throws {
        var data = Data()
        func number<Number: FixedWidthInteger>(_ value: Number) {
            withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
        }
        data.append(contentsOf: Array("RIFF".utf8))
        number(UInt32(36 + count * 8))
        data.append(contentsOf: Array("WAVEfmt ".utf8))
        number(UInt32(16))
        number(UInt16(3))
        number(UInt16(2))
        number(UInt32(rate))
        number(UInt32(rate * 8))
        number(UInt16(8))
        number(UInt16(32))
        data.append(contentsOf: Array("data".utf8))
        number(UInt32(count * 8))
        var samples: [Float] = []
        samples.reserveCapacity(count * 2)
        for index in 0..<count {
            samples.append(left[index])
            samples.append(right[index])
        }
        samples.withUnsafeBytes { data.append(contentsOf: $0) }
        try data.write(to: URL(fileURLWithPath: path))
    }

    struct Unreadable: Error {}

    /// Reads 32-bit floating point stereo WAV with a header of 44 bytes, as the engine writes it.
    init(reading path: String) throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        guard data.count >= 44, data[20] == 3, data[22] == 2, data[34] == 32 else { throw Unreadable() }
        rate = data[24..<28].reversed().reduce(0) { $0 << 8 | Int($1) }
        let length = data[40..<44].reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length == data.count - 44 else { throw Unreadable() }
        var samples = [Float](repeating: 0, count: length / 4)
        _ = samples.withUnsafeMutableBytes { data.copyBytes(to: $0, from: 44..<data.count) }
        left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
        right = stride(from: 1, to: samples.count, by: 2).map { samples[$0] }
    }

    // MARK: - Measures

    /// The first sample that is not silent.
    static func onset(_ samples: [Float]) -> Int? { samples.firstIndex { $0 != 0 } }

    /// The largest step from one sample to the next.
    static func largestStep(_ samples: ArraySlice<Float>) -> Float {
        zip(samples, samples.dropFirst()).map { abs($1 - $0) }.max() ?? 0
    }
}

/// A folder that is gone with the test.
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
