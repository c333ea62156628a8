/// A sentence for display, as a code and values, so that a client can translate it (clients.md, Sentences).
public struct Sentence: Sendable, Hashable, CustomStringConvertible {
    /// The meaning of the sentence; its raw value is the code on the bus.
    public var code: Code
    /// The values inserted into the sentence, in the order of the places in `Code.phrase`: figures as digits, names
    /// unchanged.
    public var values: [String]

    public init(_ code: Code, _ values: String...) {
        self.code = code
        self.values = values
    }

    /// Creates a sentence from its form on the bus; nil for an unknown code.
    public init?(code: String, values: [String]) {
        guard let code = Code(rawValue: code) else { return nil }
        self.code = code
        self.values = values
    }

    /// The sentence in English.
    public var description: String { code.phrase.filled(values) }
}

extension Phrase {
    /// Returns the text with each `%s` replaced by the next value, or removed if no values are left. `%%` is a percent
    /// sign.
    func filled(_ values: [String]) -> String { Self.fill(english, values) }

    /// Returns the values with which the text was filled; nil for a text that was not made from this phrase. If several
    /// results are possible, the earlier values are the shorter ones.
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

    /// Fills a translation of the text. Any letter after a percent sign counts as `s`.
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
    /// The sentences in sequence, in English.
    public var text: String { map(\.description).joined(separator: " ") }
}
