import SegueCore

/// The length of a file of AAC frames, each with a header (ADTS, ISO/IEC 13818-7 §6.2), as the count of its frames.
/// Nothing in such a file declares the length, and GStreamer estimates it anew from the bit rate of the frames so far.
enum ADTSLength {
    /// The largest file, in bytes, that is read whole to count its frames.
    private static let countingLimit: Int64 = 256 << 20
    /// The number of bytes that are skipped between two frames in all.
    private static let junkLimit: Int64 = 64 << 10

    /// Returns the length; nil if the file does not begin with two such frames, or is so damaged that a count would
    /// mislead. Reads all of the file.
    static func read(_ path: LocalPath) -> MediaTime? {
        LocalFile.withOpenFile(path) { descriptor, status in
            var window = FileWindow(descriptor: descriptor, size: status.size)
            let start = ID3Size.skip(&window)
            guard status.size <= countingLimit, let first = Frame(window.bytes(at: start, count: 7)),
                Frame(window.bytes(at: start + first.length, count: 7))?.belongs(with: first) == true
            else { return nil }
            var samples: Int64 = 0
            var offset = start
            var junk: Int64 = 0
            while offset + 7 <= window.size {
                if let frame = Frame(window.bytes(at: offset, count: 7)), frame.belongs(with: first) {
                    offset += frame.length
                    if offset <= window.size { samples += frame.samples }
                } else {
                    offset += 1
                    junk += 1
                    guard junk <= junkLimit else { return nil }
                }
            }
            return MediaTime(samples: samples, rate: first.rate)
        }
    }

    /// The header of a frame.
    private struct Frame {
        /// The sample rate in hertz, and the index in the table of rates.
        let rate: Int32
        /// The number of bytes, including the header.
        let length: Int64
        /// The number of samples, at the sample rate.
        let samples: Int64
        /// The bits that are the same in all frames of a file: version, profile, rate and channels.
        let kind: [UInt8]

        private static let rates: [Int32] = [
            96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
        ]

        init?(_ bytes: ArraySlice<UInt8>) {
            let head = Array(bytes)
            guard head.count == 7, head[0] == 0xFF, head[1] & 0xF6 == 0xF0 else { return nil }
            let index = Int(head[2] >> 2 & 15)
            guard Self.rates.indices.contains(index) else { return nil }
            rate = Self.rates[index]
            length = Int64(head[3] & 3) << 11 | Int64(head[4]) << 3 | Int64(head[5] >> 5)
            samples = 1024 * (Int64(head[6] & 3) + 1)
            kind = [head[1] & 8, head[2] & 0xFD, head[3] & 0xC0]
            guard length >= 7 else { return nil }
        }

        func belongs(with other: Frame) -> Bool { kind == other.kind }
    }
}
