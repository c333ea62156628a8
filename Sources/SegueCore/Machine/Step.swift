/// The outcome of one step.
public struct Step: Sendable, Equatable {
    /// The effects, to be carried out in this order.
    public var effects: [Effect]
    /// What a caller without a ticket learns at once; `accepted` for every input that is no command.
    public var reply: Reply
    /// The identities of entries that the step put into the queue, in the order given.
    public var inserted: [EntryID]
}

/// The immediate answer to a command. A caller with a ticket also gets exactly one `Effect.complete` for it, in this
/// step or, while a file is loading, in a later one.
public enum Reply: Sendable, Equatable {
    /// The command has taken effect, or will.
    case accepted
    /// Everything is already as the command wants it.
    case nothingToDo
    /// The command was refused with this error; nothing has changed.
    case refused(AudioPlayerError)
}
