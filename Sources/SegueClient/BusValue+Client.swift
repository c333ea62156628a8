public import SDBus
public import SegueCore

/// Bounded readings of numbers for clients.
///
/// Any program can own a player's name and send any number. Views and verbs read numbers only through these properties,
/// so that each number is within a range that can be drawn, counted and printed.
extension BusValue {
    /// The maximum count and the maximum index.
    private static let greatest = Int64(Int32.max)
    /// The maximum time in microseconds, about 30 years.
    private static let longest: Int64 = 1_000_000_000_000_000

    /// A share, clamped to 0…1; nil if the value is not a number.
    public var asShare: Double? { number.map { min(max($0, 0), 1) } }

    /// A level, clamped to ±200 dB; nil if the value is not a number.
    public var asDecibels: Double? { number.map { min(max($0, -200), 200) } }

    /// A number of any type for display, clamped to ±1e9; nil if the value is not a number.
    public var asFigure: Double? {
        (number ?? asInt64.map(Double.init)).map { min(max($0, -1e9), 1e9) }
    }

    /// A count, or an index from 0, clamped to 32 bits; nil below 0.
    public var asCount: Int? { asInt64.flatMap { $0 < 0 ? nil : Int(min($0, Self.greatest)) } }

    /// A length or a position, sent in microseconds, clamped to about 30 years; nil below 0.
    public var asTime: MediaTime? {
        asInt64.flatMap { $0 < 0 ? nil : MediaTime(microseconds: min($0, Self.longest)) }
    }

    /// A date, sent in microseconds from the beginning of 1970; nil before that.
    public var asDate: WallTime? {
        asInt64.flatMap { $0 < 0 ? nil : WallTime(nanoseconds: min($0, Int64.max / 1000) * 1000) }
    }

    /// At most eight sentences, as codes and values (clients.md, Sentences); nil if one of them is unknown here.
    var asSentences: [Sentence]? {
        let sentences = (asArray ?? []).prefix(8).map { value -> Sentence? in
            guard let parts = value.asStructure, parts.count == 2, let code = parts[0].asString else { return nil }
            return Sentence(code: code, values: parts[1].asStrings ?? [])
        }
        return sentences.contains(nil) ? nil : sentences.compactMap(\.self)
    }

    /// A gain of 0…1 at each step; values that are not numbers count as silence.
    var asGains: [Double] { asArray?.map { $0.asShare ?? 0 } ?? [] }

    private var number: Double? { asDouble.flatMap { $0.isNaN ? nil : $0 } }
}
