import SegueCore

/// The text of a configuration file, which is read into a `Configuration` and changed one value at a time. Every line
/// is read separately, so that a bad line affects no other setting. Does not access the disk.
struct ConfigurationText: Equatable {
    /// The path of the file, for problem reports.
    let path: String
    private(set) var bytes: [UInt8]

    /// The number of bad lines that are reported.
    private static let problemLimit = 20

    init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    /// A statement before the first table that gives a known setting. Each setting has at most one.
    private struct Entry {
        var field: ConfigurationField
        var value: ConfigurationValue
        var line: Int
        var place: Range<Int>
    }

    private struct Outline {
        var entries: [Entry] = []
        /// The problems of all other statements, by line.
        var problems: [ConfigurationProblem] = []
        /// The byte offset at which the line of the first table begins.
        var firstTable: Int?
    }

    /// Returns every valid setting over the defaults, and the problems of the other settings, by line.
    func read() -> (configuration: Configuration, problems: [ConfigurationProblem]) {
        var configuration = Configuration()
        do {
            let outline = try outline()
            var problems = outline.problems
            for entry in outline.entries {
                let text = entry.field.text(of: entry.value)
                guard let text, (try? configuration.set(entry.field, to: text)) != nil else {
                    problems.append(problem(of: entry))
                    continue
                }
            }
            problems.sort { ($0.line ?? 0) < ($1.line ?? 0) }
            return (configuration, Array(problems.prefix(Self.problemLimit)))
        } catch {
            return (configuration, [error])
        }
    }

    /// Changes one setting, and nothing else: comments, order, space, line ends and invalid lines stay as they are.
    ///
    /// Throws if the value is refused, or if the text is not UTF-8. Throws also if an unclosed list or text before the
    /// position of the change would swallow the value. The text is then unchanged.
    mutating func set(_ field: ConfigurationField, to value: String) throws(ConfigurationProblem) {
        var wanted = read().configuration
        do {
            try wanted.set(field, to: value)
        } catch {
            throw ConfigurationProblem(
                path: path, key: field.rawValue, kind: .invalidValue(value: value, expected: field.expectation))
        }
        let outline = try outline()
        var changed = self
        if let entry = outline.entries.first(where: { $0.field == field }) {
            let space = entry.place.isEmpty && bytes[entry.place.lowerBound - 1] == UInt8(ascii: "=") ? " " : ""
            changed.bytes.replaceSubrange(entry.place, with: "\(space)\(field.literal(in: wanted))".utf8)
        } else {
            changed.insert("\(field.rawValue) = \(field.literal(in: wanted))", before: outline.firstTable)
        }
        guard changed.read().configuration == wanted else {
            throw ConfigurationProblem(
                path: path, key: field.rawValue,
                kind: .syntax(reason: "a list or a text before \(field.rawValue) is not closed"))
        }
        self = changed
    }

    /// Adds a line, with the line ends of the text, before the line at an offset or, without an offset, at the end.
    private mutating func insert(_ line: String, before offset: Int?) {
        let isCarriageReturned = bytes.firstIndex(of: UInt8(ascii: "\n")).map { newline in
            newline > 0 && bytes[newline - 1] == UInt8(ascii: "\r")
        }
        let end = isCarriageReturned == true ? "\r\n" : "\n"
        if let offset {
            bytes.insert(contentsOf: "\(line)\(end)".utf8, at: offset)
        } else if let last = bytes.last, last != UInt8(ascii: "\n") {
            bytes += Array("\(end)\(line)".utf8)
        } else {
            bytes += Array("\(line)\(end)".utf8)
        }
    }

    private func outline() throws(ConfigurationProblem) -> Outline {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }
            throw ConfigurationProblem(
                path: path, line: line.map { $0 + 1 }, kind: .syntax(reason: "the text is not UTF-8"))
        }
        var outline = Outline()
        for statement in ConfigurationScanner.statements(bytes) {
            switch statement.content {
            case .broken(let reason):
                outline.problems.append(problem(in: statement.line, .syntax(reason: reason)))
            case .table(let name):
                outline.firstTable = outline.firstTable ?? statement.lineStart
                outline.problems.append(problem(in: statement.line, key: name, .unknownKey))
            case .entry where outline.firstTable != nil: continue
            case .entry(let key, let value, let place):
                guard let field = ConfigurationField(rawValue: key) else {
                    outline.problems.append(problem(in: statement.line, key: key, .unknownKey))
                    continue
                }
                guard let former = outline.entries.first(where: { $0.field == field }) else {
                    outline.entries.append(Entry(field: field, value: value, line: statement.line, place: place))
                    continue
                }
                let reason = "\(key) already has a value in line \(former.line)"
                outline.problems.append(problem(in: statement.line, key: key, .syntax(reason: reason)))
            }
        }
        return outline
    }

    private func problem(of entry: Entry) -> ConfigurationProblem {
        // For a value that occupies several lines, the first line is enough.
        let line = bytes[entry.place].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        let value = String(decoding: line, as: UTF8.self)
        return problem(
            in: entry.line, key: entry.field.rawValue,
            .invalidValue(value: value, expected: entry.field.expectation(insteadOf: entry.value)))
    }

    private func problem(
        in line: Int, key: String? = nil, _ kind: ConfigurationProblem.Kind
    ) -> ConfigurationProblem {
        ConfigurationProblem(path: path, line: line, key: key, kind: kind)
    }
}
