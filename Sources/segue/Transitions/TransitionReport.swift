import SegueClient
import SegueCore
import SegueKit

/// A planned transition, or none, with the titles of its tracks and their envelopes, if known.
struct TransitionReport {
    let transition: PlannedTransition?
    let outgoing: String
    let incoming: String
    var outgoingSound: Envelope?
    var incomingSound: Envelope?

    var json: JSONValue {
        guard let transition else { return .null }
        return .object([
            ("tier", .string(transition.tier)), ("reason", .string(transition.reason)),
            ("choice", .string(transition.choice)),
            ("outgoing", .string(outgoing)), ("incoming", .string(incoming)),
            ("start", transition.start.map { .number($0.seconds) } ?? .null),
            ("incomingStart", .number(transition.incomingStart.seconds)),
            ("duration", .number(transition.duration.seconds)),
            ("outgoingGains", .array(transition.outgoingGains.map { .number($0) })),
            ("incomingGains", .array(transition.incomingGains.map { .number($0) })),
            ("outgoingTempo", .optional(transition.outgoingTempo)),
            ("incomingTempo", .optional(transition.incomingTempo)),
            ("alignment", .optional(transition.alignment)),
            ("outgoingBeats", .array(transition.beats.outgoing.map { .number($0) })),
            ("incomingBeats", .array(transition.beats.incoming.map { .number($0) })),
        ])
    }

    /// Returns the lines for people. `position` is the position in the outgoing track, in seconds.
    func lines(position: Double, columns: Int) -> [String] {
        guard let transition else { return ["No transition is planned."] }
        var lines = ["\(printable(outgoing)) → \(printable(incoming))"]
        let length = transition.duration > .zero ? ", over \(Self.figure(transition.duration.seconds)) s" : ""
        lines.append(
            (transition.start.map { "In \(Self.clock(max($0.seconds - position, 0)))" } ?? "At the end of the track")
                + length + " (\(transition.tier)).")
        lines.append(transition.reason)
        if !transition.choice.isEmpty { lines.append(printable(transition.choice)) }
        if let line = beats(of: transition) { lines.append(line) }
        let drawing = TransitionDrawing(
            transition: transition, outgoing: outgoingSound, incoming: incomingSound, columns: columns)
        return lines + drawing.lines
    }

    /// Returns the line about the beats: `Beats: 110.0 and 140.0 BPM (apart).` Returns nil if neither track has a known
    /// tempo.
    private func beats(of transition: PlannedTransition) -> String? {
        let known = [transition.outgoingTempo, transition.incomingTempo]
        guard let alignment = transition.alignment, known.contains(where: { $0 != nil }) else { return nil }
        let tempi = known.map { $0.map(Self.figure) ?? "unknown" }
        return "Beats: \(tempi[0]) and \(tempi[1]) BPM (\(printable(alignment)))."
    }

    static func figure(_ seconds: Double) -> String { "\((seconds * 10).rounded() / 10)" }

    static func clock(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded())
        let rest = whole % 60
        return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
    }
}
