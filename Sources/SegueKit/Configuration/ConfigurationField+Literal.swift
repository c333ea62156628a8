import SegueCore

/// Conversions between the values of a field and their form in the configuration file.
extension ConfigurationField {
    /// Returns a value of the file in the form that `Configuration.set` takes; nil if the value is of another kind.
    func text(of value: ConfigurationValue) -> String? {
        switch (setting.kind, value) {
        case (.number, .number(let text)), (.choice, .text(let text)), (.name, .text(let text)): text
        case (.number, .text(let text)) where choices.contains(text): text
        case (.truth, .truth(let isOn)): "\(isOn)"
        case (.number, _), (.truth, _), (.choice, _), (.name, _): nil
        }
    }

    /// Returns a description of the values that are accepted, after `value` was not. Mentions quotation marks if only
    /// they are wrong.
    func expectation(insteadOf value: ConfigurationValue) -> String {
        switch (setting.kind, value) {
        case (.choice, .number), (.choice, .truth), (.choice, .other), (.name, .number), (.name, .truth),
            (.name, .other):
            "\(expectation), in quotation marks"
        case (.number, .text), (.truth, .text): "\(expectation), without quotation marks"
        case (.number, _), (.truth, _), (.choice, _), (.name, _): expectation
        }
    }

    /// Returns the value of this field in TOML.
    func literal(in configuration: Configuration) -> String {
        let text = text(in: configuration)
        switch setting.kind {
        case .number where !choices.contains(text): return text
        case .truth: return text
        case .number, .choice, .name: return "\"\(text.unicodeScalars.map(Self.escaped).joined())\""
        }
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
