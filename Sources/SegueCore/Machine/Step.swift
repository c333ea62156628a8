/// What one step led to.
public struct Step: Sendable, Equatable {
    /// To be carried out in this order.
    public var effects: [Effect]
    public var reply: Reply
    /// The identities of entries that the step put into the queue, in the order given.
    public var inserted: [EntryID]
}

/// The immediate answer to a command. A caller with a ticket also gets exactly one `Effect.complete` for it, in this
/// step or, while a file is loading, in a later one.
public enum Reply: Sendable, Equatable {
    case accepted
    case nothingToDo
    /// Nothing changed.
    case refused(AudioPlayerError)
}
