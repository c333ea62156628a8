import ArgumentParser
import SDBus

struct StatisticsVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Show what the player has measured of itself.",
        discussion: "With --json, an object with one text for each value.")

    @Flag(help: "One JSON object.")
    var json = false

    func run() throws {
        let values = try PlayerClient.connect().call("Statistics", on: .control).first?.asTexts ?? []
        guard !json else {
            let members = values.map { ($0.key, JSONValue.string($0.value)) }
            Terminal.standardOutput.writeLine(JSONValue.object(members).text)
            return
        }
        let width = values.map(\.key.columns).max() ?? 0
        for value in values {
            Terminal.standardOutput.writeLine("\(printable(value.key).padded(to: width))  \(printable(value.value))")
        }
    }
}
