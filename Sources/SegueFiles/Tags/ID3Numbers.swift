/// The album fields of an ID3v2 tag (id3.org). Nothing is read from a tag that is unsynchronised as a whole, which 2.4
/// no longer has.
enum ID3Numbers {
    /// The longest text of a field, in bytes. Longer text is neither a number nor the name of an album.
    private static let longest = 4096

    static func read(_ window: inout FileWindow) -> AlbumFields {
        var fields = AlbumFields()
        let head = Array(window.bytes(at: 0, count: 10))
        guard head.count == 10, (2...4).contains(head[3]), head[3] == 4 || head[5] & 0x80 == 0 else { return fields }
        let version = head[3]
        let end = 10 + number(head[6...], bits: 7)
        var offset: Int64 = 10
        // An extended header, whose size includes itself only in 2.4.
        if version > 2, head[5] & 0x40 != 0 {
            let size = window.bytes(at: 10, count: 4)
            offset += version == 4 ? number(size, bits: 7) : number(size, bits: 8) + 4
        }
        let headerSize = version == 2 ? 6 : 10
        for _ in 0..<AlbumFields.patience where offset + Int64(headerSize) <= end && !fields.isComplete {
            let header = Array(window.bytes(at: offset, count: headerSize))
            // Padding.
            guard header.count == headerSize, header[0] != 0 else { break }
            let size = version == 2 ? number(header[3...], bits: 8) : number(header[4..<8], bits: version == 4 ? 7 : 8)
            if let name = name(of: header, version), size <= longest {
                let body = window.bytes(at: offset + Int64(headerSize), count: Int(size))
                let flags: [UInt8] = version == 2 ? [0, 0] : Array(header[8...])
                take(ID3Frame([UInt8](name.utf8) + [0, 0, 0, 0] + flags + body), &fields)
            }
            offset += Int64(headerSize) + size
        }
        return fields
    }

    /// Returns the name of a wanted frame, in any version; nil for other frames.
    private static func name(of header: [UInt8], _ version: UInt8) -> String? {
        switch String(decoding: header.prefix(version == 2 ? 3 : 4), as: UTF8.self) {
        case "TAL", "TALB": "TALB"
        case "TPA", "TPOS": "TPOS"
        case "TRK", "TRCK": "TRCK"
        default: nil
        }
    }

    private static func take(_ frame: ID3Frame?, _ fields: inout AlbumFields) {
        guard case .text(let name, let values)? = frame, let value = values.first else { return }
        switch name {
        case "TALB": fields.album = value
        case "TPOS": fields.disc = AlbumFields.number(value)
        default: fields.track = AlbumFields.number(value)
        }
    }

    private static func number(_ bytes: some Sequence<UInt8>, bits: Int64) -> Int64 {
        bytes.reduce(0) { $0 << bits | Int64($1) }
    }
}
