public import SegueCore

/// The words of a track. Tags often have them in the form that is made for singing along (LRC): with the time of each
/// line, or of each word, and with headers.
public struct Lyrics: Equatable, Sendable {
    public struct Line: Equatable, Sendable {
        /// Empty for an interlude.
        public var text: String
        /// The position in the track at which the line begins.
        public var start: MediaTime
    }

    /// The words alone. A tag without times is left as it is.
    public private(set) var text = ""
    /// The lines in the order in which they are sung; empty where the tag has no times, and for more lines than any
    /// song has.
    public private(set) var lines: [Line] = []

    private static let mostLines = 2000

    /// From a tag; an empty one gives no words.
    public init(tag: String) {
        let read = tag.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { ReadLine($0) }
        guard read.contains(where: \.isTimed) else {
            text = tag
            return
        }
        let words = read.filter { $0.header == nil }
        text = words.map(\.text).joined(separator: "\n")
        let offset = read.compactMap(\.offset).first ?? .zero
        var timed: [(line: Line, place: Int)] = []
        for line in words {
            // A refrain has a time for each of its turns.
            for start in line.starts {
                timed.append((Line(text: line.text, start: max(start - offset, .zero)), timed.count))
            }
            if line.starts.isEmpty, !line.text.isEmpty, let last = timed.indices.last {
                timed[last].line.text += "\n" + line.text
            }
        }
        guard timed.count <= Self.mostLines else { return }
        lines = timed.sorted { ($0.line.start, $0.place) < ($1.line.start, $1.place) }.map(\.line)
    }

    /// The line that is sung at a position; nil before the first one, and without times.
    public func line(at position: MediaTime) -> Int? {
        lines.lastIndex { $0.start <= position }
    }

    /// The beginning of the line behind the one at a position; nil behind the last one.
    public func nextStart(after position: MediaTime) -> MediaTime? {
        lines.first { $0.start > position }?.start
    }

    /// A line of a tag as it was read.
    private struct ReadLine {
        /// Without any times.
        var text = ""
        /// The times in front of the words.
        var starts: [MediaTime] = []
        var isTimed = false
        /// The name and the value of `[ar: a name]`.
        var header: (name: Substring, value: Substring)?

        init(_ line: Substring) {
            var place = line.startIndex
            while place < line.endIndex {
                if let time = Self.time(in: line, from: place) {
                    isTimed = true
                    if text.isEmpty, line[place] == "[" { starts.append(time.start) }
                    place = time.end
                    if text.isEmpty { place = line[place...].firstIndex { $0 != " " } ?? line.endIndex }
                } else {
                    text.append(line[place])
                    place = line.index(after: place)
                }
            }
            header = Self.header(of: text[...])
        }

        /// The time by which each line is to be shown before its own; nil without such a header.
        var offset: MediaTime? {
            guard let header, header.name == "offset" else { return nil }
            return Double(header.value.filter { !$0.isWhitespace && $0 != "+" }).map { MediaTime(seconds: $0 / 1000) }
        }

        /// The `[mm:ss.xx]` or `<mm:ss.xx>` that begins at `start`, and the place behind it; nil where none does. Looks
        /// no further than the time could go, so that a long line of brackets is not searched once for each of them.
        private static func time(
            in line: Substring, from start: Substring.Index
        ) -> (start: MediaTime, end: Substring.Index)? {
            guard let close: Character = line[start] == "[" ? "]" : line[start] == "<" ? ">" : nil else { return nil }
            let text = line[line.index(after: start)...].prefix { $0.isNumber || $0 == ":" || $0 == "." }
            guard text.first?.isNumber == true, text.contains(":") else { return nil }
            guard text.endIndex < line.endIndex, line[text.endIndex] == close else { return nil }
            let seconds = text.split(separator: ":").reduce(0.0) { $0 * 60 + (Double($1) ?? 0) }
            // No track is longer than a year.
            return (MediaTime(seconds: min(seconds, 31_536_000)), line.index(after: text.endIndex))
        }

        private static func header(of line: Substring) -> (name: Substring, value: Substring)? {
            guard line.hasPrefix("["), line.hasSuffix("]"), let colon = line.firstIndex(of: ":") else { return nil }
            let name = line[line.index(after: line.startIndex)..<colon]
            guard name.allSatisfy({ $0.isLetter || $0 == "#" }) else { return nil }
            return (name, line[line.index(after: colon)...].dropLast())
        }
    }
}
