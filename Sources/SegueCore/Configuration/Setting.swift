/// One row of the table of settings: the accepted values, the property of `Configuration` that holds the value, and the
/// labels.
public struct Setting: Sendable {
    /// The values that a setting accepts.
    public enum Kind: Sendable, Hashable {
        /// A number in a range.
        case number(Numbers)
        /// `true` or `false`.
        case truth
        /// One of these words.
        case choice([Choice])
        /// A text that is not empty; `expectation` describes it.
        case name(expectation: String)
    }

    /// A word that a setting accepts.
    public struct Choice: Sendable, Hashable {
        /// The word as it is written in the configuration.
        public let word: String
        /// The word as it is displayed.
        public let title: Phrase
    }

    /// The groups of the window's preferences, in order.
    public enum Group: Sendable, CaseIterable {
        case transitions, ends, queue, loudness, silence, interruptions, sound, library

        /// The heading of the group.
        public var title: Phrase {
            switch self {
            case .transitions: Phrase("Transitions")
            case .ends: Phrase("Start and Stop")
            case .queue: Phrase("Queue")
            case .loudness: Phrase("Loudness")
            case .silence: Phrase("Silence")
            case .interruptions: Phrase("Interruptions")
            case .sound: Phrase("Sound")
            case .library: Phrase("Library")
            }
        }
    }

    /// The displayed labels.
    public struct Labels: Sendable, Hashable {
        public let group: Group
        public let title: Phrase
        public let subtitle: Phrase

        init(_ group: Group, _ title: Phrase, _ subtitle: Phrase) {
            self.group = group
            self.title = title
            self.subtitle = subtitle
        }
    }

    /// The accepted values.
    public let kind: Kind
    public let labels: Labels
    /// Returns the value as text that `write` accepts.
    let read: @Sendable (Configuration) -> String
    /// Stores the value of a text in a configuration. If the text is not accepted, returns false and changes nothing.
    let write: @Sendable (String, inout Configuration) -> Bool
}

/// An English text of the window, which may have a translation. scripts/translations collects the literals.
public struct Phrase: Sendable, Hashable {
    public let english: String

    init(_ english: String) { self.english = english }
}

extension Setting.Kind {
    /// The accepted values in words.
    var expectation: String {
        switch self {
        case .number(let numbers): numbers.expectation
        case .truth: "true or false"
        case .choice(let choices): "one of \(choices.map(\.word).joined(separator: ", "))"
        case .name(let expectation): expectation
        }
    }

    /// The accepted words, if they are few.
    var choices: [String] {
        switch self {
        case .truth: ["true", "false"]
        case .choice(let choices): choices.map(\.word)
        case .number(let numbers): numbers.hasAutomatic ? [Setting.Numbers.automatic] : []
        case .name: []
        }
    }
}

extension Setting {
    /// Returns a setting that is on or off. `on` and `off` are accepted too.
    static func truth(_ path: Path<Bool>, _ labels: Labels) -> Setting {
        Setting(kind: .truth, labels: labels, read: { "\($0[keyPath: path])" }) { text, configuration in
            switch text {
            case "true", "on": configuration[keyPath: path] = true
            case "false", "off": configuration[keyPath: path] = false
            default: return false
            }
            return true
        }
    }

    /// Returns a setting that is one of the cases of an enumeration. `titles` has every case.
    static func choice<Value: RawRepresentable<String> & CaseIterable & Hashable & Sendable>(
        _ path: Path<Value>, _ titles: [Value: Phrase], _ labels: Labels
    ) -> Setting {
        let choices = Value.allCases.map { Choice(word: $0.rawValue, title: titles[$0] ?? Phrase($0.rawValue)) }
        return Setting(
            kind: .choice(choices), labels: labels, read: { $0[keyPath: path].rawValue },
            write: { text, configuration in
                guard let value = Value(rawValue: text) else { return false }
                configuration[keyPath: path] = value
                return true
            })
    }

    /// Returns a setting that is a text, not empty, and accepted by `accepts`.
    static func name(
        _ path: Path<String>, _ expectation: String, _ labels: Labels,
        accepts: @escaping @Sendable (String) -> Bool = { _ in true }
    ) -> Setting {
        Setting(kind: .name(expectation: expectation), labels: labels, read: { $0[keyPath: path] }) {
            text, configuration in
            guard !text.isEmpty, accepts(text) else { return false }
            configuration[keyPath: path] = text
            return true
        }
    }
}
