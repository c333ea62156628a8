/// The route to the stream for an address in the queue: the address itself, or the addresses named by the playlists
/// found there.
struct Route: Sendable, Equatable {
    /// The number of playlists that may lead from one to the next: more are a loop, or a maze.
    static let deepest = 3

    /// The address to open.
    let address: String
    /// The number of playlists that led to the address.
    private let depth: Int
    /// The routes that are tried next if the address fails, in order.
    private let others: [Route]

    init(_ address: String) {
        self.init(address, depth: 0, others: [])
    }

    private init(_ address: String, depth: Int, others: [Route]) {
        self.address = address
        self.depth = depth
        self.others = others
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
