import CGStreamer
import SegueFiles

extension LAMEHeader {
    /// Makes the parsers inside a decoder trim by FFmpeg's headers too. GStreamer 1.22 trims by headers that name LAME,
    /// and so LAME is the name that it gets to see.
    static func honor(in decoder: Element) {
        InnerElements.observe(decoder, of: "mpegaudioparse") { parser in
            parser.pad("sink").addTransform { $0.flatMap { Self.renamed($0) ?? segue_buffer_ref($0) } }
        }
    }

    /// A copy that names LAME; nil unless this is the start of a stream with another name there.
    private static func renamed(_ buffer: UnsafeMutablePointer<GstBuffer>) -> UnsafeMutablePointer<GstBuffer>? {
        let frame = [UInt8](unsafeUninitializedCapacity: length) { memory, count in
            count = Int(gst_buffer_extract(buffer, 0, memory.baseAddress, gsize(length)))
        }
        guard let header = MPEGFrameHeader(frame), let offset = LAMEHeader(frame, header: header)?.nameOffset,
            !frame.dropFirst(offset).starts(with: name), let copy = gst_buffer_copy_deep(buffer)
        else { return nil }
        gst_buffer_fill(copy, gsize(offset), name, gsize(name.count))
        return copy
    }
}
