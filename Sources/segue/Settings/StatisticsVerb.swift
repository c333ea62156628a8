import ArgumentParser
import SDBus
import SegueClient
import SegueKit

struct StatisticsVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Show what the player has measured of itself.",
        discussion: """
            keyToEar tells how often something was pressed, and how long it took until that was heard.

            With --json, an object with a number for each: counts, and times in seconds.
            """)

    @Flag(help: "One JSON object.")
    var json = false

    func run() throws {
        let reply = try PlayerClient.connect().call("Statistics", on: .control).first
        guard case .dictionary("s", "v", let entries)? = reply else {
            throw CommandFailure("The player answered with something that is no statistics.")
        }
        let figures = entries.map { (name: $0.key.asString ?? "", value: $0.value.unwrapped) }
        guard !json else {
            Terminal.standardOutput.writeLine(Self.json(of: figures).text)
            return
        }
        let width = figures.map(\.name.columns).max() ?? 0
        for (name, value) in figures {
            Terminal.standardOutput.writeLine(
                "\(printable(name).padded(to: width))  \(Self.text(of: value, named: name))")
        }
    }

    static func json(of figures: [(name: String, value: BusValue)]) -> JSONValue {
        .object(
            figures.map { name, value in
                (name, value.asCount.map { JSONValue.integer(Int64($0)) } ?? JSONValue.number(value.asFigure ?? .nan))
            })
    }

    /// The value with its unit, for people: a time, unless it is a count or the utilization.
    static func text(of value: BusValue, named name: String) -> String {
        if let count = value.asCount { return "\(count)" }
        guard let number = value.asFigure else { return "?" }
        return name == "utilization" ? "\(hundredths(number * 100)) %" : "\(hundredths(number * 1000)) ms"
    }

    private static func hundredths(_ number: Double) -> String {
        let text = "\(Int((number * 100).rounded()))".leftPadded(to: 3).map { $0 == " " ? "0" : $0 }
        return String(text.dropLast(2)) + "." + String(text.suffix(2))
    }
}
