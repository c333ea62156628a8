import GRDB
import SegueCore

import struct Foundation.Data

/// The measurements of the audio of files, by their content. The figures are JSON. The curves are stored as in memory,
/// so that the curves of an hour of music are read within a moment. The number `used` increases with each use.
enum SoundTable {
    /// The largest number of files with a stored measurement of some 15 kB each.
    private static let mostKept = 1000

    static let columns = ["content", "version", "used", "figures", "momentary", "low", "middle", "high"]

    static let definition = """
        CREATE TABLE sound (
            content TEXT PRIMARY KEY, version INTEGER NOT NULL, used INTEGER NOT NULL, figures TEXT NOT NULL,
            momentary BLOB NOT NULL, low BLOB NOT NULL, middle BLOB NOT NULL, high BLOB NOT NULL
        ) WITHOUT ROWID;
        """

    /// Returns the measurement of a file; nil if there is none, or only one of an earlier version. Throws if the row is
    /// invalid.
    static func read(_ content: ContentIdentity, in database: Database) throws -> TrackFacts.Measurement? {
        let search = "SELECT figures, momentary, low, middle, high FROM sound WHERE content = ? AND version = ?"
        let found = try database.value(search, [content.text, TrackFacts.version]) { row in
            let (figures, momentary) = (JSONValue(try row.text().utf8), LoudnessCurve(bytes: try row.bytes()))
            let (low, middle, high) = (try row.bytes(), try row.bytes(), try row.bytes())
            return figures.flatMap { figures in
                TrackFacts.Measurement(
                    figures, momentary: momentary, low: PeakCurve(steps: low), middle: PeakCurve(steps: middle),
                    high: PeakCurve(steps: high))
            }
        }
        return found ?? nil
    }

    static func touch(_ content: ContentIdentity, in database: Database) throws {
        try database.cachedStatement(
            sql: "UPDATE sound SET used = (SELECT max(used) FROM sound) + 1 WHERE content = ?"
        ).execute(arguments: [content.text])
    }

    /// Stores a measurement, and deletes the least recently used ones beyond the limit.
    static func write(
        _ sound: TrackFacts.Measurement, of content: ContentIdentity, in database: Database
    ) throws {
        let insertion = try database.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO sound
                VALUES (?, ?, (SELECT ifnull(max(used), 0) + 1 FROM sound), ?, ?, ?, ?, ?)
                """)
        try insertion.execute(arguments: [
            content.text, TrackFacts.version, JSONValue.object(sound.figures).text, sound.momentary.bytes,
            Data(sound.low.steps), Data(sound.middle.steps), Data(sound.high.steps),
        ])
        try database.cachedStatement(
            sql: """
                DELETE FROM sound WHERE content IN (
                    SELECT content FROM sound ORDER BY used DESC LIMIT -1 OFFSET \(mostKept))
                """
        ).execute()
    }
}

extension LoudnessCurve {
    /// The values, two bytes each, the low byte first.
    fileprivate var bytes: Data {
        hundredths.map(\.littleEndian).withUnsafeBytes { Data($0) }
    }

    fileprivate init(bytes: [UInt8]) {
        let values = bytes.withUnsafeBytes { bytes in
            (0..<bytes.count / 2).map {
                Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self))
            }
        }
        self.init(hundredths: values)
    }
}
