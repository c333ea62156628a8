import GRDB
import SegueCore
import SegueFiles

extension SessionDatabase {
    /// Writes the whole batch or, if an error is thrown, nothing. Each edit of the queue writes the rows that it
    /// changes.
    func write(_ batch: SessionBatch) throws {
        try connection.write { database in
            for edit in batch.edits { try apply(edit, in: database) }
            if let history = batch.history { try write(history, in: database) }
            if let playback = batch.playback { try write(playback, in: database) }
            for edit in batch.statistics { try apply(edit, in: database) }
            if let playlists = batch.playlists { try write(playlists, in: database) }
            if let pins = batch.pins { try PinTable.write(pins, in: database) }
        }
    }

    // MARK: - Queue

    private func apply(_ edit: SessionEdit, in database: Database) throws {
        switch edit {
        case .inserted(let entries, let after):
            for entry in entries { try write(entry, in: database) }
            try OrderTable.list.insert(entries.map(\.id.key), after: after?.key, in: database)
        case .insertedShuffled(let entries, let after, let listAfter):
            for entry in entries { try write(entry, in: database) }
            try OrderTable.list.insert(entries.map(\.id.key), after: listAfter?.key, in: database)
            try OrderTable.shuffled.insert(entries.map(\.id.key), after: after?.key, in: database)
        case .removed(let ids):
            let statement = try database.cachedStatement(sql: "DELETE FROM entry WHERE id = ?")
            for id in ids {
                try statement.execute(arguments: [id.key])
                try OrderTable.list.remove(id.key, in: database)
                try OrderTable.shuffled.remove(id.key, in: database)
            }
        case .moved(let id, let after, let isShuffled):
            try (isShuffled ? OrderTable.shuffled : .list).move(id.key, after: after?.key, in: database)
        case .metadataChanged(let entries):
            for entry in entries
            where try database.value("SELECT 1 FROM entry WHERE id = ?", [entry.id.key], { try $0.integer() }) != nil {
                try write(entry, in: database)
            }
        case .arranged(let order):
            try OrderTable.list.removeAll(in: database)
            try OrderTable.list.insert(order.map(\.key), after: nil, in: database)
        case .reordered(let order):
            try OrderTable.shuffled.removeAll(in: database)
            try OrderTable.shuffled.insert(order?.map(\.key) ?? [], after: nil, in: database)
            try write(isShuffled: order != nil, in: database)
        case .replaced(let session): try replace(session, in: database)
        }
    }

    private func write(_ entry: QueueEntry, in database: Database) throws {
        let key = [entry.id.key.databaseValue, entry.uri.databaseValue]
        guard entry.metadata != TrackMetadata() else {
            // The usual case in a large folder that has just been added: the metadata of its files is not known yet.
            return try database.cachedStatement(sql: "INSERT OR REPLACE INTO entry (id, uri) VALUES (?, ?)")
                .execute(arguments: StatementArguments(key))
        }
        try database.cachedStatement(sql: Self.insertion)
            .execute(arguments: StatementArguments(key + MetadataColumns.values(of: entry.metadata)))
    }

    private static let insertion: String = {
        let marks = repeatElement("?", count: 2 + MetadataColumns.definitions.count).joined(separator: ", ")
        return "INSERT OR REPLACE INTO entry VALUES (\(marks))"
    }()

    /// Stores exactly this session in the database.
    private func replace(_ session: SavedSession, in database: Database) throws {
        let ids = session.entries.map(\.id.key)
        for table in [OrderTable.list, .shuffled] { try table.removeAll(in: database) }
        try database.execute(sql: "DELETE FROM entry")
        for entry in session.entries { try write(entry, in: database) }
        try OrderTable.list.insert(ids, after: nil, in: database)
        try OrderTable.shuffled.insert(session.shuffleOrder?.map { ids[$0] } ?? [], after: nil, in: database)
        try write(SessionPlayback(session), in: database)
        try write(isShuffled: session.shuffleOrder != nil, in: database)
        try PinTable.write(session.pins, in: database)
    }

    private func write(isShuffled: Bool, in database: Database) throws {
        try database.cachedStatement(sql: "UPDATE playback SET isShuffled = ?").execute(arguments: [isShuffled])
    }

    // MARK: - Playback and statistics

    private func write(_ playback: SessionPlayback, in database: Database) throws {
        try database.cachedStatement(
            sql: """
                UPDATE playback SET current = ?, position = ?, volume = ?, repeatMode = ?, output = ?,
                configuredOutput = ?, single = ?, consume = ?, smooth = ?
                """
        ).execute(arguments: [
            playback.current?.key, playback.position.nanoseconds, playback.volume, playback.repeatMode.rawValue,
            playback.output?.name, playback.output?.configured, playback.modes.isSingle, playback.modes.consumes,
            playback.modes.isSmooth,
        ])
    }

