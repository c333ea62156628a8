extension JSONValue {
    /// Reads one document (RFC 8259). Nil if `bytes` are not exactly one document, or are nested deeper than 32 levels.
    package init?(_ bytes: some Sequence<UInt8>) {
        var reader = JSONReader(Array(bytes))
        guard let value = reader.document() else { return nil }
        self = value
    }

    /// Returns the member of an object with this name; nil for other values.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.0 == name }?.1
    }

    /// The finite number; nil for other values.
    package var asDouble: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        case .null, .boolean, .string, .array, .object: nil
        }
    }

    /// The elements of an array of whole numbers; nil for other values, and if one element is not a whole number.
    package var asIntegers: [Int]? {
        guard case .array(let elements) = self else { return nil }
        var integers: [Int] = []
        integers.reserveCapacity(elements.count)
        for element in elements {
            guard case .integer(let number) = element else { return nil }
            integers.append(Int(number))
        }
        return integers
    }
}

/// Parses a document, byte by byte.
private struct JSONReader {
    private let bytes: [UInt8]
    private var place = 0
    private var depth = 0

    private static let deepest = 32

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the only value of the document.
    mutating func document() -> JSONValue? {
        guard let value = value() else { return nil }
        skipSpace()
        return place == bytes.count ? value : nil
    }

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
    }

    /// Returns true if `text` comes next, and skips it.
    private mutating func take(_ text: StaticString) -> Bool {
        let matches = text.withUTF8Buffer { bytes[place...].starts(with: $0) }
        if matches { place += text.utf8CodeUnitCount }
        return matches
    }

    private mutating func value() -> JSONValue? {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return nested { $0.object() }
        case UInt8(ascii: "["): return nested { $0.array() }
        case UInt8(ascii: "\""): return string().map { .string($0) }
        case UInt8(ascii: "t"): return take("true") ? .boolean(true) : nil
        case UInt8(ascii: "f"): return take("false") ? .boolean(false) : nil
        case UInt8(ascii: "n"): return take("null") ? .null : nil
        default: return number()
        }
    }

    private mutating func nested(_ read: (inout JSONReader) -> JSONValue?) -> JSONValue? {
        guard depth < Self.deepest else { return nil }
        depth += 1
        place += 1
        defer { depth -= 1 }
        return read(&self)
    }

    private mutating func array() -> JSONValue? {
        var elements: [JSONValue] = []
        skipSpace()
        if take("]") { return .array([]) }
        while true {
            guard let element = value() else { return nil }
            elements.append(element)
            skipSpace()
            if take("]") { return .array(elements) }
            guard take(",") else { return nil }
        }
    }

    private mutating func object() -> JSONValue? {
        var members: [(String, JSONValue)] = []
        skipSpace()
        if take("}") { return .object([]) }
        while true {
            skipSpace()
            guard let name = string() else { return nil }
            skipSpace()
            guard take(":"), let value = value() else { return nil }
            members.append((name, value))
            skipSpace()
            if take("}") { return .object(members) }
            guard take(",") else { return nil }
        }
    }

    private mutating func number() -> JSONValue? {
        let start = place
        while let byte = next, byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || "+-.eE".utf8.contains(byte) {
            place += 1
        }
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        if let number = Int64(text) { return .integer(number) }
        // 1e999 conforms to the grammar, but is not usable as a number.
        guard let number = Double(text), number.isFinite else { return nil }
        return .number(number)
    }

    private mutating func string() -> String? {
        guard take("\"") else { return nil }
        var units: [UInt8] = []
        while let byte = next {
            place += 1
            switch byte {
            case UInt8(ascii: "\""): return String(validating: units, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let scalar = escape() else { return nil }
                units += String(Character(scalar)).utf8
            case 0..<0x20: return nil
            default: units.append(byte)
            }
        }
        return nil
    }

    /// Returns the character for the escape after a backslash.
    private mutating func escape() -> Unicode.Scalar? {
        guard let byte = next else { return nil }
        place += 1
        switch byte {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "u"): return codePoint()
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        default: return nil
        }
    }

    private mutating func codePoint() -> Unicode.Scalar? {
        guard let unit = codeUnit() else { return nil }
        guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) }
        guard take("\\u"), let second = codeUnit(), UTF16.isTrailSurrogate(second) else { return nil }
        return UTF16.decode(UTF16.EncodedScalar([unit, second]))
    }

    private mutating func codeUnit() -> UInt16? {
        guard place + 4 <= bytes.count else { return nil }
        defer { place += 4 }
        return UInt16(String(decoding: bytes[place..<place + 4], as: UTF8.self), radix: 16)
    }
}
