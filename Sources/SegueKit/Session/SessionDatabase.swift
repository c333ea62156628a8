import GRDB
import SegueCore

/// The session's SQLite database, open. Used on one thread at a time, the disk worker's.
///
/// Write-ahead log, synchronous NORMAL: what has been committed survives the death of the process at any moment. A loss
/// of power may cost the last seconds, never the database. The database is locked for as long as it is open, so that
/// two players never mix their queues.
final class SessionDatabase: Sendable {
    /// The version of the schema below, in `PRAGMA user_version`.
    static let version = 7

    let path: String
    let connection: DatabaseQueue

    /// The file is there and is no session, whatever else it may be.
    struct Damage: Error, CustomStringConvertible {
        var description: String
    }

    /// Opens the database, and makes it where there is none. Throws `Damage`, `SessionProblem.newerVersion`, or an
    /// error of SQLite.
    init(path: String) throws {
        self.path = path
        var configuration = GRDB.Configuration()
        // A player that is just ending lets go of its session within a moment.
        configuration.busyMode = .timeout(2)
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { database in
            // A small cache: almost all traffic is writes of a few rows.
            try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -512")
        }
        connection = try Self.namingDamage { try DatabaseQueue(path: path, configuration: configuration) }
        try Self.namingDamage {
            try connection.writeWithoutTransaction { database in
                let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
                guard found <= Self.version else { throw SessionProblem.newerVersion(path: path, version: found) }
                try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
                let report = try String.fetchOne(database, sql: "PRAGMA quick_check(1)") ?? "no answer"
                guard report == "ok" else { throw Damage(description: report) }
                if found == 0 {
                    try Self.createSchema(in: database)
                } else {
                    if found == 1 { try Self.addPlaylists(to: database) }
                    if found <= 2 { try Self.addConfiguredOutput(to: database) }
                    if found <= 3 { try Self.addSound(to: database) }
                    if found <= 4 { try Self.addPins(to: database) }
                    if found <= 5 { try Self.addEdits(to: database) }
                    if found <= 6 { try Self.addModes(to: database) }
                    try Self.checkSchema(in: database)
                }
            }
        }
    }

    func close() throws {
        try connection.close()
    }

    /// Turns the errors that can only come from the content of the file into `Damage`. For opening and reading, whose
    /// statements are known to be right.
    static func namingDamage<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as DatabaseError
            where [.SQLITE_ERROR, .SQLITE_MISMATCH, .SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
        {
            throw Damage(description: error.message ?? "\(error.resultCode)")
        } catch let error as RowDecodingError {
            throw Damage(description: "a row does not hold what it should: \(error)")
        }
    }

    private static func checkSchema(in database: Database) throws {
        for (table, columns) in tables {
            let found = try database.columns(in: table).map(\.name)
            guard found == columns else { throw Damage(description: "its table \(table) has other columns") }
        }
    }

    private static let tables: [(String, [String])] =
        [
            ("entry", ["id", "uri"] + MetadataColumns.definitions.map(\.name)),
            (
                "playback",
                [
                    "id", "current", "position", "volume", "repeatMode", "output", "isShuffled", "configuredOutput",
                    "single", "consume",
                ]
            ),
            ("statistics", ["uri", "useCount", "lastUsed", "userRating"]),
            ("sound", ["content", "version", "facts", "used"]),
            ("pin", PinTable.columns),
            ("playlist", ["id", "uri", "inode", "size", "modified", "created", "lastPlayed"]),
            (OrderTable.list.name, ["entry", "rank"]),
            (OrderTable.shuffled.name, ["entry", "rank"]),
        ] + editTables

    private static func createSchema(in database: Database) throws {
        let columns = MetadataColumns.definitions.map { "\($0.name) \($0.type)" }.joined(separator: ", ")
        try database.inTransaction(.immediate) {
            try database.execute(
                sql: """
                    CREATE TABLE entry (id INTEGER PRIMARY KEY, uri TEXT NOT NULL, \(columns));
                    CREATE TABLE playback (
                        id INTEGER PRIMARY KEY CHECK (id = 1), current INTEGER, position INTEGER NOT NULL,
                        volume REAL NOT NULL, repeatMode TEXT NOT NULL, output TEXT, isShuffled INTEGER NOT NULL,
                        configuredOutput TEXT, single INTEGER NOT NULL DEFAULT 0,
                        consume INTEGER NOT NULL DEFAULT 0);
                    INSERT INTO playback VALUES (1, NULL, 0, 1.0, 'off', NULL, 0, NULL, 0, 0);
                    CREATE TABLE statistics (
                        uri TEXT PRIMARY KEY, useCount INTEGER NOT NULL DEFAULT 0, lastUsed TEXT, userRating REAL
                    ) WITHOUT ROWID;
                    """)
            try OrderTable.list.create(in: database)
            try OrderTable.shuffled.create(in: database)
            try database.execute(sql: playlistTable)
            try database.execute(sql: soundTable)
            try database.execute(sql: PinTable.definition)
            try database.execute(sql: editSchema)
            try database.execute(sql: "PRAGMA user_version = \(version)")
            return .commit
        }
    }

    /// From version 1 to 2.
    private static func addPlaylists(to database: Database) throws {
        try database.inTransaction(.immediate) {
            try database.execute(sql: playlistTable)
            try database.execute(sql: "PRAGMA user_version = 2")
            return .commit
        }
    }

    /// From version 2 to 3.
    private static func addConfiguredOutput(to database: Database) throws {
        try database.inTransaction(.immediate) {
            try database.execute(
                sql: "ALTER TABLE playback ADD COLUMN configuredOutput TEXT; PRAGMA user_version = 3")
            return .commit
        }
    }

    /// From version 3 to 4.
    private static func addSound(to database: Database) throws {
        try database.inTransaction(.immediate) {
            try database.execute(sql: soundTable)
            try database.execute(sql: "PRAGMA user_version = 4")
            return .commit
        }
    }

    /// From version 4 to 5.
    private static func addPins(to database: Database) throws {
        try database.inTransaction(.immediate) {
            try database.execute(sql: PinTable.definition)
            try database.execute(sql: "PRAGMA user_version = 5")
            return .commit
        }
    }

    /// From version 5 to 6.
    private static func addEdits(to database: Database) throws {
        try database.inTransaction(.immediate) {
            try database.execute(sql: editSchema)
            try database.execute(sql: "PRAGMA user_version = 6")
            return .commit
        }
    }

    /// From version 6 to 7.
    private static func addModes(to database: Database) throws {
        try database.inTransaction(.immediate) {
            try database.execute(
                sql: """
                    ALTER TABLE playback ADD COLUMN single INTEGER NOT NULL DEFAULT 0;
                    ALTER TABLE playback ADD COLUMN consume INTEGER NOT NULL DEFAULT 0;
                    PRAGMA user_version = 7
                    """)
            return .commit
        }
    }

    /// What is known of the sound of files. `used` counts up with each use.
    private static let soundTable = """
        CREATE TABLE sound (
            content TEXT PRIMARY KEY, version INTEGER NOT NULL, facts TEXT NOT NULL, used INTEGER NOT NULL
        ) WITHOUT ROWID;
        """

    /// Dates are nanoseconds since 1970.
    private static let playlistTable = """
        CREATE TABLE playlist (
            id INTEGER PRIMARY KEY, uri TEXT NOT NULL, inode INTEGER NOT NULL, size INTEGER NOT NULL,
            modified INTEGER NOT NULL, created INTEGER NOT NULL, lastPlayed INTEGER);
        """
}
