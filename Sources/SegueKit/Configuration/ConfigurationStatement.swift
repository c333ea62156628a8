/// One statement of a configuration text, and its position. Empty lines and comments are not statements.
struct ConfigurationStatement: Equatable {
    enum Content: Equatable {
        /// `key = value`. The parts of a dotted key are joined with dots; `place` is the range of the value's bytes,
        /// without the space around it.
        case entry(key: String, ConfigurationValue, place: Range<Int>)
        /// The header of a table, `[name]` or `[[name]]`. No setting follows a header.
        case table(name: String)
        /// Any other text.
        case broken(reason: String)
    }

    var content: Content
    /// The line on which the statement begins, from 1.
    var line: Int
    /// The byte offset at which the line begins.
    var lineStart: Int
}

/// A value in the form that the settings use.
enum ConfigurationValue: Equatable {
    /// A number, in decimal notation that Swift's initializers can read.
    case number(String)
    case truth(Bool)
    /// The content of a quoted text of one line.
    case text(String)
    /// Nothing follows the equals sign.
    case missing
    /// Any other value: a list, a table, a date, a text of several lines, a text without quotation marks.
    case other
}

extension ConfigurationValue {
    /// Reads the bytes of a value without the space around it.
    init(_ bytes: ArraySlice<UInt8>) {
        var scanner = ConfigurationScanner(bytes)
        if bytes.isEmpty {
            self = .missing
        } else if let text = scanner.quotedText() {
            self = scanner.isAtEnd ? .text(text) : .other
        } else {
            switch String(decoding: bytes, as: UTF8.self) {
            case "true": self = .truth(true)
            case "false": self = .truth(false)
            case let word: self = Self.number(word).map(Self.number) ?? .other
            }
        }
    }

    /// Returns the number that a word of TOML denotes; nil if the word is no number, and for `inf` and `nan`, which no
    /// setting accepts.
    private static func number(_ word: String) -> String? {
        let unsigned = word.drop { $0 == "+" || $0 == "-" }
        guard word.utf8.count - unsigned.utf8.count <= 1 else { return nil }
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where unsigned.hasPrefix(prefix) {
            guard unsigned.startIndex == word.startIndex else { return nil }
            return digits(unsigned.dropFirst(2), radix).flatMap { Int64($0, radix: radix) }.map { "\($0)" }
        }
        let mantissa = unsigned.prefix { $0 != "e" && $0 != "E" }
        let whole = mantissa.prefix { $0 != "." }
        guard let wholeDigits = digits(whole, 10), wholeDigits == "0" || !wholeDigits.hasPrefix("0") else {
            return nil
        }
        let sign = word.hasPrefix("-") ? "-" : ""
        guard whole.endIndex < unsigned.endIndex else { return Int64(sign + wholeDigits).map { "\($0)" } }
        var text = sign + wholeDigits
        if whole.endIndex < mantissa.endIndex {
            guard let fraction = digits(mantissa[whole.endIndex...].dropFirst(), 10) else { return nil }
            text += ".\(fraction)"
        }
        if mantissa.endIndex < unsigned.endIndex {
            let exponent = unsigned[mantissa.endIndex...].dropFirst()
            let bare = exponent.first == "+" || exponent.first == "-" ? exponent.dropFirst() : exponent
            guard let power = digits(bare, 10) else { return nil }
            text += exponent.first == "-" ? "e-\(power)" : "e\(power)"
        }
        return Double(text).map { "\($0)" }
    }

    /// Returns digits without the underscores between them; nil for anything else.
    private static func digits(_ word: Substring, _ radix: Int) -> String? {
        let groups = word.split(separator: "_", omittingEmptySubsequences: false)
        let isValid = groups.allSatisfy { group in
            !group.isEmpty && group.allSatisfy { $0.isASCII && $0.hexDigitValue.map { $0 < radix } == true }
        }
        return isValid ? groups.joined() : nil
    }
}
