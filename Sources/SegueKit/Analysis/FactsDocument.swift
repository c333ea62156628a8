public import SegueCore

/// Facts as JSON: the output of `segue analyse --json`, and the input of other processes that read it.
///
/// Members that are measured have the names of `TrackFacts.Measurement`. The other members follow from them and are
/// meant for readers; `init(json:)` derives them anew.
extension TrackFacts {
    /// Reads the facts from one line of output of `segue analyse --json --curves`. Nil if the line is anything else,
    /// lacks the curves, or has facts of another version.
    public init?(json line: some Sequence<UInt8>) {
        guard let document = JSONValue(line), document["version"]?.asDouble == Double(Self.version),
            let measurement = Measurement(document)
        else { return nil }
        self.init(measurement)
    }

    /// The facts as JSON on one line, with the curves, without a line feed: the input of `init(json:)`.
    public var json: String { JSONValue.object(members(curves: true)).text }

    /// Returns the members of the object of the facts. Without `curves`, returns only single figures.
    package func members(curves: Bool) -> [(String, JSONValue)] {
        var members: [(String, JSONValue)] = [("version", .integer(Int64(Self.version)))]
        members += measurement.figures
        members += [
            ("truePeak", .optional(truePeak)), ("sustained", .optional(sustained)),
            ("beginning", beginning?.json ?? .null), ("ending", ending?.json ?? .null), ("lastGap", .optional(lastGap)),
        ]
        guard curves else { return members }
        members.append(("momentary", measurement.momentary.json))
        for (name, curve) in [("low", measurement.low), ("middle", measurement.middle), ("high", measurement.high)] {
            members.append((name, curve.json))
        }
        return members
    }
}

extension TrackFacts.Measurement {
    /// The longest file, in seconds, whose measurement is plausible.
    private static let longest = 7.0 * 3600
    /// The possible levels in LUFS, or differences of levels in LU: a wider range than in any file.
    static let levels = -300.0...300
    private static let possibleChannels = 1.0...1024

    /// The single figures, as members of an object.
    package var figures: [(String, JSONValue)] {
        [
            ("seconds", .number(seconds)), ("channels", .optional(channels.map(Double.init))),
            ("loudness", .optional(loudness)), ("range", .optional(range)), ("peak", .number(peak)),
            ("heardLoudness", .optional(heard.loudness)), ("heardPeak", .number(heard.peak)),
            ("firstSound", .optional(firstSound)), ("lastSound", .optional(lastSound)), ("unheard", .optional(unheard)),
            ("rhythm", rhythm?.json ?? .null),
        ]
    }

    /// Reads a measurement from a document with all members. Nil if the values are impossible.
    fileprivate init?(_ document: JSONValue) {
        guard let momentary = document["momentary"]?.asIntegers, let low = document["low"]?.asIntegers,
            let middle = document["middle"]?.asIntegers, let high = document["high"]?.asIntegers
        else { return nil }
        self.init(
            document, momentary: LoudnessCurve(momentary.map { Double($0) / 100 }), low: PeakCurve(steps: low),
            middle: PeakCurve(steps: middle), high: PeakCurve(steps: high))
    }

    /// Reads a measurement from an object with all figures, and these curves. Nil if the values are impossible.
    package init?(
        _ figures: JSONValue, momentary: LoudnessCurve, low: PeakCurve, middle: PeakCurve, high: PeakCurve
    ) {
        guard let seconds = figures["seconds"]?.asDouble, (0...Self.longest).contains(seconds),
            let peak = figures["peak"]?.asDouble, let heardPeak = figures["heardPeak"]?.asDouble,
            [peak, heardPeak].allSatisfy((0...1e6).contains)
        else { return nil }
        let (first, last) = (figures["firstSound"]?.asDouble, figures["lastSound"]?.asDouble)
        let edges = [first, last].compactMap(\.self)
        guard edges.allSatisfy((0...seconds + 1).contains), edges == edges.sorted(),
            [momentary.count, low.count, middle.count, high.count].allSatisfy({ Double($0) <= seconds * 10 + 20 })
        else { return nil }
        let levels = ["loudness", "heardLoudness", "range"].compactMap { figures[$0]?.asDouble }
        let channels = figures["channels"]?.asDouble
        guard levels.allSatisfy(Self.levels.contains), channels.map(Self.possibleChannels.contains) ?? true else {
            return nil
        }
        var unheard: ClosedRange<Double>?
        if case .array(let bounds)? = figures["unheard"] {
            let numbers = bounds.compactMap(\.asDouble)
            guard numbers.count == 2, 0 <= numbers[0], numbers[0] <= numbers[1], numbers[1] <= seconds else {
                return nil
            }
            unheard = numbers[0]...numbers[1]
        }
        self.init(
            seconds: seconds, loudness: figures["loudness"]?.asDouble, range: figures["range"]?.asDouble, peak: peak,
            firstSound: first, lastSound: last, momentary: momentary, low: low, middle: middle, high: high,
            heard: TrackFacts.HeardLevels(loudness: figures["heardLoudness"]?.asDouble, peak: heardPeak),
            channels: channels.flatMap(Int.init(exactly:)), unheard: unheard,
            rhythm: figures["rhythm"].flatMap { TrackRhythm($0, seconds: seconds) })
    }
}

extension Flank {
    fileprivate var json: JSONValue {
        .object([
            ("edge", .number(edge)), ("floor", .optional(floor)), ("fade", .optional(fade)),
            ("ramps", .array(ramps.map { .optional($0) })),
        ])
    }
}

extension LoudnessCurve {
    fileprivate var json: JSONValue {
        .array(hundredths.map { .integer(Int64($0)) })
    }
}

extension PeakCurve {
    fileprivate var json: JSONValue { .array(steps.map { .integer(Int64($0)) }) }
}

extension JSONValue {
    /// Returns null for nil, both bounds for a range.
    fileprivate static func optional(_ range: ClosedRange<Double>?) -> JSONValue {
        range.map { .array([.number($0.lowerBound), .number($0.upperBound)]) } ?? .null
    }
}
