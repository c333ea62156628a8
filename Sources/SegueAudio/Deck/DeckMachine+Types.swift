import SegueCore

extension DeckMachine {
    enum State: Hashable {
        /// Not enough has arrived at the gate since the load, or since the last seek.
        case loading
        /// The stream is being moved to its position: arrivals still come from another position.
        case moving
        /// The beginning waits at the gate.
        case waiting
        /// The mixer has taken the deck, and will put it on the timeline at once.
        case claimed
        /// On the mixer's timeline, but nothing has passed.
        case entered
        case sounding
        /// All audible samples have passed, and the end is on its way to the mixer.
        case ending
        /// The mixer has received the end, after this sample.
        case ended(at: Int64)
        /// Cancelled, or released by the mixer.
        case over
    }

    /// A piece of the stream at the gate. The gate may see a piece again, so pieces must be distinguishable from their
    /// neighbours.
    struct Arrival: Hashable, Sendable {
        var address: UInt
        var stamp: UInt
    }

    /// The disposition of a piece that has arrived.
    enum ArrivalStep: Hashable, Sendable {
        /// The piece waits at the gate.
        case wait
        /// The piece belongs to the beginning, which is kept until the load sounds.
        case keep
        /// The piece is the last one of the beginning, which is now put on this timeline.
        case begin(Timeline)
        /// The piece is appended to the samples before it.
        case take
        /// The piece was appended already; blocks that could not pass before may pass now.
        case goOn
    }

    /// The disposition of a block.
    enum BlockStep {
        /// The block goes to the mixer, with this gain.
        case pass(DeckGain.Step)
        /// First, the next load begins, at this sample.
        case begin(ArmedTransition<Owner>, at: Int64)
        /// The load is silent from here on: the end goes to the mixer instead of the block.
        case end
        case drop
    }

    /// The disposition of the end of the stream.
    enum EndStep {
        /// The end waits at the gate.
        case wait
        /// The mixer has the end already.
        case drop
        /// No sample preceded the end: the stream is moved to its position once more, or there is no audio.
        case beginAgain
        /// The track lasts only a moment: its end waits at the gate, and the load is ready.
        case ready
        /// The end waits, and the loop has to say what it means, or what follows.
        case ask(at: Int64)
        /// A load that follows without a gap continues at this sample.
        case join(ArmedTransition<Owner>, at: Int64)
        /// Silence fills the rest of a fade.
        case fill(Int64)
        /// The end goes to the mixer.
        case end
    }

    /// The outcome of setting a plan.
    enum Arming: Hashable, Sendable {
        case done
        /// The sample at which the transition begins has passed, or the whole load has.
        case late
    }
}
