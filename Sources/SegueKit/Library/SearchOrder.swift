import GRDB
import SegueCore

/// The order of the results of a query with a condition on the time of adding, plays or stars, and without words
/// outside fields. The first such condition counts.
enum SearchOrder {
    /// The newest files first.
    case added
    /// The most plays first.
    case plays
    /// The highest ratings first.
    case rating
    /// The tracks that were never played first, then those with the longest time since the last play.
    case played
    /// The tracks that were played last first.
    case recent

    /// Determines the order of a query. Nil if its words determine the order, or if it has no such condition.
    init?(_ query: LibraryQuery) {
        var order: SearchOrder?
        for term in query.terms where !term.isExcluded {
            switch term.condition {
            case .words(nil, _), .phrase(nil, _): return nil
            case .figure(.added, _, _): order = order ?? .added
            case .figure(.plays, _, _): order = order ?? .plays
            case .figure(.rating, _, _): order = order ?? .rating
            // Tracks that were played within some time have been searched for because they were played.
            case .figure(.played, let from, _): order = order ?? (from == nil ? .recent : .played)
            case .words, .phrase, .figure: break
            }
        }
        guard let order else { return nil }
        self = order
    }

    /// Returns the files in this order. Equal files keep their order.
    func sorted(_ files: [Int64], _ records: [Int64: ListeningRecord], in database: Database) throws -> [Int64] {
        let added = self == .added ? try Self.times(in: database) : [:]
        func key(_ file: Int64) -> Int64 {
            switch self {
            case .added: -(added[file] ?? 0)
            case .plays: -(records[file]?.plays ?? 0)
            case .rating: -Int64((records[file]?.stars ?? 0) * 100)
            case .played: records[file]?.lastPlayed ?? .min
            case .recent: -(records[file]?.lastPlayed ?? 0)
            }
        }
        return files.enumerated()
            .map { (file: $1, key: key($1), place: $0) }
            .sorted { ($0.key, $0.place) < ($1.key, $1.place) }
            .map(\.file)
    }

    /// Returns the times at which files were added, in seconds since 1970.
    private static func times(in database: Database) throws -> [Int64: Int64] {
        let times = try database.values("SELECT id, added FROM file") { (try $0.integer(), try $0.integer()) }
        return Dictionary(uniqueKeysWithValues: times)
    }
}
