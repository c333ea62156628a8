/// Where the keys of a TOML text stand. A TOML library does not tell that; it is needed to name a line, and to change
/// one value without touching the rest.
///
/// The text must be one that a TOML parser has accepted. Any other text gives an outline too, but not a useful one.
struct ConfigurationOutline {
    struct Item: Equatable {
        /// The first part of the key, unquoted; of a table header, the first part of its name.
        var key: String
        /// The line in the text, from 1.
        var line: Int
        /// The bytes of the value, without the space around it; empty for a table header.
        var value: Range<Int>
    }

    /// What no parser is to be asked about.
    struct Refusal: Equatable {
        /// From 1.
        var line: Int
        /// Why, as a clause.
        var reason: String
        /// The key whose value it is; nil for a header.
        var key: String?
        /// The bytes of that value.
        var value = 0..<0
    }

    /// The keys before the first table header, and the table headers, in the order of the text.
    private(set) var items: [Item] = []
    /// Where a new key can be put, at the start of a line: before the first table header, or at the end of the text.
    private(set) var insertionPoint: Int
    /// The first place that no parser is to be asked about: a table header without a name, or a list. It is found in
    /// any text of which a parser has no complaint up to there.
    private(set) var refusal: Refusal?

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        insertionPoint = bytes.count
        // A byte order mark belongs to no line.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        scan()
    }

    /// The line of a key or table; nil if it is not there.
    func line(of key: String) -> Int? {
        items.first { $0.key == key }?.line
    }

    private mutating func scan() {
        var isTopLevel = true
        while position < bytes.count {
            let lineStart = position
            skipSpace()
            switch current {
            case nil, newline: break
            case UInt8(ascii: "#"): break
            case UInt8(ascii: "["):
                if isTopLevel { insertionPoint = lineStart }
                isTopLevel = false
                let headerLine = line
                skipBrackets()
                if !isAtKey, refusal == nil {
                    refusal = Refusal(line: line, reason: "the name of a table is missing behind the [")
                }
                skipSpace()
                items.append(Item(key: readKey(), line: headerLine, value: position..<position))
            default:
                let keyLine = line
                let key = readKey()
                skipToValue()
                let isList = current == UInt8(ascii: "[") || current == UInt8(ascii: "{")
                let value = readValue()
                if isList, refusal == nil {
                    refusal = Refusal(
                        line: keyLine, reason: "no setting is a list or a table", key: isTopLevel ? key : nil,
                        value: value)
                }
                if isTopLevel { items.append(Item(key: key, line: keyLine, value: value)) }
            }
            skipLine()
        }
    }

    private let newline = UInt8(ascii: "\n")

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func advance() {
        if current == newline { line += 1 }
        position += 1
    }

    private mutating func skipSpace() {
        while let byte = current, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
        {
            position += 1
        }
    }

    /// Past one or two brackets, and the space behind them.
    private mutating func skipBrackets() {
        position += 1
        if current == UInt8(ascii: "[") { position += 1 }
        while let byte = current, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { position += 1 }
    }

    /// Whether a key can begin with what comes now.
    private var isAtKey: Bool {
        guard let byte = current else { return false }
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "\""),
            UInt8(ascii: "'"):
            return true
        default: return false
        }
    }

    /// To the start of the next line.
    private mutating func skipLine() {
        while let byte = current {
            advance()
            if byte == newline { return }
        }
    }

    /// Up to the next line break.
    private mutating func skipComment() {
        while let byte = current, byte != newline { position += 1 }
    }

    private mutating func readKey() -> String {
        if let quote = current, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            let start = position + 1
            skipQuoted(quote)
            return String(decoding: bytes[start..<max(start, position - 1)], as: UTF8.self)
        }
        let start = position
        while let byte = current, !" \t\r\n.=]#".utf8.contains(byte) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Past the equals sign that ends the key, whose later parts may be quoted.
    private mutating func skipToValue() {
        while let byte = current, byte != UInt8(ascii: "="), byte != newline {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { skipQuoted(byte) } else { position += 1 }
        }
        if current == UInt8(ascii: "=") { position += 1 }
        skipSpace()
    }

    private mutating func readValue() -> Range<Int> {
        let start = position
        var end = position
        var depth = 0
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): skipQuoted(byte)
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                position += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                position += 1
            case UInt8(ascii: "#"):
                guard depth > 0 else { return start..<end }
                skipComment()
            case newline:
                guard depth > 0 else { return start..<end }
                advance()
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
                position += 1
                continue
            default: position += 1
            }
            end = position
        }
        return start..<end
    }

    /// Past a string of any of the four kinds; `position` is at its first quote.
    private mutating func skipQuoted(_ quote: UInt8) {
        let isLong = bytes[position...].starts(with: [quote, quote, quote])
        position += isLong ? 3 : 1
        while let byte = current {
            if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
                position += 1
                if current != nil { advance() }
            } else if byte == quote {
                guard isLong else {
                    position += 1
                    return
                }
                guard bytes[position...].starts(with: [quote, quote, quote]) else {
                    position += 1
                    continue
                }
                // Up to two quotes may stand right before the closing three.
                while current == quote { position += 1 }
                return
            } else if byte == newline, !isLong {
                return
            } else {
                advance()
            }
        }
    }
}
