import GRDB
import SegueCore

/// What is known of files, by their content.
extension SessionDatabase {
    /// What lists show of these files, as far as it is known.
    func titles(of contents: [ContentIdentity]) throws -> [ContentIdentity: TrackMetadata] {
        try connection.read { try TitleTable.read(contents, in: $0) }
    }

    /// Keeps what lists show of these files.
    func write(_ titles: [ContentIdentity: TrackMetadata]) throws {
        try connection.write { try TitleTable.write(titles, in: $0) }
    }

    /// The most files of which something is kept: some 50 kB each.
    private static let mostKept = 1000

    /// Nil where nothing is known, or only what an earlier version has measured.
    func facts(of content: ContentIdentity) throws -> TrackFacts? {
        let found = try connection.read { database in
            try String.fetchOne(
                database, sql: "SELECT facts FROM sound WHERE content = ? AND version = ?",
                arguments: [content.text, TrackFacts.version])
        }
        guard let found else { return nil }
        // What is known is known on a full disk too.
        try? connection.write { database in
            try database.execute(
                sql: "UPDATE sound SET used = (SELECT max(used) FROM sound) + 1 WHERE content = ?",
                arguments: [content.text])
        }
        return TrackFacts(json: found.utf8)
    }

    /// Keeps these facts, and forgets those that have not been used for longest.
    func write(_ facts: TrackFacts, of content: ContentIdentity) throws {
        try connection.write { database in
            try database.execute(
                sql: """
                    INSERT OR REPLACE INTO sound VALUES (?, ?, ?, (SELECT ifnull(max(used), 0) + 1 FROM sound));
                    """, arguments: [content.text, TrackFacts.version, facts.json])
            try database.execute(
                sql: """
                    DELETE FROM sound WHERE content IN (
                        SELECT content FROM sound ORDER BY used DESC LIMIT -1 OFFSET \(Self.mostKept))
                    """)
        }
    }
}
