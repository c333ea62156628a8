/// The outcome of one step.
public struct Step: Sendable, Equatable {
    /// The effects, in the order of their execution.
    public var effects: [Effect]
    /// The immediate answer to a caller without a ticket; `accepted` for every input that is no command.
    public var reply: Reply
    /// The identities of entries that the step inserted into the queue, in the order given.
    public var inserted: [EntryID]
}

/// The immediate answer to a command. A caller with a ticket also gets exactly one `Effect.complete` for it, in this
/// step or, while a file is loading, in a later one.
public enum Reply: Sendable, Equatable {
    /// The command has taken effect, or will.
    case accepted
    /// The requested state already exists.
    case nothingToDo
    /// The command was rejected with this error; nothing has changed.
    case refused(AudioPlayerError)
}
