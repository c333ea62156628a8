import GRDB
import SegueCore

/// The transitions that undo restores, by the edit and the index of the reversal in the edit. If a row has no duration,
/// no transition was set for these two files. Times are in nanoseconds.
enum FormerPinTable {
    static let columns = [
        "edit", "place", "outgoing", "incoming", "start", "duration", "curve", "outgoingName", "incomingName",
    ]

    static let definition = """
        CREATE TABLE formerPin (
            edit INTEGER NOT NULL, place INTEGER NOT NULL, outgoing TEXT NOT NULL, incoming TEXT NOT NULL,
            start INTEGER, duration INTEGER, curve TEXT, outgoingName TEXT NOT NULL, incomingName TEXT NOT NULL,
            PRIMARY KEY (edit, place)) WITHOUT ROWID;
        """

    /// Returns the row; nil if there is none.
    static func read(_ edit: Int64, _ place: Int64, in database: Database) throws -> FormerPin? {
        try database.value(
            "SELECT \(columns.dropFirst(2).joined(separator: ", ")) FROM formerPin WHERE edit = ? AND place = ?",
            [edit, place]
        ) { row in
            let (outgoing, incoming) = (try row.text(), try row.text())
            let pair = TransitionPin.Pair(
                from: ContentIdentity(text: outgoing), to: incoming.isEmpty ? nil : ContentIdentity(text: incoming))
            let start = try row.optionalInteger(in: 0 ... .max).map(MediaTime.init(nanoseconds:))
            let duration = try row.optionalInteger(in: 0...TransitionPin.Shape.longest.nanoseconds)
            let curve = try row.optionalText().flatMap(FadeCurve.init)
            let (outgoingName, incomingName) = (try row.text(), try row.text())
            let pin = duration.map { duration in
                TransitionPin(
                    pair: pair,
                    shape: TransitionPin.Shape(
                        start: start, duration: MediaTime(nanoseconds: duration), curve: curve),
                    outgoingName: outgoingName, incomingName: incomingName)
            }
            return FormerPin(pair: pair, pin: pin, outgoingName: outgoingName, incomingName: incomingName)
        }
    }

    static func write(_ former: FormerPin, _ edit: Int64, _ place: Int, in database: Database) throws {
        let shape = former.pin?.shape
        try database.cachedStatement(sql: "INSERT INTO formerPin VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)").execute(
            arguments: [
                edit, place, former.pair.outgoing.text, former.pair.incoming?.text ?? "", shape?.start?.nanoseconds,
                shape?.duration.nanoseconds, shape?.curve?.rawValue, former.outgoingName, former.incomingName,
            ])
    }
}
