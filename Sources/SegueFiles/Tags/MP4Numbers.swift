/// The album fields of an MP4 file, as iTunes writes them: `moov`, `udta`, `meta`, `ilst`.
enum MP4Numbers {
    /// The longest text of a field, in bytes. Longer text is not the name of an album.
    private static let longest: Int64 = 4096

    struct Box {
        var kind: [UInt8]
        var content: Range<Int64>
    }

    static func read(_ window: inout FileWindow) -> AlbumFields {
        var fields = AlbumFields()
        var range = 0..<window.size
        for kind in ["moov", "udta", "meta", "ilst"] {
            guard let box = boxes(in: range, &window).first(where: { $0.kind == Array(kind.utf8) }) else {
                return fields
            }
            // `meta` has a version and flags before its boxes.
            range =
                kind == "meta"
                ? min(box.content.lowerBound + 4, box.content.upperBound)..<box.content.upperBound : box.content
        }
        for item in boxes(in: range, &window) {
            guard let data = boxes(in: item.content, &window).first, data.content.count <= longest else { continue }
            // The value follows its type and a language.
            let value = Array(window.bytes(at: data.content.lowerBound, count: data.content.count).dropFirst(8))
            switch item.kind {
            case Array("trkn".utf8): fields.track = number(value)
            case Array("disk".utf8): fields.disc = number(value)
            case [0xA9] + Array("alb".utf8): fields.album = String(decoding: value, as: UTF8.self)
            default: break
            }
        }
        return fields
    }

    /// Returns the number in a value of two bytes of padding, the number, and the total.
    private static func number(_ value: [UInt8]) -> Int? {
        guard value.count >= 4 else { return nil }
        let number = Int(value[2]) << 8 | Int(value[3])
        return number > 0 ? number : nil
    }

    static func boxes(in range: Range<Int64>, _ window: inout FileWindow) -> [Box] {
        var boxes: [Box] = []
        var offset = range.lowerBound
        for _ in 0..<AlbumFields.patience where offset + 8 <= range.upperBound {
            let head = Array(window.bytes(at: offset, count: 16))
            guard head.count >= 8 else { break }
            var size = head[..<4].reduce(Int64(0)) { $0 << 8 | Int64($1) }
            var headerSize: Int64 = 8
            // A size of 1 means that the size follows in 64 bits; 0 means that this is the last box.
            if size == 1, head.count == 16, head[8] < 0x80 {
                size = head[8...].reduce(Int64(0)) { $0 << 8 | Int64($1) }
                headerSize = 16
            } else if size == 0 {
                size = range.upperBound - offset
            }
            guard size >= headerSize, size <= range.upperBound - offset else { break }
            boxes.append(Box(kind: Array(head[4..<8]), content: (offset + headerSize)..<(offset + size)))
            offset += size
        }
        return boxes
    }
}
