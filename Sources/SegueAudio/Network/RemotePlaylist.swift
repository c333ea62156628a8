import CGStreamer
import SegueCore
import SegueFiles

/// A playlist that a server sends where a stream was expected: how stations publish what they play.
struct RemotePlaylist: Sendable {
    /// The most bytes of a playlist; that of a station has a few hundred.
    private static let longest = 256 << 10
    /// How many entries of a playlist are tried.
    private static let mostEntries = 16

    private let kind: Playlist.Kind
    /// The address that relative entries are relative to.
    private let address: String
    private var content: [UInt8] = []

    /// What the playlist turned out to be.
    enum Reading: Sendable {
        /// The addresses that the playlist names, http and https.
        case named([String])
        /// The manifest of an adaptive stream, for the decoder.
        case stream([UInt8])
        case unusable(AudioPlayerError)
    }

    /// Nil when the answer is not that of a playlist.
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

    /// The kind that the name tells, unless the server knows better.
    private static func kind(of address: String, sentAs type: String?) -> Playlist.Kind? {
        let isVague = type.map { ["text/plain", "application/octet-stream", "application/xml"].contains($0) } ?? true
        guard isVague else { return nil }
        let name = address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? ""
        return name.split(separator: ".").dropFirst().last.flatMap { Playlist.Kind(rawValue: $0.lowercased()) }
    }

    /// Takes the next part of the playlist; false when the playlist gets too long with it.
    mutating func append(_ bytes: [UInt8]) -> Bool {
        guard content.count + bytes.count <= Self.longest else { return false }
        content += bytes
        return true
    }

    static func tooLong(_ address: String) -> AudioPlayerError {
        .fileLoadFailed(path: address, reason: "the playlist there is longer than \(longest >> 10) KiB")
    }

    /// To be called when all of the playlist is there.
    func read() -> Reading {
        let playlist = Playlist(content, kind: kind)
        if playlist.isStream {
            if let foreign = foreignPiece { return .unusable(ErrorSentences.foreign(foreign, in: address)) }
            return .stream(content)
        }
        let named = playlist.items.compactMap { absolute(String(decoding: $0.location, as: UTF8.self)) }
            .filter(Self.isRemote)
        guard !named.isEmpty else {
            return .unusable(
                .fileLoadFailed(path: address, reason: "the playlist there names no http or https address"))
        }
        return .named(Array(named.prefix(Self.mostEntries)))
    }

    /// Whether a server may name this for a player to open: nothing on the computer that the player runs on.
    static func isRemote(_ address: String) -> Bool {
        ["http", "https"].contains(FileURI.scheme(of: address))
    }

    private func absolute(_ reference: String) -> String? {
        guard let text = gst_uri_join_strings(address, reference) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// The first address in a manifest that is not to be opened, on a line of its own or as an attribute.
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
