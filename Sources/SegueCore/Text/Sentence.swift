/// A sentence for people as a code and values, so that a client can say it in another language (clients.md, Sentences).
public struct Sentence: Sendable, Hashable, CustomStringConvertible {
    /// The meaning; its raw value is the code on the bus.
    public var code: Code
    /// The subjects of the sentence, in the order of the places in `Code.phrase`: figures as digits, names as they are.
    public var values: [String]

    public init(_ code: Code, _ values: String...) {
        self.code = code
        self.values = values
    }

    /// The sentence as it comes over the bus; nil for a code that is not known.
    public init?(code: String, values: [String]) {
        guard let code = Code(rawValue: code) else { return nil }
        self.code = code
        self.values = values
    }

    /// The sentence in English.
    public var description: String { code.phrase.filled(values) }
}

extension Phrase {
    /// The text with each `%s` replaced by the next value, or by nothing where there are no more; `%%` is a percent
    /// sign.
    func filled(_ values: [String]) -> String { Self.fill(english, values) }

    /// The values that the text was filled with; nil for a text that was not made of it. Where several could have been
    /// meant, the earlier values are the shorter ones.
    public func values(in text: String) -> [String]? {
        let parts = english.split(separator: "%s", omittingEmptySubsequences: false).map(String.init)
        guard let first = parts.first, let last = parts.last, text.hasPrefix(first) else { return nil }
        guard parts.count > 1 else { return text == first ? [] : nil }
        var values: [String] = []
        var rest = text.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() {
            guard let place = rest.firstRange(of: part) else { return nil }
            values.append(String(rest[..<place.lowerBound]))
            rest = rest[place.upperBound...]
        }
        guard rest.hasSuffix(last) else { return nil }
        return values + [String(rest.dropLast(last.count))]
    }

    /// The same for a translation of the text. Other letters behind a percent sign count as `s`.
    public static func fill(_ text: String, _ values: [String]) -> String {
        var result = ""
        var rest = values[...]
        var tail = text.unicodeScalars[...]
        // The bus compares sentences in every step of the player, so whole pieces are copied.
        while let sign = tail.firstIndex(of: "%"), case let kind = tail.index(after: sign), kind < tail.endIndex {
            result += String(tail[..<sign])
            if tail[kind] == "%" { result.append("%") } else { result += rest.popFirst() ?? "" }
            tail = tail[tail.index(after: kind)...]
        }
        return result + String(tail)
    }
}

extension [Sentence] {
    /// The sentences one after the other, in English.
    public var text: String { map(\.description).joined(separator: " ") }
}
