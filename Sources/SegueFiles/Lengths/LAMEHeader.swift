/// The contents of Xing's header and of LAME's extension to it. The frame that contains the header has no audio.
public struct LAMEHeader: Sendable {
    /// The number of frames after this one.
    private(set) var frames: Int64?
    /// The number of bytes of all frames, from this one on.
    private(set) var bytes: Int64?
    /// The number of samples that a decoder drops at the start.
    private(set) var trimmedStart: Int64 = 0
    /// The number of samples that a decoder drops at the end.
    private(set) var trimmedEnd: Int64 = 0
    /// The offset of the encoder's name in the frame, if decoders trim by a header with this name.
    public private(set) var nameOffset: Int?

    /// The number of bytes of a frame that is enough to read the header.
    public static let length = 208
    /// The number of samples that a decoder adds to the encoder's delay.
    private static let decoderDelay: Int64 = 529
    /// The encoder's name in headers by which every decoder trims.
    public static let name = Array("LAME".utf8)

    /// Reads the header of a frame; nil if the frame has none. The first `length` bytes of `frame` are enough.
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
        // The encoder's name and, 21 bytes from its start, 12 bits each of delay and padding. Of the other encoders,
        // only FFmpeg's libraries are known to write the same two numbers.
        let extra = Array(rest.prefix(24))
        guard extra.count == 24,
            extra.starts(with: Self.name) || extra.starts(with: "Lavc".utf8)
                || extra.starts(with: "Lavf".utf8)
        else { return }
        nameOffset = rest.startIndex
        trimmedStart = (Int64(extra[21]) << 4 | Int64(extra[22]) >> 4) + Self.decoderDelay
        trimmedEnd = max(0, (Int64(extra[22] & 15) << 8 | Int64(extra[23])) - Self.decoderDelay)
    }

    /// Returns the range of the name of a header that gives the length of a stream: Xing's or Fraunhofer's. Nil for a
    /// frame without such a header. The first `length` bytes of `frame` are enough.
    public static func namePlace(in frame: [UInt8]) -> Range<Int>? {
        guard let header = MPEGFrameHeader(frame), header.layer == 3 else { return nil }
        for (offset, names) in [(header.xingOffset, ["Xing", "Info"]), (vbriOffset, ["VBRI"])]
        where names.contains(where: { frame.dropFirst(offset).starts(with: $0.utf8) }) {
            return offset..<(offset + 4)
        }
        return nil
    }

    /// The number of bytes from the start of a frame to the position of Fraunhofer's header.
    static let vbriOffset = 36

    private static func number(_ bytes: inout ArraySlice<UInt8>) -> Int64? {
        guard bytes.count >= 4 else { return nil }
        let value = bytes.prefix(4).reduce(Int64(0)) { $0 << 8 | Int64($1) }
        bytes = bytes.dropFirst(4)
        return value
    }
}
