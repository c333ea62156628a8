import SegueCore

extension DeckMachine {
    /// A piece of the stream at the gate, told from those before and behind it: the gate may ask about one again.
    struct Arrival: Hashable, Sendable {
        var address: UInt
        var stamp: UInt
    }

    /// What becomes of a piece that has arrived.
    enum ArrivalStep: Hashable, Sendable {
        /// It waits at the gate.
        case wait
        /// It belongs to the beginning, which is kept until the load sounds.
        case keep
        /// It is the last of the beginning, which now goes onto this timeline.
        case begin(Timeline)
        /// It goes in behind what came before.
        case take
        /// It went in already; what could not pass before may do so now.
        case goOn
    }

    /// What becomes of a block.
    enum BlockStep {
        /// It goes to the mixer, with this gain.
        case pass(DeckGain.Step)
        /// What follows begins first, at this sample.
        case begin(ArmedTransition<Owner>, at: Int64)
        /// The load is silent from here on: the end goes to the mixer in place of the block.
        case end
        case drop
    }

    /// What becomes of the end of the stream.
    enum EndStep {
        /// It waits at the gate.
        case wait
        /// The mixer has it.
        case drop
        /// There was no sample in front of it: the position is gone to once more, or there is no sound.
        case beginAgain
        /// A track of a moment: it waits at the gate as one that is ready.
        case ready
        /// It waits, and the loop is to say what it means, or what follows.
        case ask(at: Int64)
        /// What follows without a gap goes on at this sample.
        case join(ArmedTransition<Owner>, at: Int64)
        /// Silence takes up the rest of a fade.
        case fill(Int64)
        /// It goes to the mixer.
        case end
    }

    /// What a plan meets.
    enum Arming: Hashable, Sendable {
        case done
        /// The sample at which it begins has passed, or all of the load has.
        case late
    }
}
