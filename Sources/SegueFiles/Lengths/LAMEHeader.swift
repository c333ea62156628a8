/// What Xing's header and LAME's extension of it say; the frame that they are in holds no sound.
public struct LAMEHeader: Sendable {
    /// How many frames come behind this one.
    private(set) var frames: Int64?
    /// How many bytes the frames have, from this one on.
    private(set) var bytes: Int64?
    /// How many samples the decoder drops at the start.
    private(set) var trimmedStart: Int64 = 0
    /// How many samples the decoder drops at the end.
    private(set) var trimmedEnd: Int64 = 0
    /// Where in the frame the encoder's name stands, if its header is one to trim by.
    public private(set) var nameOffset: Int?

    /// How many bytes of a frame are enough to read the header.
    public static let length = 208
    /// What a decoder adds to the encoder's delay.
    private static let decoderDelay: Int64 = 529
    /// The encoder's name in headers that every decoder trims by.
    public static let name = Array("LAME".utf8)

    /// Nil for a frame that has no such header. The first `length` bytes of `frame` are enough.
    public init?(_ frame: [UInt8], header: MPEGFrameHeader) {
        var rest = frame.dropFirst(header.xingOffset)
        guard header.layer == 3, rest.count >= 8, rest.starts(with: "Xing".utf8) || rest.starts(with: "Info".utf8)
        else {
            return nil
        }
        rest = rest.dropFirst(4)
        guard let flags = Self.number(&rest) else { return nil }
        if flags & 1 != 0 { frames = Self.number(&rest) }
        if flags & 2 != 0 { bytes = Self.number(&rest) }
        if flags & 4 != 0 { rest = rest.dropFirst(100) }
        if flags & 8 != 0 { rest = rest.dropFirst(4) }
        if frames == 0 { frames = nil }
        // The encoder's name, and 21 bytes on, 12 bits each of delay and padding. Of the other encoders, only FFmpeg's
        // libraries are known to mean the same by them.
        let extra = Array(rest.prefix(24))
        guard extra.count == 24,
            extra.starts(with: Self.name) || extra.starts(with: "Lavc".utf8)
                || extra.starts(with: "Lavf".utf8)
        else { return }
        nameOffset = rest.startIndex
        trimmedStart = (Int64(extra[21]) << 4 | Int64(extra[22]) >> 4) + Self.decoderDelay
        trimmedEnd = max(0, (Int64(extra[22] & 15) << 8 | Int64(extra[23])) - Self.decoderDelay)
    }

    /// Where in a frame the name of a header stands that tells the length of a stream: Xing's, or Fraunhofer's. Nil for
    /// a frame without one. The first `length` bytes of `frame` are enough.
    public static func namePlace(in frame: [UInt8]) -> Range<Int>? {
        guard let header = MPEGFrameHeader(frame), header.layer == 3 else { return nil }
        for (offset, names) in [(header.xingOffset, ["Xing", "Info"]), (vbriOffset, ["VBRI"])]
        where names.contains(where: { frame.dropFirst(offset).starts(with: $0.utf8) }) {
            return offset..<(offset + 4)
        }
        return nil
    }

    /// Bytes from the start of a frame to where Fraunhofer's header would be.
    static let vbriOffset = 36

    private static func number(_ bytes: inout ArraySlice<UInt8>) -> Int64? {
        guard bytes.count >= 4 else { return nil }
        let value = bytes.prefix(4).reduce(Int64(0)) { $0 << 8 | Int64($1) }
        bytes = bytes.dropFirst(4)
        return value
    }
}
