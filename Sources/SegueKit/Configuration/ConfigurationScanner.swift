/// Reads the statements of a configuration text: the part of TOML that flat settings need, line by line. A line that is
/// not valid TOML becomes one broken statement and affects no other line. The text must be UTF-8.
///
/// A value such as a list or a long text may continue over further lines, if it is closed later in the text. If it is
/// never closed, the value ends with its first line, so that the lines after it still count.
struct ConfigurationScanner {
    let bytes: ArraySlice<UInt8>
    var position: Int
    var line = 1
    /// The closing delimiters that do not occur any more. The set keeps the time linear.
    var unclosed: Set<[UInt8]> = []

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// Returns every statement of a text, in order. A byte order mark at the start is skipped.
    static func statements(_ text: [UInt8]) -> [ConfigurationStatement] {
        var scanner = ConfigurationScanner(text[...])
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if text.starts(with: mark) { scanner.position += mark.count }
        var statements: [ConfigurationStatement] = []
        while !scanner.isAtEnd {
            if let statement = scanner.statement() { statements.append(statement) }
        }
        return statements
    }

    var isAtEnd: Bool { position == bytes.endIndex }

    var current: UInt8? { isAtEnd ? nil : bytes[position] }

    func isAt(_ text: [UInt8]) -> Bool { bytes[position...].starts(with: text) }

    // MARK: - Lines

    /// Reads up to the start of the next line. Nil if there is no statement.
    private mutating func statement() -> ConfigurationStatement? {
        let lineStart = position
        let firstLine = line
        skipSpace()
        defer { finishLine() }
        guard !isAtLineEnd, current != Byte.comment else { return nil }
        return ConfigurationStatement(
            content: current == Byte.openBracket ? header() : entry(), line: firstLine, lineStart: lineStart)
    }

    private mutating func entry() -> ConfigurationStatement.Content {
        guard let key = key(), current == Byte.equals else {
            return .broken(reason: "not understood: expected name = value")
        }
        position += 1
        skipSpace()
        let start = position
        skipValue()
        let place = start..<trimmed(start..<position)
        return .entry(key: key, ConfigurationValue(bytes[place]), place: place)
    }

    private mutating func header() -> ConfigurationStatement.Content {
        let depth = isAt([Byte.openBracket, Byte.openBracket]) ? 2 : 1
        position += depth
        skipSpace()
        guard let name = key(), isAt(Array(repeating: Byte.closeBracket, count: depth)) else {
            return .broken(reason: "not understood: expected the name of a table and ] after [")
        }
        position += depth
        skipSpace()
        guard isAtLineEnd || current == Byte.comment else {
            return .broken(reason: "not understood: expected the end of the line after the name of a table")
        }
        return .table(name: name)
    }

    /// True at a line feed, alone or after a carriage return, and at the end of the text.
    var isAtLineEnd: Bool {
        switch current {
        case nil, Byte.newline: true
        case Byte.return: position + 1 == bytes.endIndex || bytes[position + 1] == Byte.newline
        default: false
        }
    }

    private mutating func skipSpace() {
        while current == Byte.space || current == Byte.tab { position += 1 }
    }

    func endOfLine(from start: Int) -> Int {
        bytes[start...].firstIndex(of: Byte.newline) ?? bytes.endIndex
    }

    /// Moves to the start of the next line.
    private mutating func finishLine() {
        position = endOfLine(from: position)
        if !isAtEnd {
            position += 1
            line += 1
        }
    }

    /// Returns the end of a range without its trailing spaces and carriage return.
    private func trimmed(_ range: Range<Int>) -> Int {
        let isSpace: (UInt8) -> Bool = { $0 == Byte.space || $0 == Byte.tab || $0 == Byte.return }
        return bytes[range].lastIndex { !isSpace($0) }.map { $0 + 1 } ?? range.lowerBound
    }

    // MARK: - Keys

    /// Reads the parts of a key up to the space after it, and joins them with dots; nil if no key begins here.
    private mutating func key() -> String? {
        var parts: [String] = []
        repeat {
            if !parts.isEmpty { position += 1 }
            skipSpace()
            guard let part = quotedText() ?? bareWord() else { return nil }
            parts.append(part)
            skipSpace()
        } while current == Byte.dot
        return parts.joined(separator: ".")
    }

    private mutating func bareWord() -> String? {
        let start = position
        while let byte = current, Byte.isBare(byte) { position += 1 }
        return start == position ? nil : String(decoding: bytes[start..<position], as: UTF8.self)
    }
}
