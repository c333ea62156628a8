/// The bytes with a meaning in a configuration text.
extension ConfigurationScanner {
    enum Byte {
        static let tab = UInt8(ascii: "\t")
        static let newline = UInt8(ascii: "\n")
        static let `return` = UInt8(ascii: "\r")
        static let space = UInt8(ascii: " ")
        static let comment = UInt8(ascii: "#")
        static let equals = UInt8(ascii: "=")
        static let dot = UInt8(ascii: ".")
        static let quote = UInt8(ascii: "\"")
        static let apostrophe = UInt8(ascii: "'")
        static let backslash = UInt8(ascii: "\\")
        static let openBracket = UInt8(ascii: "[")
        static let closeBracket = UInt8(ascii: "]")
        static let openBrace = UInt8(ascii: "{")
        static let closeBrace = UInt8(ascii: "}")
        static let longQuote = [quote, quote, quote]
        static let longApostrophe = [apostrophe, apostrophe, apostrophe]

        /// Returns true if a key without quotation marks can contain this byte.
        static func isBare(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
    }
}
