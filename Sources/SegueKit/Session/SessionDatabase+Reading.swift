import GRDB
import SegueCore
import SegueFiles

extension SessionDatabase {
    /// The whole session, statistics laid over the tags of its entries.
    func read() throws -> StoredSession {
        try Self.namingDamage { try connection.read(read) }
    }

    private func read(in database: Database) throws -> StoredSession {
        let (entries, indexes) = try readEntries(in: database)
        var stored = StoredSession(session: SavedSession(entries: entries))
        stored.playlists = try readPlaylists(in: database)
        stored.session.pins = try PinTable.read(in: database)
        stored.session.edits = try readEdits(in: database)
        guard
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT current, position, volume, repeatMode, output, isShuffled, configuredOutput, single, consume
                    FROM playback
                    """)
        else { return stored }
        let repeatMode = try row.decode(String.self, atIndex: 3)
        stored.session.current = try row.decode(Int64?.self, atIndex: 0).flatMap { indexes[$0] }
        stored.session.position = MediaTime(nanoseconds: try row.decode(Int64.self, atIndex: 1))
        stored.session.volume = try row.decode(Double.self, atIndex: 2)
        stored.session.repeatMode = RepeatMode(rawValue: repeatMode) ?? .off
        stored.session.modes.isSingle = try row.decode(Bool.self, atIndex: 7)
        stored.session.modes.consumes = try row.decode(Bool.self, atIndex: 8)
        if let name = try row.decode(String?.self, atIndex: 4),
            let configured = try row.decode(String?.self, atIndex: 6)
        {
            stored.session.output = ChosenOutput(name: name, configured: configured)
        }
        if try row.decode(Bool.self, atIndex: 5) {
            let order = try OrderTable.shuffled.entries(in: database).compactMap { indexes[$0] }
            stored.session.shuffleOrder = order.count == entries.count ? order : nil
        }
        return stored
    }

    /// What is remembered of files and streams, by their URIs.
    func statistics() throws -> [String: TrackStatistics] {
        try Self.namingDamage {
            try connection.read { database in
                let rows = try Row.fetchCursor(
                    database, sql: "SELECT useCount, lastUsed, userRating, uri FROM statistics")
                var found: [String: TrackStatistics] = [:]
                while let row = try rows.next() {
                    found[try row.decode(String.self, atIndex: 3)] = try Self.statistics(in: row, from: 0)
                }
                return found
            }
        }
    }

    private static func statistics(in row: Row, from start: Int) throws -> TrackStatistics {
        TrackStatistics(
            useCount: try row.decode(Int32.self, atIndex: start),
            lastUsed: try row.decode(String?.self, atIndex: start + 1),
            userRating: try row.decode(Double?.self, atIndex: start + 2))
    }

    private func readPlaylists(in database: Database) throws -> [PlaylistRecord] {
        let rows = try Row.fetchCursor(
            database, sql: "SELECT id, uri, inode, size, modified, created, lastPlayed FROM playlist")
        var playlists: [PlaylistRecord] = []
        while let row = try rows.next() {
            func number(_ index: Int) throws -> Int64 { try row.decode(Int64.self, atIndex: index) }
            playlists.append(
                PlaylistRecord(
                    id: PlaylistID(rawValue: UInt64(bitPattern: try number(0))),
                    uri: try row.decode(String.self, atIndex: 1),
                    stamp: FoundPlaylist.Stamp(
                        inode: UInt64(bitPattern: try number(2)), size: try number(3),
                        modified: WallTime(nanoseconds: try number(4))),
                    created: WallTime(nanoseconds: try number(5)),
                    lastPlayed: try row.decode(Int64?.self, atIndex: 6).map(WallTime.init(nanoseconds:))))
        }
        return playlists
    }

    private func readEntries(in database: Database) throws -> ([QueueEntry], [Int64: Int]) {
        let columns = MetadataColumns.definitions.map { "entry.\($0.name)" }.joined(separator: ", ")
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT entry.id, entry.uri, ifnull(statistics.useCount, 0), statistics.lastUsed,
                statistics.userRating, \(columns)
                FROM listOrder JOIN entry ON entry.id = listOrder.entry
                LEFT JOIN statistics ON statistics.uri = entry.uri
                ORDER BY listOrder.rank
                """)
        var entries: [QueueEntry] = []
        var indexes: [Int64: Int] = [:]
        while let row = try rows.next() {
            let entry = try Self.entry(in: row)
            indexes[entry.id.key] = entries.count
            entries.append(entry)
        }
        return (entries, indexes)
    }

    /// An entry whose row has its identity, its URI, what is remembered of it, and its tags.
    static func entry(in row: Row) throws -> QueueEntry {
        var metadata = try MetadataColumns.metadata(in: row, from: 5)
        metadata.adopt(try statistics(in: row, from: 2))
        let id = EntryID(rawValue: UInt64(bitPattern: try row.decode(Int64.self, atIndex: 0)))
        return QueueEntry(id: id, uri: try row.decode(String.self, atIndex: 1), metadata: metadata)
    }
}
