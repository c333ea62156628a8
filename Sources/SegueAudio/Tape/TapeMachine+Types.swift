extension TapeMachine {
    enum State: Hashable, Sendable {
        /// Nothing is on the tape.
        case stopped
        case running
        /// A ramp is on its way out, behind which the sound stands still at this place.
        case pausing(at: Int64)
        case paused(at: Int64)
        /// Everything fades to silence, which is reached here.
        case leaving(at: Int64, Purpose)
    }

    enum Purpose: Hashable, Sendable {
        case stop
        case fadeOut
    }

    /// Where the output is, by places on the tape.
    struct Reading: Hashable, Sendable {
        var heard: Int64
        /// The first place that can be written again.
        var changeable: Int64
        /// How many samples ahead of what is heard the output wants to be filled.
        var depth: Int64
    }

    /// An action for the output. Actions are carried out in their order.
    enum Action: Hashable, Sendable {
        /// Sound begins, or goes on, with this place.
        case began(Int64)
        /// The output starts, with this place first.
        case go(from: Int64)
        case write([Float], at: Int64)
        case rest(at: Int64)
        /// Nothing follows what was written.
        case finish
        /// More has to be mixed.
        case starve
        /// The mixer may go on up to this place.
        case allow(Int64)
        /// A pause is complete.
        case paused
        /// The sound that was to fall silent is silent.
        case silent(Purpose)
    }
}
