/// Times that belong to the machine rather than to a setting.
enum Timing {
    /// The time limit of a load, in seconds, where none is configured: the longest time that loads of the source took,
    /// times the factor, within the range.
    static let loadLimit = 10...60
    static let loadLimitFactor = 3.0
    /// So many loads of a source count for its limit.
    static let loadsRemembered = 32
    /// The times of so many sources are kept.
    static let sourcesRemembered = 64
    static let attempts = 3
    /// A candidate that takes longer than this is not the only one that is opened.
    static let lookAhead = MediaTime(seconds: 3)
    /// Presses closer together than this are one burst.
    static let burst = MediaTime(seconds: 0.25)
    /// A burst is over when nothing came for this long.
    static let settle = MediaTime(seconds: 0.15)
    static let seekBurst = MediaTime(seconds: 0.1)
    /// Clients are told the position when what they draw is further from it than this.
    static let drawnTolerance = MediaTime(seconds: 0.25)
    static let quickFinish = MediaTime(seconds: 1)
    static let fadeTick = MediaTime(seconds: 0.1)
    /// No client shows a smaller difference between two positions.
    static let shownStep = MediaTime(nanoseconds: 500_000)
    /// Hides the seam of a cut or a seek.
    static let cutRamp = MediaTime(seconds: 0.02)
    /// Lets go of a deck that still sounds.
    static let releaseRamp = MediaTime(seconds: 0.04)
    /// A shorter fade becomes a join or a cut.
    static let shortestFade = MediaTime(seconds: 0.3)
    /// A line of loads that lasts less than this ends before another load could be opened.
    static let briefLine = MediaTime(seconds: 1)
    /// The longest line of loads.
    static let loadsAhead = 12
    /// How many loads of the line are opened at the same time.
    static let loadsAtOnce = 4
    /// How long before its turn a track on the network is opened.
    static let networkLead = MediaTime(seconds: 20)
    /// How long the tags that a load brings wait for the cover and the lyrics, so that a track is corrected once.
    static let tagPatience = MediaTime(seconds: 0.3)
    /// How long a track that is ready waits for what is kept of its sound, so that it is as loud each time.
    static let soundPatience = MediaTime(seconds: 0.05)
    /// The pauses in front of the attempts to open a broken stream again.
    static let reconnections = [0.0, 1, 2, 4, 8, 15].map { MediaTime(seconds: $0) }
    /// A stream that went on for this long has recovered.
    static let reconnectionProof = MediaTime(seconds: 10)
    /// The fade before the computer sleeps. It waits 5 s for everybody as a rule.
    static let sleepFade = MediaTime(seconds: 1.5)
    /// How long a pause takes until it is out of the output.
    static let sleepSettling = MediaTime(seconds: 0.2)
    static let longestPlayCount = MediaTime(seconds: 240)
    /// The pauses between the attempts to open an output that went away. The first attempt is made at once, and the
    /// last of these pauses is repeated.
    static let outputAttempts = [0.25, 0.5, 1, 2].map { MediaTime(seconds: $0) }
    /// An output that is lost again within this time is not a sound one: the attempts go on getting rarer.
    static let outputSettled = MediaTime(seconds: 10)
}
