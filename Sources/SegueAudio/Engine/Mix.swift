import EventLoop
import SegueCore

/// What the mixer works on, and where its sound goes on the tape.
struct Mix: Sendable {
    /// Where the timeline's first sample goes.
    enum Beginning: Hashable, Sendable {
        /// Onto an empty tape.
        case cold
        /// Over the sound that can still be changed when the new sound is there; the old sound goes on beneath it.
        case over(MediaTime, FadeCurve)
        /// Behind the sound that ends at this place.
        case behind(Int64)
        /// The same sound again, changed from this place on; it takes over as soon as it can.
        case again(Int64)
    }

    var beginning: Beginning
    /// What was asked for, where the timeline begins with a start and not with a transition.
    var start: Score.Start?
    /// When the mixing began.
    let began: MonotonicTime
    /// The place of the timeline's sample 0; nil until it is known.
    var origin: Int64?
    /// What is mixed goes onto the tape at once.
    var isPlaced = false
    /// What was mixed before the timeline had its place.
    var waiting: [Float] = []

    init(_ beginning: Beginning, at now: MonotonicTime) {
        self.beginning = beginning
        began = now
        switch beginning {
        case .cold: (origin, isPlaced) = (0, true)
        case .again(let start): origin = start
        case .over, .behind: break
        }
    }

    /// The mix is the same sound as what is on the tape, changed, and has no place yet.
    var isUnplacedRewrite: Bool {
        guard case .again = beginning else { return false }
        return !isPlaced
    }

    /// Whether the timeline can be heard without running dry, even on a busy machine: the sound that is there lasts
    /// several times as long as it took to mix. The first `skipped` samples are not heard.
    func isAhead(rate: Int32, behind skipped: Int64 = 0, at now: MonotonicTime) -> Bool {
        let mixed = Timeline.time(of: Int64(waiting.count / 2) - skipped, rate: rate)
        return mixed >= Self.enough || mixed.nanoseconds > 4 * now.nanoseconds(since: began)
    }

    /// No more than this is waited for.
    static let enough = MediaTime(seconds: 1)
}

/// A part of the tape that is to be heard differently from some place on. The loads that are heard there are opened
/// again at their positions there, and mixed anew. Until the new mix is there, the tape goes on as it is.
struct Rewrite: Hashable, Sendable {
    struct Part: Hashable, Sendable {
        var generation: LoadGeneration
        /// The load's part in a fade that is under way, by places on the tape.
        var run: FadeRun?
        /// The load is silent from here on.
        var end: Int64?
        /// On the tape as it is until the new mix takes over, the load falls silent in front of its own end.
        var isCut = false
    }

    /// Where the new mix begins.
    var start: Int64
    var parts: [Part] = []
    /// Where the sound that is left ends, if no part is mixed.
    var end: Int64?
    /// Whether that is in front of its own end.
    var isCutShort = false

    mutating func goOnWithoutFade() {
        for index in parts.indices {
            parts[index].run = nil
            parts[index].end = nil
        }
    }
}
