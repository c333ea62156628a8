import GRDB
import SegueCore
import SegueFiles

/// The plays and the rating of a track, from the session.
struct ListeningRecord: Hashable {
    /// The number of plays.
    var plays: Int64
    /// The time of the last play, in seconds since 1970; nil if there was none.
    var lastPlayed: Int64?
    /// The stars, 0 to 5; nil without a rating.
    var stars: Double?

    /// The record of a track that was never played or rated.
    static let none = ListeningRecord(plays: 0)

    /// Returns the records of tracks by their URIs, from the database of a session. Empty if the database can't be
    /// read.
    static func read(_ session: String) -> [(uri: String, record: ListeningRecord)] {
        let rows = try? connection(session)?.queue.read { database in
            try database.values("SELECT uri, useCount, unixepoch(lastUsed), userRating FROM statistics") { row in
                let uri = try row.text()
                let record = ListeningRecord(
                    plays: try row.optionalInteger() ?? 0, lastPlayed: try row.optionalInteger(),
                    stars: try row.optionalNumber().map { $0 * 5 })
                return (uri, record)
            }
        }
        return rows ?? []
    }

    /// Opens the database of a session for reading, while its player may be running. Nil if there is none, or if it
    /// can't be read.
    static func connection(_ session: String) -> KeptConnection? {
        FileAccess.exists(session) ? try? KeptConnection(reading: session) : nil
    }

    /// Returns the records of tracks by their rows in the index.
    static func byFile(_ session: String, in database: Database) throws -> [Int64: ListeningRecord] {
        var records: [Int64: ListeningRecord] = [:]
        for (uri, record) in read(session) {
            if let row = try LibraryDatabase.track(uri, in: database) { records[row] = record }
        }
        return records
    }

    /// Returns true if the track meets a condition on its rating, its plays, or the time since the last play. For a
    /// track that was never played, this time is infinite.
    func meets(_ figure: LibraryQuery.Figure, from: Double?, below: Double?, now: Int64) -> Bool {
        let value: Double? =
            switch figure {
            case .rating: stars
            case .plays: Double(plays)
            case .played: lastPlayed.map { Double(now - $0) } ?? .infinity
            case .year, .length, .added, .albumid: nil
            }
        guard let value else { return false }
        return from.map { value >= $0 } ?? true && below.map { value < $0 } ?? true
    }
}

extension LibraryQuery.Figure {
    /// True for a figure that comes from listening, and not from the file.
    var isOfListening: Bool {
        switch self {
        case .rating, .plays, .played: true
        case .year, .length, .added, .albumid: false
        }
    }
}
