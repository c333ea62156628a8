/// One thing that was looked at, and how it is.
public struct Finding: Sendable, Hashable {
    /// Whether there is anything to mend.
    public enum State: String, Sendable, Hashable {
        /// What was looked at works.
        case ok
        /// Something worth knowing; the player works all the same.
        case note
        /// Something that playing needs is missing or broken.
        case wrong
    }

    /// What was looked at, in a word or two.
    public var subject: String
    /// Whether there is anything to mend.
    public var state: State
    /// What was found, in half a sentence or one.
    public var text: String
    /// The command, or failing that the sentence, that mends it; nil when there is nothing to mend.
    public var remedy: String?

    /// A finding about `subject`, in words for a person.
    public init(_ subject: String, _ state: State, _ text: String, remedy: String? = nil) {
        self.subject = subject
        self.state = state
        self.text = text
        self.remedy = remedy
    }
}

/// The commands that mend what is wrong.
enum Remedy {
    /// Installs Debian's packages; elsewhere it takes a person to find what they are called there.
    static func install(_ packages: some Sequence<String>) -> String {
        let names = Set(packages).sorted().joined(separator: " ")
        return FileAccess.exists("/usr/bin/apt-get")
            ? "sudo apt-get install \(names)" : "install what is called \(names) on Debian"
    }

    /// `text` as one word of a shell.
    static func word(_ text: String) -> String {
        let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+:,@%".contains($0)) }
        return isPlain && !text.isEmpty
            ? text : "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#))'"
    }
}
