import GRDB
import SegueCore
import SegueTestSupport

import struct Foundation.Data

@testable import SegueKit

/// Rows of a session's database, of any number and with values of any type. They are restored, or reported as damage;
/// the player that has restored them plays, edits and saves, and is restored as it was.
enum SessionRows {
    private struct Table {
        let name: String
        let columns: [(name: String, type: String)]
    }

    /// The database of all inputs. Its file has been removed, and ends with the process.
    private static let database: SessionDatabase = {
        do {
            return try withExtendedLifetime(TemporaryFolder()) { try SessionDatabase(path: $0.file("session.sqlite")) }
        } catch {
            preconditionFailure("\(error)")
        }
    }()

    private static let tables: [Table] = {
        do {
            return try database.connection.read { database in
                let names = try database.values("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") {
                    try $0.text()
                }
                return try names.map { name in
                    Table(name: name, columns: try database.columns(in: name).map { ($0.name, $0.type) })
                }
            }
        } catch {
            preconditionFailure("\(error)")
        }
    }()

    static func read(_ bytes: [UInt8]) {
        var reader = ValueReader(bytes)
        let tables = tables
        do {
            try database.connection.write { database in
                for table in tables { try database.execute(sql: "DELETE FROM \(table.name)") }
                if reader.byte() & 1 == 0 { try database.execute(sql: playback) }
                while !reader.isAtEnd { insert(tables[Int(reader.byte()) % tables.count], &reader, in: database) }
            }
        } catch {
            preconditionFailure("\(error)")
        }
        let content = ContentIdentity(text: "content")
        _ = try? database.sound(of: content)
        _ = try? database.titles(of: [content])
        if reading({ try $0.statistics() }) != nil, let stored = reading({ try $0.read() }) { use(stored) }
    }

    private static func insert(_ table: Table, _ reader: inout ValueReader, in database: Database) {
        let values = table.columns.map { value(&reader, for: $0.type) }
        let marks = values.map { $0.mark }.joined(separator: ", ")
        // A value that a constraint rejects can't be in the database.
        try? database.execute(
            sql: "INSERT OR REPLACE INTO \(table.name) VALUES (\(marks))",
            arguments: StatementArguments(values.map { $0.value }))
    }

    /// Returns a value and its mark in a statement: most often a value as the player writes it in this column.
    private static func value(
        _ reader: inout ValueReader, for type: String
    ) -> (mark: String, value: DatabaseValue) {
        let choice = Int(reader.byte())
        let isUsual = choice < 160
        switch isUsual ? type : ["", "TEXT", "INTEGER", "REAL", "BLOB"][choice % 5] {
        case "TEXT":
            // A text in a database need not be UTF-8.
            let bytes = isUsual ? Array(words[choice % words.count].utf8) : reader.bytes()
            return ("CAST(? AS TEXT)", Data(bytes).databaseValue)
        case "INTEGER":
            let number = isUsual ? integers[choice % integers.count] : Int64(bitPattern: reader.number())
            return ("?", number.databaseValue)
        case "REAL":
            let number = isUsual ? Double(choice) / 2 - 30 : Double(bitPattern: reader.number())
            return ("?", number.databaseValue)
        case "BLOB": return ("?", Data(reader.bytes()).databaseValue)
        default: return ("?", .null)
        }
    }

    /// The row of a player that has never played.
    private static let playback = "INSERT INTO playback VALUES (1, NULL, 0, 1.0, 'off', NULL, 0, NULL, 0, 0, 0)"
    private static let integers: [Int64] = [1, 2, 3, 4, 5, 0, 1, 2, 3, 20_000_000_000]
    private static let words = [
        "file:///a.flac", "file:///b.flac", "off", "queue", "insert", "remove", "move", "arrange", "shuffle",
        "exchange", "pin", "1", "1 2 3", "4 0 0 5 1 1", "content", "linear", "", "{\"sampleRate\":44100}",
    ]

    /// Returns the result of `body`; nil if the rows are damaged. No other error is possible.
    private static func reading<Value>(_ body: (SessionDatabase) throws -> Value) -> Value? {
        do {
            return try body(database)
        } catch {
            guard case .damage(let reason) = SessionTrouble(error, path: database.path, wasOpen: true) else {
                preconditionFailure("\(error)")
            }
            precondition(!reason.isEmpty)
            return nil
        }
    }

    /// Uses a session like a player, whose session is then on disk.
    private static func use(_ stored: StoredSession) {
        let count = stored.session.entries.count
        precondition(stored.session.current.map { (0..<count).contains($0) } ?? true)
        precondition(stored.session.shuffleOrder.map { $0.sorted() == Array(0..<count) } ?? true)
        var harness = PlayerHarness()
        harness.use(stored.session, ends: stored.ends) { changes, player in save(changes, of: player) }
        var session = harness.player.savedSession(at: harness.moment)
        // The numbers of edits that are gone are not on disk.
        session.edits = EditHistory(done: session.edits.done, undone: session.edits.undone)
        let order = reading { try $0.read().session.entries.map(\.id) }
        precondition(order == session.entries.map(\.id), "the queue on disk is that of the player")
        save(session)
        precondition(reading { try $0.read().session } == session, "a session comes back")
    }

    /// Saves the changes, like a `SessionStore`: a failure saves the whole session instead.
    private static func save(_ changes: [QueueChange], of player: Player) {
        let session = player.savedSession(at: Moment(now: .zero))
        guard !changes.contains(.replaced) else { return save(session) }
        let source = SessionSource(
            session: { session }, listPredecessor: { player.queue.listPredecessor(of: $0) })
        var batch = SessionBatch()
        batch.edits = changes.compactMap { SessionEdit($0, isShuffled: session.shuffleOrder != nil, source) }
        batch.history = player.edits
        if (try? database.write(batch)) == nil { save(session) }
    }

    private static func save(_ session: SavedSession) {
        var batch = SessionBatch()
        batch.edits = [.replaced(session)]
        batch.history = session.edits
        do {
            try database.write(batch)
        } catch {
            preconditionFailure("\(error)")
        }
    }
}
