/// Reading names out of URIs, without a URI library: only what titles and messages need.
public enum ResourceName {
    private static let scheme = "file:"

    /// Whether the URI is that of a file on this machine, and not of something on the network.
    public static func isLocal(_ uri: String) -> Bool { uri.hasPrefix(scheme) }

    /// The decoded last path component without its extension: `A #1.flac` gives `A #1`. The URI itself if it has none.
    public static func title(of uri: String) -> String {
        let name = fileName(of: uri)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex,
            name.distance(from: dot, to: name.endIndex) <= 6,
            name[dot...].dropFirst().allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { return name }
        return String(name[..<dot])
    }

    /// The decoded last path component, or the URI itself where there is none.
    public static func fileName(of uri: String) -> String {
        var path = uri[...]
        if let query = path.firstIndex(where: { $0 == "?" || $0 == "#" }) { path = path[..<query] }
        guard let component = path.split(separator: "/").last, path.contains("/"), !component.hasSuffix(":") else {
            return uri
        }
        let name = decoded(component)
        return name.isEmpty ? uri : name
    }

    /// The path of a `file:` URI, decoded; nil for any other scheme.
    public static func path(of uri: String) -> String? {
        guard uri.hasPrefix("\(scheme)///") else { return nil }
        return decoded(uri.dropFirst("\(scheme)//".count))
    }

    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
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

    private static func hexadecimal(_ digits: Substring.UTF8View.SubSequence) -> UInt8? {
        UInt8(Substring(digits), radix: 16)
    }
}
