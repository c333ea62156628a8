public import SegueCore

/// A queue as an XSPF playlist (https://xspf.org/spec): URIs as they are, so that every file name survives, and titles
/// for other programs to show.
public enum XSPFWriter {
    /// The bytes of the file; nil when there are more than the player reads of a playlist.
    public static func document(title: String, entries: some Sequence<QueueEntry>) -> [UInt8]? {
        document(title: title, entries: entries, limit: Playlist.longest)
    }

    /// The same with at most `limit` bytes.
    static func document(title: String, entries: some Sequence<QueueEntry>, limit: Int) -> [UInt8]? {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <playlist version="1" xmlns="http://xspf.org/ns/0/">
            <title>\(escaped(title))</title>
            <trackList>

            """
        for entry in entries {
            let metadata = entry.metadata
            text += "<track><location>\(escaped(entry.uri))</location>"
            if let title = metadata.title { text += "<title>\(escaped(title))</title>" }
            if !metadata.artists.isEmpty {
                text += "<creator>\(escaped(metadata.artists.joined(separator: ", ")))</creator>"
            }
            if let album = metadata.album { text += "<album>\(escaped(album))</album>" }
            // Whole milliseconds.
            if let duration = metadata.duration { text += "<duration>\(duration.microseconds / 1000)</duration>" }
            text += "</track>\n"
            guard text.utf8.count <= limit else { return nil }
        }
        text += "</trackList>\n</playlist>\n"
        return text.utf8.count <= limit ? Array(text.utf8) : nil
    }

    /// The text without the characters that XML can't contain.
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
