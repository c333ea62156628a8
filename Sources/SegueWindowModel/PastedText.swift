/// Text that a person pastes.
public enum PastedText {
    /// The largest number of addresses accepted from a text.
    private static let limit = 10_000

    /// Returns the addresses in a text, one per line: URIs with a scheme and an authority or path, and absolute paths.
    /// Empty lines are ignored; if any other line is not an address, the result is empty.
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
    /// The text without leading and trailing white space.
    public var withoutSpacesAround: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
