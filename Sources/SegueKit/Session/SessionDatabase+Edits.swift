import GRDB
import SegueCore

/// The last edits of the queue on disk. The row of a number never changes, so that only new and removed rows are
/// written.
extension SessionDatabase {
    static let editTables: [(String, [String])] = [
        ("edit", ["number", "isUndone", "current", "position", "playlist"]),
        ("reversal", ["edit", "place", "kind", "numbers", "shuffled"]),
        ("formerEntry", ["edit", "place", "id", "uri"] + MetadataColumns.definitions.map(\.name)),
    ]

    /// The schema of the edits. `numbers` and `shuffled` are numbers with spaces between them.
    static let editSchema = """
        CREATE TABLE edit (
            number INTEGER PRIMARY KEY, isUndone INTEGER NOT NULL, current INTEGER, position INTEGER NOT NULL,
            playlist INTEGER);
        CREATE TABLE reversal (
            edit INTEGER NOT NULL, place INTEGER NOT NULL, kind TEXT NOT NULL, numbers TEXT NOT NULL, shuffled TEXT,
            PRIMARY KEY (edit, place)) WITHOUT ROWID;
        CREATE TABLE formerEntry (
            edit INTEGER NOT NULL, place INTEGER NOT NULL, id INTEGER NOT NULL, uri TEXT NOT NULL,
            \(MetadataColumns.definitions.map { "\($0.name) \($0.type)" }.joined(separator: ", ")),
            PRIMARY KEY (edit, place, id)) WITHOUT ROWID;
        """

    // MARK: - Writing

    /// Stores exactly these edits in the database.
    func write(_ edits: EditHistory, in database: Database) throws {
        let wanted = edits.done.map { ($0, false) } + edits.undone.map { ($0, true) }
        let known = Set(try database.values("SELECT number FROM edit") { try $0.integer() })
        for number in known.subtracting(wanted.map { Int64(bitPattern: $0.0.number) }) {
            try remove(edit: number, in: database)
        }
        for (edit, isUndone) in wanted where !known.contains(Int64(bitPattern: edit.number)) {
            // A damaged database may have rows of an edit that is not in it.
            try remove(edit: Int64(bitPattern: edit.number), in: database)
            try write(edit, isUndone: isUndone, in: database)
        }
    }

    private func remove(edit number: Int64, in database: Database) throws {
        let tables = [("edit", "number"), ("reversal", "edit"), ("formerEntry", "edit"), ("formerPin", "edit")]
        for (table, column) in tables {
            try database.cachedStatement(sql: "DELETE FROM \(table) WHERE \(column) = ?").execute(arguments: [number])
        }
    }

    private func write(_ edit: UndoableEdit, isUndone: Bool, in database: Database) throws {
        let number = Int64(bitPattern: edit.number)
        try database.cachedStatement(sql: "INSERT INTO edit VALUES (?, ?, ?, ?, ?)").execute(arguments: [
            number, isUndone, edit.origin.entry?.key, edit.origin.position.nanoseconds,
            edit.origin.playlist.map { Int64(bitPattern: $0.rawValue) },
        ])
        for (place, reversal) in edit.reversals.enumerated() {
            let row = ReversalRow(reversal)
            try database.cachedStatement(sql: "INSERT INTO reversal VALUES (?, ?, ?, ?, ?)").execute(arguments: [
                number, place, row.kind.rawValue, row.numbers.text, row.shuffled?.text,
            ])
            if let former = row.pin { try FormerPinTable.write(former, number, place, in: database) }
            let marks = repeatElement("?", count: 4 + MetadataColumns.definitions.count).joined(separator: ", ")
            let insertion = try database.cachedStatement(sql: "INSERT OR REPLACE INTO formerEntry VALUES (\(marks))")
            for entry in row.entries {
                let key = [number.databaseValue, place.databaseValue, entry.id.key.databaseValue]
                try insertion.execute(
                    arguments: StatementArguments(
                        key + [entry.uri.databaseValue] + MetadataColumns.values(of: entry.metadata)))
            }
        }
    }

    // MARK: - Reading

    func readEdits(in database: Database) throws -> EditHistory {
        let edits = try database.values(
            "SELECT number, isUndone, current, position, playlist FROM edit ORDER BY number"
        ) { row in
            let number = try row.integer(in: StoredRow.identities)
            let isUndone = try row.flag()
            let origin = EditOrigin(
                entry: try row.optionalInteger(in: StoredRow.identities).map(EntryID.init(key:)),
                position: MediaTime(nanoseconds: try row.integer()),
                playlist: try row.optionalInteger().map { PlaylistID(rawValue: UInt64(bitPattern: $0)) })
            let reversals = try readReversals(of: number, in: database)
            return (UndoableEdit(number: UInt64(number), reversals: reversals, origin: origin), isUndone: isUndone)
        }
        return EditHistory(
            done: edits.filter { !$0.isUndone }.map(\.0), undone: edits.filter(\.isUndone).map(\.0))
    }

