import GRDB
import SegueCore

/// The table of file summaries, by URI. The most recent rows have the greatest numbers.
enum EndsTable {
    private static let quiet = 0.0...60
    private static let tempi = 20.0...400

    static let columns = [
        "number", "uri", "loudness", "fadesOut", "headTempo", "headLevel", "headQuiet", "tailTempo", "tailLevel",
        "tailQuiet",
    ]

    /// The columns of a file; the database counts the numbers.
    private static let names = columns.dropFirst().joined(separator: ", ")

    private static let insertion: String = {
        let marks = repeatElement("?", count: columns.count - 1).joined(separator: ", ")
        return "INSERT OR REPLACE INTO ends (\(names)) VALUES (\(marks))"
    }()

    static let definition = """
        CREATE TABLE ends (
            number INTEGER PRIMARY KEY, uri TEXT NOT NULL UNIQUE, loudness REAL NOT NULL, fadesOut INTEGER NOT NULL,
            headTempo REAL, headLevel REAL NOT NULL, headQuiet REAL NOT NULL, tailTempo REAL, tailLevel REAL NOT NULL,
            tailQuiet REAL NOT NULL);
        """

    /// Returns all rows, the most recent last. Damaged rows are left out.
    static func read(in database: Database) throws -> [FileEnds] {
        let found = try database.values("SELECT \(names) FROM ends ORDER BY number") { row in try? file(in: &row) }
        return found.compactMap(\.self)
    }

    private static func file(in row: inout StoredRow) throws -> FileEnds? {
        let (uri, loudness, fadesOut) = (try row.text(), try row.number(), try row.flag())
        guard TrackFacts.Measurement.levels.contains(loudness), let head = try end(in: &row),
            let tail = try end(in: &row)
        else { return nil }
        return FileEnds(uri: uri, ends: TrackEnds(loudness: loudness, head: head, tail: tail, fadesOut: fadesOut))
    }

    private static func end(in row: inout StoredRow) throws -> TrackEnds.End? {
        let end = TrackEnds.End(tempo: try row.optionalNumber(), level: try row.number(), quiet: try row.number())
        let isPossible =
            end.tempo.map(tempi.contains) ?? true && TrackFacts.Measurement.levels.contains(end.level)
            && quiet.contains(end.quiet)
        return isPossible ? end : nil
    }

    /// Adds or replaces a row, and deletes the oldest rows beyond the limit.
    static func write(_ file: FileEnds, in database: Database) throws {
        let ends = file.ends
        try database.cachedStatement(sql: insertion).execute(arguments: [
            file.uri, ends.loudness, ends.fadesOut, ends.head.tempo, ends.head.level, ends.head.quiet,
            ends.tail.tempo, ends.tail.level, ends.tail.quiet,
        ])
        try database.cachedStatement(sql: "DELETE FROM ends WHERE number <= (SELECT max(number) FROM ends) - ?")
            .execute(arguments: [FileEnds.mostKept])
    }
}
