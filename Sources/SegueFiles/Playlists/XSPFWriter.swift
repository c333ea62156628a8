public import SegueCore

/// A queue as an XSPF playlist (https://xspf.org/spec): unchanged URIs, so that every file name is preserved, and
/// titles for other programs.
public enum XSPFWriter {
    /// Returns the bytes of the file; nil if there are more than the player reads of a playlist.
    public static func document(title: String, entries: some Sequence<QueueEntry>) -> [UInt8]? {
        document(title: title, entries: entries, limit: Playlist.longest)
    }

    /// Returns the bytes of the file; nil if there are more than `limit`.
    static func document(title: String, entries: some Sequence<QueueEntry>, limit: Int) -> [UInt8]? {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <playlist version="1" xmlns="http://xspf.org/ns/0/">
            <title>\(escaped(title))</title>
            <trackList>

            """
        for entry in entries {
            text += track(entry)
            guard text.utf8.count <= limit else { return nil }
        }
        text += "</trackList>\n</playlist>\n"
        return text.utf8.count <= limit ? Array(text.utf8) : nil
    }

    /// Returns true if tracks can be appended to the document.
    public static func canAppend(to document: [UInt8]) -> Bool { listEnd(of: document) != nil }

    /// Returns the document, unchanged otherwise, with more tracks at its end. Nil if the result has more bytes than
    /// the player reads of a playlist, or if no track can be appended to the document.
    public static func appending(_ entries: some Sequence<QueueEntry>, to document: [UInt8]) -> [UInt8]? {
        guard let end = listEnd(of: document) else { return nil }
        var tracks = Array(entries.map(track).joined().utf8)
        if end.isEmptyList { tracks = opening + tracks + closing }
        guard document.count + tracks.count <= Playlist.longest else { return nil }
        return document[..<end.place.lowerBound] + tracks + document[end.place.upperBound...]
    }

    private static let opening = Array("<trackList>\n".utf8)
    private static let closing = Array("</trackList>".utf8)
    private static let emptyLists = ["<trackList/>", "<trackList />"].map { Array($0.utf8) }

    /// Returns the range that more tracks replace: an empty range before the end of the list, or all of an empty list.
    private static func listEnd(of document: [UInt8]) -> (place: Range<Int>, isEmptyList: Bool)? {
        if let place = document.lastPlace(of: closing) { return (place..<place, false) }
        for list in emptyLists {
            if let place = document.lastPlace(of: list) { return (place..<(place + list.count), true) }
        }
        return nil
    }

    /// Returns the document with another title.
    public static func titled(_ title: String, _ document: [UInt8]) -> [UInt8] {
        let (opening, closing) = (Array("<title>".utf8), Array("</title>".utf8))
        let tracks = document.firstPlace(of: Array("<trackList>".utf8)) ?? document.endIndex
        guard let start = document[..<tracks].firstPlace(of: opening),
            let end = document[start..<tracks].firstPlace(of: closing)
        else { return document }
        return document[..<start] + opening + Array(escaped(title).utf8) + document[end...]
    }

    private static func track(_ entry: QueueEntry) -> String {
        let metadata = entry.metadata
        var text = "<track><location>\(escaped(entry.uri))</location>"
        if let title = metadata.title { text += "<title>\(escaped(title))</title>" }
        if !metadata.artists.isEmpty {
            text += "<creator>\(escaped(metadata.artists.joined(separator: ", ")))</creator>"
        }
        // The cover of a file is in a cache.
        if !entry.isLocal, let cover = metadata.artURI { text += "<image>\(escaped(cover))</image>" }
        if let album = metadata.album { text += "<album>\(escaped(album))</album>" }
        if let number = metadata.trackNumber, number > 0 { text += "<trackNum>\(number)</trackNum>" }
        // Whole milliseconds.
        if let duration = metadata.duration { text += "<duration>\(duration.microseconds / 1000)</duration>" }
        return text + "</track>\n"
    }

    /// Returns the text without the characters that XML can't contain.
    private static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            case "\t", "\n", "\u{20}"..."\u{FFFD}", "\u{10000}"...: result.append(scalar)
            default: break
            }
        }
        return String(result)
    }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    /// Returns each index at which these bytes begin.
    func places(of bytes: [UInt8]) -> [Int] {
        indices.dropLast(Swift.max(0, bytes.count - 1)).filter { self[$0...].starts(with: bytes) }
    }

    /// Returns the first index at which these bytes begin.
    fileprivate func firstPlace(of bytes: [UInt8]) -> Int? {
        indices.dropLast(Swift.max(0, bytes.count - 1)).first { self[$0...].starts(with: bytes) }
    }

    /// Returns the last index at which these bytes begin.
    fileprivate func lastPlace(of bytes: [UInt8]) -> Int? {
        indices.dropLast(Swift.max(0, bytes.count - 1)).last { self[$0...].starts(with: bytes) }
    }
}
