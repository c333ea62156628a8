import SDBus
import SegueClient
import SegueKit

/// A command of `Control1.SlowCommands`.
struct SlowCommandRow {
    private let name: String
    private let date: WallTime
    private let stages: [MediaTime?]
    private let duration: MediaTime
    private let reason: String

    /// Parses a command; nil for a value of another form.
    init?(_ value: BusValue) {
        guard case .structure(let fields) = value, fields.count == 8, let name = fields[0].asString,
            let date = fields[1].asDate, let duration = fields[6].asTime, let reason = fields[7].asString
        else { return nil }
        self.name = name
        self.date = date
        stages = fields[2...5].map(\.asTime)
        self.duration = duration
        self.reason = reason
    }

    var line: String {
        "\(date.text)  \(duration.seconds.hundredths) s  \(printable(name)): \(printable(reason))"
    }

    var json: JSONValue {
        let times = zip(["decided", "loaded", "mixed", "heard"], stages).map { name, time in
            (name, time.map { JSONValue.number($0.seconds) } ?? .null)
        }
        return .object(
            [("command", .string(name)), ("date", .string(date.text))] + times
                + [("duration", .number(duration.seconds)), ("reason", .string(reason))])
    }
}
