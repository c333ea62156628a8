import GRDB
import SegueCore
import SegueFiles
package import SegueMPRIS

/// A player from which plays and ratings can be imported.
package enum OtherPlayer: String, CaseIterable, Sendable {
    case rhythmbox
    case strawberry
    case clementine

    /// The usual name of the player.
    package var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    /// The number of bytes that are read of a library that is a document.
    private static let longest = 512 << 20

    /// The path of the player's library in the home of this user.
    package var path: String {
        let (data, configuration) = (UserFolder.data, UserFolder.configuration)
        return switch self {
        case .rhythmbox: "\(data.base(environment: UserFolder.environment))/rhythmbox/rhythmdb.xml"
        case .strawberry: "\(data.base(environment: UserFolder.environment))/strawberry/strawberry/strawberry.db"
        case .clementine: "\(configuration.base(environment: UserFolder.environment))/Clementine/clementine.db"
        }
    }

    /// True if the library exists.
    package var isThere: Bool { FileAccess.exists(path) }

    /// Returns the files of the library that were played or rated. Throws an error of SQLite, or one whose description
    /// tells why the document is no library. For a truncated document, returns the files before the end.
    package func read() throws -> [PlaysOfTrack] {
        let songs = try self == .rhythmbox ? Self.songs(ofRhythmbox: path) : Self.songs(in: path)
        return songs.filter { TrackStatistics($0) != TrackStatistics() }
    }

    private static func songs(ofRhythmbox path: String) throws -> [PlaysOfTrack] {
        let document = LocalFile.read(LocalPath(path), limit: longest) ?? []
        guard String(decoding: document.prefix(1024), as: UTF8.self).contains("<rhythmdb") else {
            throw SessionDatabase.Damage(description: "it is no library of Rhythmbox")
        }
        return RhythmboxLibrary.songs(in: document).map { song in
            track(song.uri, song.plays, song.lastPlayed, song.stars > 0 ? Double(song.stars) / 5 : nil)
        }
    }

    private static func track(_ uri: String, _ plays: Int, _ time: Int, _ rating: Double?) -> PlaysOfTrack {
        PlaysOfTrack(
            uri: uri, plays: Int32(clamping: max(0, plays)),
            lastPlayed: (1...PlaysOfTrack.latest).contains(Int64(time)) ? Int64(time) : nil,
            rating: rating.flatMap { (0...1).contains($0) ? $0 : nil })
    }

    /// Returns the songs in a database. Strawberry is derived from Clementine: the same table, with the URI in another
    /// column.
    static func songs(in path: String) throws -> [PlaysOfTrack] {
        try KeptConnection(reading: path).queue.read { database in
            let columns = try database.values("SELECT name FROM pragma_table_info('songs')") { try $0.text() }
            let address = columns.contains("url") ? "url" : "filename"
            let rows = try database.values(
                """
                SELECT CAST(\(address) AS TEXT), CAST(ifnull(playcount, 0) AS INTEGER),
                CAST(ifnull(lastplayed, 0) AS INTEGER), CAST(ifnull(rating, -1) AS REAL) FROM songs
                WHERE \(address) IS NOT NULL
                """
            ) { row in
                let path = FileURI.path(of: try row.text())
                let (plays, time) = (Int(try row.integer()), Int(try row.integer()))
                let rating = try row.optionalNumber() ?? -1
                // An unrated song has -1 in this column, or 0 in older versions.
                return path.map { track(FileURI.uri($0), plays, time, rating > 0 ? rating : nil) }
            }
            return rows.compactMap(\.self)
        }
    }
}

/// The changes that importing another player's plays and ratings makes.
package struct ListeningChange: Sendable, Hashable {
    /// The tracks with changes.
    package private(set) var tracks: [PlaysOfTrack] = []
    /// The number of files with more plays, or a later play.
    package private(set) var plays = 0
    /// The number of files with a new rating.
    package private(set) var ratings = 0

    /// Compares with the session in this database, or with an empty session if the database can't be read.
    package init(_ others: [PlaysOfTrack], session: String) {
        let known =
            (try? ListeningRecord.connection(session)?.queue.read { try SessionDatabase.statistics(in: $0) }) ?? [:]
        for track in others {
            let former = known[track.uri] ?? TrackStatistics()
            let merged = former.merged(with: TrackStatistics(track))
            guard merged != former else { continue }
            tracks.append(track)
            if merged.userRating != former.userRating { ratings += 1 }
            if merged.useCount != former.useCount || merged.lastUsed != former.lastUsed { plays += 1 }
        }
    }
}

extension TrackStatistics {
    /// Creates the statistics of a track in another player.
    init(_ track: PlaysOfTrack) {
        self.init(
            useCount: track.plays, lastUsed: track.lastPlayed.map { WallTime(nanoseconds: $0 * 1_000_000_000).text },
            userRating: track.rating)
    }
}
