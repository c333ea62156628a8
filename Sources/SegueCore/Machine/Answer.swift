/// What a command came to. One that is refused throws instead.
enum Answer {
    case done
    /// Accepted; the caller is answered when it is through.
    case pending
    case nothingToDo
}
