import SegueCore

/// One attempt to open an output.
struct OutputAttempt: Sendable, Hashable {
    enum Purpose: Sendable, Hashable {
        /// The first output of the player: if it can't be used, a clocked output replaces it.
        case start
        /// The user requests another output; if it can't be used, the former one stays.
        case choice
        /// The output that was lost.
        case returning
        /// The requested output instead of its fallback; if it can't be used, nothing is reported.
        case improvement
    }

    /// The outcome of an attempt.
    enum Outcome {
        case opened(any Output)
        case refused(AudioPlayerError)
        /// The sound server of this name exists and does not answer: it is waited for.
        case awaited(name: String, reason: String)
    }

    /// The attempt with the highest number counts.
    var number: Int
    var selection: OutputSelection
    var purpose: Purpose
    /// True if only a sound server will do: there was one, and it comes back.
    var isServed = false
}
