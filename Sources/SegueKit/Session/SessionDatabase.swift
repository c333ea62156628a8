import GRDB
import SegueCore
import SegueFiles

/// The open SQLite database of the session. Used by one thread at a time.
///
/// The database has a write-ahead log with synchronous NORMAL: committed data survives the death of the process at any
/// moment. A power failure may cost the last seconds, never the database. A lock file is held while the database is
/// open, so that two players never mix their queues. Searches may read plays and ratings meanwhile.
final class SessionDatabase: Sendable {
    /// The version of the schema below, in `PRAGMA user_version`.
    static let version = migrations.count + 1

    let path: String
    let connection: DatabaseQueue
    private let lock: FileLock
    /// The identity of the file that was opened.
    private let file: FileIdentity?
    /// The time within which an ending player releases its session, in nanoseconds.
    private static let patience: Int64 = 2_000_000_000

    /// The error for an existing file that is not a session.
    struct Damage: Error, CustomStringConvertible {
        var description: String
    }

    /// Opens the database, and creates it if it is missing. Throws `Damage`, `SessionProblem.newerVersion` or `inUse`,
    /// an error of SQLite, or a `FileFailure`.
    init(path: String) throws {
        self.path = path
        guard let lock = try FileLock("\(path).lock", within: Self.patience) else {
            throw SessionProblem.inUse(path: path)
        }
        self.lock = lock
        connection = try Self.namingDamage {
            do {
                return try Self.open(path, mode: "NORMAL")
            } catch let error as DatabaseError
                where [.SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode)
            {
                // No other process can read the session then.
                return try Self.open(path, mode: "EXCLUSIVE")
            }
        }
        file = try? FileIdentity(of: LocalPath(path))
    }

    private static func open(_ path: String, mode: String) throws -> DatabaseQueue {
        var configuration = GRDB.Configuration()
        configuration.busyMode = .timeout(2)
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { database in
            // A small cache: almost all traffic is writes of a few rows.
            try database.execute(sql: "PRAGMA locking_mode = \(mode); PRAGMA cache_size = -512")
        }
        let connection = try DatabaseQueue(path: path, configuration: configuration)
        try connection.writeWithoutTransaction { database in
            let found = Int(try database.value("PRAGMA user_version") { try $0.integer() } ?? 0)
            guard found <= version else { throw SessionProblem.newerVersion(path: path, version: found) }
            guard found >= 0 else { throw Damage(description: "its version is \(found)") }
            try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
            let report = try database.value("PRAGMA quick_check(1)") { try $0.text() } ?? "no answer"
            guard report == "ok" else { throw Damage(description: report) }
            if found == 0 {
                try createSchema(in: database)
            } else {
                for version in found..<version { try migrate(from: version, in: database) }
                try checkSchema(in: database)
            }
            // If processes can't share memory, reading works, but writing fails.
            try database.inTransaction(.immediate) { .commit }
        }
        return connection
    }

    func close() throws {
        defer { lock.release() }
        try connection.close()
    }

    /// True if the open file is still at its path. Otherwise, data written to the file is lost when the connection
    /// closes.
    var isInPlace: Bool { (try? FileIdentity(of: LocalPath(path))) == file }

    /// Writes the contents of the database to a new file. Throws if the file already exists.
    func copy(to path: String) throws {
        try connection.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [path]) }
    }

    /// Converts the errors that only the content of the file can cause into `Damage`. For opening and reading, whose
    /// statements are known to be correct.
    static func namingDamage<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as DatabaseError
            where [.SQLITE_ERROR, .SQLITE_MISMATCH, .SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
        {
            throw Damage(description: error.message ?? "\(error.resultCode)")
        }
    }

    private static func checkSchema(in database: Database) throws {
        for (table, columns) in tables {
            let found = try database.values("SELECT name FROM pragma_table_info(?)", [table]) { try $0.text() }
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
                    "single", "consume", "smooth",
                ]
            ),
            ("statistics", ["uri", "useCount", "lastUsed", "userRating", "size", "modified", "inode"]),
            ("sound", SoundTable.columns),
            ("pin", PinTable.columns),
            ("ends", EndsTable.columns),
            ("title", TitleTable.columns),
            ("formerPin", FormerPinTable.columns),
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
                        consume INTEGER NOT NULL DEFAULT 0, smooth INTEGER NOT NULL DEFAULT 0);
                    INSERT INTO playback VALUES (1, NULL, 0, 1.0, 'off', NULL, 0, NULL, 0, 0, 0);
                    CREATE TABLE statistics (
                        uri TEXT PRIMARY KEY, useCount INTEGER NOT NULL DEFAULT 0, lastUsed TEXT, userRating REAL,
                        size INTEGER, modified INTEGER, inode INTEGER) WITHOUT ROWID;
                    """)
            try OrderTable.list.create(in: database)
            try OrderTable.shuffled.create(in: database)
            try database.execute(sql: playlistTable)
            try database.execute(sql: SoundTable.definition)
            try database.execute(sql: EndsTable.definition)
            try database.execute(sql: PinTable.definition)
            try database.execute(sql: TitleTable.definition)
            try database.execute(sql: editSchema)
            try database.execute(sql: FormerPinTable.definition)
            try database.execute(sql: "PRAGMA user_version = \(version)")
            return .commit
        }
    }

    /// Migrates from a version to the next: the whole step, or nothing.
    private static func migrate(from version: Int, in database: Database) throws {
        try database.inTransaction(.immediate) {
            try database.execute(sql: migrations[version - 1])
            try database.execute(sql: "PRAGMA user_version = \(version + 1)")
            return .commit
        }
    }

    /// The statements that turn each version into the next, from version 1 on.
    private static let migrations = [
        playlistTable,
        "ALTER TABLE playback ADD COLUMN configuredOutput TEXT",
        // Measurements of that version are repeated: see the later step.
        "CREATE TABLE sound (content TEXT PRIMARY KEY)",
        PinTable.definition,
        editSchema,
        """
        ALTER TABLE playback ADD COLUMN single INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE playback ADD COLUMN consume INTEGER NOT NULL DEFAULT 0
        """,
        TitleTable.definition,
        "DROP TABLE sound; \(SoundTable.definition)",
        FormerPinTable.definition,
        "ALTER TABLE playback ADD COLUMN smooth INTEGER NOT NULL DEFAULT 0; \(EndsTable.definition)",
        """
        ALTER TABLE statistics ADD COLUMN size INTEGER; ALTER TABLE statistics ADD COLUMN modified INTEGER;
        ALTER TABLE statistics ADD COLUMN inode INTEGER
        """,
    ]

    /// The definition of the table of playlists. Dates are nanoseconds since 1970.
    private static let playlistTable = """
        CREATE TABLE playlist (
            id INTEGER PRIMARY KEY, uri TEXT NOT NULL, inode INTEGER NOT NULL, size INTEGER NOT NULL,
            modified INTEGER NOT NULL, created INTEGER NOT NULL, lastPlayed INTEGER);
        """
}
