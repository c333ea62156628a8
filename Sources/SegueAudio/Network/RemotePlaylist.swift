import CGStreamer
import SegueCore
import SegueFiles

/// A playlist that a server sends instead of a stream: stations publish their streams in this way.
struct RemotePlaylist: Sendable {
    /// The most bytes of a playlist; a station's playlist has a few hundred.
    private static let longest = 256 << 10
    /// The number of entries of a playlist that are tried.
    private static let mostEntries = 16
    /// The most bytes of an address, as for one in a call (security.md).
    private static let longestAddress = 8192

    private let kind: Playlist.Kind
    /// The base address for relative entries.
    private let address: String
    private var content: [UInt8] = []

    /// The content of the playlist.
    enum Reading: Sendable {
        /// The addresses that the playlist names, http and https.
        case named([String])
        /// The manifest of an adaptive stream, for the decoder.
        case stream([UInt8])
        case unusable(AudioPlayerError)
    }

    /// Returns nil if the answer is not that of a playlist.
    init?(_ answer: ServerAnswer, at address: String) {
        let address = answer.address ?? address
        guard let kind = Self.kind(of: answer.contentType) ?? Self.kind(of: address, sentAs: answer.contentType) else {
            return nil
        }
        self.kind = kind
        self.address = address
    }

    private static func kind(of type: String?) -> Playlist.Kind? {
        switch type {
        case "audio/x-mpegurl", "audio/mpegurl", "application/x-mpegurl", "application/mpegurl",
            "application/vnd.apple.mpegurl", "application/vnd.apple.mpegurl.audio":
            .m3u8
        case "audio/x-scpls", "audio/scpls", "application/pls", "application/pls+xml", "application/x-scpls": .pls
        case "application/xspf+xml": .xspf
        default: nil
        }
    }

    /// Returns the kind according to the name, unless the server states the type.
    private static func kind(of address: String, sentAs type: String?) -> Playlist.Kind? {
        let isVague = type.map { ["text/plain", "application/octet-stream", "application/xml"].contains($0) } ?? true
        guard isVague else { return nil }
        let name = address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? ""
        return name.split(separator: ".").dropFirst().last.flatMap { Playlist.Kind(rawValue: $0.lowercased()) }
    }

    /// Appends the next part of the playlist. Returns false if the playlist would become too long.
    mutating func append(_ bytes: [UInt8]) -> Bool {
        guard content.count + bytes.count <= Self.longest else { return false }
        content += bytes
        return true
    }

    static func tooLong(_ address: String) -> AudioPlayerError {
        .fileLoadFailed(path: address, reason: Reason.longPlaylist.text("\(longest >> 10)"))
    }

    /// Reads the playlist. Call when all of the playlist has arrived.
    func read() -> Reading {
        let playlist = Playlist(content, kind: kind)
        if playlist.isStream {
            if let foreign = foreignPiece { return .unusable(ErrorSentences.foreign(foreign, in: address)) }
            return .stream(content)
        }
        let named = playlist.items.compactMap { absolute(String(decoding: $0.location, as: UTF8.self)) }
            .filter { Self.isRemote($0) && TagText.line($0, limit: Self.longestAddress) == $0 }
        guard !named.isEmpty else {
            return .unusable(.fileLoadFailed(path: address, reason: Reason.noAddress.text()))
        }
        return .named(Array(named.prefix(Self.mostEntries)))
    }

    /// Returns true if a server may name this address for a player to open: nothing on the computer that the player
    /// runs on.
    static func isRemote(_ address: String) -> Bool {
        ["http", "https"].contains(FileURI.scheme(of: address))
    }

    private func absolute(_ reference: String) -> String? {
        // GStreamer's own function crashes on a query like `?%=1`, and changes the order in others.
        let flags = GUriFlags(rawValue: G_URI_FLAGS_ENCODED.rawValue | G_URI_FLAGS_PARSE_RELAXED.rawValue)
        guard let text = g_uri_resolve_relative(address, reference, flags, nil) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// The first forbidden address in a manifest, on a separate line or in an attribute.
    private var foreignPiece: String? {
        let text = TextDecoding.text(content)
        for line in text.split(whereSeparator: \.isNewline) {
            let reference =
                if line.first != "#" {
                    String(line)
                } else if let start = line.firstRange(of: "URI=\"") {
                    String(line[start.upperBound...].prefix { $0 != "\"" })
                } else {
                    ""
                }
            guard let scheme = FileURI.scheme(of: reference), scheme != "data" else { continue }
            if !Self.isRemote(reference) { return reference }
        }
        return nil
    }
}
