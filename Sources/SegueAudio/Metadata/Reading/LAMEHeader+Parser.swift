import CGStreamer
import SegueFiles

extension LAMEHeader {
    /// Makes the parsers inside a decoder trim by FFmpeg's headers too. GStreamer 1.22 trims by headers that name LAME,
    /// so these headers are renamed to LAME. If `isLive` returns true, no header counts: the parser would take the end
    /// that a header states for the end of the stream.
    static func honor(in decoder: Element, isLive: @escaping @Sendable () -> Bool = { false }) {
        InnerElements.observe(decoder, of: "mpegaudioparse") { parser in
            parser.pad("sink").addTransform { buffer in
                buffer.flatMap { (isLive() ? Self.unnamed($0) : Self.renamed($0)) ?? segue_buffer_ref($0) }
            }
        }
    }

    /// Returns a copy that names LAME; nil unless this is the start of a stream with another name.
    private static func renamed(_ buffer: UnsafeMutablePointer<GstBuffer>) -> UnsafeMutablePointer<GstBuffer>? {
        let frame = bytes(of: buffer, atMost: length)
        guard let header = MPEGFrameHeader(frame), let offset = LAMEHeader(frame, header: header)?.nameOffset,
            !frame.dropFirst(offset).starts(with: name), let copy = gst_buffer_copy_deep(buffer)
        else { return nil }
        gst_buffer_fill(copy, gsize(offset), name, gsize(name.count))
        return copy
    }

    /// The number of bytes of a buffer that are searched for a header.
    private static let searched = 4096

    /// Returns a copy in which a header has no name, so that its frame is silent; nil for a buffer without a header.
    private static func unnamed(_ buffer: UnsafeMutablePointer<GstBuffer>) -> UnsafeMutablePointer<GstBuffer>? {
        let bytes = bytes(of: buffer, atMost: searched)
        for start in bytes.indices where bytes[start] == 0xFF {
            let frame = Array(bytes[start...].prefix(length))
            guard let place = namePlace(in: frame), let copy = gst_buffer_copy_deep(buffer) else { continue }
            gst_buffer_fill(
                copy, gsize(start + place.lowerBound), [UInt8](repeating: 0, count: place.count), gsize(place.count))
            return copy
        }
        return nil
    }

    private static func bytes(of buffer: UnsafeMutablePointer<GstBuffer>, atMost limit: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: limit) { memory, count in
            count = Int(gst_buffer_extract(buffer, 0, memory.baseAddress, gsize(limit)))
        }
    }
}
