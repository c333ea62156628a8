/// Names extracted from URIs without a URI library, as far as titles and messages need them.
public enum ResourceName {
    private static let scheme = "file:"

    /// Returns true if the URI denotes a file on this machine, and not a resource on the network.
    public static func isLocal(_ uri: String) -> Bool { uri.hasPrefix(scheme) }

    /// Returns the decoded last path component without its extension: `A #1.flac` gives `A #1`. Returns the URI itself
    /// if it has none.
    public static func title(of uri: String) -> String {
        let name = fileName(of: uri)
        let bytes = name.utf8
        guard let dot = bytes.suffix(6).lastIndex(of: UInt8(ascii: ".")), dot != bytes.startIndex,
            bytes[dot...].dropFirst().allSatisfy(isLetterOrDigit)
        else { return name }
        return String(name[..<dot])
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    /// Returns the decoded last path component, or the URI itself if there is none.
    public static func fileName(of uri: String) -> String {
        // Works on bytes, because long lists are sorted by this name.
        let slash = UInt8(ascii: "/")
        let path = uri.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard let end = path.lastIndex(where: { $0 != slash }) else { return uri }
        let whole = path[...end]
        let start = whole.lastIndex(of: slash).map { whole.index(after: $0) } ?? whole.startIndex
        let component = whole[start...]
        guard component.count < path.count, component.last != UInt8(ascii: ":") else { return uri }
        let name = decoded(component)
        return name.isEmpty ? uri : name
    }

    /// Returns the host of an address, in lower case and without user and port; nil for a `file:` URI, and if there is
    /// no host.
    public static func host(of uri: String) -> String? {
        guard !isLocal(uri), let scheme = uri.utf8.firstRange(of: "://".utf8) else { return nil }
        let ends = Set("/?#".utf8)
        let authority = uri.utf8[scheme.upperBound...].prefix { !ends.contains($0) }
        let place = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[$0...].dropFirst() } ?? authority
        // The colons of an IPv6 address are in brackets.
        let isBracketed = place.first == UInt8(ascii: "[")
        let host =
            isBracketed
            ? place.dropFirst().prefix { $0 != UInt8(ascii: "]") } : place.prefix { $0 != UInt8(ascii: ":") }
        return host.isEmpty ? nil : String(Substring(host)).lowercased()
    }

    /// Returns the path of a `file:` URI, decoded; nil for any other scheme.
    public static func path(of uri: String) -> String? {
        guard uri.hasPrefix("\(scheme)///") else { return nil }
        return decoded(Excerpt.file(of: uri).dropFirst("\(scheme)//".count).utf8)
    }

    private static func decoded(_ text: Substring.UTF8View) -> String {
        guard text.contains(UInt8(ascii: "%")) else { return String(Substring(text)) }
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let value = hexadecimal(rest.prefix(2)) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func hexadecimal(_ digits: Substring.UTF8View) -> UInt8? {
        UInt8(Substring(digits), radix: 16)
    }
}
