public import SegueCore

/// The audible length of an MP3 file, exact to the sample. GStreamer 1.22 trims by the header that `LAMEHeader` reads.
/// But it reports no length if there is no header, and too long a length for a truncated file.
public enum MPEGAudioLength {
    /// Returns the length; nil if the file is not MPEG audio, or so damaged that a count would mislead. Reads all of a
    /// file without a header. Blocks: not for the loop's thread.
    public static func read(_ path: LocalPath) -> MediaTime? {
        LocalFile.withOpenFile(path) { descriptor, status in
            var window = FileWindow(descriptor: descriptor, size: status.size)
            guard let start = firstFrame(&window), let header = MPEGFrameHeader(window.bytes(at: start, count: 4))
            else {
                return nil
            }
            let frame = Array(window.bytes(at: start, count: min(header.length, 4096)))
            let samples: Int64?
            if let info = LAMEHeader(frame, header: header) {
                let available = status.size - start
                // A truncated file has fewer frames than its header declares, and joined files have more.
                let isWhole =
                    info.bytes.map { bytes in
                        available >= bytes - 4096 && (bytes == 0 || !goesOn(at: start + bytes, header, &window))
                    } ?? true
                let frames = isWhole ? info.frames : count(from: start + Int64(header.length), header, &window)
                samples = (frames ?? count(from: start + Int64(header.length), header, &window)).map {
                    $0 * header.samples - info.trimmedStart - (isWhole ? info.trimmedEnd : 0)
                }
            } else {
                samples = (vbriFrames(frame) ?? count(from: start, header, &window)).map { $0 * header.samples }
            }
            return samples.flatMap { $0 > 0 ? MediaTime(samples: $0, rate: header.rate) : nil }
        }
    }

    /// Returns the offset of the first frame that is followed by another frame.
    private static func firstFrame(_ window: inout FileWindow) -> Int64? {
        let start = ID3Size.skip(&window)
        for offset in start..<(start + FileWindow.junkLimit) where offset < window.size {
            guard let header = MPEGFrameHeader(window.bytes(at: offset, count: 4)) else { continue }
            let next = offset + Int64(header.length)
            guard let following = MPEGFrameHeader(window.bytes(at: next, count: 4)) else {
                if next >= window.size { return offset }
                continue
            }
            if following.belongs(with: header) { return offset }
        }
        return nil
    }

    /// Returns true if audio follows at this offset, possibly after a tag.
    private static func goesOn(at offset: Int64, _ first: MPEGFrameHeader, _ window: inout FileWindow) -> Bool {
        let start = ID3Size.skip(&window, from: offset)
        guard let header = MPEGFrameHeader(window.bytes(at: start, count: 4)), header.belongs(with: first),
            let next = MPEGFrameHeader(window.bytes(at: start + Int64(header.length), count: 4))
        else { return false }
        return next.belongs(with: first)
    }

    /// Returns the number of whole frames from `start` to the end.
    private static func count(from start: Int64, _ first: MPEGFrameHeader, _ window: inout FileWindow) -> Int64? {
        window.samples(from: start, header: 4) { head in
            MPEGFrameHeader(head).flatMap { $0.belongs(with: first) ? (Int64($0.length), 1) : nil }
        }
    }

    /// Returns the number of frames in Fraunhofer's header, which is 32 bytes after the header of the frame.
    private static func vbriFrames(_ frame: [UInt8]) -> Int64? {
        guard frame.count >= 54, frame[LAMEHeader.vbriOffset...].starts(with: "VBRI".utf8) else { return nil }
        let frames = frame[50..<54].reduce(Int64(0)) { $0 << 8 | Int64($1) }
        return frames > 0 ? frames : nil
    }
}
