/// The identity of a playlist. It survives a rename of the file, and a restart of the player.
public struct PlaylistID: RawRepresentable, Sendable, Hashable {
    /// The number used by the session and the bus; it has no other meaning.
    public let rawValue: UInt64

    /// Creates the identity with this number.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

/// The changes that can be made to a playlist.
public enum PlaylistKind: Sendable, Hashable {
    /// Saved by the player: its name and its tracks can be changed.
    case saved
    /// A saved search, which fills itself: its name can be changed.
    case search
    /// From somebody else: nothing can be changed.
    case foreign
}

/// A playlist that can be played.
public struct PlaylistDescription: Sendable, Hashable, Identifiable {
    /// The identity, which is unchanged when the file is renamed or edited.
    public let id: PlaylistID
    /// The `file:` URI of the playlist.
    public var uri: String
    /// The displayed name; never empty.
    public var name: String
    /// The changes that can be made to it.
    public var kind: PlaylistKind
    /// The URI of a picture; nil if there is none.
    public var iconURI: String?
    /// The date at which the file was created.
    public var created: WallTime
    /// The date of the file's last change.
    public var modified: WallTime
    /// The date at which the playlist was last played; nil if it never was.
    public var lastPlayed: WallTime?

    /// Creates a description of these parts. Nil denotes a missing picture or date.
    public init(
        id: PlaylistID, uri: String, name: String, kind: PlaylistKind = .foreign, iconURI: String? = nil,
        created: WallTime, modified: WallTime, lastPlayed: WallTime? = nil
    ) {
        self.id = id
        self.uri = uri
        self.name = name
        self.kind = kind
        self.iconURI = iconURI
        self.created = created
        self.modified = modified
        self.lastPlayed = lastPlayed
    }
}

/// The order in which a client requests playlists (MPRIS's `PlaylistOrdering`).
public enum PlaylistOrder: Sendable, Hashable, CaseIterable {
    /// By name, as people sort names.
    case alphabetical
    /// By the date of creation, the oldest first.
    case created
    /// By the last change, the oldest first.
    case modified
    /// By the date at which they were last played, the oldest first. Playlists never played come before all others.
    case played
}

/// All known playlists. Copying a catalog, and comparing a catalog with its copy, are O(1).
public struct PlaylistCatalog: Sendable, Hashable {
    private let playlists: [PlaylistDescription]
    private let places: [PlaylistID: Int]

    /// - Parameter playlists: in alphabetical order, each identity once.
    public init(_ playlists: [PlaylistDescription] = []) {
        self.playlists = playlists
        places = Dictionary(uniqueKeysWithValues: playlists.enumerated().map { ($1.id, $0) })
    }

    /// The number of playlists.
    public var count: Int { playlists.count }

    /// The playlist with this identity; nil if it is not in the catalog.
    public subscript(id: PlaylistID) -> PlaylistDescription? { places[id].map { playlists[$0] } }

    /// Returns at most `limit` playlists from `start` on, counted in this order, or in its reverse; none beyond the
    /// end. Playlists with equal dates are ordered by name.
    public func page(
        from start: Int, limit: Int, by order: PlaylistOrder, reversed: Bool
    ) -> ArraySlice<PlaylistDescription> {
        var sorted = playlists
        switch order {
        case .alphabetical: break
        case .created: sorted.sort { ($0.created, place(of: $0)) < ($1.created, place(of: $1)) }
        case .modified: sorted.sort { ($0.modified, place(of: $0)) < ($1.modified, place(of: $1)) }
        case .played:
            let never = WallTime(nanoseconds: .min)
            sorted.sort { ($0.lastPlayed ?? never, place(of: $0)) < ($1.lastPlayed ?? never, place(of: $1)) }
        }
        if reversed { sorted.reverse() }
        return sorted.dropFirst(max(start, 0)).prefix(max(limit, 0))
    }

    /// Returns the playlists whose name or picture differs from `old`. Playlists that are not in `old` are left out.
    public func renamed(since old: PlaylistCatalog) -> [PlaylistDescription] {
        changed(since: old) { $0.name != $1.name || $0.iconURI != $1.iconURI }
    }

    /// Returns the playlists whose files have changed since `old`. Playlists that are not in `old` are left out.
    public func rewritten(since old: PlaylistCatalog) -> [PlaylistDescription] {
        changed(since: old) { $0.modified != $1.modified }
    }

    private func changed(
        since old: PlaylistCatalog, _ differs: (PlaylistDescription, PlaylistDescription) -> Bool
    ) -> [PlaylistDescription] {
        guard self != old else { return [] }
        return playlists.filter { playlist in old[playlist.id].map { differs($0, playlist) } ?? false }
    }

    private func place(of playlist: PlaylistDescription) -> Int { places[playlist.id] ?? 0 }

    /// Returns true if both catalogs hold the same playlists in the same order.
    public static func == (left: PlaylistCatalog, right: PlaylistCatalog) -> Bool {
        left.playlists == right.playlists
    }

    /// Feeds the playlists, in their order, to `hasher`. O(n).
    public func hash(into hasher: inout Hasher) {
        hasher.combine(playlists)
    }
}
