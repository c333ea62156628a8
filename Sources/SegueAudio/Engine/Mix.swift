import EventLoop
import SegueCore

/// The mixer's current work, and the position of its audio on the tape.
struct Mix: Sendable {
    /// The position of the timeline's first sample.
    enum Beginning: Hashable, Sendable {
        /// Onto an empty tape.
        case cold
        /// Over the audio that can still be changed when the new audio is ready; the old audio continues beneath it.
        case over(MediaTime, FadeCurve)
        /// After the audio that ends at this position.
        case behind(Int64)
        /// The same audio again, changed from this position on; it takes over as soon as possible.
        case again(Int64)
    }

    var beginning: Beginning
    /// The start request, if the timeline begins with a start and not with a transition.
    var start: Score.Start?
    /// The time when the mixing began.
    let began: MonotonicTime
    /// The tape position of the timeline's sample 0; nil until it is known.
    var origin: Int64?
    /// True if mixed samples go onto the tape at once.
    var isPlaced = false
    /// The samples mixed before the timeline had its position.
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

    /// True if the mix is a changed version of the audio on the tape, and has no position yet.
    var isUnplacedRewrite: Bool {
        guard case .again = beginning else { return false }
        return !isPlaced
    }

    /// Returns true if the timeline can be heard without running dry, even on a busy machine. The available audio then
    /// lasts several times as long as it took to mix. The first `skipped` samples are not heard.
    func isAhead(rate: Int32, behind skipped: Int64 = 0, at now: MonotonicTime) -> Bool {
        let mixed = Timeline.time(of: Int64(waiting.count / 2) - skipped, rate: rate)
        return mixed >= Self.enough || mixed.nanoseconds > 4 * now.nanoseconds(since: began)
    }

    /// The greatest length that is waited for.
    static let enough = MediaTime(seconds: 1)
}

/// A part of the tape that is to be heard differently from some position on. The loads heard there are reopened at
/// their positions there, and mixed again. Until the new mix is ready, the tape plays unchanged.
struct Rewrite: Hashable, Sendable {
    struct Part: Hashable, Sendable {
        var generation: LoadGeneration
        /// The load's part in a fade that is under way, by sample positions on the tape.
        var run: FadeRun?
        /// The sample position from which the load is silent.
        var end: Int64?
    }

    /// The sample position at which the new mix begins.
    var start: Int64
    var parts: [Part] = []
    /// The end of the remaining audio, if no part is mixed.
    var end: Int64?
    /// True if `end` precedes the natural end of the audio.
    var isCutShort = false

    mutating func goOnWithoutFade() {
        for index in parts.indices {
            parts[index].run = nil
            parts[index].end = nil
        }
    }
}

/// The part of the tape whose changed version has not been mixed yet.
struct Change: Hashable, Sendable {
    /// The sample position from which the audio is to be heard differently.
    var start: Int64
    /// The loads that fall silent on the tape before their own ends.
    var cut: Set<LoadGeneration>
}
