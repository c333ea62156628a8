import Foundation

/// Audio files and pictures that the tests create.
public enum SampleFiles {
    /// Returns the smallest picture with the headers of a PNG; `seed` makes pictures differ.
    public static func png(seed: UInt8 = 0, size: Int = 60) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
            + [0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0, seed] + [UInt8](repeating: seed, count: size - 30)
    }

    /// Returns 16-bit PCM with a quiet saw tooth.
    public static func wav(samples: Int, rate: UInt32 = 44_100, channels: UInt16 = 2) -> [UInt8] {
        func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
            withUnsafeBytes(of: number.littleEndian) { Array($0) }
        }
        let data = (0..<samples).flatMap { sample in
            (0..<channels).flatMap { _ in bytes(Int16(truncatingIfNeeded: sample % 200 * 20)) }
        }
        let format =
            bytes(UInt16(1)) + bytes(channels) + bytes(rate) + bytes(rate * UInt32(channels) * 2) + bytes(channels * 2)
            + bytes(UInt16(16))
        return Array("RIFF".utf8) + bytes(UInt32(36 + data.count)) + Array("WAVEfmt ".utf8) + bytes(UInt32(16)) + format
            + Array("data".utf8) + bytes(UInt32(data.count)) + data
    }

    /// The description of speakers in a WAV file.
    public enum Speakers: Sendable {
        /// The header has no description of speakers.
        case none
        /// The header (WAVE_FORMAT_EXTENSIBLE) names no speakers.
        case unnamed
    }

    /// Returns 16-bit PCM at 44,100 Hz with these channels, all of one length.
    public static func wav(_ channels: [[Int16]], speakers: Speakers) -> [UInt8] {
        func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
            withUnsafeBytes(of: number.littleEndian) { Array($0) }
        }
        let data = (0..<(channels.first?.count ?? 0)).flatMap { sample in channels.flatMap { bytes($0[sample]) } }
        let frame = UInt16(2 * channels.count)
        var format = bytes(UInt16(speakers == .none ? 1 : 0xFFFE)) + bytes(UInt16(channels.count))
        format += bytes(UInt32(44100)) + bytes(44100 * UInt32(frame)) + bytes(frame) + bytes(UInt16(16))
        if speakers == .unnamed {
            format += bytes(UInt16(22)) + bytes(UInt16(16)) + bytes(UInt32(0)) + [1, 0, 0, 0, 0, 0, 0x10, 0]
            format += [0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
        }
        return Array("RIFF".utf8) + bytes(UInt32(20 + format.count + data.count)) + Array("WAVEfmt ".utf8)
            + bytes(UInt32(format.count)) + format + Array("data".utf8) + bytes(UInt32(data.count)) + data
    }

    /// Encodes `source`, a WAV file, into `target` by elements of GStreamer such as `flacenc`.
    public static func encode(_ source: String, to target: String, by elements: String) throws {
        let pipeline = "filesrc location=\(source) ! wavparse ! audioconvert ! audioresample ! \(elements)"
        let words = "\(pipeline) ! filesink location=\(target)".split(separator: " ").map(String.init)
        try Tool.run(["gst-launch-1.0", "--quiet"] + words)
    }

    // MARK: - Tags by hand

    /// Returns one frame of an ID3v2.4 tag.
    public static func id3Frame(_ identifier: String, _ body: [UInt8], flags: UInt8 = 0) -> [UInt8] {
        Array(identifier.utf8) + syncsafe(body.count) + [0, flags] + body
    }

    /// Returns a text frame in UTF-8; several values are separated by NUL.
    public static func id3Text(_ identifier: String, _ values: String...) -> [UInt8] {
        id3Frame(identifier, [3] + Array(values.joined(separator: "\0").utf8))
    }

    public static func id3Tag(_ frames: [[UInt8]]) -> [UInt8] {
        let body = frames.flatMap { $0 }
        return Array("ID3".utf8) + [4, 0, 0] + syncsafe(body.count) + body
    }

    private static func syncsafe(_ number: Int) -> [UInt8] {
        [21, 14, 7, 0].map { UInt8(number >> $0 & 0x7F) }
    }

    /// Returns a FLAC file with these comments, and a picture, instead of its comments.
    public static func flac(_ encoded: [UInt8], comments: [String], picture: [UInt8]? = nil, pictureType: UInt8 = 3)
        -> [UInt8]
    {
        func little(_ number: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(number).littleEndian) { Array($0) } }
        func big(_ number: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(number).bigEndian) { Array($0) } }
        func block(_ type: UInt8, _ body: [UInt8]) -> [UInt8] { [type] + big(body.count).dropFirst() + body }
        // "fLaC", then STREAMINFO with its header of 4 and its body of 34 bytes; the blocks after it are skipped.
        var rest = encoded.dropFirst(42)
        var isLast = encoded[4] & 0x80 != 0
        while !isLast {
            let head = Array(rest.prefix(4))
            isLast = head[0] & 0x80 != 0
            rest = rest.dropFirst(4 + head[1...].reduce(0) { $0 << 8 | Int($1) })
        }
        var body = little(0) + little(comments.count)
        for comment in comments { body += little(comment.utf8.count) + Array(comment.utf8) }
        var result = Array("fLaC".utf8) + [0] + encoded[5..<42] + block(4, body)
        if let picture {
            let kind = "image/png"
            result += block(
                6,
                big(Int(pictureType)) + big(kind.utf8.count) + Array(kind.utf8) + big(0) + big(1) + big(1) + big(24)
                    + big(0)
                    + big(picture.count) + picture)
        }
        return result + block(0x81, [0, 0, 0, 0]) + rest
    }

    public static func contents(_ path: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    }
}
