/// The timings that are not settings.
enum Timing {
    /// The time limit of a load, in seconds, unless it is configured: the longest duration of the source's loads times
    /// the factor, within the range.
    static let loadLimit = 10...60
    static let loadLimitFactor = 3.0
    /// The number of loads of a source that count for its limit.
    static let loadsRemembered = 32
    /// The number of sources whose durations are kept.
    static let sourcesRemembered = 64
    static let attempts = 3
    /// If a candidate takes longer than this, the next one is opened too.
    static let lookAhead = MediaTime(seconds: 3)
    /// Commands closer together than this are one burst.
    static let burst = MediaTime(seconds: 0.25)
    /// The pause after which a burst is over.
    static let settle = MediaTime(seconds: 0.15)
    static let seekBurst = MediaTime(seconds: 0.1)
    /// The position is announced to clients if the drawn position differs by more than this.
    static let drawnTolerance = MediaTime(seconds: 0.25)
    static let quickFinish = MediaTime(seconds: 1)
    static let fadeTick = MediaTime(seconds: 0.1)
    /// The smallest difference between two positions that clients show.
    static let shownStep = MediaTime(nanoseconds: 500_000)
    /// Hides the seam of a cut or a seek.
    static let cutRamp = MediaTime(seconds: 0.02)
    /// Ramps out a deck that is released while it plays.
    static let releaseRamp = MediaTime(seconds: 0.04)
    /// Shorter fades become a join or a cut.
    static let shortestFade = MediaTime(seconds: 0.3)
    /// A line of loads that lasts less than this ends before another load could be opened.
    static let briefLine = MediaTime(seconds: 1)
    /// The longest line of loads.
    static let loadsAhead = 12
    /// The maximum number of loads of the line that are opened at the same time.
    static let loadsAtOnce = 4
    /// The lead with which a track on the network is opened.
    static let networkLead = MediaTime(seconds: 20)
    /// The time for which tags known from a load wait for the cover and the lyrics, so that a track is corrected once.
    static let tagPatience = MediaTime(seconds: 0.3)
    /// The time for which a track that is ready waits for its saved facts, so that it is equally loud each time.
    static let soundPatience = MediaTime(seconds: 0.05)
    /// The delays before the attempts to reopen a broken stream.
    static let reconnections = [0.0, 1, 2, 4, 8, 15].map { MediaTime(seconds: $0) }
    /// A stream that played for this long has recovered.
    static let reconnectionProof = MediaTime(seconds: 10)
    /// The fade before the computer sleeps, which usually waits 5 s for all programs.
    static let sleepFade = MediaTime(seconds: 1.5)
    /// The time until the silence of a pause has left the output.
    static let sleepSettling = MediaTime(seconds: 0.2)
    static let longestPlayCount = MediaTime(seconds: 240)
    /// The delays between the attempts to reopen a lost output. The first attempt is immediate, and the last delay is
    /// repeated.
    static let outputAttempts = [0.25, 0.5, 1, 2].map { MediaTime(seconds: $0) }
    /// If an output is lost again within this time, the delays between attempts keep increasing.
    static let outputSettled = MediaTime(seconds: 10)
    /// The time between the attempts to replace silence by the requested output.
    static let outputImprovement = MediaTime(seconds: 5)
}
