/// A JSON document (RFC 8259). Objects keep the order in which their members are given, so that output is reproducible.
package enum JSONValue: Equatable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    /// A number, written as null if it is not finite.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([(String, JSONValue)])

    /// Returns the text, or null for nil.
    package static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    /// Returns the number, as an integer if it is whole, or null for nil.
    package static func optional(_ number: Double?) -> JSONValue {
        number.map { Int64(exactly: $0).map { .integer($0) } ?? .number($0) } ?? .null
    }

    /// Returns the number that the text denotes; null for text that is not a number.
    package static func numeral(_ text: String) -> JSONValue {
        Int64(text).map { .integer($0) } ?? .number(Double(text) ?? .nan)
    }

    package static func == (left: JSONValue, right: JSONValue) -> Bool { left.text == right.text }

    /// The document on one line.
    package var text: String {
        switch self {
        case .null: "null"
        case .boolean(let flag): flag ? "true" : "false"
        case .integer(let number): "\(number)"
        case .number(let number): number.isFinite ? "\(number)" : "null"
        case .string(let text): Self.quoted(text)
        case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { "\(Self.quoted($0.0)):\($0.1.text)" }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            // RFC 8259 allows those from U+007F on, but a terminal obeys them.
            case "\0"..<" ", "\u{7F}"..<"\u{A0}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
