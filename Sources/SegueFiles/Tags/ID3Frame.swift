/// The ID3v2.3 and 2.4 frames that GStreamer 1.22 does not read (id3.org, id3v2.4.0-frames).
public enum ID3Frame: Sendable, Equatable {
    /// A text frame's identifier and values.
    case text(String, [String])
    /// TXXX: the name of the text, and its values.
    case userText(String, [String])
    /// USLT: the lyrics.
    case lyrics(String)
    /// POPM: the rating, 0…1.
    case popularity(Double)

    /// Reads a frame. Nil for other frames, and for frames that are compressed, encrypted or damaged.
    public init?(_ frame: some Collection<UInt8>) {
        let header = Array(frame.prefix(10))
        guard header.count == 10, let identifier = String(validating: header[..<4], as: UTF8.self) else { return nil }
        // The format flags of 2.4: compression 8, encryption 4, unsynchronisation 2, data length 1. The flags of 2.3
        // are in the high bits.
        guard header[9] & 0b1100_1100 == 0 else { return nil }
        var body = Array(frame.dropFirst(header[9] & 1 == 0 ? 10 : 14))
        if header[9] & 2 != 0 { body = Self.resynchronised(body) }
        self.init(identifier: identifier, body: body)
    }

    private init?(identifier: String, body: [UInt8]) {
        switch identifier {
        case "POPM":
            // Address NUL rating counter; 0 is no rating.
            guard let end = body.firstIndex(of: 0), end + 1 < body.count, body[end + 1] > 0 else { return nil }
            self = .popularity(Self.stars(body[end + 1]))
        case "USLT":
            // Encoding, three letters of language, description NUL text.
            guard body.count > 4, let strings = Self.strings(encoding: body[0], body[4...], atMost: 2),
                strings.count == 2
            else {
                return nil
            }
            self = .lyrics(strings[1])
        case "TXXX":
            guard let first = body.first, let strings = Self.strings(encoding: first, body.dropFirst(), atMost: 16),
                strings.count > 1
            else { return nil }
            self = .userText(strings[0], Array(strings[1...]))
        case _ where identifier.hasPrefix("T"):
            guard let first = body.first, let strings = Self.strings(encoding: first, body.dropFirst(), atMost: 16)
            else {
                return nil
            }
            self = .text(identifier, strings)
        default:
            return nil
        }
    }

    /// Returns the strings, which are separated by terminators. The last of `atMost` strings is the rest of the bytes.
    private static func strings(encoding: UInt8, _ bytes: ArraySlice<UInt8>, atMost limit: Int) -> [String]? {
        switch encoding {
        case 0, 3:
            bytes.split(separator: 0, maxSplits: limit - 1, omittingEmptySubsequences: false).map {
                encoding == 0 ? TextDecoding.latin1($0) : String(decoding: $0, as: UTF8.self)
            }
        case 1, 2:
            wideStrings(bytes, atMost: limit)
        default:
            nil
        }
    }

    private static func wideStrings(_ bytes: ArraySlice<UInt8>, atMost limit: Int) -> [String] {
        var parts: [ArraySlice<UInt8>] = []
        var start = bytes.startIndex
        var index = start
        while index + 1 < bytes.endIndex {
            if bytes[index] == 0, bytes[index + 1] == 0, parts.count < limit - 1 {
                parts.append(bytes[start..<index])
                start = index + 2
            }
            index += 2
        }
        parts.append(bytes[start...])
        // Big endian without a byte order mark. Each string should have its own mark, but some writers mark only the
        // first string.
        var isBigEndian = true
        return parts.map { part in
            var part = part
            if part.starts(with: [0xFF, 0xFE]) || part.starts(with: [0xFE, 0xFF]) {
                isBigEndian = part.first == 0xFE
                part = part.dropFirst(2)
            }
            return TextDecoding.utf16(part, isBigEndian: isBigEndian)
        }
    }

    /// Returns the rating, 0…1. For 1 to 5 stars, Windows and most players write 1, 64, 128, 196, 255.
    private static func stars(_ value: UInt8) -> Double {
        switch value {
        case ..<32: 0.2
        case ..<96: 0.4
        case ..<160: 0.6
        case ..<224: 0.8
        default: 1
        }
    }

    /// Removes the zero after each 0xFF.
    private static func resynchronised(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var isAfterMark = false
        for byte in bytes {
            if !isAfterMark || byte != 0 { result.append(byte) }
            isAfterMark = byte == 0xFF
        }
        return result
    }
}
