import SegueClient
import SegueKit

/// A planned transition, or none, with the titles of its tracks.
struct TransitionReport {
    let transition: PlannedTransition?
    let outgoing: String
    let incoming: String

    var json: JSONValue {
        guard let transition else { return .null }
        return .object([
            ("tier", .string(transition.tier)), ("reason", .string(transition.reason)),
            ("outgoing", .string(outgoing)), ("incoming", .string(incoming)),
            ("start", transition.start.map { .number($0.seconds) } ?? .null),
            ("duration", .number(transition.duration.seconds)),
            ("outgoingGains", .array(transition.outgoingGains.map { .number($0) })),
            ("incomingGains", .array(transition.incomingGains.map { .number($0) })),
        ])
    }

    /// For people. `position` is where the outgoing track is, in seconds.
    func lines(position: Double, columns: Int) -> [String] {
        guard let transition else { return ["No transition is planned."] }
        var lines = ["\(printable(outgoing)) → \(printable(incoming))"]
        let length = transition.duration > .zero ? ", over \(Self.figure(transition.duration.seconds)) s" : ""
        lines.append(
            (transition.start.map { "In \(Self.clock(max($0.seconds - position, 0)))" } ?? "At the end of the track")
                + length + " (\(transition.tier)).")
        lines.append(transition.reason)
        guard !transition.outgoingGains.isEmpty else { return lines }
        let width = min(max(columns, 8), 64)
        return lines + [Self.bar(transition.outgoingGains, width), Self.bar(transition.incomingGains, width)]
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
