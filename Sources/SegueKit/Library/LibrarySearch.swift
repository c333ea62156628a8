import GRDB
package import SegueCore
package import SegueFiles

import struct Foundation.Data

/// The index of the library, read-only.
package final class LibrarySearch {
    /// An album in the index.
    package struct Album: Sendable, Hashable {
        /// The number for `albumid:`.
        package var id: Int64
        package var title: String
        /// The artists of the album; empty for an album by several artists without a common name.
        package var artists: [String]
        package var year: Int?
        /// The number of tracks of the whole album.
        package var count: Int
        /// The path of the first track.
        package var first: LocalPath?
        /// The picture in the folder of that track; nil without one.
        var cover: LocalPath?
    }

    /// A name that tracks are listed under.
    package struct Listed: Sendable, Hashable {
        package var name: String
        package var count: Int
    }

    /// The largest number of results of one search.
    package static let limit = 100_000

    private let connection: KeptConnection
    private var queue: DatabaseQueue { connection.queue }
    private let session: String

    /// Opens the index; nil if there is none. Ratings and plays come from the session in the database `session`, by
    /// default that of the player without a name.
    package init?(path: String, session: String = "\(UserFolder.state(ofInstance: nil))/session.sqlite") {
        guard let connection = LibraryDatabase.openForReading(path) else { return nil }
        self.connection = connection
        self.session = session
    }

    /// Notes that the index can't be read: the next search opens it anew.
    func discard() { connection.discard() }

    /// The index of this user; nil if there is none.
    package static var user: LibrarySearch? { LibrarySearch(path: LibraryDatabase.path) }

    /// Returns the present locations of these tracks, by their URIs and their last known stamps.
    func whereabouts(of known: [String: FileStamp?]) throws -> TrackWhereabouts {
        try queue.read { try TrackWhereabouts(of: known, in: $0) }
    }

    /// Returns the music folders that have been read, and the time of reading, in seconds since 1970.
    package func roots() throws -> [(path: LocalPath, read: Int64)] {
        try queue.read { database in
            try database.values("SELECT path, read FROM root ORDER BY path") { row in
                (LocalPath(bytes: try row.bytes()), try row.integer())
            }
        }
    }

    /// Returns the tracks that match a query, the best first. Tracks whose title begins with the words come first.
    /// Tracks follow that have the words in the title, in the artist, in the album, in any field, and inside words.
    /// Equal matches are sorted by album, disc and track. Without words, the order may be another (`SearchOrder`).
    /// `now` is in seconds since 1970.
    package func tracks(_ query: LibraryQuery, now: Int64, limit: Int = limit, offset: Int = 0) throws -> [LibraryTrack]
    {
        let wanted = min(limit, Self.limit)
        return try queue.read { database in
            let ids = try ids(query, now, wanted + offset, in: database).dropFirst(offset)
            return try database.values(
                """
                SELECT \(LibraryTrack.columns) FROM json_each(?) AS wanted CROSS JOIN file ON file.id = wanted.value
                JOIN folder ON folder.id = file.folder
                """, [Self.list(ids)]
            ) { try LibraryTrack(&$0) }
        }
    }

    /// Returns the track of a file. If there is none at this path, returns the track that was there before it moved.
    /// Nil if there never was one.
    package func track(at path: LocalPath) throws -> LibraryTrack? { try track(FileURI.uri(path)) }

    /// Returns the track with this URI. If there is none, returns the track that was at the path of the URI before it
    /// moved. Nil if there never was one.
    package func track(_ uri: String) throws -> LibraryTrack? {
        guard let path = FileURI.path(of: uri) else { return nil }
        return try track(uri, "")
            ?? queue.read { database in
                try database.value(
                    """
                    SELECT \(LibraryTrack.columns) FROM former JOIN file ON file.id = former.file
                    JOIN folder ON folder.id = file.folder
                    WHERE former.path = ? AND file.gone IS NULL
                    """, [LibraryTrack.place(path, Excerpt(uri: uri))]
                ) { try LibraryTrack(&$0) }
            }
    }

    /// Returns the present path of a file that was at this path before it moved; nil if there never was one. Its tracks
    /// may be excerpts.
    func present(of path: LocalPath) throws -> LocalPath? {
        let start = LibraryTrack.place(path, nil)
        return try queue.read { database in
            try database.value(
                """
                SELECT folder.path, file.name FROM former JOIN file ON file.id = former.file
                JOIN folder ON folder.id = file.folder
                WHERE (former.path = ? OR former.path >= ? AND former.path < ?) AND file.gone IS NULL LIMIT 1
                """, [start, start + Data("#t=".utf8), start + Data("#t>".utf8)]
            ) { LocalPath(bytes: try $0.bytes()).appending(try $0.bytes()) }
        }
    }

    private func track(
        _ uri: String, _ condition: String, _ arguments: StatementArguments = []
    ) throws -> LibraryTrack? {
        try queue.read { database in
            guard let row = try LibraryDatabase.track(uri, in: database) else { return nil }
            return try database.value(
                """
                SELECT \(LibraryTrack.columns) FROM file JOIN folder ON folder.id = file.folder
                WHERE file.id = ? \(condition)
                """, [row] + arguments
            ) { try LibraryTrack(&$0) }
        }
    }

    /// Returns the tags of a track whose file has this size and modification time. Nil if the file has changed since it
    /// was read, and if it is not in the index.
    func tags(of uri: String, _ status: LocalFile.Status) throws -> TrackMetadata? {
        let known = try track(uri, "AND file.size = ? AND file.modified = ?", [status.size, status.modified])
        guard let known else { return nil }
        var metadata = known.metadata
        metadata.title = known.tags.title
        return metadata
    }

    /// Returns identities as one value, for `json_each`. One statement for each number of identities would fill the
    /// cache.
    private static func list(_ ids: some Sequence<Int64>) -> String {
        "[" + ids.lazy.map(String.init).joined(separator: ",") + "]"
    }

    /// Returns the number of tracks that match a query.
    package func count(_ query: LibraryQuery, now: Int64) throws -> Int {
        try queue.read { try ids(query, now, .max, in: $0).count }
    }

    /// Returns the number of folders in the music folders, including folders that can't be reached.
    func countFolders() throws -> Int {
        try queue.read { try $0.value("SELECT count(*) FROM folder") { Int(try $0.integer()) } } ?? 0
    }

    /// Returns the albums of the tracks that match a query, in the order of the tracks. Without a query, returns all
    /// albums sorted by artists (an album by several artists by its title), years and titles.
    package func albums(_ query: LibraryQuery, now: Int64, limit: Int = limit, offset: Int = 0) throws -> [Album] {
        let columns = "SELECT id, title, people, year, count FROM album WHERE"
        func read(_ sql: String, _ arguments: StatementArguments, _ database: Database) throws -> [Album] {
            try database.values("\(columns) \(sql)", arguments, Album.init).map { album in
                var album = album
                try database.value(
                    """
                    SELECT folder.path, file.name, folder.cover FROM file JOIN folder ON folder.id = file.folder
                    WHERE file.albumRow = ? AND file.gone IS NULL ORDER BY file.disc, file.track, file.id LIMIT 1
                    """, [album.id]
                ) { row in
                    let folder = LocalPath(bytes: try row.bytes())
                    album.first = folder.appending(try row.bytes())
                    album.cover = try row.optionalBytes().map { folder.appending($0) }
                }
                return album
            }
        }
        return try queue.read { database in
            guard !query.terms.isEmpty else {
                return try read("count > 0 ORDER BY place LIMIT ? OFFSET ?", [limit, offset], database)
            }
            var rows: [Int64] = []
            // Searches ever more files, until there are enough albums among them.
            for files in sequence(first: Self.sorted, next: { $0 < Self.limit ? $0 * 10 : nil }) {
                let ids = try ids(query, now, files, in: database)
                rows = try Self.albums(of: ids, most: limit + offset, in: database)
                if rows.count >= limit + offset || ids.count < files { break }
            }
            return try rows.dropFirst(offset).flatMap { try read("id = ?", [$0], database) }
        }
    }

    /// Returns the rows of the albums of these files, in their order, at most `most`.
    private static func albums(of files: [Int64], most: Int, in database: Database) throws -> [Int64] {
        var known: Set<Int64> = []
        var rows: [Int64] = []
        for id in files where rows.count < most {
            let row = try database.value("SELECT albumRow FROM file WHERE id = ?", [id]) { try $0.optionalInteger() }
            if let row = row.flatMap(\.self), known.insert(row).inserted { rows.append(row) }
        }
        return rows
    }

    /// Returns the album with exactly this title, or else the first album with all words in its title. Without one,
    /// returns the first album with some words in its title and the others among its artists. Nil if there is none.
    package func album(named name: String, now: Int64) throws -> Album? {
        func found(_ words: [Substring], in field: LibraryQuery.Field?) throws -> [Album] {
            let terms = words.map { LibraryQuery.Term(.words(field, String($0))) }
            return try albums(LibraryQuery(terms), now: now, limit: 1000)
        }
        let words = name.split(whereSeparator: \.isWhitespace)
        guard !words.isEmpty else { return nil }
        let title = TextFold.fold(name)
        let titled = try found(words, in: .album)
        if let album = titled.first(where: { TextFold.fold($0.title) == title }) ?? titled.first { return album }
        var candidates = try found(words, in: nil)
        var isNamed: Set<Int64> = []
        for word in words {
            let titled = Set(try found([word], in: .album).map(\.id))
            let byArtists = Set(try found([word], in: .artist).map(\.id))
            candidates.removeAll { !titled.contains($0.id) && !byArtists.contains($0.id) }
            isNamed.formUnion(titled)
        }
        return candidates.first { isNamed.contains($0.id) }
    }

    /// Returns all albums by their numbers, with keys that stay the same when the index is rebuilt.
    func albumKeys() throws -> [(id: Int64, key: String)] {
        try queue.read { database in
            try database.values("SELECT id, key FROM album WHERE count > 0") { (try $0.integer(), try $0.text()) }
        }
    }

    /// Returns the artists of the tracks that match a query, with the numbers of these tracks, in the order of the
    /// tracks. Without a query, returns all artists by name.
    package func artists(_ query: LibraryQuery, now: Int64, limit: Int = limit, offset: Int = 0) throws -> [Listed] {
        try listed(.artist, \.people, query, now, limit, offset)
    }

    /// Returns the genres, like `artists`.
    package func genres(_ query: LibraryQuery, now: Int64, limit: Int = limit, offset: Int = 0) throws -> [Listed] {
        try listed(.genre, \.tags.genres, query, now, limit, offset)
    }

    private func listed(
        _ kind: LibraryEdit.Listing, _ names: (LibraryTrack) -> [String], _ query: LibraryQuery, _ now: Int64,
        _ limit: Int, _ offset: Int
    ) throws -> [Listed] {
        guard !query.terms.isEmpty else {
            return try queue.read { database in
                try database.values(
                    "SELECT name, count FROM listed WHERE kind = ? ORDER BY place LIMIT ? OFFSET ?",
                    [kind.rawValue, limit, offset]
                ) { Listed(name: try $0.text(), count: Int(try $0.integer())) }
            }
        }
        var order: [String] = []
        var found: [String: Listed] = [:]
        for track in try tracks(query, now: now) {
            for name in names(track) {
                let key = LibraryText.folded(name)
                if found[key] == nil { order.append(key) }
                found[key, default: Listed(name: name, count: 0)].count += 1
            }
        }
        return order.dropFirst(offset).prefix(limit).compactMap { found[$0] }
    }

    /// Returns the folders with music in a folder, in natural order, with the number of tracks in and below each; for
    /// nil, returns the music folders.
    package func folders(in parent: LocalPath?) throws -> [(path: LocalPath, count: Int)] {
        let counts = try queue.read { database in
            try database.values(
                """
                SELECT folder.path, count(file.id) FROM file JOIN folder ON folder.id = file.folder
                WHERE file.gone IS NULL GROUP BY folder.id
                """
            ) { (LocalPath(bytes: try $0.bytes()), Int(try $0.integer())) }
        }
        let roots = try roots().map(\.path)
        var found: [LocalPath: Int] = parent == nil ? Dictionary(uniqueKeysWithValues: roots.map { ($0, 0) }) : [:]
        for (path, count) in counts {
            let child: LocalPath?
            if let parent {
                let start = parent.appending([]).bytes
                child =
                    path.bytes.starts(with: start) && path.bytes.count > start.count
                    ? parent.appending(path.bytes[start.count...].prefix { $0 != UInt8(ascii: "/") }) : nil
            } else {
                child = roots.first { path.isInside($0) }
            }
            if let child { found[child, default: 0] += count }
        }
        return found.map { (NaturalOrder($0.bytes), (path: $0, count: $1)) }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// Returns the files that match a query, at most `limit`, the best first.
    private func ids(_ query: LibraryQuery, _ now: Int64, _ limit: Int, in database: Database) throws -> [Int64] {
        let asksForRecords = query.terms.contains { term in
            if case .figure(let figure, _, _) = term.condition { figure.isOfListening } else { false }
        }
        let records = asksForRecords ? try ListeningRecord.byFile(session, in: database) : [:]
        let statement = SearchStatement(query, now: now, records: records)
        let title = query.freeText.map { TextFold.fold($0) }
        let order = SearchOrder(query)
        let wanted = order == nil ? limit : .max
        let sorted = limit < Self.limit ? Self.sorted : Self.limit
        var (found, known): ([Int64], Set<Int64>) = ([], [])
        for (place, rank) in statement.ranks.enumerated() where found.count < wanted {
            // Later ranks find the files of earlier ranks again.
            let most = max(wanted, sorted + 1)
            let ids = try database.values(rank.sql, rank.arguments + [most]) { try $0.integer() }
            let new = ids.filter { known.insert($0).inserted }
            // All files with this title are in the first rank.
            found += new.count > sorted ? new : try inOrder(new, place == 0 ? title : nil, database)
        }
        if let order { found = try order.sorted(found, records, in: database) }
        return Array(found.prefix(limit))
    }

    /// The largest number of files in one rank that are sorted, if only some of the files are requested. A larger rank
    /// stays in the order of its rows, so that pages of any length are consistent.
    private static let sorted = 200

    /// Sorts files by albums, discs and tracks. Files with exactly this title come first.
    private func inOrder(_ ids: [Int64], _ title: [UInt8]?, _ database: Database) throws -> [Int64] {
        guard ids.count > 1 else { return ids }
        let files = try database.values(
            """
            SELECT file.id FROM json_each(?) AS wanted CROSS JOIN file INDEXED BY fileInOrder ON file.id = wanted.value
            LEFT JOIN album INDEXED BY albumPlace ON album.id = file.albumRow
            ORDER BY album.place, album.id, file.disc, file.track, file.id
            """, [Self.list(ids)]
        ) { try $0.integer() }
        guard let title else { return files }
        let titles = try database.values(
            "SELECT file.id, file.title FROM json_each(?) AS wanted CROSS JOIN file ON file.id = wanted.value",
            [Self.list(files)]
        ) { (id: try $0.integer(), title: try $0.optionalText()) }
        let exact = titles.filter { $0.title.map { TextFold.fold($0) } == title }.map(\.id)
        return exact.isEmpty ? files : exact + files.filter { !exact.contains($0) }
    }
}

extension LibraryQuery {
    /// The words of a query that consists only of words.
    fileprivate var freeText: String? {
        var words: [String] = []
        for term in terms {
            guard !term.isExcluded, case .words(nil, let text) = term.condition else { return nil }
            words.append(text)
        }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}

extension LibrarySearch.Album {
    fileprivate init(_ row: inout StoredRow) throws {
        id = try row.integer()
        title = try row.text()
        artists = try row.list()
        year = try row.optionalInteger().map { Int($0) }
        count = Int(try row.integer())
        first = nil
    }
}
