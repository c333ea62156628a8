import SegueCore

/// How far a deck's sound is.
extension DeckMachine {
    /// The first sample that has not passed: from here on its gain can still be changed.
    var frontier: Int64 { timeline.startSample + passed }

    var isLoading: Bool { state == .loading }
    var isWaiting: Bool { state == .waiting }

    /// Whether samples of it pass, or may.
    var isPlaying: Bool { state == .entered || state == .sounding }

    /// Whether it is in the mixer, or was until a moment ago.
    var isInMixer: Bool {
        switch state {
        case .loading, .waiting: false
        case .claimed, .entered, .sounding, .ending, .ended: true
        case .over: passed > 0
        }
    }

    /// Whether it is on the mixer's timeline of this number, which waits for its end.
    func isOnTimeline(_ number: Int) -> Bool {
        switch state {
        case .claimed: true
        case .entered, .sounding, .ending, .ended: timelineNumber == number
        case .loading, .waiting, .over: false
        }
    }

    /// Its part in a fade that is under way or over.
    var run: FadeRun? { gain.run }

    /// Whether nothing passes until it is known what follows.
    var isHeld: Bool { isPlaying && outlook.holds(frontier) }

    /// The sample that it is to give next; nil where nothing more comes of it, or it waits for a decision itself.
    var wantedSample: Int64? { isPlaying && !outlook.isAsked && !isHeld ? frontier : nil }

    /// What follows it, as far as that is known.
    var follower: Owner? { outlook.armed?.incoming }

    /// What follows it without a gap, as far as that is known.
    var joiner: Owner? { outlook.armed.flatMap { $0.plan.kind == .gapless ? $0.incoming : nil } }

    /// Whether it is silent from here on: the end is to be sent next.
    var isSilenced: Bool { isPlaying && silence.map { frontier >= $0 } ?? false }
}
