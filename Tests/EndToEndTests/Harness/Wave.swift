import Foundation

/// RIFF WAVE files: written as 16-bit stereo, read as stereo in any of the formats that Segue renders.
struct Wave {
    var rate: Int
    /// The samples, one array per channel; full scale is 1.
    var channels: [[Double]]

    var frames: Int { channels[0].count }

    struct Malformed: Error, CustomStringConvertible {
        var description: String
    }

    /// Returns a file of interleaved stereo samples.
    static func file(samples: [Int16], rate: Int) -> Data {
        var data = Data("RIFF".utf8)
        let bytes = samples.count * 2
        data.append(little: UInt32(36 + bytes))
        data.append(Data("WAVEfmt ".utf8))
        data.append(little: UInt32(16))
        data.append(little: UInt16(1))
        data.append(little: UInt16(2))
        data.append(little: UInt32(rate))
        data.append(little: UInt32(rate * 4))
        data.append(little: UInt16(4))
        data.append(little: UInt16(16))
        data.append(Data("data".utf8))
        data.append(little: UInt32(bytes))
        samples.withUnsafeBytes { data.append(contentsOf: $0) }
        return data
    }

    init(contentsOf url: URL) throws {
        let data = [UInt8](try Data(contentsOf: url))
        guard data.count > 12, data[0..<4].elementsEqual("RIFF".utf8), data[8..<12].elementsEqual("WAVE".utf8) else {
            throw Malformed(description: "\(url.path) is no WAVE file")
        }
        func little(_ offset: Int, _ count: Int) -> Int {
            (0..<count).reduce(0) { $0 | Int(data[offset + $1]) << (8 * $1) }
        }
        var offset = 12
        var format: (isFloat: Bool, channels: Int, rate: Int, bits: Int)?
        while offset + 8 <= data.count {
            let name = String(decoding: data[offset..<offset + 4], as: UTF8.self)
            let start = offset + 8
            let size = min(little(offset + 4, 4), data.count - start)
            switch name {
            case "fmt ":
                // 3 is floating point; 0xFFFE has the actual format at the beginning of its GUID.
                let tag = little(start, 2) == 0xFFFE ? little(start + 24, 2) : little(start, 2)
                format = (tag == 3, little(start + 2, 2), little(start + 4, 4), little(start + 14, 2))
            case "data":
                guard let format, format.channels == 2 else {
                    throw Malformed(description: "\(url.path) is not stereo")
                }
                rate = format.rate
                let width = format.bits / 8
                var result: [[Double]] = [[], []]
                result[0].reserveCapacity(size / width / 2)
                result[1].reserveCapacity(size / width / 2)
                let scale = 1 / Double(UInt32(1) << 31)
                data.withUnsafeBytes { bytes in
                    for position in stride(from: start, to: start + size - width + 1, by: width) {
                        let value: Double
                        switch (format.isFloat, width) {
                        case (true, _):
                            value = Double(bytes.loadUnaligned(fromByteOffset: position, as: Float.self))
                        case (false, 2):
                            value = Double(bytes.loadUnaligned(fromByteOffset: position, as: Int16.self)) / 32768
                        default:
                            // 24 bits: together with the preceding byte, 32 bits whose lowest byte is ignored.
                            let raw = bytes.loadUnaligned(fromByteOffset: position - 1, as: Int32.self)
                            value = Double(raw & ~0xFF) * scale
                        }
                        result[(position - start) / width % 2].append(value)
                    }
                }
                channels = result
                return
            default: break
            }
            offset = start + size + size % 2
        }
        throw Malformed(description: "\(url.path) has no samples")
    }
}

extension Data {
    fileprivate mutating func append<Number: FixedWidthInteger>(little number: Number) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
