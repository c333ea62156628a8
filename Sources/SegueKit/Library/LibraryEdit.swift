import GRDB
import SegueCore
import SegueFiles

import struct Foundation.Data

/// Changes to the files in the index, in one transaction, together with the albums, artists and genres that list them.
struct LibraryEdit {
    /// A file to be written.
    struct File {
        /// The row of the file; nil for a new file.
        var id: Int64?
        var folder: Int64
        var name: [UInt8]
        var size: Int64
        /// The time of the last change, in nanoseconds.
        var modified: Int64
        var inode: UInt64
        /// The time at which the file was found, in seconds since 1970.
        var added: Int64
        /// The time of the last change of the sheet that divides the file; 0 without one.
        var sheet: Int64
        var track: LibraryTrack
    }

    /// The kinds of names that tracks are listed under, with their numbers in the database.
    enum Listing: Int64 {
        case artist
        case genre
    }

    private let database: Database
    private let order: SortText
    /// The albums whose tracks have changed.
    private var touched: Set<Int64> = []

    init(_ database: Database, order: SortText) {
        self.database = database
        self.order = order
    }

    /// Inserts a file, or replaces the file with the same row. If it was at another path, the index keeps that.
    mutating func write(_ file: File) throws {
        if let id = file.id, let former = try takeOut(id), former.path != file.track.path {
            try database.execute(
                sql: "INSERT OR REPLACE INTO former (path, file) VALUES (?, ?)", arguments: [former.place, id])
        }
        let album = try album(of: file.track)
        let values: [(any DatabaseValueConvertible)?] =
            [
                file.id, file.folder, Data(file.name), file.size, file.modified, Int64(bitPattern: file.inode),
                file.added,
            ] + file.track.values + [album, file.track.excerpt?.fragment ?? "", file.sheet]
        try database.cachedStatement(
            sql: """
                INSERT INTO file (id, folder, name, size, modified, inode, added, title, artists, albumArtists, album,
                genres, composers, year, track, disc, length, codec, hasPicture, recording, rate, albumRow,
                excerpt, sheet)
                VALUES (\(values.map { _ in "?" }.joined(separator: ", ")))
                """
        ).execute(arguments: StatementArguments(values))
        let id = file.id ?? database.lastInsertedRowID
        try insertTexts(of: file.track, id)
        if let album { touched.insert(album) }
        try list(file.track, 1)
    }

    /// Deletes a file. Does nothing if there is no such file.
    mutating func delete(_ id: Int64) throws {
        _ = try takeOut(id)
        try database.execute(sql: "DELETE FROM former WHERE file = ?", arguments: [id])
    }

    /// Removes the row of a file, and returns its track; nil if there is no such file.
    private mutating func takeOut(_ id: Int64) throws -> LibraryTrack? {
        guard let former = try file(id) else { return nil }
        if !former.isGone { try unlist(former.track, id) }
        try database.execute(sql: "DELETE FROM file WHERE id = ?", arguments: [id])
        if let album = former.album { touched.insert(album) }
        return former.track
    }

    /// Marks a file as unreachable since the time `gone`, in seconds since 1970, or as reachable. Does nothing if the
    /// file is already marked so.
    mutating func mark(_ id: Int64, gone: Int64?) throws {
        guard let former = try file(id), former.isGone != (gone != nil) else { return }
        try database.execute(sql: "UPDATE file SET gone = ? WHERE id = ?", arguments: [gone, id])
        if let album = former.album { touched.insert(album) }
        if gone != nil { return try unlist(former.track, id) }
        try insertTexts(of: former.track, id)
        try list(former.track, 1)
    }

    /// Updates the albums of changed tracks. Call it at the end.
    func finish() throws {
        for album in touched { try refresh(album) }
    }

    // MARK: - Texts

    private func insertTexts(of track: LibraryTrack, _ id: Int64) throws {
        for (table, columns) in track.texts {
            try database.cachedStatement(
                sql: "INSERT INTO \(table) (rowid, title, artist, album, composer, genre) VALUES (?, ?, ?, ?, ?, ?)"
            ).execute(arguments: [id] + StatementArguments(columns))
        }
    }

