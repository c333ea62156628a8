/// Texts in English that a client can recognise, and then translate.
public protocol KnownPhrases: Sendable, CaseIterable {
    /// The text in English, with `%s` for each value.
    var phrase: Phrase { get }
}

extension KnownPhrases {
    /// Returns the text in English with these values.
    public func text(_ values: String...) -> String { phrase.filled(values) }

    /// Returns the member and the values with which a text was made; nil for a text of no member.
    public static func values(in text: String) -> (member: Self, values: [String])? {
        for member in allCases {
            if let values = member.phrase.values(in: text) { return (member, values) }
        }
        return nil
    }
}
