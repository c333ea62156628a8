import SegueCore

extension DeckMachine {
    enum State: Hashable {
        /// Not enough has arrived at the gate since the load, or since the last seek.
        case loading
        /// The stream is being moved to its position: what arrives still is from elsewhere.
        case moving
        /// The beginning waits at the gate.
        case waiting
        /// The mixer has taken the deck, and will put it on the timeline at once.
        case claimed
        /// On the mixer's timeline, but nothing has passed.
        case entered
        case sounding
        /// All that is to be heard has passed, and the end is on its way to the mixer.
        case ending
        /// The mixer has the end, behind this sample.
        case ended(at: Int64)
        /// Given up, or let go of by the mixer.
        case over
    }

    /// A piece of the stream at the gate. The gate may ask about one piece again, so it must be told from those before
    /// and behind it.
    struct Arrival: Hashable, Sendable {
        var address: UInt
        var stamp: UInt
    }

    /// What becomes of a piece that has arrived.
    enum ArrivalStep: Hashable, Sendable {
        /// The piece waits at the gate.
        case wait
        /// The piece belongs to the beginning, which is kept until the load sounds.
        case keep
        /// The piece is the last of the beginning, which now goes onto this timeline.
        case begin(Timeline)
        /// The piece goes in behind what came before.
        case take
        /// The piece went in already; what could not pass before may do so now.
        case goOn
    }

    /// What becomes of a block.
    enum BlockStep {
        /// The block goes to the mixer, with this gain.
        case pass(DeckGain.Step)
        /// First, the next load begins, at this sample.
        case begin(ArmedTransition<Owner>, at: Int64)
        /// The load is silent from here on: the end goes to the mixer in place of the block.
        case end
        case drop
    }

    /// What becomes of the end of the stream.
    enum EndStep {
        /// The end waits at the gate.
        case wait
        /// The mixer has the end already.
        case drop
        /// There was no sample in front of the end: the stream is moved to its position once more, or there is no
        /// audio.
        case beginAgain
        /// The track lasts only a moment: its end waits at the gate, and the load is ready.
        case ready
        /// The end waits, and the loop is to say what it means, or what follows.
        case ask(at: Int64)
        /// A load that follows without a gap goes on at this sample.
        case join(ArmedTransition<Owner>, at: Int64)
        /// Silence takes up the rest of a fade.
        case fill(Int64)
        /// The end goes to the mixer.
        case end
    }

    /// The outcome of setting a plan.
    enum Arming: Hashable, Sendable {
        case done
        /// The sample at which the transition begins has passed, or all of the load has.
        case late
    }
}
