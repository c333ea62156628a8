import SDBus

/// Addresses that arrive over the bus. Only the form is checked here, so that a malformed address is rejected
/// immediately and with the right error name (mpris.md, M16).
public enum Location {
    /// The supported schemes, in lower case as MPRIS requires.
    public static let schemes = ["file", "http", "https"]

    /// Returns a URI with its scheme in lower case.
    ///
    /// Throws NotSupported for an unsupported scheme, and InvalidArgs for text that is not an absolute, percent-encoded
    /// URI.
    static func uri(_ text: String) throws(BusError) -> String {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), isScheme(text[..<colon]) else {
            throw invalid(text, "is not an absolute URI; it should begin with file:///, http:// or https://")
        }
        let scheme = text[..<colon].lowercased()
        guard schemes.contains(scheme) else {
            throw BusError(
                .notSupported, "\(quoted(text)): \(scheme) is not supported, only \(schemes.joined(separator: ", ")).")
        }
        let rest = text[colon...].dropFirst()
        guard isPercentEncoded(rest) else {
            throw invalid(
                text, "is not a valid URI: spaces, letters beyond ASCII and the like have to be percent-encoded")
        }
        if scheme == "file" {
            guard rest.hasPrefix("///") || rest.hasPrefix("//localhost/") else {
                throw invalid(text, "does not name a local file; it should begin with file:///")
            }
            guard !rest.contains("%00") else { throw invalid(text, "has a NUL in its path") }
            return "file:" + (rest.hasPrefix("///") ? rest : "//" + rest.dropFirst("//localhost".count))
        }
        guard rest.hasPrefix("//"), let first = rest.dropFirst(2).first, !"/?#:".contains(first) else {
            throw invalid(text, "names no host")
        }
        return scheme + ":" + rest
    }

    /// Returns a URI as `uri(_:)` does, or an absolute path unchanged.
    static func uriOrPath(_ text: String) throws(BusError) -> String {
        text.hasPrefix("/") ? text : try uri(text)
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
    }

    /// True if RFC 3986 allows every character in a URI and every `%` precedes two hexadecimal digits.
    private static func isPercentEncoded(_ text: Substring) -> Bool {
        var digitsDue = 0
        for byte in text.utf8 {
            if digitsDue > 0 {
                guard isDigit(byte) || "abcdefABCDEF".utf8.contains(byte) else { return false }
                digitsDue -= 1
            } else if byte == UInt8(ascii: "%") {
                digitsDue = 2
            } else if !isLetter(byte), !isDigit(byte), !"-._~:/?#[]@!$&'()*+,;=".utf8.contains(byte) {
                return false
            }
        }
        return digitsDue == 0
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func invalid(_ text: String, _ reason: String) -> BusError {
        BusError(.invalidArguments, "\(quoted(text)) \(reason).")
    }

    /// Returns the text in quotation marks, shortened for a message.
    private static func quoted(_ text: String) -> String {
        text.count > 200 ? "“\(text.prefix(200))…”" : "“\(text)”"
    }
}
