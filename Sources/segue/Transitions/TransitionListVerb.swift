import ArgumentParser
import SDBus
import SegueClient
import SegueKit

struct TransitionListVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the transitions that were set, the most recent first.",
        discussion: """
            With --json, an array of objects. Times are in seconds:
              outgoing, incoming  the names of the tracks; null for any track
              start               in the outgoing track; null for a transition at its end
              duration            of the overlap
              curve               the shape of the gains; null for the configured one
            """)

    @Flag(help: "Print JSON instead of text.")
    var json = false

    func run() throws {
        let pins = try PlayerClient.connect().pins()
        guard !json else { return Terminal.standardOutput.writeLine(JSONValue.array(pins.map(\.json)).text) }
        guard !pins.isEmpty else { return Terminal.standardOutput.writeLine("No transition is set.") }
        for (index, pin) in pins.enumerated() { Terminal.standardOutput.writeLine("\(index + 1). \(pin.line)") }
    }
}

/// A pinned transition, as listed by the player.
struct PinnedTransition {
    let id: String
    let outgoing: String
    /// The incoming track; empty for any track.
    let incoming: String
    /// The start in seconds of the outgoing track; nil for a transition that ends with the track.
    let start: Double?
    let duration: Double
    /// The curve; empty for the configured one.
    let curve: String

    init?(_ row: BusValue) {
        guard let fields = row.asStructure, fields.count == 6, let duration = fields[4].asTime else {
            return nil
        }
        id = fields[0].asString ?? ""
        outgoing = fields[1].asString ?? ""
        incoming = fields[2].asString ?? ""
        start = fields[3].asTime?.seconds
        self.duration = duration.seconds
        curve = fields[5].asString ?? ""
    }

    var json: JSONValue {
        .object([
            ("outgoing", .string(outgoing)), ("incoming", incoming.isEmpty ? .null : .string(incoming)),
            ("start", start.map { .number($0) } ?? .null), ("duration", .number(duration)),
            ("curve", curve.isEmpty ? .null : .string(curve)),
        ])
    }

    var line: String {
        let place = start.map { "at \(TransitionReport.clock($0))" } ?? "at the end"
        let length = duration > 0 ? "over \(TransitionReport.figure(duration)) s" : "joined"
        let next = incoming.isEmpty ? "any track" : printable(incoming)
        return "\(printable(outgoing)) → \(next): \(place), \(length)"
            + (curve.isEmpty ? "" : ", \(printable(curve))")
    }
}

extension PlayerClient {
    /// Returns all pinned transitions, the most recent first.
    func pins() throws -> [PinnedTransition] {
        var pins: [PinnedTransition] = []
        while true {
            let reply = try call("ListPins", on: .transitions, [.uint32(UInt32(pins.count)), .uint32(UInt32.max)])
            let page = (reply.first?.asArray ?? []).compactMap(PinnedTransition.init)
            guard !page.isEmpty else { return pins }
            pins += page
        }
    }
}
