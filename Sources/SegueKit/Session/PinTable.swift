import GRDB
import SegueCore

/// The transitions that the user has set, by the content of their files: few, and rewritten as a whole. A transition to
/// any file has no incoming file (an empty text). Times are in nanoseconds.
enum PinTable {
    static let columns = [
        "rank", "outgoing", "incoming", "start", "duration", "curve", "outgoingName", "incomingName",
    ]

    static let definition = """
        CREATE TABLE pin (
            rank INTEGER PRIMARY KEY, outgoing TEXT NOT NULL, incoming TEXT NOT NULL, start INTEGER,
            duration INTEGER NOT NULL, curve TEXT, outgoingName TEXT NOT NULL, incomingName TEXT NOT NULL);
        """

    /// Returns all transitions, the latest first.
    static func read(in database: Database) throws -> [TransitionPin] {
        try database.values("SELECT \(columns.dropFirst().joined(separator: ", ")) FROM pin ORDER BY rank") { row in
            let (outgoing, incoming) = (try row.text(), try row.text())
            return TransitionPin(
                pair: TransitionPin.Pair(
                    from: ContentIdentity(text: outgoing),
                    to: incoming.isEmpty ? nil : ContentIdentity(text: incoming)),
                shape: TransitionPin.Shape(
                    start: try row.optionalInteger(in: 0 ... .max).map(MediaTime.init(nanoseconds:)),
                    duration: MediaTime(
                        nanoseconds: try row.integer(in: 0...TransitionPin.Shape.longest.nanoseconds)),
                    curve: try row.optionalText().flatMap(FadeCurve.init)),
                outgoingName: try row.text(), incomingName: try row.text())
        }
    }

    /// Replaces all transitions.
    static func write(_ pins: [TransitionPin], in database: Database) throws {
        try database.execute(sql: "DELETE FROM pin")
        let insertion = try database.cachedStatement(sql: "INSERT INTO pin VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        for (rank, pin) in pins.enumerated() {
            try insertion.execute(arguments: [
                rank, pin.pair.outgoing.text, pin.pair.incoming?.text ?? "", pin.shape.start?.nanoseconds,
                pin.shape.duration.nanoseconds, pin.shape.curve?.rawValue, pin.outgoingName, pin.incomingName,
            ])
        }
    }
}
