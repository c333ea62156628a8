public import SegueCore

/// What is wrong with the configuration file, and where.
public struct ConfigurationProblem: Error, Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// The text is not TOML from here on.
        case syntax(reason: String)
        /// There is no setting of this name.
        case unknownKey
        /// The value is of another kind, or out of range.
        case invalidValue(value: String, expected: String)
        case unreadable(reason: String)
        /// It is no file, and is not read.
        case pipe
        case notWritable(reason: String)
    }

    /// Of the file.
    public var path: String
    /// From 1; nil where no line is to blame.
    public var line: Int?
    public var key: String?
    public var kind: Kind

    public init(path: String, line: Int? = nil, key: String? = nil, kind: Kind) {
        self.path = path
        self.line = line
        self.key = key
        self.kind = kind
    }

    /// `invalidConfiguration` with file, line and key as its field, where a value is to blame; nil for the other kinds, for which the
    /// player has no error of its own.
    public var playerError: AudioPlayerError? {
        guard case .invalidValue(let value, let expected) = kind else { return nil }
        return .invalidConfiguration(field: place + (key ?? ""), value: value, expected: expected)
    }

    private var place: String {
        line.map { "\(path), line \($0): " } ?? "\(path): "
    }

    private var explanation: String {
        switch kind {
        case .syntax(let reason): "not valid TOML: \(reason)"
        case .unknownKey: "there is no setting named \(key ?? ""), so it is passed over"
        case .invalidValue(let value, let expected): "\(key ?? "") = \(value) is not valid: expected \(expected)"
        case .unreadable(let reason): "could not be read: \(reason)"
        case .pipe: "is a pipe and not a file, so that nothing is read from it"
        case .notWritable(let reason): "could not be written: \(reason)"
        }
    }
}

extension ConfigurationProblem: CustomStringConvertible {
    /// One sentence: file, line, key, and what is expected there.
    public var description: String { "\(place)\(explanation)." }
}
