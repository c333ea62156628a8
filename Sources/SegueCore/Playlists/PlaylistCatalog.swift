/// The identity of a playlist: it survives a rename of its file, and the end of the player.
public struct PlaylistID: RawRepresentable, Sendable, Hashable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

/// A playlist that can be played.
public struct PlaylistDescription: Sendable, Hashable, Identifiable {
    public let id: PlaylistID
    /// Of its file.
    public var uri: String
    /// For people; never empty.
    public var name: String
    /// Of a picture; nil where there is none.
    public var iconURI: String?
    public var created: WallTime
    public var modified: WallTime
    /// nil if it never was.
    public var lastPlayed: WallTime?

    public init(
        id: PlaylistID, uri: String, name: String, iconURI: String? = nil, created: WallTime, modified: WallTime,
        lastPlayed: WallTime? = nil
    ) {
        self.id = id
        self.uri = uri
        self.name = name
        self.iconURI = iconURI
        self.created = created
        self.modified = modified
        self.lastPlayed = lastPlayed
    }
}

/// In which order playlists are asked for.
public enum PlaylistOrder: Sendable, Hashable, CaseIterable {
    case alphabetical
    /// These three with the oldest first; playlists that were never played come before all others.
    case created
    case modified
    case played
}

/// All playlists that are known. To copy one costs nothing, and neither does finding that two are the same one.
public struct PlaylistCatalog: Sendable, Hashable {
    private let playlists: [PlaylistDescription]
    private let places: [PlaylistID: Int]

    /// - Parameter playlists: in alphabetical order, each identity once.
    public init(_ playlists: [PlaylistDescription] = []) {
        self.playlists = playlists
        places = Dictionary(uniqueKeysWithValues: playlists.enumerated().map { ($1.id, $0) })
    }

    public var count: Int { playlists.count }

    public subscript(id: PlaylistID) -> PlaylistDescription? { places[id].map { playlists[$0] } }

    /// At most `limit` playlists from `start` on, counted in this order, or in its reverse; none beyond the end. Equal
    /// dates are ordered by name.
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

    /// Those that are called otherwise, or look otherwise, than in `old`, where they were already.
    public func renamed(since old: PlaylistCatalog) -> [PlaylistDescription] {
        guard self != old else { return [] }
        return playlists.filter { playlist in
            guard let before = old[playlist.id] else { return false }
            return before.name != playlist.name || before.iconURI != playlist.iconURI
        }
    }

    private func place(of playlist: PlaylistDescription) -> Int { places[playlist.id] ?? 0 }

    public static func == (left: PlaylistCatalog, right: PlaylistCatalog) -> Bool {
        left.playlists == right.playlists
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(playlists)
    }
}
