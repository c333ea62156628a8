/// The route to the stream for an address in the queue: the address itself, or the addresses named by the playlists
/// found there.
struct Route: Sendable, Equatable {
    /// The number of playlists that may lead from one to the next: more are a loop, or a maze.
    static let deepest = 3

    /// The address to open, as GStreamer can read it.
    let address: String
    /// The number of playlists that led to the address.
    private let depth: Int
    /// The routes that are tried next if the address fails, in order.
    private let others: [Route]

    init(_ address: String) {
        self.init(address, depth: 0, others: [])
    }

    private init(_ address: String, depth: Int, others: [Route]) {
        self.address = Self.readable(address)
        self.depth = depth
        self.others = others
    }

    /// Returns the address with each percent sign escaped that begins no escape, or the escape of a NUL. GStreamer 1.22
    /// reads the names in a query, and crashes if one has such a sign.
    private static func readable(_ address: String) -> String {
        let bytes = Array(address.utf8)
        var readable: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            readable.append(byte)
            guard byte == UInt8(ascii: "%") else { continue }
            let digits = bytes[(index + 1)...].prefix(2)
            let isEscape = digits.count == 2 && digits.allSatisfy { Unicode.Scalar($0).properties.isASCIIHexDigit }
            if !isEscape || digits.elementsEqual("00".utf8) { readable += Array("25".utf8) }
        }
        return String(decoding: readable, as: UTF8.self)
    }

    /// Returns the route on through the playlist that the address led to, which must name something. Returns nil if
    /// that is too deep.
    func through(_ playlist: [String]) -> Route? {
        guard depth < Self.deepest else { return nil }
        let named = playlist.map { Route($0, depth: depth + 1, others: []) }
        return Self.first(of: named + others)
    }

    /// The route to try next; nil if there is none.
    var next: Route? { Self.first(of: others) }

    private static func first(of routes: [Route]) -> Route? {
        routes.first.map { Route($0.address, depth: $0.depth, others: Array(routes.dropFirst())) }
    }
}
