public import SegueCore

/// Conversions between paths and percent-encoded `file:` URIs (RFC 8089), byte for byte: a name that is not UTF-8 is
/// preserved.
public enum FileURI {
    /// Returns the URI of a path. A relative path is resolved against `directory`, which must be absolute.
    public static func uri(path: String, relativeTo directory: String = "/") -> String {
        uri(LocalPath(path).absolute(in: LocalPath(directory)))
    }

    /// Returns the URI of an absolute path that is given as the kernel's bytes.
    public static func uri(pathBytes: some Sequence<UInt8>) -> String {
        uri(LocalPath(bytes: pathBytes))
    }

    /// Returns the path of a `file:` URI as the kernel's bytes. Nil if the URI has another scheme, names another host,
    /// is relative, or has a malformed escape. Nil also for an escaped NUL, which no path can contain.
    public static func pathBytes(of uri: String) -> [UInt8]? {
        path(of: uri)?.bytes
    }

    /// Returns the URI of an absolute path, or of an excerpt of the file there.
    public static func uri(_ path: LocalPath, _ excerpt: Excerpt? = nil) -> String {
        "file://" + encoded(path.bytes) + (excerpt?.fragment ?? "")
    }

    /// Returns the path of a `file:` URI; nil as for `pathBytes`. For an excerpt, returns the path of the file that
    /// contains it.
    public static func path(of uri: String) -> LocalPath? {
        guard scheme(of: uri) == "file" else { return nil }
        var rest = Excerpt.file(of: uri).utf8.dropFirst("file:".utf8.count)
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            let host = rest.prefix { $0 != UInt8(ascii: "/") }
            guard host.isEmpty || String(Substring(host)).lowercased() == "localhost" else { return nil }
            rest = rest.dropFirst(host.count)
        }
        guard rest.first == UInt8(ascii: "/"), let bytes = decoded(rest), !bytes.contains(0) else { return nil }
        return LocalPath(bytes: bytes)
    }

    /// Returns the scheme of `scheme://…` and of `file:/…`; nil for all other text, which is then a path.
    static func addressScheme(of text: String) -> String? {
        guard let scheme = scheme(of: text) else { return nil }
        let rest = text.utf8.dropFirst(scheme.utf8.count + 1)
        return rest.starts(with: "//".utf8) || scheme == "file" && rest.first == UInt8(ascii: "/") ? scheme : nil
    }

    /// Returns the scheme in lower case, if `text` starts with a scheme and a colon (RFC 3986 §3.1).
    public static func scheme(of text: String) -> String? {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = text.utf8[..<colon]
        guard let first = scheme.first, first.isASCIILetter else { return nil }
        let punctuation = "+-.".utf8
        guard scheme.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || punctuation.contains($0) }) else { return nil }
        return String(Substring(scheme)).lowercased()
    }

    /// Escapes all characters except unreserved characters, `/`, and the delimiters without a meaning in a path. GLib
    /// leaves the same set unescaped, so that a file has the same URI in a file manager.
    static func encoded(_ bytes: some Sequence<UInt8>, keeping kept: String.UTF8View = "-._~/!$&'()*+,:=@".utf8)
        -> String
    {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        for byte in bytes {
            if byte.isASCIILetter || byte.isASCIIDigit || kept.contains(byte) {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Decodes percent-encoded text. Nil if an escape lacks two hexadecimal digits. Characters that should have been
    /// escaped are accepted as they are.
    static func decoded(_ text: some Collection<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        var rest = text[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                result.append(byte)
                continue
            }
            guard let high = rest.popFirst()?.hexadecimalDigit, let low = rest.popFirst()?.hexadecimalDigit else {
                return nil
            }
            result.append(high << 4 | low)
        }
        return result
    }
}

extension UInt8 {
    var isASCIILetter: Bool { (self | 0x20) >= UInt8(ascii: "a") && (self | 0x20) <= UInt8(ascii: "z") }
    var isASCIIDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    fileprivate var hexadecimalDigit: UInt8? {
        if isASCIIDigit { return self - UInt8(ascii: "0") }
        let lower = self | 0x20
        return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "f") ? lower - UInt8(ascii: "a") + 10 : nil
    }
}