    /// Removes a file from the search tables and the lists.
    private func unlist(_ track: LibraryTrack, _ id: Int64) throws {
        // A full-text table without content needs the texts of the row to be deleted.
        for (table, columns) in track.texts {
            try database.cachedStatement(
                sql: """
                    INSERT INTO \(table) (\(table), rowid, title, artist, album, composer, genre)
                    VALUES ('delete', ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [id] + StatementArguments(columns))
        }
        try list(track, -1)
    }

    // MARK: - Lists

    private func file(_ id: Int64) throws -> (track: LibraryTrack, album: Int64?, isGone: Bool)? {
        try database.value(
            """
            SELECT \(LibraryTrack.columns), file.albumRow, file.gone FROM file
            JOIN folder ON folder.id = file.folder WHERE file.id = ?
            """, [id]
        ) { row in
            (try LibraryTrack(&row), try row.optionalInteger(), try row.optionalInteger() != nil)
        }
    }

    /// Returns the row of a track's album, created if it is missing. Nil for a track without an album.
    private func album(of track: LibraryTrack) throws -> Int64? {
        guard let title = track.tags.album, let key = track.albumKey else { return nil }
        if let known = try database.value("SELECT id FROM album WHERE key = ?", [key], { try $0.integer() }) {
            return known
        }
        try database.execute(
            sql: "INSERT INTO album (key, title, count, place) VALUES (?, ?, 0, '')", arguments: [key, title])
        return database.lastInsertedRowID
    }

    /// Updates the number of tracks, the year and the artists of the album from its tracks.
    private func refresh(_ album: Int64) throws {
        struct Facts {
            var title: String
            var total: Int64
            var count: Int64
            var year: Int64?
            var people: String?
        }
        let facts = try database.value(
            """
            SELECT album.title, count(file.id), count(file.id) - count(file.gone), min(file.year),
                CASE WHEN file.albumArtists IS NOT NULL THEN file.albumArtists
                WHEN count(DISTINCT ifnull(file.artists, '')) = 1 THEN file.artists END
            FROM album LEFT JOIN file ON file.albumRow = album.id WHERE album.id = ?
            """, [album]
        ) { row in
            Facts(
                title: try row.text(), total: try row.integer(), count: try row.integer(),
                year: try row.optionalInteger(), people: try row.optionalText())
        }
        guard let facts, facts.total > 0 else {
            return try database.execute(sql: "DELETE FROM album WHERE id = ?", arguments: [album])
        }
        let title = order.of(facts.title)
        let place = [facts.people.map(order.of) ?? title, String(facts.year ?? 0), title].joined(separator: "\t")
        try database.cachedStatement(sql: "UPDATE album SET count = ?, year = ?, people = ?, place = ? WHERE id = ?")
            .execute(arguments: [facts.count, facts.year, facts.people, place, album])
    }

    /// Sorts all albums, artists and genres again.
    mutating func sort() throws {
        touched.formUnion(try database.values("SELECT id FROM album") { try $0.integer() })
        let names = try database.values("SELECT kind, key, name FROM listed") { row in
            (kind: try row.integer(), key: try row.text(), name: try row.text())
        }
        for name in names {
            try database.cachedStatement(sql: "UPDATE listed SET place = ? WHERE kind = ? AND key = ?")
                .execute(arguments: [order.of(name.name), name.kind, name.key])
        }
    }

    /// Adds a track to the lists of its names, or removes it from them.
    private func list(_ track: LibraryTrack, _ change: Int64) throws {
        for (kind, names) in [(Listing.artist, track.people), (.genre, track.tags.genres)] {
            for (key, name) in Dictionary(names.map { (LibraryText.folded($0), $0) }, uniquingKeysWith: { a, _ in a }) {
                try database.cachedStatement(
                    sql: """
                        INSERT INTO listed (kind, key, name, count, place) VALUES (?, ?, ?, ?, ?)
                        ON CONFLICT DO UPDATE SET count = count + excluded.count
                        """
                ).execute(arguments: [kind.rawValue, key, name, change, order.of(name)])
                guard change < 0 else { continue }
                try database.cachedStatement(sql: "DELETE FROM listed WHERE kind = ? AND key = ? AND count <= 0")
                    .execute(arguments: [kind.rawValue, key])
            }
        }
    }
}
