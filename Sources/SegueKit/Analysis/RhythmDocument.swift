import SegueCore

/// The rhythm of a track as JSON: a member of the facts, in the output of `segue analyse --json` and in the session.
///
/// The measured values are read back. `tempo` and `certainty` are for readers, and are derived anew.
extension TrackRhythm {
    /// The rhythm as an object.
    var json: JSONValue {
        .object([
            ("version", .integer(Int64(Self.version))), ("tempo", tempo.map { .number($0) } ?? .null),
            ("head", head.json), ("tail", tail.json),
        ])
    }

    /// Reads the rhythm from an object. Nil if the values are impossible for a track of `seconds`, or of another
    /// version.
    init?(_ document: JSONValue, seconds: Double) {
        guard document["version"]?.asDouble == Double(Self.version),
            let head = document["head"].flatMap({ Rhythm($0, seconds: seconds) }),
            let tail = document["tail"].flatMap({ Rhythm($0, seconds: seconds) })
        else { return nil }
        self.init(head: head, tail: tail)
    }
}

extension Rhythm {
    fileprivate var json: JSONValue {
        switch self {
        case .grid(let grid): grid.json
        case .unknown(let reason): .object([("reason", .string(reason.rawValue))])
        }
    }

    fileprivate init?(_ document: JSONValue, seconds: Double) {
        if case .string(let text)? = document["reason"] {
            guard let reason = Reason(rawValue: text) else { return nil }
            self = .unknown(reason)
        } else {
            guard let grid = BeatGrid(document, seconds: seconds) else { return nil }
            self = .grid(grid)
        }
    }
}

extension BeatGrid {
    /// The periods of 53 to 212 beats a minute, in seconds.
    private static let possiblePeriods = 60.0 / 212...60.0 / 53
    private static let possibleBars = [3, 4]

    fileprivate var json: JSONValue {
        .object([
            ("tempo", .number(tempo)), ("certainty", .string(certainty.rawValue)), ("period", .number(period)),
            ("phase", .number(phase)),
            ("bar", bar.map { .array([.integer(Int64($0.beats)), .integer(Int64($0.first))]) } ?? .null),
            ("range", .array([.number(range.lowerBound), .number(range.upperBound)])),
        ])
    }

    fileprivate init?(_ document: JSONValue, seconds: Double) {
        guard let period = document["period"]?.asDouble, Self.possiblePeriods.contains(period),
            let phase = document["phase"]?.asDouble, case .array(let bounds)? = document["range"],
            case .string(let name)? = document["certainty"], let certainty = Certainty(rawValue: name)
        else { return nil }
        let numbers = bounds.compactMap(\.asDouble)
        guard numbers.count == 2, 0 <= numbers[0], numbers[0] <= numbers[1], numbers[1] <= seconds + 1,
            (numbers[0] - 1...numbers[1] + 1).contains(phase)
        else { return nil }
        var bar: Bar?
        if case .array? = document["bar"] {
            guard let parts = document["bar"]?.asIntegers, parts.count == 2, Self.possibleBars.contains(parts[0]),
                (0..<parts[0]).contains(parts[1])
            else { return nil }
            bar = Bar(beats: parts[0], first: parts[1])
        }
        guard (bar != nil) == (certainty == .bar) else { return nil }
        self.init(
            period: period, phase: phase, isBeatCertain: certainty != .pulse, bar: bar,
            range: numbers[0]...numbers[1])
    }
}
