import GRDB
import SegueCore

/// An order of entries on disk. Each entry has a rank, with wide gaps between the ranks. An insertion or a move
/// therefore writes one row, regardless of the length of the queue. If a gap is used up, ranks are spread out again in
/// the smallest neighbourhood with room (Bender's list labelling): O(log n) rows for each edit, amortised.
struct OrderTable {
    /// The order of the list.
    static let list = OrderTable(name: "listOrder")
    /// The play order under shuffle; empty when shuffle is off.
    static let shuffled = OrderTable(name: "shuffledOrder")

    let name: String

    /// The gap between neighbours in an order that has grown only at its ends.
    private static let stride: Int64 = 1 << 32
    /// The bound of ranks, which are between -limit and limit.
    private static let limit: Int64 = 1 << 61
    /// The factor by which each doubling of a neighbourhood may be denser, so that spreading lasts.
    private static let growth = 4.0 / 3.0

    func create(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE \(name) (entry INTEGER PRIMARY KEY, rank INTEGER NOT NULL);
                CREATE INDEX \(name)ByRank ON \(name) (rank);
                """)
    }

    /// Returns all entries, in order.
    func entries(in database: Database) throws -> [Int64] {
        try database.values("SELECT entry FROM \(name) ORDER BY rank") { try $0.integer() }
    }

    func removeAll(in database: Database) throws {
        try database.execute(sql: "DELETE FROM \(name)")
    }

    func remove(_ entry: Int64, in database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM \(name) WHERE entry = ?").execute(arguments: [entry])
    }

    /// Inserts entries that are not in the order yet after `predecessor`; nil inserts them at the beginning. If
    /// `predecessor` is not in the order, they go to the end.
    func insert(_ entries: [Int64], after predecessor: Int64?, in database: Database) throws {
        guard !entries.isEmpty else { return }
        var low: Int64?
        var high: Int64?
        if let predecessor {
            low = try rank(of: predecessor, in: database) ?? edge("max", in: database)
            if let low { high = try next(after: low, in: database) }
        } else {
            high = try edge("min", in: database)
        }
        let count = Int64(entries.count)
        let (first, step): (Int64, Int64)
        switch (low, high) {
        case (nil, nil): (first, step) = (0, Self.stride)
        case (let low?, nil): (first, step) = (low + Self.stride, Self.stride)
        case (nil, let high?): (first, step) = (high - Self.stride * count, Self.stride)
        case (let low?, let high?):
            step = (high - low) / (count + 1)
            first = low + step
        }
        let last = first + step * (count - 1)
        guard step > 0, first > -Self.limit, last < Self.limit else {
            return try spread(entries, after: low, in: database)
        }
        for (index, entry) in entries.enumerated() {
            try write(entry, rank: first + step * Int64(index), in: database)
        }
    }

    /// Moves an entry within the order; does nothing if the entry is not in the order.
    func move(_ entry: Int64, after predecessor: Int64?, in database: Database) throws {
        guard predecessor != entry, try rank(of: entry, in: database) != nil else { return }
        try remove(entry, in: database)
        try insert([entry], after: predecessor, in: database)
    }

    // MARK: - Ranks

    /// Spreads the ranks around `low` evenly, including the new entries.
    private func spread(_ new: [Int64], after low: Int64?, in database: Database) throws {
        let centre = try low ?? edge("min", in: database) ?? 0
        var capacity = 64.0
        for exponent in 6..<61 {
            let width: Int64 = 1 << Int64(exponent)
            let start = centre & ~(width - 1)
            let end = start + width
            capacity *= exponent > 6 ? Self.growth : 1
            guard start > -Self.limit, end < Self.limit else { break }
            let count = try count(from: start, to: end, in: database)
            guard Double(count + new.count) < capacity / 4 else { continue }
            return try rewrite(from: start, to: end, inserting: new, after: low, in: database)
        }
        try rewrite(from: -Self.limit, to: Self.limit, inserting: new, after: low, in: database)
    }

    private func rewrite(
        from start: Int64, to end: Int64, inserting new: [Int64], after low: Int64?, in database: Database
    ) throws {
        let rows = try database.values(
            "SELECT entry, rank FROM \(name) WHERE rank >= ? AND rank < ? ORDER BY rank", [start, end]
        ) { row in (entry: try row.integer(), rank: try row.integer()) }
        let before = low.map { low in rows.prefix { $0.rank <= low } } ?? []
        let old = Dictionary(rows.map { ($0.entry, $0.rank) }) { first, _ in first }
        let order = before.map(\.entry) + new + rows[before.endIndex...].map(\.entry)
        // The ranks are as far apart as those at the ends of the order, or as the room allows.
        let step = min(Self.stride, (end / 2 - start / 2) / Int64(order.count + 1) * 2)
        let first = start + ((end / 2 - start / 2) - step / 2 * Int64(order.count - 1))
        for (index, entry) in order.enumerated() {
            let rank = first + step * Int64(index)
            if old[entry] != rank { try write(entry, rank: rank, in: database) }
        }
    }

    private func write(_ entry: Int64, rank: Int64, in database: Database) throws {
        try database.cachedStatement(sql: "INSERT OR REPLACE INTO \(name) (entry, rank) VALUES (?, ?)")
            .execute(arguments: [entry, rank])
    }

    private func rank(of entry: Int64, in database: Database) throws -> Int64? {
        try rank("SELECT rank FROM \(name) WHERE entry = ?", [entry], in: database)
    }

    private func next(after rank: Int64, in database: Database) throws -> Int64? {
        try self.rank("SELECT min(rank) FROM \(name) WHERE rank > ?", [rank], in: database)
    }

    private func edge(_ function: String, in database: Database) throws -> Int64? {
        try rank("SELECT \(function)(rank) FROM \(name)", [], in: database)
    }

    /// Returns the rank that a query finds; nil without one.
    private func rank(_ query: String, _ arguments: StatementArguments, in database: Database) throws -> Int64? {
        try database.value(query, arguments) { try $0.optionalInteger(in: -Self.limit...Self.limit) } ?? nil
    }

    private func count(from start: Int64, to end: Int64, in database: Database) throws -> Int {
        try database.value("SELECT count(*) FROM \(name) WHERE rank >= ? AND rank < ?", [start, end]) {
            Int(try $0.integer())
        } ?? 0
    }
}
