import ArgumentParser
import SDBus
import SegueKit
import SegueMPRIS

struct TransitionVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transition",
        abstract: "Show what comes at the end of the track, and why.",
        discussion: """
            With --json, an object with tier, reason, outgoing, incoming (titles), start, duration (seconds; start in \
            the outgoing track, null for its end), outgoingGains and incomingGains (0 to 1, at even steps of the \
            duration).
            """)

    @Flag(help: "JSON instead of text.")
    var json = false

    func run() throws {
        let client = try PlayerClient.connect()
        let transition = PlannedTransition(
            try client.properties(of: .transitions), outgoing: try client.title(of: "OutgoingTrack"),
            incoming: try client.title(of: "IncomingTrack"))
        guard !json else { return Terminal.standardOutput.writeLine(transition.json.text) }
        let position = try client.property("Position", of: .player).asInt64 ?? 0
        let columns = Terminal.standardOutput.isTerminal ? Terminal.standardOutput.columns : 80
        for line in transition.lines(position: Double(position) / 1e6, columns: columns) {
            Terminal.standardOutput.writeLine(line)
        }
    }
}

extension PlayerClient {
    /// The title of the track at this end of the planned transition; empty while none is planned.
    fileprivate func title(of property: String) throws -> String {
        let id = try self.property(property, of: .transitions).asObjectPath ?? TrackPath.none
        guard id != TrackPath.none else { return "" }
        return try TrackSummary.first(in: call("GetTracksMetadata", on: .trackList, [.objectPaths([id])]))?.title ?? ""
    }
}
