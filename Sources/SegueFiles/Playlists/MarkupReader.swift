/// Elements and text of an XML document, in their order: what playlists are read by.
///
/// Attributes, comments and document types are passed over, and no entities are known but the five of XML itself: there
/// is nothing to be attacked with.
struct MarkupReader {
    enum Piece: Equatable {
        case start(String)
        case text(String)
        case end(String)
    }

    private var rest: ArraySlice<UInt8>
    /// The names of the elements that are open.
    private var open: [String] = []
    /// Whether the last start was that of `<name/>`, whose end is told next.
    private var isEmptyElement = false

    private struct Damaged: Error {}

    init(_ document: String) {
        rest = Array(document.utf8)[...]
    }

    /// What comes next. Nil at the end, and from the first error on.
    mutating func next() -> Piece? {
        do throws(Damaged) {
            return try read()
        } catch {
            rest = []
            return nil
        }
    }

    private mutating func read() throws(Damaged) -> Piece? {
        if isEmptyElement {
            isEmptyElement = false
            return open.popLast().map { Piece.end($0) }
        }
        while !rest.isEmpty {
            if let text = try takeText() { return .text(text) }
            // Of a comment or an instruction, the beginning may be the end: `<!-->` is one, as players take it.
            if rest.starts(with: "<?".utf8) {
                _ = try takeAll(before: "?>")
            } else if rest.starts(with: "<!--".utf8) {
                _ = try takeAll(before: "-->")
            } else if take("<![CDATA[") {
                return .text(String(decoding: try takeAll(before: "]]>"), as: UTF8.self))
            } else if take("<!DOCTYPE") {
                try skipDocumentType()
            } else if take("</") {
                return try takeEnd()
            } else if take("<") {
                return try takeStart()
            }
        }
        return nil
    }

    // MARK: - Text

    /// What stands in front of the next tag; nil for nothing. Outside of all elements only blanks may.
    private mutating func takeText() throws(Damaged) -> String? {
        let raw = rest.prefix { $0 != UInt8(ascii: "<") }
        rest = rest[raw.endIndex...]
        guard !raw.isEmpty else { return nil }
        guard !open.isEmpty else {
            guard raw.allSatisfy(Self.isBlank) else { throw Damaged() }
            return nil
        }
        return try Self.unescaped(raw)
    }

    private static func unescaped(_ text: ArraySlice<UInt8>) throws(Damaged) -> String {
        var result: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "&") else {
                result.append(byte)
                continue
            }
            guard let end = rest.firstIndex(of: UInt8(ascii: ";")),
                let scalar = scalar(String(decoding: rest[..<end], as: UTF8.self))
            else { throw Damaged() }
            result += UTF8.encode(scalar).map(Array.init) ?? []
            rest = rest[(end + 1)...]
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// What `&name;` stands for.
    private static func scalar(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            let number =
                name.hasPrefix("#x")
                ? UInt32(name.dropFirst(2), radix: 16)
                : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
            return number.flatMap { $0 > 0 ? Unicode.Scalar($0) : nil }
        }
    }

    // MARK: - Tags

    private mutating func takeStart() throws(Damaged) -> Piece {
        let name = try takeName()
        open.append(name)
        while true {
            skipBlanks()
            if take("/>") {
                isEmptyElement = true
                return .start(name)
            }
            if take(">") { return .start(name) }
            try skipAttribute()
        }
    }

    private mutating func takeEnd() throws(Damaged) -> Piece {
        let name = try takeName()
        skipBlanks()
        guard take(">"), open.popLast() == name else { throw Damaged() }
        return .end(name)
    }

    private mutating func takeName() throws(Damaged) -> String {
        let name = rest.prefix { $0.isASCIILetter || $0.isASCIIDigit || "-._:".utf8.contains($0) || $0 >= 0x80 }
        guard let first = name.first, !first.isASCIIDigit, !"-.".utf8.contains(first) else { throw Damaged() }
        rest = rest[name.endIndex...]
        return String(decoding: name, as: UTF8.self)
    }

    private mutating func skipAttribute() throws(Damaged) {
        _ = try takeName()
        skipBlanks()
        guard take("=") else { throw Damaged() }
        skipBlanks()
        let mark = take("\"") ? "\"" : "'"
        guard mark == "\"" || take("'") else { throw Damaged() }
        _ = try Self.unescaped(try takeAll(before: mark))
    }

    /// It may have declarations, in angle brackets of their own, inside of it.
    private mutating func skipDocumentType() throws(Damaged) {
        var depth = 1
        while depth > 0 {
            guard let byte = rest.popFirst() else { throw Damaged() }
            if byte == UInt8(ascii: "<") { depth += 1 }
            if byte == UInt8(ascii: ">") { depth -= 1 }
        }
    }

    // MARK: - Characters

    private static func isBlank(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }

    private mutating func skipBlanks() {
        rest = rest.drop(while: Self.isBlank)
    }

    /// Whether `text` was next; it is taken then.
    private mutating func take(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    /// Everything up to `mark`, which is taken too.
    private mutating func takeAll(before mark: String) throws(Damaged) -> ArraySlice<UInt8> {
        var end = rest.startIndex
        while end < rest.endIndex {
            if rest[end...].starts(with: mark.utf8) {
                defer { rest = rest[(end + mark.utf8.count)...] }
                return rest[..<end]
            }
            end += 1
        }
        throw Damaged()
    }
}
