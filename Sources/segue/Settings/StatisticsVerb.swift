import ArgumentParser
import SDBus
import SegueClient
import SegueKit

struct StatisticsVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Show how long commands took until they were heard, and why.",
        discussion: """
            Shows the median, the 95th percentile and the longest time of each stage, for the last 100 commands of \
            each kind. Each stage is counted from the one before:
              decided  the player has chosen what to do
              loaded   the track of the command can be played
              mixed    the track has its position in the samples sent to the output
              heard    the effect is audible
              toEar    the total time
            The ten slowest commands follow, each with the stage that took the longest.

            With --json, an object with a number for each figure, times in seconds, and the array slowest.
            """)

    @Flag(help: "Print one JSON object.")
    var json = false

    @Flag(help: "Clear all times, and show nothing.")
    var reset = false

    func validate() throws {
        guard !json || !reset else { throw ValidationError("--json and --reset exclude each other.") }
    }

    func run() throws {
        let client = try PlayerClient.connect()
        guard !reset else {
            try client.call("ResetStatistics", on: .control)
            return
        }
        let reply = try client.call("Statistics", on: .control).first
        guard case .dictionary("s", "v", let entries)? = reply else {
            throw CommandFailure("The player's answer contains no statistics.")
        }
        let figures = entries.map { (name: $0.key.asString ?? "", value: $0.value.unwrapped) }
        let rows = try client.call("SlowCommands", on: .control).first?.asArray ?? []
        let slowest = rows.compactMap(SlowCommandRow.init)
        guard !json else {
            Terminal.standardOutput.writeLine(Self.json(of: figures, slowest).text)
            return
        }
        for line in StatisticsTable(figures).lines { Terminal.standardOutput.writeLine(line) }
        for row in slowest { Terminal.standardOutput.writeLine(row.line) }
    }

    static func json(of figures: [(name: String, value: BusValue)], _ slowest: [SlowCommandRow]) -> JSONValue {
        .object(
            figures.map { name, value in
                (name, value.asCount.map { JSONValue.integer(Int64($0)) } ?? JSONValue.number(value.asFigure ?? .nan))
            } + [("slowest", .array(slowest.map(\.json)))])
    }
}
