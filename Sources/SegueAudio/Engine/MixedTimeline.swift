import EventLoop
import SegueCore

/// What the mixer works on, and where that is on the tape.
struct MixedTimeline {
    /// Where its first sample goes.
    enum Beginning {
        /// Onto an empty tape.
        case cold
        /// Over what can still be changed when it is there; the old sound goes on beneath it.
        case over(MediaTime, FadeCurve, TransitionPlan?)
        /// Behind the sound that comes to its end at this place.
        case behind(Int64, TransitionPlan)
        /// The same sound again, from this place on, as it is to be different; it takes over as soon as it can.
        case again(Int64)
    }

    var beginning: Beginning
    /// When its mixing began.
    let began = MonotonicTime.now
    /// The place of its sample 0; nil as long as that is not known.
    var origin: Int64?
    /// It goes onto the tape as it is mixed.
    var isPlaced = false
    /// What has been mixed before that.
    var waiting: [Float] = []
    /// What was told of it before its places were known.
    var begun: [BegunTransition] = []
    var early: [StreamSignal] = []

    init(_ beginning: Beginning) {
        self.beginning = beginning
        switch beginning {
        case .cold: (origin, isPlaced) = (0, true)
        case .again(let start): origin = start
        case .over, .behind: break
        }
    }

    /// Whether it can be heard without running dry, on a busy machine too: what is there lasts for some times as long as it took.
    /// The first `skipped` samples are not heard.
    func isAhead(rate: Int32, behind skipped: Int64 = 0) -> Bool {
        let mixed = Timeline.time(of: Int64(waiting.count / 2) - skipped, rate: rate)
        let elapsed = MediaTime(nanoseconds: MonotonicTime.now.nanoseconds(since: began))
        return mixed >= Self.enough || mixed.nanoseconds > 4 * elapsed.nanoseconds
    }

    /// More than that is not waited for.
    static let enough = MediaTime(seconds: 1)
}
