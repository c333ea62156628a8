public import SegueCore

/// What is wrong with the configuration file, and where.
public struct ConfigurationProblem: Error, Sendable, Hashable {
    /// What is wrong.
    public enum Kind: Sendable, Hashable {
        /// The line, or the text if there is no line, can't be read at all. `reason` is a clause.
        case syntax(reason: String)
        /// There is no setting of this name.
        case unknownKey
        /// The value is of another kind, or out of range.
        case invalidValue(value: String, expected: String)
        /// The file is there, and the system does not let it be read.
        case unreadable(reason: String)
        /// The path is that of a pipe, which is not read.
        case pipe
        /// The system does not let the file be written; a setting keeps its old value there.
        case notWritable(reason: String)
    }

    /// The path of the file.
    public var path: String
    /// The line that is to blame, from 1; nil where no line is.
    public var line: Int?
    /// The key that is to blame; nil where it is none, or all of the file.
    public var key: String?
    /// What is wrong there.
    public var kind: Kind

    /// A problem of the file, or of one line or key in it.
    public init(path: String, line: Int? = nil, key: String? = nil, kind: Kind) {
        self.path = path
        self.line = line
        self.key = key
        self.kind = kind
    }

    /// `invalidConfiguration`, with file, line and key as its field, where a value is to blame. Nil for the other
    /// kinds, for which the player has no error of its own.
    public var playerError: AudioPlayerError? {
        guard case .invalidValue(let value, let expected) = kind else { return nil }
        return .invalidConfiguration(field: place + (key ?? ""), value: value, expected: expected)
    }

    private var place: String {
        line.map { "\(path), line \($0): " } ?? "\(path): "
    }

    private var explanation: String {
        switch kind {
        case .syntax(let reason): reason
        case .invalidValue("", let expected): "\(key ?? "") has no value: expected \(expected)"
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
