public import SegueCore

/// The lyrics of a track. Tags often contain LRC, the format for singing along, with headers and with times for each
/// line or word.
public struct Lyrics: Equatable, Sendable {
    public struct Line: Equatable, Sendable {
        /// The words of the line; empty for an interlude.
        public var text: String
        /// The position in the track at which the line begins.
        public var start: MediaTime
    }

    /// The lyrics without times and headers. A tag without times is unchanged.
    public private(set) var text = ""
    /// The lines in the order in which they are sung. Empty if the tag has no times, or more lines than any song has.
    public private(set) var lines: [Line] = []

    private static let mostLines = 2000

    /// Reads the lyrics from a tag. An empty tag has no lyrics.
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
            // A refrain has one time for each repetition.
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

    /// Returns the index of the line sung at a position; nil before the first line, and without times.
    public func line(at position: MediaTime) -> Int? {
        lines.lastIndex { $0.start <= position }
    }

    /// Returns the start of the first line after a position; nil after the last line.
    public func nextStart(after position: MediaTime) -> MediaTime? {
        lines.first { $0.start > position }?.start
    }

    /// A line of the tag as read.
    private struct ReadLine {
        /// The text without any times.
        var text = ""
        /// The times that precede the text.
        var starts: [MediaTime] = []
        var isTimed = false
        /// The name and value of a header such as `[ar: a name]`.
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

        /// The lead with which each line is shown before its time; nil without such a header.
        var offset: MediaTime? {
            guard let header, header.name == "offset" else { return nil }
            return Double(header.value.filter { !$0.isWhitespace && $0 != "+" }).map { MediaTime(seconds: $0 / 1000) }
        }

        /// Returns the time that begins at `start`, as `[mm:ss.xx]` or `<mm:ss.xx>`, and the index after it; nil if
        /// there is none. Reads no further than a time can extend, so that a long line of brackets is not searched once
        /// per bracket.
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
