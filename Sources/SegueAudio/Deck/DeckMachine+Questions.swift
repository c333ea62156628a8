import SegueCore

/// The progress of a deck's audio.
extension DeckMachine {
    /// The first sample that has not passed: from here on, the gain can still be changed.
    var frontier: Int64 { timeline.startSample + passed }

    var isLoading: Bool { state == .loading || state == .moving }
    var isWaiting: Bool { state == .waiting }

    /// True if samples of the deck pass, or may pass.
    var isPlaying: Bool { state == .entered || state == .sounding }

    /// True if the deck is in the mixer, or was until a moment ago.
    var isInMixer: Bool {
        switch state {
        case .loading, .moving, .waiting: false
        case .claimed, .entered, .sounding, .ending, .ended: true
        case .over: passed > 0
        }
    }

    /// Returns true if the deck is on the mixer's timeline of this number, which waits for the deck's end.
    func isOnTimeline(_ number: Int) -> Bool {
        switch state {
        case .claimed: true
        case .entered, .sounding, .ending, .ended: timelineNumber == number
        case .loading, .moving, .waiting, .over: false
        }
    }

    /// True if it is decided what happens at the deck's end.
    var isDecided: Bool { outlook.isDecided }

    /// True if the deck's end waits for a decision about what follows.
    var waitsForDecision: Bool { isPlaying && outlook.isAsked && !outlook.isDecided }

    /// The deck's part in a fade that is under way or over.
    var run: FadeRun? { gain.run }

    /// True if nothing passes until it is decided what follows.
    var isHeld: Bool { isPlaying && outlook.holds(frontier) }

    /// The sample that the deck is to deliver next; nil if it delivers no more, or if it waits for a decision itself.
    var wantedSample: Int64? { isPlaying && !outlook.isAsked && !isHeld ? frontier : nil }

    /// The deck that follows, if known.
    var follower: Owner? { outlook.armed?.incoming }

    /// The deck that follows without a gap, if known.
    var joiner: Owner? { outlook.armed.flatMap { $0.plan.kind == .gapless ? $0.incoming : nil } }

    /// Returns true if another deck sounds beside this one, or begins to in the next `length` samples.
    func isAccompanied(in length: Int64) -> Bool {
        silence != nil || outlook.due(in: length, from: frontier, on: timeline) != nil
    }

    /// True if the deck is silent from here on, so that the end is to be sent next.
    var isSilenced: Bool { isPlaying && silence.map { frontier >= $0 } ?? false }
}
