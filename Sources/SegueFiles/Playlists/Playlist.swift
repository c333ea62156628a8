public import SegueCore

/// The entries of a playlist file as written: paths or URIs, not examined yet.
///
/// The parsers are part of the project. totem-pl-parser brings libarchive, libgcrypt, libxml2 and, through libxml2,
/// ICU: 36 MB of libraries for three formats, two of which are lists of lines.
public struct Playlist: Sendable {
    /// The format of the file, from the extension of its name.
    public enum Kind: String, Sendable {
        case m3u
        case m3u8
        case pls
        case xspf
    }

    /// The greatest number of bytes that are read of a playlist. A playlist of 100,000 tracks needs half as many.
    public static let longest = 64 << 20

    public struct Item: Sendable, Equatable {
        /// A path, possibly relative to the playlist, or a URI. The location is bytes, because paths need not be UTF-8.
        public var location: [UInt8]
        /// True if the location is a URI reference, so that even a relative location is percent-encoded (XSPF).
        public var isReference = false
        public var title: String?
        public var artist: String?
        public var album: String?
        /// The number of the track, from 1.
        public var trackNumber: Int32?
        public var duration: MediaTime?
        /// A URI reference of a picture, possibly relative to the playlist.
        public var image: [UInt8]?
    }

    public internal(set) var items: [Item] = []
    /// The title in the playlist.
    public internal(set) var title: String?
    /// A URI reference of a picture (XSPF).
    public internal(set) var image: [UInt8]?
    /// True for an HLS manifest: its lines are pieces of one stream, and only the manifest itself can be played.
    public internal(set) var isStream = false

    init() {}

    /// Parses `content`, the bytes of a file of this kind. Parts that make no sense are skipped.
    public init(_ content: [UInt8], kind: Kind) {
        switch kind {
        case .m3u, .m3u8: readM3U(Self.lines(of: content))
        case .pls: readPLS(Self.lines(of: content))
        case .xspf: self = XSPFParser.playlist(in: TextDecoding.text(content))
        }
    }

    private mutating func readM3U(_ lines: [ArraySlice<UInt8>]) {
        var title: String?
        for line in lines {
            if line.starts(with: "#EXT-X-".utf8) {
                isStream = true
            } else if line.starts(with: "#EXTINF:".utf8) {
                // `#EXTINF:seconds,title`
                title = line.firstIndex(of: UInt8(ascii: ",")).flatMap {
                    TagText.line(TextDecoding.text(line[($0 + 1)...]))
                }
            } else if line.starts(with: "#PLAYLIST:".utf8) {
                self.title = self.title ?? TagText.line(TextDecoding.text(line.dropFirst("#PLAYLIST:".utf8.count)))
            } else if line.first != UInt8(ascii: "#") {
                items.append(Item(location: Array(line), title: title))
                title = nil
            }
        }
    }

    /// Reads lines `File1=…`, `Title1=…` in any order. The numbers give the order of the entries.
    private mutating func readPLS(_ lines: [ArraySlice<UInt8>]) {
        var found: [Int: Item] = [:]
        for line in lines {
            guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let key = String(decoding: line[..<equals], as: UTF8.self).lowercased()
            let value = line[(equals + 1)...]
            if key.hasPrefix("file"), let number = Int(key.dropFirst(4)) {
                found[number, default: Item(location: [])].location = Array(value)
            } else if key.hasPrefix("title"), let number = Int(key.dropFirst(5)) {
                found[number, default: Item(location: [])].title = TagText.line(TextDecoding.text(value))
            }
        }
        items = found.sorted { $0.key < $1.key }.map(\.value).filter { !$0.location.isEmpty }
    }

    /// Returns the lines without surrounding blanks. Empty lines are left out.
    private static func lines(of content: [UInt8]) -> [ArraySlice<UInt8>] {
        var content = content
        if content.starts(with: [0xFF, 0xFE]) || content.starts(with: [0xFE, 0xFF]) {
            content = Array(TextDecoding.text(content).utf8)
        } else if content.starts(with: [0xEF, 0xBB, 0xBF]) {
            content.removeFirst(3)
        }
        return content.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.compactMap { line in
            let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
            let start = line.drop(while: isBlank)
            guard let last = start.lastIndex(where: { !isBlank($0) }) else { return nil }
            return start[...last]
        }
    }
}
