import SegueCore

/// The length of a file of AAC frames, each with a header (ADTS, ISO/IEC 13818-7 §6.2), as the count of its frames.
/// Nothing in such a file declares the length, and GStreamer estimates it anew from the bit rate of the frames so far.
enum ADTSLength {
    /// Returns the length; nil if the file does not begin with two such frames, or is so damaged that a count would
    /// mislead. Reads all of the file.
    static func read(_ path: LocalPath) -> MediaTime? {
        LocalFile.withOpenFile(path) { descriptor, status in
            var window = FileWindow(descriptor: descriptor, size: status.size)
            let start = ID3Size.skip(&window)
            guard let first = Frame(window.bytes(at: start, count: Frame.header)),
                Frame(window.bytes(at: start + first.length, count: Frame.header))?.kind == first.kind
            else { return nil }
            let samples = window.samples(from: start, header: Frame.header) { head in
                Frame(head).flatMap { $0.kind == first.kind ? ($0.length, $0.samples) : nil }
            }
            return samples.map { MediaTime(samples: $0, rate: first.rate) }
        }
    }

    /// The header of a frame.
    private struct Frame {
        /// The number of bytes of the header.
        static let header = 7

        /// The sample rate in hertz.
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
            guard head.count == Self.header, head[0] == 0xFF, head[1] & 0xF6 == 0xF0 else { return nil }
            let index = Int(head[2] >> 2 & 15)
            guard Self.rates.indices.contains(index) else { return nil }
            rate = Self.rates[index]
            length = Int64(head[3] & 3) << 11 | Int64(head[4]) << 3 | Int64(head[5] >> 5)
            samples = 1024 * (Int64(head[6] & 3) + 1)
            kind = [head[1] & 8, head[2] & 0xFD, head[3] & 0xC0]
            guard length >= Self.header else { return nil }
        }
    }
}
