/// Returns `text` without anything that could control a terminal or break a line, because tags are untrusted. Control
/// characters become spaces; marks that change the direction of the rest of the line are removed.
func printable(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: result.append(" ")
        case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: continue
        default: result.append(scalar)
        }
    }
    return String(result)
}

extension Character {
    /// The number of terminal columns of the character: 2 for wide East Asian characters and emoji, 0 for a mark
    /// without a letter.
    fileprivate var columns: Int { unicodeScalars.map(\.columns).max() ?? 0 }
}

extension Unicode.Scalar {
    fileprivate var columns: Int {
        if value < 0x300 { return 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return properties.isEmojiPresentation || Self.wide.contains { $0.contains(value) } ? 2 : 1
        }
    }

    /// The ranges with Unicode's EastAsianWidth W and F, without unassigned gaps.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18DFF,
        0x1B000...0x1B2FF, 0x20000...0x3FFFD,
    ]
}

extension String {
    /// The number of terminal columns of the text.
    var columns: Int { reduce(0) { $0 + $1.columns } }

    /// Returns the text, truncated with an ellipsis if it exceeds `width` columns.
    func fitted(to width: Int) -> String {
        guard columns > width else { return self }
        var result = ""
        var used = 0
        for character in self {
            guard used + character.columns < width else { break }
            used += character.columns
            result.append(character)
        }
        return result + "…"
    }

    var withoutTrailingSpaces: String { String(reversed().drop { $0 == " " }.reversed()) }

    /// Returns the text, padded on the right with spaces to `width` columns.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - columns))
    }

    /// Returns the text, padded on the left with spaces to `width` columns.
    func leftPadded(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - columns)) + self
    }
}
