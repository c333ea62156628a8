import SegueCore

/// The length of a FLAC file, exact to the sample, from its last frame. The header of a file that was written to a pipe
/// has no length. The header of a truncated file has a length that is too long.
enum FLACLength {
    /// The number of bytes at the end of a file that are searched for the last frames.
    private static let tail: Int64 = 512 << 10
    private static let longestHeader = 16

    /// Returns the length; nil if the file is not FLAC, or if no frame is found at its end.
    static func read(_ path: LocalPath) -> MediaTime? {
        LocalFile.withOpenFile(path) { descriptor, status in
            guard let head = LocalFile.bytes(of: descriptor, at: 0, count: 42), let stream = StreamInfo(head) else {
                return nil
            }
            let start = max(42, status.size - tail)
            guard let bytes = LocalFile.bytes(of: descriptor, at: start, count: Int(status.size - start)) else {
                return nil
            }
            return samples(in: bytes, of: stream).map { MediaTime(samples: $0, rate: stream.rate) }
        }
    }

    /// Returns the number of samples up to the end of the last whole frame in these bytes.
    private static func samples(in bytes: [UInt8], of stream: StreamInfo) -> Int64? {
        var frames: [(offset: Int, frame: FrameHeader)] = []
        for offset in bytes.indices where bytes[offset] == 0xFF {
            let head = bytes[offset..<min(offset + longestHeader, bytes.count)]
            guard let frame = FrameHeader(head, of: stream) else { continue }
            frames.append((offset, frame))
        }
        // Bytes that only look like a header follow no frame before them.
        for (index, (offset, frame)) in frames.enumerated().reversed() {
            guard frame.start == 0 || frames[..<index].contains(where: { $0.frame.end == frame.start }) else {
                continue
            }
            let isWhole = frame.end == stream.samples || Checksum.sixteen(bytes[offset...]) == 0
            return isWhole ? frame.end : frame.start
        }
        return nil
    }

    private struct StreamInfo {
        let blockLength: Int64
        /// The sample rate in hertz.
        let rate: Int32
        /// The number of samples; 0 if the header does not give it.
        let samples: Int64

        init?(_ head: [UInt8]) {
            guard head.count == 42, head.starts(with: "fLaC".utf8), head[4] & 0x7F == 0 else { return nil }
            func number(_ range: Range<Int>) -> Int64 { head[range].reduce(0) { $0 << 8 | Int64($1) } }
            // The header of the block has 4 bytes. The sizes of blocks and frames follow, then 20 bits of rate, 8 of
            // format, 36 of length.
            blockLength = number(8..<10)
            rate = Int32(number(18..<21) >> 4)
            samples = number(21..<26) & 0xF_FFFF_FFFF
            guard rate > 0 else { return nil }
        }
    }

    /// The header at the start of each frame (RFC 9639 §9.1).
    private struct FrameHeader {
        /// The first sample of the frame, and the first sample after it.
        let start: Int64
        let end: Int64

        init?(_ head: ArraySlice<UInt8>, of stream: StreamInfo) {
            let head = Array(head)
            guard head.count >= 6, head[0] == 0xFF, head[1] & 0xFE == 0xF8, head[2] & 15 != 15, head[3] & 1 == 0 else {
                return nil
            }
            // A number in the manner of UTF-8, up to 36 bits.
            let leading = (~head[4]).leadingZeroBitCount
            guard leading != 1, leading < 8 else { return nil }
            var next = 4 + max(leading, 1)
            guard head.count > next else { return nil }
            var number = Int64(leading == 0 ? head[4] : head[4] & (0xFF >> UInt8(leading + 1)))
            for byte in head[5..<next] {
                guard byte & 0xC0 == 0x80 else { return nil }
                number = number << 6 | Int64(byte & 0x3F)
            }
            let code = head[2] >> 4
            let length: Int64
            switch code {
            case 0: return nil
            case 1: length = 192
            case 2...5: length = 576 << Int64(code - 2)
            case 6, 7:
                let size = code == 6 ? 1 : 2
                guard head.count > next + size else { return nil }
                length = head[next..<(next + size)].reduce(0) { $0 << 8 | Int64($1) } + 1
                next += size
            default: length = 256 << Int64(code - 8)
            }
            switch head[2] & 15 {
            case 12: next += 1
            case 13, 14: next += 2
            default: break
            }
            guard head.count > next, Checksum.eight(head[..<next]) == head[next] else { return nil }
            start = head[1] & 1 == 0 ? number * stream.blockLength : number
            end = start + length
        }
    }

    /// The format's two checksums: polynomials 0x07 and 0x8005, starting from 0.
    private enum Checksum {
        static func eight(_ bytes: ArraySlice<UInt8>) -> UInt8 {
            bytes.reduce(0) { sum, byte in
                (0..<8).reduce(sum ^ byte) { value, _ in value & 0x80 == 0 ? value << 1 : value << 1 ^ 0x07 }
            }
        }

        /// Returns 0 for bytes that end with their own checksum.
        static func sixteen(_ bytes: ArraySlice<UInt8>) -> UInt16 {
            bytes.reduce(0) { sum, byte in
                (0..<8).reduce(sum ^ UInt16(byte) << 8) { value, _ in
                    value & 0x8000 == 0 ? value << 1 : value << 1 ^ 0x8005
                }
            }
        }
    }
}
