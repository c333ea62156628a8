/// The album fields of Vorbis comments (xiph.org, v-comment): in a block of FLAC, and in the second packet of Ogg
/// Vorbis and Opus.
enum VorbisComments {
    /// The number of bytes that are searched for comments. Pictures are often larger.
    private static let limit = 64 << 10

    static func ofFLAC(_ window: inout FileWindow) -> AlbumFields {
        var offset: Int64 = 4
        for _ in 0..<AlbumFields.patience {
            let head = Array(window.bytes(at: offset, count: 4))
            guard head.count == 4 else { break }
            let length = head[1...].reduce(0) { $0 << 8 | Int($1) }
            // 4 is a block of comments; the high bit marks the last block.
            if head[0] & 0x7F == 4 { return parse(window.bytes(at: offset + 4, count: min(length, limit))) }
            guard head[0] & 0x80 == 0 else { break }
            offset += 4 + Int64(length)
        }
        return AlbumFields()
    }

    static func ofOgg(_ window: inout FileWindow) -> AlbumFields {
        let packet = secondPacket(&window)
        for magic in ["OpusTags", "\u{3}vorbis"] where packet.starts(with: magic.utf8) {
            return parse(packet.dropFirst(magic.utf8.count))
        }
        return AlbumFields()
    }

    /// Returns the second packet, up to `limit`. The first packet has a page to itself.
    private static func secondPacket(_ window: inout FileWindow) -> [UInt8] {
        var packet: [UInt8] = []
        var offset: Int64 = 0
        for page in 0..<AlbumFields.patience where packet.count < limit {
            let head = Array(window.bytes(at: offset, count: 27))
            guard head.count == 27, head.starts(with: "OggS".utf8) else { break }
            let lacing = Array(window.bytes(at: offset + 27, count: Int(head[26])))
            let start = offset + 27 + Int64(lacing.count)
            if page > 0 {
                // A segment that is not full ends the packet.
                let full = lacing.prefix { $0 == 255 }.count
                let length = full * 255 + (full < lacing.count ? Int(lacing[full]) : 0)
                packet += window.bytes(at: start, count: length)
                if full < lacing.count { break }
            }
            offset = start + lacing.reduce(0) { $0 + Int64($1) }
        }
        return packet
    }

    /// Reads the vendor and then the comments, each preceded by its length.
    private static func parse(_ bytes: some Collection<UInt8>) -> AlbumFields {
        var fields = AlbumFields()
        var rest = Array(bytes)[...]
        func take(_ count: Int) -> ArraySlice<UInt8>? {
            guard count <= rest.count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        func length() -> Int? { take(4).map { $0.reversed().reduce(0) { $0 << 8 | Int($1) } } }
        guard let vendor = length(), take(vendor) != nil, let count = length() else { return fields }
        for _ in 0..<count where !fields.isComplete {
            guard let size = length(), let comment = take(size) else { break }
            guard let equals = comment.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let value = String(decoding: comment[(equals + 1)...], as: UTF8.self)
            switch String(decoding: comment[..<equals], as: UTF8.self).lowercased() {
            case "album": fields.album = value
            case "discnumber": fields.disc = AlbumFields.number(value)
            case "tracknumber": fields.track = AlbumFields.number(value)
            default: break
            }
        }
        return fields
    }
}
