import ArgumentParser

/// The fields of a line format, by their names.
protocol LineField: RawRepresentable<String>, CaseIterable, Sendable {
    /// The track or player that a line describes.
    associatedtype Subject

    /// Returns the text of the field; nil if unknown or absent.
    func text(_ subject: Subject) -> String?
}

/// A line format of an option `--format`: text, `{field}`, and `{?groups}`. A group is omitted if a `[field]` in it is
/// unknown.
struct LineTemplate<Field: LineField> {
    /// An error in a format, and the position of its character, counted from 1.
    struct Problem: Error, Equatable {
        var place: Int
        var sentence: String
    }

    private enum Element {
        case text(String)
        case field(Field)
        case group([Element])
    }

    private let elements: [Element]

    init(_ format: String) throws(Problem) {
        var scanner = Scanner(format)
        elements = try scanner.elements(inGroup: nil)
    }

    /// Returns the format that a person has given; nil if none was given.
    ///
    /// Throws `ValidationError`, with the place of the error, or if JSON is wanted as well.
    static func reading(_ format: String?, isJSON: Bool) throws -> LineTemplate? {
        guard let format else { return nil }
        guard !isJSON else { throw ValidationError("--format and --json exclude each other.") }
        do throws(Problem) {
            return try LineTemplate(format)
        } catch {
            throw ValidationError("--format, character \(error.place): \(error.sentence)")
        }
    }

    /// The help of the option.
    static var help: ArgumentHelp {
        ArgumentHelp(
            "A line in a custom format: '{artist} – {title}{? on [album]}'.",
            discussion: """
                {name} is a field. {?...} is omitted unless every [name] in it is known. \\n, \\t and \\\\ are a line \
                break, a tab and a backslash; \\{ \\} \\[ \\] are literal brackets. The fields are \
                \(Field.allCases.map(\.rawValue).joined(separator: ", ")).
                """, valueName: "format")
    }

    /// Returns the line for this subject. Unknown fields are empty.
    func text(_ subject: Field.Subject) -> String { elements.map { text($0, subject) ?? "" }.joined() }

    private func text(_ element: Element, _ subject: Field.Subject) -> String? {
        switch element {
        case .text(let text): return text
        case .field(let field): return field.text(subject)
        case .group(let elements):
            let texts = elements.compactMap { text($0, subject) }
            return texts.count == elements.count ? texts.joined() : nil
        }
    }

    /// The fields of the line.
    var fields: [Field] { fields(in: elements) }

    private func fields(in elements: [Element]) -> [Field] {
        elements.flatMap { element -> [Field] in
            switch element {
            case .text: return []
            case .field(let field): return [field]
            case .group(let elements): return fields(in: elements)
            }
        }
    }

    /// A parser that reads a format from beginning to end.
    private struct Scanner {
        private let characters: [Character]
        private var index = 0

        init(_ format: String) { characters = Array(format) }

        /// Parses the elements up to the end or, in a group, up to its brace. `group` is the start of the group.
        mutating func elements(inGroup group: Int?) throws(Problem) -> [Element] {
            var elements: [Element] = []
            while let character = next() {
                switch (character, group) {
                case ("\\", _): elements.append(.text(String(try escaped())))
                case ("{", nil): elements.append(try braced())
                case ("[", .some): elements.append(.field(try field(upTo: "]")))
                case ("}", .some): return elements
                case ("}", nil), ("]", .some):
                    throw problem("'\(character)' has no counterpart; write \\\(character) for it")
                case ("{", .some): throw problem("a group has its fields in brackets: {?[album]}")
                default: elements.append(.text(String(character)))
                }
            }
            if let group { throw Problem(place: group, sentence: "the group that begins here has no end") }
            return elements
        }

        private mutating func braced() throws(Problem) -> Element {
            guard index < characters.count, characters[index] == "?" else { return .field(try field(upTo: "}")) }
            let start = index
            index += 1
            return .group(try elements(inGroup: start))
        }

        private mutating func field(upTo end: Character) throws(Problem) -> Field {
            let start = index
            var name = ""
            while let character = next() {
                guard character == end else {
                    name.append(character)
                    continue
                }
                guard let field = Field(rawValue: name) else {
                    throw Problem(place: start + 1, sentence: "there is no field '\(name)'")
                }
                return field
            }
            throw Problem(place: start, sentence: "the field that begins here has no end")
        }

        private mutating func escaped() throws(Problem) -> Character {
            let names: [Character: Character] = [
                "n": "\n", "t": "\t", "\\": "\\", "{": "{", "}": "}", "[": "[", "]": "]",
            ]
            guard let character = next(), let meant = names[character] else {
                throw problem("after a backslash comes one of n t \\ { } [ ]")
            }
            return meant
        }

        private mutating func next() -> Character? {
            guard index < characters.count else { return nil }
            defer { index += 1 }
            return characters[index]
        }

        private func problem(_ sentence: String) -> Problem { Problem(place: index, sentence: sentence) }
    }
}
