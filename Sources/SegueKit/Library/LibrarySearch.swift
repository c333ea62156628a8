import GRDB
package import SegueCore
package import SegueFiles

/// The index of the library, read-only.
package final class LibrarySearch {
    /// An album, as far as its tracks were found.
    package struct Album: Sendable, Hashable {
        package var title: String
        package var artists: [String]
        package var year: Int?
        package var count: Int
    }

    /// The most that one search finds.
    package static let limit = 100_000

    private let queue: DatabaseQueue

    /// Nil where there is no index.
    package init?(path: String) {
        guard let queue = LibraryDatabase.openForReading(path) else { return nil }
        self.queue = queue
    }

    /// The index of this user; nil where there is none.
    package static var user: LibrarySearch? { LibrarySearch(path: LibraryDatabase.path) }

    /// The music folders that have been read, and when, in seconds since 1970.
    package func roots() throws -> [(path: LocalPath, read: Int64)] {
        try queue.read { database in
            try database.values("SELECT path, read FROM root ORDER BY path") { row in
                (LocalPath(bytes: try row.bytes()), try row.integer())
            }
        }
    }

    /// The tracks that a query finds, the best first: those whose title begins with the words, then those that have
    /// them in the title, in the artist, in the album, in any field, and inside of words. `now` is in seconds since
    /// 1970.
    package func tracks(_ query: LibraryQuery, now: Int64, limit: Int = limit, offset: Int = 0) throws -> [LibraryTrack]
    {
        let wanted = min(limit, Self.limit)
        return try queue.read { database in
            let ids = try ids(query, now, wanted + offset, in: database).dropFirst(offset)
            return try ids.compactMap { id in
                try database.value(
                    "SELECT \(LibraryTrack.columns) FROM file JOIN folder ON folder.id = file.folder WHERE file.id = ?",
                    [id]
                ) { try LibraryTrack(&$0) }
            }
        }
    }

    /// How many tracks a query finds.
    package func count(_ query: LibraryQuery, now: Int64) throws -> Int {
        try queue.read { try ids(query, now, .max, in: $0).count }
    }

    /// The albums of the tracks that a query finds, in the order of the tracks.
    package func albums(_ query: LibraryQuery, now: Int64, limit: Int = limit) throws -> [Album] {
        struct Key: Hashable {
            var title: [UInt8]
            var people: [[UInt8]]
        }
        var order: [Key] = []
        var albums: [Key: Album] = [:]
        for track in try tracks(query, now: now) {
            guard let title = track.tags.album else { continue }
            let key = Key(title: TextFold.fold(title), people: track.tags.albumArtists.map { TextFold.fold($0) })
            if albums[key] == nil { order.append(key) }
            var album = albums[key] ?? Album(title: title, artists: track.albumPeople, year: track.tags.year, count: 0)
            album.count += 1
            // A compilation without artists of its own is by those of its tracks, which differ.
            if track.tags.albumArtists.isEmpty, album.artists != track.tags.artists { album.artists = [] }
            album.year = [album.year, track.tags.year].compactMap(\.self).min()
            albums[key] = album
        }
        return order.prefix(limit).compactMap { albums[$0] }
    }

    /// The artists of the tracks that a query finds, with the number of tracks, in the order of the tracks.
    package func artists(_ query: LibraryQuery, now: Int64, limit: Int = limit) throws -> [(name: String, count: Int)] {
        var order: [[UInt8]] = []
        var artists: [[UInt8]: (name: String, count: Int)] = [:]
        for track in try tracks(query, now: now) {
            for name in track.tags.artists {
                let key = TextFold.fold(name)
                if artists[key] == nil { order.append(key) }
                artists[key, default: (name, 0)].count += 1
            }
        }
        return order.prefix(limit).compactMap { artists[$0] }
    }

    /// The files that a query finds, at most `limit`, the best first.
    private func ids(_ query: LibraryQuery, _ now: Int64, _ limit: Int, in database: Database) throws -> [Int64] {
        let statement = SearchStatement(query, now: now)
        var (found, known): ([Int64], Set<Int64>) = ([], [])
        for rank in statement.ranks where found.count < limit {
            // Later ranks find the files of earlier ones again.
            let most = limit == .max ? Int64.max : Int64(limit)
            let ids = try database.values(rank.sql, rank.arguments + [most]) { try $0.integer() }
            for id in ids where known.insert(id).inserted { found.append(id) }
        }
        return Array(found.prefix(limit))
    }
}
