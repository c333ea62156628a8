import SegueCore

/// A search of the queue, in the query language of the music library (design.md, Asking). Text is folded with
/// `TextFold` and matches inside words. Rows have a title, artists, an album and a length; a condition on any other
/// field matches no row.
public struct QueueSearch: Sendable {
    /// A term whose text is folded.
    private struct Term {
        var condition: LibraryQuery.Condition
        var text: [UInt8]
        var isExcluded: Bool
    }

    private let terms: [Term]

    /// Creates a search from a text. A text that is not a valid query, such as one with a single quotation mark, is
    /// searched for by its words. A text without words matches every row.
    public init(_ text: String) {
        let query = (try? LibraryQuery(text)) ?? LibraryQuery(words: text)
        terms = query.terms.map { term in
            let text =
                switch term.condition {
                case .words(_, let text), .phrase(_, let text): TextFold.fold(text)
                case .figure: [UInt8]()
                }
            return Term(condition: term.condition, text: text, isExcluded: term.isExcluded)
        }
    }

    /// Returns the positions of the matching rows, in order.
    public func places(in rows: [QueueRow]) -> [Int] {
        guard !terms.isEmpty else { return Array(rows.indices) }
        return rows.indices.filter { matches(rows[$0]) }
    }

    /// Returns true if the row meets every condition.
    public func matches(_ row: QueueRow) -> Bool {
        // Folded once, for words in any field. Words contain no spaces, so no word matches across two fields.
        lazy var all = TextFold.fold("\(row.title) \(row.artists) \(row.album)")
        return terms.allSatisfy { term in
            let isMet =
                switch term.condition {
                case .words(nil, _): Self.contains(all, term.text)
                case .phrase(nil, _):
                    [row.title, row.artists, row.album].contains { Self.contains(TextFold.fold($0), term.text) }
                case .words(let field?, _), .phrase(let field?, _):
                    Self.text(of: field, in: row).map { Self.contains(TextFold.fold($0), term.text) } ?? false
                case .figure(.length, let from, let below):
                    row.length.map { $0.seconds >= from ?? 0 && $0.seconds < below ?? .infinity } ?? false
                case .figure: false
                }
            return isMet != term.isExcluded
        }
    }

    private static func text(of field: LibraryQuery.Field, in row: QueueRow) -> String? {
        switch field {
        case .title: row.title
        case .artist: row.artists
        case .album: row.album
        case .genre, .composer, .folder: nil
        }
    }

    private static func contains(_ text: [UInt8], _ word: [UInt8]) -> Bool {
        guard let first = word.first, text.count >= word.count else { return word.isEmpty }
        return text.withUnsafeBufferPointer { text in
            word.withUnsafeBufferPointer { word in
                (0...(text.count - word.count)).contains { place in
                    text[place] == first && (1..<max(1, word.count)).allSatisfy { text[place + $0] == word[$0] }
                }
            }
        }
    }
}
