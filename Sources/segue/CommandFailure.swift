/// Something that the verb could not do: it ends with exit status 1 and this sentence on stderr.
struct CommandFailure: Error {
    /// One sentence that a person can act on.
    let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }
}
