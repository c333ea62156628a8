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
        var place = line.startIndex
        while place < line.endIndex {
            if let end = endOfTime(in: line, from: place) {
                place = end
                if result.isEmpty { place = line[place...].firstIndex { $0 != " " } ?? line.endIndex }
            } else {
                result.append(line[place])
                place = line.index(after: place)
            }
        }
        return result
    }

    /// The place behind a time that begins at `start`; nil where none does. Looks no further than the time could go, so
    /// that a long line of brackets is not searched once for each of them.
    private static func endOfTime(in line: Substring, from start: Substring.Index) -> Substring.Index? {
        guard let close: Character = line[start] == "[" ? "]" : line[start] == "<" ? ">" : nil else { return nil }
        let text = line[line.index(after: start)...].prefix { $0.isNumber || $0 == ":" || $0 == "." }
        guard text.first?.isNumber == true, text.contains(":") else { return nil }
        guard text.endIndex < line.endIndex, line[text.endIndex] == close else { return nil }
        return line.index(after: text.endIndex)
    }

    /// `[ar: a name]`
    private static func isHeader(_ line: String) -> Bool {
        guard line.hasPrefix("["), line.hasSuffix("]"), let colon = line.firstIndex(of: ":") else { return false }
        return line[line.index(after: line.startIndex)..<colon].allSatisfy { $0.isLetter || $0 == "#" }
    }
}
