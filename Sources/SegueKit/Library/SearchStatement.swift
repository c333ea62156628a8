import GRDB
import SegueCore

/// A query of the library in SQL: one statement for each rank, the best first. Each statement returns identities of
/// files, at most as many as its last argument.
///
/// The ranks are columns, and not FTS5's `bm25`. In 100,000 rows, a ranked search for a short beginning takes 50 ms, a
/// search without a rank 0.2 ms.
struct SearchStatement {
    struct Rank {
        var sql: String
        var arguments: StatementArguments
    }

    private(set) var ranks: [Rank] = []

    /// The conditions on the rows of files. Files that can't be reached are in no full-text table.
    private var conditions: [String] = []
    private var arguments: StatementArguments = []
    /// One expression for each term with words; all must match.
    private var words: [Expression] = []

    /// A term for the full-text tables.
    private struct Expression {
        var columns: String
        var text: String
        var isPrefix: Bool
        var letters: String

        func matching(_ columns: String? = nil, atStart: Bool = false) -> String {
            let columns = columns.map { "{\($0)} : " } ?? self.columns
            return columns + (atStart ? "^ " : "") + Self.quoted(text) + (isPrefix ? " *" : "")
        }

        /// The expression for text inside words; nil for text that is too short.
        var inside: String? {
            letters.unicodeScalars.count < 3 ? nil : columns + Self.quoted(letters)
        }

        private static func quoted(_ text: String) -> String {
            "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
        }
    }

    private let records: [Int64: ListeningRecord]

    /// - Parameters:
    ///   - query: the query.
    ///   - now: the current time, in seconds since 1970.
    ///   - records: the records of listening, by the rows of files. A query with such a figure needs them.
    init(_ query: LibraryQuery, now: Int64, records: [Int64: ListeningRecord] = [:]) {
        self.records = records
        let last = query.terms.lastIndex { term in
            if case .words = term.condition { !term.isExcluded } else { false }
        }
        for (index, term) in query.terms.enumerated() { add(term, isLast: index == last, now) }
        guard !words.isEmpty else {
            let reached = (["file.gone IS NULL"] + conditions).joined(separator: " AND ")
            ranks = [
                Rank(sql: "SELECT file.id FROM file WHERE \(reached) ORDER BY file.id LIMIT ?", arguments: arguments)
            ]
            return
        }
        let all = words.map { $0.matching() }
        // A title that begins with the first word contains the word, unless the word must be in another field.
        let others = words[0].columns.isEmpty ? all[1...] : all[...]
        append("words", [words[0].matching("title", atStart: true)] + others)
        for column in ["title", "artist", "album"] {
            append(
                "words",
                words.filter { !$0.columns.isEmpty }.map { $0.matching() }
                    + words.filter(\.columns.isEmpty).map { $0.matching(column) })
        }
        append("words", all)
        let inside = words.compactMap(\.inside)
        if inside.count == words.count { append("letters", inside) }
    }

    private mutating func append(_ table: String, _ expressions: [String]) {
        // The rows of files are far apart on the disk, and are read only if a condition needs them.
        let join = conditions.isEmpty ? "" : "CROSS JOIN file ON file.id = \(table).rowid"
        let matching = (["\(table) MATCH ?"] + conditions).joined(separator: " AND ")
        ranks.append(
            Rank(
                sql: "SELECT \(table).rowid FROM \(table) \(join) WHERE \(matching) LIMIT ?",
                arguments: [expressions.map { "(\($0))" }.joined(separator: " AND ")] + arguments))
    }

    private mutating func add(_ term: LibraryQuery.Term, isLast: Bool, _ now: Int64) {
        switch term.condition {
        case .words(.folder, let text), .phrase(.folder, let text):
            limit(
                "file.folder \(term.isExcluded ? "NOT IN" : "IN") (SELECT id FROM folder WHERE instr(words, ?))",
                [LibraryText.folded(text)])
        case .words(let field, let text): add(text, in: field, isPrefix: isLast, isExcluded: term.isExcluded)
        case .phrase(let field, let text): add(text, in: field, isPrefix: false, isExcluded: term.isExcluded)
        case .figure(let figure, let from, let below): add(figure, from, below, isExcluded: term.isExcluded, now)
        }
    }

    private mutating func add(_ text: String, in field: LibraryQuery.Field?, isPrefix: Bool, isExcluded: Bool) {
        let folded = LibraryText.folded(text)
        let letters = LibraryText.letters(of: folded)
        guard letters.contains(where: { $0 != " " }) else {
            // A name of punctuation alone is in no table of words.
            return limit(
                "\(isExcluded ? "NOT " : "")(instr(ifnull(file.title, '') || ' ' || ifnull(file.artists, '') || ' ' "
                    + "|| ifnull(file.album, ''), ?) > 0)", [text])
        }
        let expression = Expression(
            columns: field.map { "{\($0.rawValue)} : " } ?? "", text: folded, isPrefix: isPrefix, letters: letters)
        guard isExcluded else { return words.append(expression) }
        limit("file.id NOT IN (SELECT rowid FROM words WHERE words MATCH ?)", [expression.matching()])
    }

    private mutating func add(
        _ figure: LibraryQuery.Figure, _ from: Double?, _ below: Double?, isExcluded: Bool, _ now: Int64
    ) {
        guard !figure.isOfListening else {
            return addListening(figure, from, below, isExcluded: isExcluded, now)
        }
        let value =
            switch figure {
            case .rating, .plays, .played: preconditionFailure("no column of the index")
            case .year: "file.year"
            case .length: "file.length / 1000.0"
            case .added: "\(now) - file.added"
            case .albumid: "file.albumRow"
            }
        var bounds: [String] = []
        for (bound, sign) in [(from, ">="), (below, "<")] {
            guard let bound else { continue }
            bounds.append("\(value) \(sign) ?")
            arguments += [bound]
        }
        guard !bounds.isEmpty else { return }
        // A track whose number is unknown does not match, and is not excluded.
        let both = bounds.joined(separator: " AND ")
        conditions.append(isExcluded ? "ifnull(NOT (\(both)), 1)" : both)
    }

    /// Adds the condition as a list of files. If files without a record meet it too, the list has the files that do not
    /// meet it.
    private mutating func addListening(
        _ figure: LibraryQuery.Figure, _ from: Double?, _ below: Double?, isExcluded: Bool, _ now: Int64
    ) {
        func meets(_ record: ListeningRecord) -> Bool {
            record.meets(figure, from: from, below: below, now: now) != isExcluded
        }
        let isUsual = meets(.none)
        let named = records.filter { meets($0.value) != isUsual }.keys.map(String.init).joined(separator: ",")
        limit("file.id \(isUsual ? "NOT IN" : "IN") (\(named))", [])
    }

    private mutating func limit(_ condition: String, _ values: StatementArguments) {
        conditions.append(condition)
        arguments += values
    }
}
