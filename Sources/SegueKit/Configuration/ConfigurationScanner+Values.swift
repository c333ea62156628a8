/// The values: the extent of each value, and the content of a quoted text.
extension ConfigurationScanner {
    /// Moves to the comment or the line break after the value.
    mutating func skipValue() {
        skipLongValue()
        while let byte = current, byte != Byte.newline, byte != Byte.comment {
            if byte == Byte.quote || byte == Byte.apostrophe { skipQuotes() } else { position += 1 }
        }
    }

    /// Moves past a value that may occupy several lines. Does not move if no such value begins here, or if it is never
    /// closed.
    private mutating func skipLongValue() {
        let start = (position, line)
        let closing: [UInt8]
        switch current {
        case Byte.quote? where isAt(Byte.longQuote): closing = Byte.longQuote
        case Byte.apostrophe? where isAt(Byte.longApostrophe): closing = Byte.longApostrophe
        case Byte.openBracket?: closing = [Byte.closeBracket]
        case Byte.openBrace?: closing = [Byte.closeBrace]
        default: return
        }
        guard !unclosed.contains(closing) else { return }
        let isClosed = closing.count == 3 ? skipLongText(closing) : skipNested()
        guard !isClosed else { return }
        unclosed.insert(closing)
        (position, line) = start
    }

    /// Moves past a text in three quotation marks. False if the text is never closed; the position is then the end.
    private mutating func skipLongText(_ closing: [UInt8]) -> Bool {
        position += 3
        while let byte = current {
            if isAt(closing) {
                // Up to two quotation marks may precede the closing three.
                while current == closing[0] { position += 1 }
                return true
            }
            if byte == Byte.backslash, closing[0] == Byte.quote { position += 1 }
            advance()
        }
        return false
    }

    /// Moves past a list or a table with all its contents. False if it is never closed; the position is then the end.
    private mutating func skipNested() -> Bool {
        var depth = 0
        while let byte = current {
            switch byte {
            case Byte.quote where isAt(Byte.longQuote):
                guard skipLongText(Byte.longQuote) else { return false }
            case Byte.apostrophe where isAt(Byte.longApostrophe):
                guard skipLongText(Byte.longApostrophe) else { return false }
            case Byte.quote, Byte.apostrophe: skipQuotes()
            case Byte.comment: position = endOfLine(from: position)
            case Byte.openBracket, Byte.openBrace:
                depth += 1
                position += 1
            case Byte.closeBracket, Byte.closeBrace:
                depth -= 1
                position += 1
                if depth == 0 { return true }
            default: advance()
            }
        }
        return false
    }

    /// Moves one byte further, if there is one.
    private mutating func advance() {
        guard let byte = current else { return }
        if byte == Byte.newline { line += 1 }
        position += 1
    }

    /// Moves past a text of one line, valid or not. If no closing quotation mark follows, moves to the end of the line.
    private mutating func skipQuotes() {
        let quote = bytes[position]
        position += 1
        while let byte = current, byte != Byte.newline {
            position += 1
            if byte == quote { return }
            if byte == Byte.backslash, quote == Byte.quote, let next = current, next != Byte.newline { position += 1 }
        }
    }

    // MARK: - Quoted texts

    /// Reads the content of a quoted text of one line. Nil if none begins here, or if it is not valid; the position
    /// then stays the same.
    mutating func quotedText() -> String? {
        guard let quote = current, quote == Byte.quote || quote == Byte.apostrophe else { return nil }
        let start = position
        position += 1
        var content: [UInt8] = []
        while let byte = current, byte >= 0x20 || byte == Byte.tab, byte != 0x7F {
            position += 1
            if byte == quote { return String(decoding: content, as: UTF8.self) }
            if byte == Byte.backslash, quote == Byte.quote {
                guard let scalar = escape() else { break }
                content += Array(String(scalar).utf8)
            } else {
                content.append(byte)
            }
        }
        position = start
        return nil
    }

    /// Returns the character for the letters after a backslash; nil for letters without a meaning.
    private mutating func escape() -> Unicode.Scalar? {
        guard let letter = current else { return nil }
        position += 1
        switch letter {
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "r"): return "\r"
        case Byte.quote: return "\""
        case Byte.backslash: return "\\"
        case UInt8(ascii: "u"): return scalar(digits: 4)
        case UInt8(ascii: "U"): return scalar(digits: 8)
        default: return nil
        }
    }

    private mutating func scalar(digits: Int) -> Unicode.Scalar? {
        let word = bytes[position...].prefix(digits)
        // The initializer would accept a sign as a digit.
        guard word.count == digits, word.first != UInt8(ascii: "+"), word.first != UInt8(ascii: "-") else { return nil }
        position += digits
        let value = UInt32(String(decoding: word, as: UTF8.self), radix: 16)
        // A NUL would end the text in the C libraries that receive the settings.
        return value.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
    }
}
