public import SegueCore
import TOMLKit

/// The text of a configuration file: read through TOMLKit and the table of `ConfigurationField`, and changed one value
/// at a time. Nothing here touches the disk.
struct ConfigurationText: Equatable {
    /// The path of the file, for the problems.
    let path: String
    private(set) var bytes: [UInt8]

    /// More broken lines than this are not worth naming.
    private static let problemLimit = 20

    init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    /// Every good setting over the defaults, and what is wrong with the others, by line.
    func read() -> (configuration: Configuration, problems: [ConfigurationProblem]) {
        var configuration = Configuration()
        var (table, text, problems) = parseLeavingOutBadLines()
        let outline = ConfigurationOutline(text)
        for key in table?.keys ?? [] {
            if let problem = apply(key, table?[key], outline, to: &configuration) { problems.append(problem) }
        }
        problems.sort { ($0.line ?? 0) < ($1.line ?? 0) }
        return (configuration, problems)
    }

    /// Gives one setting another value, and changes nothing else of the text: not its order, not its comments.
    ///
    /// Throws when the value is refused, and when the text is broken, for then nobody knows what the change would mean.
    mutating func set(_ field: ConfigurationField, to value: String) throws(ConfigurationProblem) {
        var wanted = Configuration()
        do {
            try wanted.set(field, to: value)
        } catch {
            throw ConfigurationProblem(
                path: path, key: field.rawValue,
                kind: .invalidValue(value: value, expected: field.expectation))
        }
        if case .failure(let problem) = Self.parse(bytes, path: path) { throw problem }

        let outline = ConfigurationOutline(bytes)
        let literal = Self.literal(field.text(in: wanted), kind: field.valueKind)
        if let item = outline.items.first(where: { $0.key == field.rawValue && !$0.value.isEmpty }) {
            bytes.replaceSubrange(item.value, with: literal.utf8)
        } else {
            var addition = "\(field.rawValue) = \(literal)\n"
            if outline.insertionPoint > 0, bytes[outline.insertionPoint - 1] != UInt8(ascii: "\n") {
                addition = "\n" + addition
            }
            bytes.insert(contentsOf: addition.utf8, at: outline.insertionPoint)
        }
    }

    private func apply(
        _ key: String, _ value: (any TOMLValueConvertible)?, _ outline: ConfigurationOutline,
        to configuration: inout Configuration
    ) -> ConfigurationProblem? {
        let line = outline.line(of: key)
        guard let field = ConfigurationField(rawValue: key), let value else {
            return ConfigurationProblem(path: path, line: line, key: key, kind: .unknownKey)
        }
        do {
            guard let text = Self.text(of: value, kind: field.valueKind) else {
                throw AudioPlayerError.invalidConfiguration(
                    field: key, value: value.debugDescription, expected: field.expectation)
            }
            try configuration.set(field, to: text)
            return nil
        } catch {
            return ConfigurationProblem(
                path: path, line: line, key: key,
                kind: .invalidValue(value: value.debugDescription, expected: field.expectation))
        }
    }

    // MARK: - TOML

    /// Leaves out the lines that the parser stumbles over. Gives the table of what is left, the text that is left, and
    /// a problem for each line. The table is nil when the parser blames a line that has been left out already: then the
    /// trouble began elsewhere.
    private func parseLeavingOutBadLines() -> (TOMLTable?, [UInt8], [ConfigurationProblem]) {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
        var problems: [ConfigurationProblem] = []
        while true {
            let text = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
            switch Self.parse(text, path: path) {
            case .success(let table): return (table, text, problems)
            case .failure(let problem):
                problems.append(problem)
                guard let line = problem.line, lines.indices.contains(line - 1), !lines[line - 1].isEmpty,
                    problems.count < Self.problemLimit
                else { return (nil, text, problems) }
                lines[line - 1] = []
            }
        }
    }

    private static func parse(_ bytes: [UInt8], path: String) -> Result<TOMLTable, ConfigurationProblem> {
        // A NUL would end the text for the parser, and hide what follows.
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            return .failure(ConfigurationProblem(path: path, kind: .syntax(reason: "the text is not UTF-8")))
        }
        // The parser checks itself with assertions, which end the program, and trips over these.
        if let refusal = ConfigurationOutline(bytes).refusal {
            return .failure(problem(of: refusal, in: bytes, path: path))
        }
        do {
            return .success(try TOMLTable(string: text))
        } catch let error as TOMLParseError {
            return .failure(
                ConfigurationProblem(
                    path: path, line: error.source.begin.line, kind: .syntax(reason: error.description)))
        } catch {
            return .failure(ConfigurationProblem(path: path, kind: .syntax(reason: "\(error)")))
        }
    }

    private static func problem(
        of refusal: ConfigurationOutline.Refusal, in bytes: [UInt8], path: String
    ) -> ConfigurationProblem {
        guard let field = refusal.key.flatMap(ConfigurationField.init) else {
            return ConfigurationProblem(path: path, line: refusal.line, kind: .syntax(reason: refusal.reason))
        }
        let value = String(decoding: bytes[refusal.value], as: UTF8.self)
        return ConfigurationProblem(
            path: path, line: refusal.line, key: field.rawValue,
            kind: .invalidValue(value: value, expected: field.expectation))
    }

    /// The value as `Configuration.set` takes it; nil when it is of another kind.
    private static func text(of value: any TOMLValueConvertible, kind: ConfigurationField.ValueKind) -> String? {
        switch kind {
        case .number: value.int.map { "\($0)" } ?? value.double.map { "\($0)" }
        case .truth: value.bool.map { "\($0)" }
        case .text: value.string
        }
    }

    private static func literal(_ text: String, kind: ConfigurationField.ValueKind) -> String {
        switch kind {
        case .number, .truth: text
        case .text: "\"\(text.unicodeScalars.map(escaped).joined())\""
        }
    }

    private static func escaped(_ character: Unicode.Scalar) -> String {
        switch character {
        case "\"": return "\\\""
        case "\\": return "\\\\"
        case "\n": return "\\n"
        case "\t": return "\\t"
        default:
            guard character.value < 0x20 || character.value == 0x7F else { return String(character) }
            let digits = String(character.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }
}

extension ConfigurationField {
    /// How the value of a field is written in TOML.
    public enum ValueKind: Sendable, Hashable {
        /// An integer or a float.
        case number
        /// A boolean.
        case truth
        /// A string.
        case text
    }

    /// How the value of this field is written in TOML.
    public var valueKind: ValueKind {
        switch self {
        case .crossfadeDuration, .skipCrossfadeDuration, .fadeInDuration, .fadeOutDuration, .repeatCount,
            .previousRestartsAfter, .preamplification, .fallbackGain, .trimThreshold, .trimLimit, .loadTimeout:
            .number
        case .gaplessAlbums, .enableLooping, .trimSilence, .resumeAfterSleep, .resumeOnReconnect: .truth
        case .transitions, .fadeCurve, .loudnessMode, .output: .text
        }
    }
}
