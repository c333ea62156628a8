import ArgumentParser
import SDBus
import SegueClient
import SegueCore
import SegueKit
import SegueMPRIS

struct TransitionShowVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the transition at the end of the track, and the reason.",
        discussion: """
            With --json, one object. Times are in seconds, and unknown values are null:
              tier, reason                   the rule that decided, and a sentence
              choice                         why smooth shuffle chose the next track
              outgoing, incoming             the titles
              start                          in the outgoing track; null for its end
              incomingStart                  in the incoming track
              duration                       of the overlap
              outgoingGains, incomingGains   0 to 1, at even steps of the duration
              outgoingTempo, incomingTempo   beats per minute
              alignment                      beat, pulse, free, related, apart or unknown
              outgoingBeats, incomingBeats   positions in each track, around the transition
            """)

    @Flag(help: "Print JSON instead of text.")
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
