/// A search of the library (design.md, Asking).
public struct LibraryQuery: Sendable, Hashable {
    /// The fields that hold words.
    public enum Field: String, Sendable, Hashable, CaseIterable {
        case title
        case artist
        case album
        case genre
        case composer
        case folder
    }

    /// The fields that hold a number.
    public enum Figure: String, Sendable, Hashable, CaseIterable {
        /// The year of publication.
        case year
        /// Seconds.
        case length
        /// Seconds since the file was found.
        case added
        /// Stars, 0 to 5.
        case rating
        /// The number of plays. Typed as `played:` with a plain number, or as `plays:`.
        case plays
        /// Seconds since the track was last played.
        case played
        /// The number of the album in the index. The number changes when the index is rebuilt.
        case albumid
    }

    /// One condition of the query.
    public enum Condition: Sendable, Hashable {
        /// The words, in this field or in any. The last word may be the beginning of a longer word.
        case words(Field?, String)
        /// The exact words in sequence, in this field or in any.
        case phrase(Field?, String)
        /// A number from the first bound up to, but not including, the second. Nil means no bound.
        case figure(Figure, from: Double?, below: Double?)
    }

    /// A condition, which is negated if `isExcluded` is true.
    public struct Term: Sendable, Hashable {
        public var condition: Condition
        public var isExcluded: Bool

        /// Creates a term from a condition that must hold, or must not.
        public init(_ condition: Condition, isExcluded: Bool = false) {
            self.condition = condition
            self.isExcluded = isExcluded
        }
    }

    /// The terms, all of which must hold. An empty query matches everything.
    public var terms: [Term]

    /// Creates a query of these terms.
    public init(_ terms: [Term] = []) { self.terms = terms }

    /// Creates a query of all words of a text, without parsing them.
    public init(words text: String) {
        terms = text.split(whereSeparator: \.isWhitespace).map { Term(.words(nil, String($0))) }
    }

    /// Parses a query as a user types it. Throws an error for the first part that can't be parsed.
    public init(_ text: String) throws(LibraryQueryError) {
        terms = []
        var words = QueryWords(text)
        while let word = try words.next() {
            if let term = try Term(word) { terms.append(term) }
        }
    }
}

/// A part of a query that can't be parsed.
public struct LibraryQueryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The mistake and the expected form, as a sentence.
    public var description: String
    /// The range of the part in the query, in characters.
    public var place: Range<Int>

    init(_ description: String, at place: Range<Int>) {
        self.description = description
        self.place = place
    }

    /// Returns the whole message about a query: the query, the mistake, and its position.
    public func sentence(about text: String) -> String {
        let before = text.prefix(place.lowerBound)
        return "\(text): \(description) The problem is \(before.isEmpty ? "at the beginning" : "after “\(before)”")."
    }
}

/// The words of a query with their ranges. White space separates words, except inside quotation marks.
private struct QueryWords {
    struct Word {
        /// The text before the value: `artist` of `artist:Bach`; nil without a known field.
        var field: Substring?
        var value: String
        var isQuoted: Bool
        var isExcluded: Bool
        /// The range of the value, in characters.
        var place: Range<Int>
    }

    private let characters: [Character]
    private var position = 0

    init(_ text: String) { characters = Array(text) }

    mutating func next() throws(LibraryQueryError) -> Word? {
        skip { $0.isWhitespace }
        guard position < characters.count else { return nil }
        let isExcluded =
            characters[position] == "-" && position + 1 < characters.count
            && !characters[position + 1].isWhitespace
        if isExcluded { position += 1 }
        let field = takeField()
        let start = position
        if position < characters.count, let closing = Self.closing[characters[position]] {
            position += 1
            skip { $0 != closing }
            guard position < characters.count else {
                throw LibraryQueryError("A quotation mark is missing at the end.", at: start..<position)
            }
            position += 1
            let value = String(characters[start + 1..<position - 1])
            return Word(field: field, value: value, isQuoted: true, isExcluded: isExcluded, place: start..<position)
        }
        skip { !$0.isWhitespace }
        return Word(
            field: field, value: String(characters[start..<position]), isQuoted: false, isExcluded: isExcluded,
            place: start..<position)
    }

    private static let closing: [Character: Character] = ["\"": "\"", "“": "”", "„": "“", "«": "»"]

    /// Consumes `artist:` if `artist` is the name of a field. Other words may contain a colon.
    private mutating func takeField() -> Substring? {
        guard let colon = characters[position...].firstIndex(where: { $0 == ":" || $0.isWhitespace }),
            characters[colon] == ":"
        else { return nil }
        let name = String(characters[position..<colon]).lowercased()
        guard LibraryQuery.Field(rawValue: name) != nil || LibraryQuery.Figure(rawValue: name) != nil else {
            return nil
        }
        position = colon + 1
        return Substring(name)
    }

    private mutating func skip(while matches: (Character) -> Bool) {
        while position < characters.count, matches(characters[position]) { position += 1 }
    }
}

extension LibraryQuery.Term {
    /// Creates the term of a word; nil for an empty value, such as `artist:` while it is being typed.
    fileprivate init?(_ word: QueryWords.Word) throws(LibraryQueryError) {
        guard !word.value.allSatisfy(\.isWhitespace) else { return nil }
        if var figure = word.field.flatMap({ LibraryQuery.Figure(rawValue: String($0)) }) {
            // `played:0` is a number of times, `played:>30d` a time.
            if figure == .played, !word.value.contains(where: \.isLetter) { figure = .plays }
            let bounds = try FigureBounds(word.value, of: figure, at: word.place)
            self.init(.figure(figure, from: bounds.from, below: bounds.below), isExcluded: word.isExcluded)
        } else {
            let field = word.field.flatMap { LibraryQuery.Field(rawValue: String($0)) }
            let condition: LibraryQuery.Condition =
                word.isQuoted ? .phrase(field, word.value) : .words(field, word.value)
            self.init(condition, isExcluded: word.isExcluded)
        }
    }
}
