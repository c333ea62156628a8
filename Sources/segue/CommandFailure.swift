/// The failure of a verb, which ends with exit status 1 and this sentence on stderr.
struct CommandFailure: Error, Equatable {
    /// One sentence that a person can act on.
    let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }

    /// Returns the failure for a name without a match. `kind` is the kind of object searched for, such as `file`.
    static func missing(_ name: String, _ kind: String) -> CommandFailure {
        CommandFailure("\(name): there is no such \(kind).")
    }
}
