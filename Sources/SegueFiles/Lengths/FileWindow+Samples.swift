/// The count of the frames of a file that consists of them: MP3, or AAC with headers.
extension FileWindow {
    /// The largest file, in bytes, that is read whole to count its frames.
    private static let countingLimit: Int64 = 256 << 20
    /// The number of bytes that are skipped between two frames in all.
    static let junkLimit: Int64 = 64 << 10

    /// Adds up the samples of all whole frames.
    ///
    /// - Parameters:
    ///   - start: the offset of the first frame.
    ///   - header: the number of bytes of a header.
    ///   - frame: returns the length in bytes and the samples of the frame with this header; nil if these bytes are not
    ///     the header of a frame of the file.
    /// - Returns: the sum up to the end of the file, or to a tag of ID3v1 or APE. Nil for a file that is too large, or
    ///   so damaged that a count would mislead.
    mutating func samples(
        from start: Int64, header: Int, _ frame: (ArraySlice<UInt8>) -> (length: Int64, samples: Int64)?
    ) -> Int64? {
        guard size <= Self.countingLimit else { return nil }
        var samples: Int64 = 0
        var offset = start
        var junk: Int64 = 0
        while offset + Int64(header) <= size {
            let head = bytes(at: offset, count: header)
            if let found = frame(head) {
                offset += found.length
                if offset <= size { samples += found.samples }
            } else if head.starts(with: "TAG".utf8) || head.starts(with: "APET".utf8) {
                break
            } else {
                offset += 1
                junk += 1
                guard junk <= Self.junkLimit else { return nil }
            }
        }
        return samples
    }
}
