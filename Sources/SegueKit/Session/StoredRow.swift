import GRDB

/// A row of the database, read column by column, from the first one on.
///
/// This is the only way to read values from the database: GRDB's typed subscripts trap on a value of another type, and
/// a file can contain anything. A value of another type, or out of range, throws `SessionDatabase.Damage`.
struct StoredRow {
    /// The range of identities: they are counted from 1, and the next one always fits.
    static let identities: ClosedRange<Int64> = 1...(1 << 62)

    private let row: Row
    private var column = 0

    fileprivate init(_ row: Row) {
        self.row = row
    }

    // MARK: - Values that are always there

    mutating func text() throws -> String { try unwrapped(optionalText()) }

    mutating func integer(in range: ClosedRange<Int64> = .min ... .max) throws -> Int64 {
        try unwrapped(optionalInteger(in: range))
    }

    /// Reads 64 bits that are stored as a signed number.
    mutating func bits() throws -> UInt64 { UInt64(bitPattern: try integer()) }

    /// Reads a finite number.
    mutating func number() throws -> Double { try unwrapped(optionalNumber()) }

    mutating func flag() throws -> Bool { try integer() != 0 }

    mutating func bytes() throws -> [UInt8] {
        guard case .blob(let data) = try next() else { throw damage("bytes") }
        return [UInt8](data)
    }

    // MARK: - Values that may be missing

    mutating func optionalBytes() throws -> [UInt8]? {
        switch try next() {
        case .null: return nil
        case .blob(let data): return [UInt8](data)
        default: throw damage("bytes")
        }
    }

    mutating func optionalText() throws -> String? {
        switch try next() {
        case .null: return nil
        case .string(let text): return text
        case .int64, .double, .blob: throw damage("text")
        }
    }

    mutating func optionalInteger(in range: ClosedRange<Int64> = .min ... .max) throws -> Int64? {
        switch try next() {
        case .null: return nil
        case .int64(let number) where range.contains(number): return number
        case .int64, .double, .string, .blob: throw damage("whole number in \(range)")
        }
    }

    /// Reads a whole number of 32 bits, or null.
    mutating func optionalInt32() throws -> Int32? {
        try optionalInteger(in: Int64(Int32.min)...Int64(Int32.max)).map { Int32($0) }
    }

    /// Reads a finite number, or null.
    mutating func optionalNumber() throws -> Double? {
        switch try next() {
        case .null: return nil
        case .int64(let number): return Double(number)
        case .double(let number) where number.isFinite: return number
        case .double, .string, .blob: throw damage("number")
        }
    }

    // MARK: - Reading

    private mutating func next() throws -> DatabaseValue.Storage {
        defer { column += 1 }
        return try row.decode(DatabaseValue.self, atIndex: column).storage
    }

    private func unwrapped<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw damage("value") }
        return value
    }

    private func damage(_ expected: String) -> SessionDatabase.Damage {
        let index = column - 1
        let name = row.columnNames.dropFirst(index).first ?? "\(index)"
        return SessionDatabase.Damage(description: "a row has no \(expected) as \(name)")
    }
}

extension Database {
    /// Returns the result of `read` for each row that a query finds, in order. Throws the errors of `read`, and errors
    /// of SQLite.
    func values<Value>(
        _ sql: String, _ arguments: StatementArguments = [], _ read: (inout StoredRow) throws -> Value
    ) throws -> [Value] {
        let rows = try Row.fetchCursor(try cachedStatement(sql: sql), arguments: arguments)
        var values: [Value] = []
        while let row = try rows.next() {
            var row = StoredRow(row)
            values.append(try read(&row))
        }
        return values
    }

    /// Returns the result of `read` for the first row that a query finds; nil without a row.
    func value<Value>(
        _ sql: String, _ arguments: StatementArguments = [], _ read: (inout StoredRow) throws -> Value
    ) throws -> Value? {
        let rows = try Row.fetchCursor(try cachedStatement(sql: sql), arguments: arguments)
        guard var row = try rows.next().map(StoredRow.init) else { return nil }
        return try read(&row)
    }
}
