/// A text that a person pastes.
public enum PastedText {
    /// The most addresses of a text that are taken.
    private static let limit = 10_000

    /// The addresses in a text, one a line: URIs with a scheme and an authority or path, and paths from the root. None
    /// if any line of it is something else, except for empty ones.
    public static func addresses(in text: String) -> [String] {
        let lines = text.split(whereSeparator: \.isNewline)
            .map(\.withoutSpacesAround).filter { !$0.isEmpty }
        guard lines.count <= limit, lines.allSatisfy(isAddress) else { return [] }
        return lines
    }

    private static func isAddress(_ line: String) -> Bool {
        if line.hasPrefix("/") { return true }
        guard let colon = line.firstIndex(of: ":"), line[colon...].hasPrefix("://") else { return false }
        let scheme = line[..<colon]
        return scheme.first?.isLetter == true
            && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }
}

extension StringProtocol {
    /// The text without white space at its ends.
    public var withoutSpacesAround: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
