import ArgumentParser
import SDBus
import SegueClient
import SegueCore
import SegueKit
import SegueMPRIS

struct TransitionShowVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show what comes at the end of the track, and why.",
        discussion: """
            With --json, an object with tier, reason, choice (why the next track was chosen by smooth shuffle), \
            outgoing, incoming (titles), start (in the outgoing track, null for its end), incomingStart (in the \
            incoming one), duration (all in seconds), outgoingGains and incomingGains (0 to 1, at even steps of the \
            duration), outgoingTempo and incomingTempo (beats per minute, null where not known), alignment (beat, \
            pulse, free, related, apart, unknown, or null where the sound of a track is not known), outgoingBeats \
            and incomingBeats (seconds in each track, around the transition).
            """)

    @Flag(help: "JSON instead of text.")
    var json = false

    func run() throws {
        let client = try PlayerClient.connect()
        let transition = try client.plannedTransition()
        guard json else { return try client.show(transition) }
        Terminal.standardOutput.writeLine(try client.report(on: transition).json.text)
    }
}

extension PlayerClient {
    /// Returns the transition planned at the end of the track; nil if none is planned.
    func plannedTransition() throws -> PlannedTransition? {
        PlannedTransition(try properties(of: .transitions))
    }

    /// Prints the transition for people.
    func show(_ transition: PlannedTransition?) throws {
        let position = try property("Position", of: .player).asTime ?? .zero
        let columns = Terminal.standardOutput.isTerminal ? Terminal.standardOutput.columns : 80
        var report = try report(on: transition)
        report.outgoingSound = envelope(of: transition?.outgoing)
        report.incomingSound = envelope(of: transition?.incoming)
        for line in report.lines(position: position.seconds, columns: columns) {
            Terminal.standardOutput.writeLine(line)
        }
    }

    fileprivate func report(on transition: PlannedTransition?) throws -> TransitionReport {
        TransitionReport(
            transition: transition, outgoing: try track(at: transition?.outgoing)?.title ?? "",
            incoming: try track(at: transition?.incoming)?.title ?? "")
    }

    /// Returns the envelope of an entry; nil if unknown.
    private func envelope(of id: String?) -> Envelope? {
        guard let id, id != TrackPath.none else { return nil }
        let bins = UInt32(Envelope.bins.upperBound)
        return (try? call("Envelope", on: .transitions, [.objectPath(id), .uint32(bins)])).flatMap(
            Envelope.init(reply:))
    }

    /// Returns the track of an entry; nil for an entry outside the queue.
    func track(at id: String?) throws -> TrackSummary? {
        guard let id, id != TrackPath.none else { return nil }
        return try TrackSummary.all(in: call("GetTracksMetadata", on: .trackList, [.objectPaths([id])])).first
    }
}
