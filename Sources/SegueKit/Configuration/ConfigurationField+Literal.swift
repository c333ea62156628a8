import SegueCore

/// How the configuration file writes the value of a field.
extension ConfigurationField {
    /// A value of the file as `Configuration.set` takes it; nil if the value is of another kind.
    func text(of value: ConfigurationValue) -> String? {
        switch (setting.kind, value) {
        case (.number, .number(let text)), (.choice, .text(let text)), (.name, .text(let text)): text
        case (.number, .text(let text)) where choices.contains(text): text
        case (.truth, .truth(let isOn)): "\(isOn)"
        case (.number, _), (.truth, _), (.choice, _), (.name, _): nil
        }
    }

    /// What is accepted instead of a value that was not, in words. If the quotation marks alone are wrong, says so.
    func expectation(insteadOf value: ConfigurationValue) -> String {
        switch (setting.kind, value) {
        case (.choice, .number), (.choice, .truth), (.choice, .other), (.name, .number), (.name, .truth),
            (.name, .other):
            "\(expectation), in quotation marks"
        case (.number, .text), (.truth, .text): "\(expectation), without quotation marks"
        case (.number, _), (.truth, _), (.choice, _), (.name, _): expectation
        }
    }

    /// The value of this field in TOML.
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
