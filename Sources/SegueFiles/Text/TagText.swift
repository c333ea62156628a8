/// Makes text from files fit to be shown and to be sent over the bus, which cuts off whoever sends a NUL or invalid
/// UTF-8.
public enum TagText {
    /// How many bytes of UTF-8 one line may have.
    public static let lineLimit = 512
    /// How many bytes of UTF-8 lyrics may have (mpris.md, D14).
    public static let lyricsLimit = 32 * 1024

    /// One line: control characters dropped, line breaks made spaces, trimmed, cut to `limit` bytes at a character.
    /// Nil when nothing is left.
    public static func line(_ text: String, limit: Int = lineLimit) -> String? {
        cleaned(text, limit: limit, keepingLines: false)
    }

    /// Like `line`, but line breaks stay, as single line feeds.
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
