/// A place in the queue that can be played: an identity, where the audio is, and what is known of it so far.
public struct QueueEntry: Sendable, Hashable, Identifiable {
    public let id: EntryID
    /// An absolute, percent-encoded URI: `file:///…`, `http://…`, `https://…`.
    public let uri: String
    public var metadata: TrackMetadata
    /// Whether tags and cover have been read, or can't be: nothing better is to come before it plays.
    public var isMetadataRead = false
    /// How often a loop has brought it round: a looped track crossfades into its own next occurrence, and the two are
    /// told apart by this alone.
    public var occurrence: UInt32 = 0

    public init(id: EntryID, uri: String, metadata: TrackMetadata = TrackMetadata()) {
        self.id = id
        self.uri = uri
        self.metadata = metadata
    }

    /// Whether both are the same place of the queue in the same round of a loop, whatever is known of them.
    public func isSameOccurrence(as other: QueueEntry) -> Bool { id == other.id && occurrence == other.occurrence }

    /// Takes over what became known of it, and stays in its round. Does nothing for another entry.
    mutating func refresh(_ known: QueueEntry) {
        guard known.id == id else { return }
        let round = occurrence
        self = known
        occurrence = round
    }

    /// Whether it is on this machine, and not on the network.
    public var isLocal: Bool { uri.hasPrefix("file:") }

    /// The title, or the decoded last part of the URI: never empty.
    public var displayTitle: String { metadata.title ?? ResourceName.title(of: uri) }

    /// `Artist – Title`, or the title alone.
    public var displayName: String {
        metadata.artists.isEmpty
            ? displayTitle : "\(metadata.artists.joined(separator: ", ")) – \(displayTitle)"
    }
}

/// Reading names out of URIs, without a URI library: only what titles and messages need.
public enum ResourceName {
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
        guard uri.hasPrefix("file:///") else { return nil }
        return decoded(uri.dropFirst("file://".count))
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