    private func apply(_ edit: StatisticsEdit, in database: Database) throws {
        switch edit {
        case .used(let uri, let time):
            try database.cachedStatement(
                sql: """
                    INSERT INTO statistics (uri, useCount, lastUsed) VALUES (?, 1, ?)
                    ON CONFLICT (uri) DO UPDATE SET
                    useCount = min(useCount + 1, \(Int32.max)), lastUsed = excluded.lastUsed
                    """
            ).execute(arguments: [uri, time])
        case .rated(let uri, let rating):
            try database.cachedStatement(
                sql: """
                    INSERT INTO statistics (uri, userRating) VALUES (?, ?)
                    ON CONFLICT (uri) DO UPDATE SET userRating = excluded.userRating
                    """
            ).execute(arguments: [uri, rating])
        case .merged(let uri, let other):
            // Times of one format sort in the order of their text.
            try database.cachedStatement(
                sql: """
                    INSERT INTO statistics (uri, useCount, lastUsed, userRating) VALUES (?, ?, ?, ?)
                    ON CONFLICT (uri) DO UPDATE SET useCount = max(useCount, excluded.useCount),
                    lastUsed = nullif(max(ifnull(lastUsed, ''), ifnull(excluded.lastUsed, '')), ''),
                    userRating = ifnull(userRating, excluded.userRating)
                    """
            ).execute(arguments: [uri, other.useCount, other.lastUsed, other.userRating])
        case .located(let whereabouts): try apply(whereabouts, in: database)
        }
    }

    private func apply(_ whereabouts: TrackWhereabouts, in database: Database) throws {
        for (uri, stamp) in whereabouts.stamps {
            try database.cachedStatement(sql: "UPDATE statistics SET size = ?, modified = ?, inode = ? WHERE uri = ?")
                .execute(arguments: [stamp.size, stamp.modified, Int64(bitPattern: stamp.inode), uri])
        }
        guard !whereabouts.moves.isEmpty else { return }
        // All rows are removed before the first is inserted. A mark distinguishes rows in transit from all URIs.
        for former in whereabouts.moves.keys {
            try database.cachedStatement(sql: "UPDATE statistics SET uri = ? || uri WHERE uri = ?")
                .execute(arguments: [Self.movingMark, former])
        }
        for (former, uri) in whereabouts.moves {
            let moving = Self.movingMark + former
            try database.cachedStatement(
                sql: """
                    INSERT INTO statistics (uri, useCount, lastUsed, userRating, size, modified, inode)
                    SELECT ?, useCount, lastUsed, userRating, size, modified, inode FROM statistics WHERE uri = ?
                    ON CONFLICT (uri) DO UPDATE SET
                    useCount = min(useCount + excluded.useCount, \(Int32.max)),
                    lastUsed = nullif(max(ifnull(lastUsed, ''), ifnull(excluded.lastUsed, '')), ''),
                    userRating = ifnull(userRating, excluded.userRating), size = ifnull(size, excluded.size),
                    modified = ifnull(modified, excluded.modified), inode = ifnull(inode, excluded.inode)
                    """
            ).execute(arguments: [uri, moving])
            try database.cachedStatement(sql: "DELETE FROM statistics WHERE uri = ?").execute(arguments: [moving])
        }
    }

    private static let movingMark = "\n"
}

extension SessionDatabase {
    fileprivate func write(_ playlists: [PlaylistRecord], in database: Database) throws {
        try database.execute(sql: "DELETE FROM playlist")
        let insertion = try database.cachedStatement(sql: "INSERT INTO playlist VALUES (?, ?, ?, ?, ?, ?, ?)")
        for playlist in playlists {
            try insertion.execute(arguments: [
                Int64(bitPattern: playlist.id.rawValue), playlist.uri, Int64(bitPattern: playlist.stamp.inode),
                playlist.stamp.size, playlist.stamp.modified.nanoseconds, playlist.created.nanoseconds,
                playlist.lastPlayed?.nanoseconds,
            ])
        }
    }
}

extension EntryID {
    /// The identity in the form that SQLite stores: the same 64 bits, signed.
    var key: Int64 { Int64(bitPattern: rawValue) }

    /// Creates the identity that SQLite stores as this number.
    init(key: Int64) { self.init(rawValue: UInt64(bitPattern: key)) }
}
