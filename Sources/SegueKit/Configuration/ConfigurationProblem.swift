public import SegueCore

/// A problem of the configuration file, and its position.
public struct ConfigurationProblem: Error, Sendable, Hashable {
    /// The kind of a problem.
    public enum Kind: Sendable, Hashable {
        /// The line can't be parsed, or the whole text if no line is given. `reason` is a clause.
        case syntax(reason: String)
        /// No setting has this name.
        case unknownKey
        /// The value is of another kind, or out of range.
        case invalidValue(value: String, expected: String)
        /// The file exists, but the system does not allow it to be read.
        case unreadable(reason: String)
        /// The path is a pipe, which is not read.
        case pipe
        /// The system does not allow the file to be written. The setting keeps its old value in the file.
        case notWritable(reason: String)
    }

    /// The path of the file.
    public var path: String
    /// The line with the problem, from 1; nil if the problem is not in one line.
    public var line: Int?
    /// The key with the problem; nil if the problem is not in one key, or is in the whole file.
    public var key: String?
    /// The kind of the problem.
    public var kind: Kind

    /// Creates a problem of the file, or of one line or key in it.
    public init(path: String, line: Int? = nil, key: String? = nil, kind: Kind) {
        self.path = path
        self.line = line
        self.key = key
        self.kind = kind
    }

    /// The error `invalidConfiguration`, with the file, line and key as its field, for an invalid value. Nil for the
    /// other kinds, for which the player has no error.
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
        case .unknownKey: "there is no setting named \(key ?? ""), so it is ignored"
        case .invalidValue(let value, let expected): "\(key ?? "") = \(value) is not valid: expected \(expected)"
        case .unreadable(let reason): "could not be read: \(reason)"
        case .pipe: "is a pipe, not a file, so nothing is read from it"
        case .notWritable(let reason): "could not be written: \(reason)"
        }
    }
}

extension ConfigurationProblem: CustomStringConvertible {
    /// One sentence: file, line, key, and what is expected there.
    public var description: String { "\(place)\(explanation)." }
}
