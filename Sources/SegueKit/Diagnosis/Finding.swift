/// The result of the examination of one subject.
public struct Finding: Sendable, Hashable {
    /// The state of a subject.
    public enum State: String, Sendable, Hashable {
        /// The subject works.
        case ok
        /// Worth knowing, but the player works.
        case note
        /// Something that playback needs is missing or broken.
        case wrong
    }

    /// The subject, in a word or two.
    public var subject: String
    /// The state of the subject.
    public var state: State
    /// The details, as a clause or a sentence.
    public var text: String
    /// The command that repairs the problem, or a sentence if there is no such command; nil if there is no problem.
    public var remedy: String?

    /// Creates a finding about `subject`, in words for the user.
    public init(_ subject: String, _ state: State, _ text: String, remedy: String? = nil) {
        self.subject = subject
        self.state = state
        self.text = text
        self.remedy = remedy
    }
}

/// The commands that repair problems.
enum Remedy {
    /// Returns the command that installs Debian's packages. On other systems, a sentence names the packages by their
    /// names on Debian.
    static func install(_ packages: some Sequence<String>) -> String {
        let names = Set(packages).sorted().joined(separator: " ")
        return FileAccess.exists("/usr/bin/apt-get")
            ? "sudo apt-get install \(names)" : "install the equivalents of Debian's \(names)"
    }

    /// Returns `text` as one word of a shell.
    static func word(_ text: String) -> String {
        let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+:,@%".contains($0)) }
        return isPlain && !text.isEmpty
            ? text : "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#))'"
    }
}
