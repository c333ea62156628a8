import SDBus
import SegueKit
import SegueMPRIS

/// The transition at the end of the track, as the player tells it.
struct PlannedTransition {
    let tier: String
    let reason: String
    let outgoing: String
    let incoming: String
    /// In seconds of the outgoing track; nil for its end.
    let start: Double?
    let duration: Double
    let outgoingGains: [Double]
    let incomingGains: [Double]

    /// The entries as they are named on the bus.
    let outgoingEntry: String
    let incomingEntry: String

    init(_ properties: [String: BusValue], outgoing: String, incoming: String) {
        tier = properties["Tier"]?.asString ?? ""
        reason = properties["Reason"]?.asString ?? ""
        self.outgoing = outgoing
        self.incoming = incoming
        let start = properties["Start"]?.asInt64 ?? -1
        self.start = start < 0 ? nil : Double(start) / 1e6
        duration = Double(properties["Duration"]?.asInt64 ?? 0) / 1e6
        outgoingGains = properties["OutgoingGains"]?.asArray?.compactMap(\.asDouble) ?? []
        outgoingEntry = properties["OutgoingTrack"]?.asObjectPath ?? TrackPath.none
        incomingEntry = properties["IncomingTrack"]?.asObjectPath ?? TrackPath.none
        incomingGains = properties["IncomingGains"]?.asArray?.compactMap(\.asDouble) ?? []
    }

    var json: JSONValue {
        guard !tier.isEmpty else { return .null }
        return .object([
            ("tier", .string(tier)), ("reason", .string(reason)), ("outgoing", .string(outgoing)),
            ("incoming", .string(incoming)), ("start", start.map { .number($0) } ?? .null),
            ("duration", .number(duration)),
            ("outgoingGains", .array(outgoingGains.map { .number($0) })),
            ("incomingGains", .array(incomingGains.map { .number($0) })),
        ])
    }

    /// For people. `position` is where the outgoing track is, in seconds.
    func lines(position: Double, columns: Int) -> [String] {
        guard !tier.isEmpty else { return ["No transition is planned."] }
        var lines = ["\(printable(outgoing)) → \(printable(incoming))"]
        let length = duration > 0 ? ", over \(Self.figure(duration)) s" : ""
        lines.append(
            (start.map { "In \(Self.clock(max($0 - position, 0)))" } ?? "At the end of the track") + length
                + " (\(tier)).")
        lines.append(reason)
        guard !outgoingGains.isEmpty else { return lines }
        let width = min(max(columns, 8), 64)
        return lines + [Self.bar(outgoingGains, width), Self.bar(incomingGains, width)]
    }

    /// A gain curve as a row of blocks, each an eighth higher than the one before it.
    private static func bar(_ gains: [Double], _ width: Int) -> String {
        let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
        return String(
            (0..<width).map { column in
                let place = Double(column) / Double(max(width - 1, 1)) * Double(gains.count - 1)
                let gain = gains[Int(place.rounded())]
                return gain <= 0 ? " " : blocks[min(7, max(0, Int((gain * 8).rounded(.up)) - 1))]
            })
    }

    static func figure(_ seconds: Double) -> String { "\((seconds * 10).rounded() / 10)" }

    static func clock(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded())
        let rest = whole % 60
        return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
    }
}
