public import SegueCore

/// How the configuration file writes the value of a field.
extension ConfigurationField {
    /// How a value is written in TOML.
    public enum ValueKind: Sendable, Hashable {
        /// An integer or a float.
        case number
        /// A boolean.
        case truth
        /// A string.
        case text
    }

    /// How the value of this field is written in TOML.
    public var valueKind: ValueKind {
        switch self {
        case .crossfadeDuration, .skipCrossfadeDuration, .fadeInDuration, .fadeOutDuration, .repeatCount,
            .previousRestartsAfter, .preamplification, .fallbackGain, .trimThreshold, .trimLimit, .loadTimeout:
            .number
        case .gaplessAlbums, .enableLooping, .trimSilence, .resumeAfterSleep, .resumeOnReconnect: .truth
        case .transitions, .fadeCurve, .loudnessMode, .output: .text
        }
    }

    /// A value of the file as `Configuration.set` takes it; nil if the value is of another kind.
    func text(of value: ConfigurationValue) -> String? {
        switch (valueKind, value) {
        case (.number, .number(let text)), (.text, .text(let text)): text
        case (.truth, .truth(let isOn)): "\(isOn)"
        case (.number, _), (.truth, _), (.text, _): nil
        }
    }

    /// What is accepted instead of a value that was not, in words. If the quotation marks alone are wrong, says so.
    func expectation(insteadOf value: ConfigurationValue) -> String {
        switch (valueKind, value) {
        case (.text, .text), (.text, .missing), (.number, .number), (.truth, .truth): expectation
        case (.text, _): "\(expectation), in quotation marks"
        case (_, .text): "\(expectation), without quotation marks"
        case (_, _): expectation
        }
    }

    /// The value of this field in TOML.
    func literal(in configuration: Configuration) -> String {
        let text = text(in: configuration)
        return valueKind == .text ? "\"\(text.unicodeScalars.map(Self.escaped).joined())\"" : text
    }

    private static func escaped(_ character: Unicode.Scalar) -> String {
        switch character {
        case "\"": return "\\\""
        case "\\": return "\\\\"
        case "\n": return "\\n"
        case "\t": return "\\t"
        default:
            guard character.value < 0x20 || character.value == 0x7F else { return String(character) }
            let digits = String(character.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }
}
