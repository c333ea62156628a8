import GRDB
import SegueCore
import SegueFiles

extension SessionDatabase {
    /// Reads the whole session; statistics take precedence over the tags of its entries.
    func read() throws -> StoredSession {
        try Self.namingDamage { try connection.read(read) }
    }

    private func read(in database: Database) throws -> StoredSession {
        let (entries, indexes) = try readEntries(in: database)
        var stored = StoredSession(session: SavedSession(entries: entries))
        stored.playlists = try readPlaylists(in: database)
        stored.ends = try EndsTable.read(in: database)
        stored.session.pins = try PinTable.read(in: database)
        stored.session.edits = try readEdits(in: database)
        let isShuffled = try database.value(
            """
            SELECT current, position, volume, repeatMode, single, consume, smooth, output, configuredOutput,
                isShuffled
            FROM playback
            """
        ) { row in
            stored.session.current = try row.optionalInteger().flatMap { indexes[$0] }
            stored.session.position = MediaTime(nanoseconds: try row.integer())
            stored.session.volume = try row.number()
            stored.session.repeatMode = RepeatMode(rawValue: try row.text()) ?? .off
            stored.session.modes.isSingle = try row.flag()
            stored.session.modes.consumes = try row.flag()
            stored.session.modes.isSmooth = try row.flag()
            let (name, configured) = (try row.optionalText(), try row.optionalText())
            if let name, let configured {
                stored.session.output = ChosenOutput(name: name, configured: configured)
            }
            return try row.flag()
        }
        guard let isShuffled else { throw Damage(description: "it has no row in its table playback") }
        if isShuffled {
            let order = try OrderTable.shuffled.entries(in: database).compactMap { indexes[$0] }
            stored.session.shuffleOrder = order.count == entries.count ? order : nil
        }
        return stored
    }

    /// Returns the statistics of files and streams, by their URIs.
    func statistics() throws -> [String: TrackStatistics] {
        try Self.namingDamage {
            try connection.read { database in
                var statistics = try Self.statistics(in: database)
                let stamps = try database.values(
                    """
                    SELECT uri, size, modified, inode FROM statistics
                    WHERE size IS NOT NULL AND modified IS NOT NULL AND inode IS NOT NULL
                    """
                ) { row in
                    let uri = try row.text()
                    let (size, modified) = (try row.integer(), try row.integer())
                    return (uri, FileStamp(size: size, modified: modified, inode: try row.bits()))
                }
                for (uri, stamp) in stamps { statistics[uri]?.stamp = stamp }
                return statistics
            }
        }
    }

    /// Returns the statistics without stamps, from a session that is open elsewhere, or comes from an older player.
    static func statistics(in database: Database) throws -> [String: TrackStatistics] {
        let found = try database.values("SELECT uri, useCount, lastUsed, userRating FROM statistics") { row in
            (try row.text(), try statistics(in: &row))
        }
        return Dictionary(found) { first, _ in first }
    }

    private static func statistics(in row: inout StoredRow) throws -> TrackStatistics {
        TrackStatistics(
            useCount: try row.optionalInt32() ?? 0, lastUsed: try row.optionalText(),
            userRating: try row.optionalNumber())
    }

    private func readPlaylists(in database: Database) throws -> [PlaylistRecord] {
        try database.values("SELECT id, uri, inode, size, modified, created, lastPlayed FROM playlist") { row in
            PlaylistRecord(
                id: PlaylistID(rawValue: try row.bits()), uri: try row.text(),
                stamp: FoundPlaylist.Stamp(
                    inode: try row.bits(), size: try row.integer(),
                    modified: WallTime(nanoseconds: try row.integer())),
                created: WallTime(nanoseconds: try row.integer()),
                lastPlayed: try row.optionalInteger().map(WallTime.init(nanoseconds:)))
        }
    }

    private func readEntries(in database: Database) throws -> ([QueueEntry], [Int64: Int]) {
        let columns = MetadataColumns.definitions.map { "entry.\($0.name)" }.joined(separator: ", ")
        let entries = try database.values(
            """
            SELECT entry.id, entry.uri, ifnull(statistics.useCount, 0), statistics.lastUsed,
            statistics.userRating, \(columns)
            FROM listOrder JOIN entry ON entry.id = listOrder.entry
            LEFT JOIN statistics ON statistics.uri = entry.uri
            ORDER BY listOrder.rank
            """, [], Self.entry)
        return (entries, Dictionary(entries.enumerated().map { ($1.id.key, $0) }) { first, _ in first })
    }

    /// Reads an entry from a row with its identity, its URI, its statistics, and its tags.
    static func entry(in row: inout StoredRow) throws -> QueueEntry {
        let id = EntryID(key: try row.integer(in: StoredRow.identities))
        let uri = try row.text()
        let statistics = try statistics(in: &row)
        var metadata = try MetadataColumns.metadata(in: &row)
        metadata.adopt(statistics)
        return QueueEntry(id: id, uri: uri, metadata: metadata)
    }
}
