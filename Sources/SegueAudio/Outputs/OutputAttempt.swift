import SegueCore

/// One attempt to open an output.
struct OutputAttempt: Sendable, Hashable {
    enum Purpose: Sendable, Hashable {
        /// The first output of the player: if it can't be used, a clocked output takes its place.
        case start
        /// A person asks for another output; if it can't be used, the former one stays.
        case choice
        /// The output that was lost.
        case returning
        /// The output that was asked for, in the place of its fallback; if it can't be used, nobody is told.
        case improvement
    }

    /// How an attempt ends.
    enum Outcome {
        case opened(any Output)
        case refused(AudioPlayerError)
        /// The sound server of this name is there and does not answer: it is waited for.
        case awaited(name: String, reason: String)
    }

    /// The attempt with the highest number counts.
    var number: Int
    var selection: OutputSelection
    var purpose: Purpose
    /// Only a sound server will do: there was one, and it comes back.
    var isServed = false
}
