/// The outcome of a command within the step. A rejected command throws an error instead.
enum Answer {
    case done
    /// Accepted; the caller is answered in a later step.
    case pending
    case nothingToDo
}
