/// Cleans text from files for display and for the bus. The bus disconnects a client that sends a NUL or invalid UTF-8.
public enum TagText {
    /// The number of bytes of UTF-8 that one line may have.
    public static let lineLimit = 512
    /// The number of bytes of UTF-8 that lyrics may have (mpris.md, D14).
    public static let lyricsLimit = 32 * 1024

    /// Returns the text as one line: without control characters, with spaces instead of line breaks, trimmed, and cut
    /// to `limit` bytes at a character. Nil if nothing is left.
    public static func line(_ text: String, limit: Int = lineLimit) -> String? {
        cleaned(text, limit: limit, keepingLines: false)
    }

    /// Returns the text like `line`, but keeps line breaks as single line feeds.
    public static func lines(_ text: String, limit: Int) -> String? {
        cleaned(text, limit: limit, keepingLines: true)
    }

    private static func cleaned(_ text: String, limit: Int, keepingLines: Bool) -> String? {
        var result = String.UnicodeScalarView()
        var size = 0
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            var kept = scalar
            if scalar == "\r" || scalar == "\n" || scalar == "\u{2028}" || scalar == "\u{2029}" {
                if scalar == "\n", previous == "\r" { continue }
                kept = keepingLines ? "\n" : " "
            } else if scalar == "\t" {
                kept = " "
            } else if scalar.properties.generalCategory == .control || scalar == "\u{FEFF}" {
                continue
            }
            // Leading space does not count, so that a megabyte of it can't hide the text.
            if result.isEmpty && kept.properties.isWhitespace { continue }
            size += UTF8.width(kept)
            guard size <= limit else { break }
            result.append(kept)
        }
        while let last = result.last, last.properties.isWhitespace { result.removeLast() }
        return result.isEmpty ? nil : String(result)
    }
}
