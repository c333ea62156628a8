/// Something that the verb could not do: it ends with exit status 1 and this sentence on stderr.
struct CommandFailure: Error, Equatable {
    /// One sentence that a person can act on.
    let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }

    /// The failure of a name that stands for nothing. `kind` is what was looked for: `file`.
    static func missing(_ name: String, _ kind: String) -> CommandFailure {
        CommandFailure("\(name): there is no such \(kind).")
    }
}
