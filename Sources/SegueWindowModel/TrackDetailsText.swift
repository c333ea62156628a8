public import SDBus
import SegueClient

/// The numbers of `Queue1.Details` and `Library1.Details` formatted for people; nil if unknown or not a number.
public struct TrackDetailsText: Equatable, Sendable {
    /// The name of the codec.
    public let format: String?
    public let kilohertz: String?
    public let channels: Int?
    /// The loudness in LUFS.
    public let loudness: String?
    /// The loudness range in LU.
    public let range: String?
    /// The true peak in dBTP.
    public let truePeak: String?
    /// The tempo in beats per minute.
    public let tempo: String?
    /// The gain in decibels.
    public let gain: String?
    /// A value of Control1's `GainSource`.
    public let gainSource: String?

    /// Formats the answer, with the language's decimal separator.
    public init(_ details: [String: BusValue], decimalSeparator: String) {
        func number(_ name: String, digits: Int = 1, signed: Bool = false) -> String? {
            details[name]?.asFigure.flatMap {
                Self.text($0, digits: digits, signed: signed, separator: decimalSeparator)
            }
        }
        format = details["format"]?.asString
        let rate = details["sampleRate"]?.asCount.map { Double($0) / 1000 }
        kilohertz = rate.flatMap { Self.text($0, digits: 1, signed: false, separator: decimalSeparator) }
        channels = details["channels"]?.asCount.flatMap { (1...1024).contains($0) ? $0 : nil }
        loudness = number("loudness", signed: true)
        range = number("loudnessRange")
        truePeak = number("truePeak", signed: true)
        tempo = number("tempo", digits: 0)
        gain = number("gain", signed: true)
        gainSource = details["gainSource"]?.asString
    }

    private static func text(_ value: Double, digits: Int, signed: Bool, separator: String) -> String? {
        guard abs(value) < 1e6 else { return nil }
        let scale = digits == 0 ? 1 : 10
        let parts = Int((abs(value) * Double(scale)).rounded())
        let sign = value < 0 && parts > 0 ? "−" : signed && parts > 0 ? "+" : ""
        let fraction = scale == 1 || parts % scale == 0 && !signed ? "" : "\(separator)\(parts % scale)"
        return "\(sign)\(parts / scale)\(fraction)"
    }
}
