import EventLoop
import SegueCore

/// What the mixer works on, and where its sound goes on the tape.
struct MixedTimeline {
    /// Where the timeline's first sample goes.
    enum Beginning {
        /// Onto an empty tape.
        case cold
        /// Over the sound that can still be changed when the new sound is there; the old sound goes on beneath it.
        case over(MediaTime, FadeCurve, TransitionPlan?)
        /// Behind the sound that ends at this place.
        case behind(Int64, TransitionPlan)
        /// The same sound again, changed from this place on; it takes over as soon as it can.
        case again(Int64)
    }

    var beginning: Beginning
    /// When the mixing began.
    let began = MonotonicTime.now
    /// The place of the timeline's sample 0; nil until it is known.
    var origin: Int64?
    /// What is mixed goes onto the tape at once.
    var isPlaced = false
    /// What was mixed before the timeline had its place.
    var waiting: [Float] = []
    /// The transitions that began before the place of the timeline was known.
    var begun: [BegunTransition] = []

    init(_ beginning: Beginning) {
        self.beginning = beginning
        switch beginning {
        case .cold: (origin, isPlaced) = (0, true)
        case .again(let start): origin = start
        case .over, .behind: break
        }
    }

    /// Whether the timeline can be heard without running dry, even on a busy machine: the sound that is there lasts
    /// several times as long as it took to mix. The first `skipped` samples are not heard.
    func isAhead(rate: Int32, behind skipped: Int64 = 0) -> Bool {
        let mixed = Timeline.time(of: Int64(waiting.count / 2) - skipped, rate: rate)
        let elapsed = MediaTime(nanoseconds: MonotonicTime.now.nanoseconds(since: began))
        return mixed >= Self.enough || mixed.nanoseconds > 4 * elapsed.nanoseconds
    }

    /// No more than this is waited for.
    static let enough = MediaTime(seconds: 1)
}
