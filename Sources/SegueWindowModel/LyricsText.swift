/// Lyrics as people read them. Tags often have them in the form that is made for singing along (LRC): with the time of
/// each line, or of each word, and with headers.
enum LyricsText {
    /// The words alone; a text without times is left as it is.
    static func words(of text: String) -> String {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let stripped = lines.map { withoutTimes($0) }
        guard zip(lines, stripped).contains(where: { $0.count != $1.count }) else { return text }
        return stripped.filter { !isHeader($0) }.joined(separator: "\n")
    }

    /// Takes out each `[mm:ss.xx]` and `<mm:ss.xx>`.
    private static func withoutTimes(_ line: Substring) -> String {
        var result = ""
        var rest = line
        while let first = rest.first {
            if let end = rest.firstIndex(of: first == "<" ? ">" : "]"), "[<".contains(first),
                isTime(rest[rest.index(after: rest.startIndex)..<end])
            {
                rest = rest[rest.index(after: end)...]
                if result.isEmpty { rest = rest.drop { $0 == " " } }
            } else {
                result.append(rest.removeFirst())
            }
        }
        return result
    }

    private static func isTime(_ text: Substring) -> Bool {
        guard let first = text.first, first.isNumber, text.contains(":") else { return false }
        return text.allSatisfy { $0.isNumber || $0 == ":" || $0 == "." }
    }

    /// `[ar: a name]`
    private static func isHeader(_ line: String) -> Bool {
        guard line.hasPrefix("["), line.hasSuffix("]"), let colon = line.firstIndex(of: ":") else { return false }
        return line[line.index(after: line.startIndex)..<colon].allSatisfy { $0.isLetter || $0 == "#" }
    }
}
