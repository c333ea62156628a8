extension TapeMachine {
    enum State: Hashable, Sendable {
        /// Nothing is on the tape.
        case stopped
        case running
        /// A ramp to silence is on its way to the output, and the audio stops at this position.
        case pausing(at: Int64)
        case paused(at: Int64)
        /// Everything fades to silence, which is reached at this position.
        case leaving(at: Int64, Purpose)
    }

    enum Purpose: Hashable, Sendable {
        case stop
        case fadeOut
    }

    /// The state of the output, by positions on the tape.
    struct Reading: Hashable, Sendable {
        /// The position at the ear.
        var heard: Int64
        /// The position from which the output counts what it wants to hold. It is ahead of the heard position if the
        /// audio takes long to the ear.
        var taken: Int64
        /// The number of samples by which the heard position is behind the audio that the output needs, at most.
        var delay: Int64
        /// The first position that can be written again.
        var changeable: Int64
        /// The number of samples ahead of the taken position that the output wants to hold.
        var depth: Int64

        init(heard: Int64, taken: Int64? = nil, delay: Int64 = 0, changeable: Int64, depth: Int64) {
            self.heard = heard
            self.taken = taken ?? heard
            self.delay = delay
            self.changeable = changeable
            self.depth = depth
        }
    }

    /// An action for the output. Actions are carried out in their order.
    enum Action: Hashable, Sendable {
        /// Audio begins, or continues, at this position.
        case began(Int64)
        /// The output starts, with this position first.
        case go(from: Int64)
        case write([Float], at: Int64)
        case rest(at: Int64)
        /// Nothing follows the written samples.
        case finish
        /// More has to be mixed.
        case starve
        /// The mixer may continue up to this position.
        case allow(Int64)
        /// A pause is complete.
        case paused
        /// The audio that was to fall silent is silent.
        case silent(Purpose)
    }
}
