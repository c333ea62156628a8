import SDBus

/// Creates values of the bus from bytes: the same values for the same bytes, and small values after the last byte.
struct ValueReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: some Sequence<UInt8>) { rest = Array(bytes)[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    mutating func number() -> UInt64 {
        // Small numbers have meanings; the others test the limits.
        let size = [0, 1, 1, 8][Int(byte() % 4)]
        return (0..<size).reduce(0) { number, _ in number << 8 | UInt64(byte()) }
    }

    mutating func text() -> String {
        let words = ["", "/", "file:///a.flac", "http://h/x", "auto", "albumid:1", "\u{202E}", "x"]
        let choice = Int(byte())
        guard choice >= 128 else { return words[choice % words.count] }
        return String(decoding: bytes(choice - 128), as: UTF8.self)
    }

    /// Returns the next bytes, of which the first one is the count.
    mutating func bytes() -> [UInt8] { bytes(Int(byte())) }

    private mutating func bytes(_ count: Int) -> [UInt8] {
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func path() -> String {
        let paths = ["/", "/org/mpris/MediaPlayer2/TrackList/NoTrack", "/io/github/segueplayer/Segue/Track/"]
        let choice = Int(byte())
        let path = paths[choice % paths.count]
        return path.hasSuffix("/") && path.count > 1 ? path + "\(choice)" : path
    }

    /// Returns a value of this type, in the form in which the bus delivers it.
    mutating func value(_ signature: some StringProtocol, depth: Int = 0) -> BusValue {
        switch signature.first {
        case "y": .byte(byte())
        case "b": .boolean(byte() & 1 == 1)
        case "n": .int16(Int16(truncatingIfNeeded: number()))
        case "q": .uint16(UInt16(truncatingIfNeeded: number()))
        case "i": .int32(Int32(truncatingIfNeeded: number()))
        case "u": .uint32(UInt32(truncatingIfNeeded: number()))
        case "x": .int64(Int64(bitPattern: number()))
        case "t": .uint64(number())
        case "d": .double(Double(bitPattern: number()))
        case "s": .string(text())
        case "o": .objectPath(path())
        case "g": .signature("s")
        case "v": .variant(anything(depth: depth + 1))
        case "a": array(signature.dropFirst(), depth)
        case "(": structure(signature.dropFirst().dropLast(), depth)
        default: preconditionFailure("\(signature)")
        }
    }

    private mutating func array(_ element: some StringProtocol, _ depth: Int) -> BusValue {
        let count = depth > 3 ? 0 : Int(byte() % 4)
        guard element.first == "{" else {
            return .array(of: String(element), (0..<count).map { _ in value(element, depth: depth + 1) })
        }
        let types = element.dropFirst().dropLast()
        let (key, kind) = (types.prefix(1), types.dropFirst())
        return .dictionary(
            key: String(key), value: String(kind),
            (0..<count).map { _ in .init(value(key, depth: depth + 1), value(kind, depth: depth + 1)) })
    }

    private mutating func structure(_ types: some StringProtocol, _ depth: Int) -> BusValue {
        .structure(Self.parts(String(types)).map { value($0, depth: depth + 1) })
    }

    /// Returns a value of any type.
    mutating func anything(depth: Int = 0) -> BusValue {
        let types = ["s", "x", "d", "b", "o", "as", "u", "a{sv}", "(ss)", "av", "aa{sv}", "a(ssx)", "ao", "ay", "i"]
        return value(depth > 3 ? "s" : types[Int(byte()) % types.count], depth: depth)
    }

    /// Returns the complete types of a signature.
    static func parts(_ signature: String) -> [String] {
        var parts: [String] = []
        var part = ""
        var depth = 0
        for character in signature {
            part.append(character)
            if "({".contains(character) { depth += 1 }
            if ")}".contains(character) { depth -= 1 }
            if depth == 0, character != "a" {
                parts.append(part)
                part = ""
            }
        }
        return parts
    }
}
