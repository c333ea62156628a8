import SegueCore

/// One attempt to open an output.
struct OutputAttempt: Sendable, Hashable {
    enum Purpose: Sendable, Hashable {
        /// The first one: something that is clocked takes its place when it can't be used.
        case start
        /// A person asks for another one; the former stays when it can't be used.
        case choice
        /// The one that was lost.
        case returning
        /// The one that was asked for, in the place of its fallback; nobody is told when it can't be used.
        case improvement
    }

    /// The latest one counts.
    var number: Int
    var selection: OutputSelection
    var purpose: Purpose
}