    private func readReversals(of edit: Int64, in database: Database) throws -> [QueueReversal] {
        try database.values(
            "SELECT kind, numbers, shuffled, place FROM reversal WHERE edit = ? ORDER BY place", [edit]
        ) { row in
            let name = try row.text()
            guard let kind = ReversalRow.Kind(rawValue: name) else {
                throw Damage(description: "it knows an edit \(name)")
            }
            let numbers = [Int64](text: try row.text())
            let shuffled = try row.optionalText().map { [Int64](text: $0) }
            let place = try row.integer()
            return ReversalRow(
                kind: kind, numbers: numbers, shuffled: shuffled,
                entries: try readFormerEntries(edit, place, in: database),
                pin: try FormerPinTable.read(edit, place, in: database)
            ).reversal
        }.compactMap(\.self)
    }

    private func readFormerEntries(_ edit: Int64, _ place: Int64, in database: Database) throws -> [QueueEntry] {
        let columns = MetadataColumns.definitions.map { "formerEntry.\($0.name)" }.joined(separator: ", ")
        return try database.values(
            """
            SELECT id, formerEntry.uri, ifnull(statistics.useCount, 0), statistics.lastUsed,
            statistics.userRating, \(columns)
            FROM formerEntry LEFT JOIN statistics ON statistics.uri = formerEntry.uri
            WHERE edit = ? AND place = ?
            """, [edit, place], Self.entry)
    }
}

/// A reversal as a row of the table.
private struct ReversalRow {
    enum Kind: String {
        case insert, remove, move, arrange, shuffle, exchange, pin
    }

    let kind: Kind
    /// The numbers of the reversal. For `insert`, each entry with its list rank and its rank under shuffle or -1; for
    /// `move`, each entry with its rank; otherwise entries in order.
    let numbers: [Int64]
    /// The play order under shuffle, as entries or, for `exchange`, as indexes.
    let shuffled: [Int64]?
    /// The entries that are not in the queue, in any order.
    let entries: [QueueEntry]
    /// The transition that a `pin` restores.
    var pin: FormerPin?
}

extension ReversalRow {
    init(_ reversal: QueueReversal) {
        switch reversal {
        case .insert(let former):
            self.init(
                kind: .insert,
                numbers: former.flatMap { [$0.entry.id.key, Int64($0.listRank), Int64($0.shuffledRank ?? -1)] },
                shuffled: nil, entries: former.map(\.entry))
        case .remove(let ids): self.init(kind: .remove, numbers: ids.map(\.key), shuffled: nil, entries: [])
        case .move(let places):
            self.init(
                kind: .move, numbers: places.flatMap { [$0.id.key, Int64($0.rank)] }, shuffled: nil, entries: [])
        case .arrange(let ids): self.init(kind: .arrange, numbers: ids.map(\.key), shuffled: nil, entries: [])
        case .shuffle(let ids): self.init(kind: .shuffle, numbers: [], shuffled: ids?.map(\.key), entries: [])
        case .pin(let former): self.init(kind: .pin, numbers: [], shuffled: nil, entries: [], pin: former)
        case .exchange(let content):
            let (entries, order) = content.saved()
            self.init(
                kind: .exchange, numbers: entries.map(\.id.key), shuffled: order?.map(Int64.init), entries: entries)
        }
    }

    /// The reversal of the row, without missing entries and invalid values.
    var reversal: QueueReversal? {
        let known = Dictionary(entries.map { ($0.id.key, $0) }) { first, _ in first }
        let ids = numbers.map(EntryID.init(key:))
        func rank(_ number: Int64) -> Int { Int(min(max(0, number), Int64(Int32.max))) }
        switch kind {
        case .insert:
            return .insert(
                stride(from: 0, to: numbers.count - 2, by: 3).compactMap { index in
                    known[numbers[index]].map { entry in
                        FormerEntry(
                            entry: entry, listRank: rank(numbers[index + 1]),
                            shuffledRank: numbers[index + 2] < 0 ? nil : rank(numbers[index + 2]))
                    }
                })
        case .remove: return .remove(ids)
        case .move:
            return .move(
                stride(from: 0, to: numbers.count - 1, by: 2).map { FormerPlace(ids[$0], rank: rank(numbers[$0 + 1])) })
        case .arrange: return .arrange(ids)
        case .shuffle: return .shuffle(shuffled?.map(EntryID.init(key:)))
        case .pin: return pin.map { .pin($0) }
        case .exchange:
            return .exchange(
                QueueContent(entries: numbers.compactMap { known[$0] }, shuffleOrder: shuffled?.map { Int($0) }))
        }
    }
}

extension [Int64] {
    fileprivate init(text: String) { self = text.split(separator: " ").compactMap { Int64($0) } }

    fileprivate var text: String { map { "\($0)" }.joined(separator: " ") }
}
