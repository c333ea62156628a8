/// The size of ID3v2 tags (ID3v2.4 §3.1).
enum ID3Size {
    /// Returns the offset of the first byte after the tags at an offset; this offset without tags.
    static func skip(_ window: inout FileWindow, from offset: Int64 = 0) -> Int64 {
        var start = offset
        while let size = size(window.bytes(at: start, count: 10)) { start += size }
        return start
    }

    /// Returns the size in bytes of the tag at the start of `head`; nil if there is no tag.
    private static func size(_ head: ArraySlice<UInt8>) -> Int64? {
        let head = Array(head)
        guard head.count == 10, head.starts(with: "ID3".utf8), head[6...9].allSatisfy({ $0 < 0x80 }) else { return nil }
        let size = head[6...9].reduce(Int64(0)) { $0 << 7 | Int64($1) }
        return size + (head[5] & 0x10 == 0 ? 10 : 20)
    }
}
