import ArgumentParser
import SDBus
import SegueClient
import SegueKit

struct QueueListVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show the queue in play order.",
        discussion: """
            With --json, an array of objects with place (from 1), current, id, title, artists, album, bpm, url, artUrl \
            and length in seconds. Unknown values are null.
            """)

    @Flag(help: "Print one JSON array.")
    var json = false

    @Option(help: LineTemplate<QueueField>.help)
    var format: String?

    func validate() throws { _ = try LineTemplate<QueueField>.reading(format, isJSON: json) }

    func run() throws {
        let template = try LineTemplate<QueueField>.reading(format, isJSON: json)
        let client = try PlayerClient.connect()
        let current = try client.property("CurrentIndex", of: .queue).asCount
        let count = try client.property("Count", of: .queue).asCount ?? 0
        let width = "\(count)".count
        if json { Terminal.standardOutput.write("[") }
        try client.forEachPage { offset, page in
            let lines = page.enumerated().map { index, track in
                if let template { return template.text((offset + index + 1, track)) + "\n" }
                return json
                    ? (offset + index == 0 ? "" : ",\n") + object(track, offset + index, current: current).text
                    : line(track, offset + index, current: current, width: width)
            }
            Terminal.standardOutput.write(lines.joined())
            return true
        }
        if json { Terminal.standardOutput.writeLine("]") }
        if !json && count == 0 { Terminal.standardError.writeLine("The queue is empty.") }
    }

    private func line(_ track: TrackSummary, _ index: Int, current: Int?, width: Int) -> String {
        let marker = index == current ? "▶" : " "
        let length = track.length.map { "  \($0)" } ?? ""
        return "\(marker) \("\(index + 1)".leftPadded(to: width))  \(track.displayName)\(length)\n"
    }

    private func object(_ track: TrackSummary, _ index: Int, current: Int?) -> JSONValue {
        .object([("place", .integer(Int64(index + 1))), ("current", .boolean(index == current))] + track.json)
    }
}
