import GRDB

/// A file or stream that was played, from the session.
package struct PlayedTrack: Sendable, Hashable {
    package var uri: String
    /// The number of plays.
    package var plays: Int64
    /// The time of the last play, in seconds since 1970.
    package var time: Int64

    /// Returns the tracks that were played last, the latest first; empty if the database of the session can't be read.
    package static func last(_ limit: Int, session: String) -> [PlayedTrack] {
        let rows = try? ListeningRecord.connection(session)?.queue.read { database in
            try database.values(
                """
                SELECT uri, useCount, unixepoch(lastUsed) AS time FROM statistics WHERE time IS NOT NULL
                ORDER BY time DESC, uri LIMIT ?
                """, [limit]
            ) { PlayedTrack(uri: try $0.text(), plays: try $0.optionalInteger() ?? 0, time: try $0.integer()) }
        }
        return rows ?? []
    }
}
