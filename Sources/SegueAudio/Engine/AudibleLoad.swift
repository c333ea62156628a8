import SegueCore

/// A load that is on the tape, until the last of it has been heard.
struct AudibleLoad: Hashable {
    var generation: LoadGeneration
    /// Where the load's media lies on the tape; while the load `isMixed`, on the mixer's timeline.
    var timeline: Timeline
    /// The load is silent from here on.
    var endSample: Int64?
    /// The load's part in a fade.
    var run: FadeRun?
    /// The load's timeline has no place on the tape yet.
    private(set) var isMixed = true

    init(_ deck: Deck, run: FadeRun? = nil) {
        generation = deck.generation
        timeline = deck.timeline
        self.run = run
        // A live stream begins wherever it is; what counts is how long it has been listened to.
        if deck.isLive { timeline.mediaStart = deck.position }
    }

    /// Another load takes this one's place on the tape. This one goes on beneath the other, even if it is mixed again
    /// too.
    mutating func fadeOut(over span: (start: Int64, end: Int64), _ curve: FadeCurve) {
        let level = run.map { $0.gain(atProgress: $0.progress(at: span.start)) } ?? 1
        endSample = min(endSample ?? .max, span.end)
        guard span.end > span.start else { return }
        run = FadeRun(
            direction: .outgoing, curve: curve, startSample: span.start, endSample: span.end, scale: level)
    }

    /// Sample 0 of the mixer's timeline is at `origin`.
    mutating func place(at origin: Int64) {
        isMixed = false
        timeline.startSample += origin
        endSample = endSample.map { $0 + origin }
        run = run?.moved(toBeginAt: -origin)
    }
}
