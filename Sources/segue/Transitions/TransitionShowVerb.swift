import ArgumentParser
import SDBus
import SegueKit
import SegueMPRIS

struct TransitionShowVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
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
        let transition = try client.plannedTransition()
        guard !json else { return Terminal.standardOutput.writeLine(transition.json.text) }
        try client.show(transition)
    }
}

extension PlayerClient {
    /// The transition at the end of the track, as it is planned now.
    func plannedTransition() throws -> PlannedTransition {
        PlannedTransition(
            try properties(of: .transitions), outgoing: try plannedTrack("OutgoingTrack")?.title ?? "",
            incoming: try plannedTrack("IncomingTrack")?.title ?? "")
    }

    /// Writes the transition for people.
    func show(_ transition: PlannedTransition) throws {
        let position = try property("Position", of: .player).asInt64 ?? 0
        let columns = Terminal.standardOutput.isTerminal ? Terminal.standardOutput.columns : 80
        for line in transition.lines(position: Double(position) / 1e6, columns: columns) {
            Terminal.standardOutput.writeLine(line)
        }
    }

    /// The track at this end of the planned transition; nil while none is planned.
    func plannedTrack(_ property: String) throws -> TrackSummary? {
        let id = try self.property(property, of: .transitions).asObjectPath ?? TrackPath.none
        guard id != TrackPath.none else { return nil }
        return TrackSummary.first(in: try call("GetTracksMetadata", on: .trackList, [.objectPaths([id])]))
    }
}
