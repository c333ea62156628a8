import SegueCore

/// The position of a load on the tape, or on a timeline that has no position there yet.
struct LoadSpan: Hashable, Sendable {
    /// The mapping of the load's media to samples. Its slope is 1: a second of media takes a second of tape. The slope
    /// of a stretched span would belong here, where every conversion between positions would use it.
    var timeline: Timeline
    /// The sample from which the load is silent; nil if it plays to its own end.
    var end: Int64?
    /// The fades, sorted by start. From its start on, each replaces the fades before it.
    private var fades: [Fade] = []

    private struct Fade: Hashable, Sendable {
        var start: Int64
        /// Nil if the load has its full gain.
        var run: FadeRun?
        /// Multiplies the fade before it instead of replacing it: the samples on the tape have both.
        var isOverlaid = false
    }

    init(timeline: Timeline, run: FadeRun? = nil) {
        self.timeline = timeline
        if let run { play(run) }
    }

    /// The load's fade at this sample position; nil outside of a fade.
    func run(at place: Int64) -> FadeRun? {
        let index = fades.lastIndex { $0.start <= place } ?? fades.indices.first
        return index.flatMap { run(of: $0, at: place) }.flatMap { $0.endSample > place ? $0 : nil }
    }

    /// The fade, scaled by the gain of the fade beneath it at this sample position.
    private func run(of index: Int, at place: Int64) -> FadeRun? {
        guard var run = fades[index].run else { return nil }
        if fades[index].isOverlaid, index > 0, let beneath = self.run(of: index - 1, at: place) {
            run.scale *= beneath.gain(at: place)
        }
        return run
    }

    /// The fade with which the load begins, unless it is over at this sample position.
    func fadeIn(at place: Int64) -> FadeRun? {
        let beginning = fades.last { $0.run?.direction != .outgoing }?.run
        return beginning.flatMap { $0.endSample > place ? $0 : nil }
    }

    /// The position where another fade, or none, replaces the fade that is under way at this position; nil if nothing
    /// replaces it before its end.
    func turn(inFadeAt place: Int64) -> Int64? {
        guard timeline.startSample <= place, let run = run(at: place) else { return nil }
        return fades.first { $0.start > place && !$0.isOverlaid }.flatMap { $0.start < run.endSample ? $0.start : nil }
    }

    /// Adds the fade, effective from its own start.
    mutating func play(_ run: FadeRun) {
        if run.direction == .incoming { fades = [] }
        fades.append(Fade(start: run.startSample, run: run))
    }

    /// From this sample position on, the load follows the fade; with nil, it has its full gain.
    mutating func goOn(along run: FadeRun?, from place: Int64) {
        takeBack(from: place)
        fades.append(Fade(start: place, run: run))
    }

    /// Removes the fades that begin at this sample position or later.
    mutating func takeBack(from place: Int64) { fades.removeAll { $0.start >= place } }

    /// Fades the load out beneath another load that replaces it on the tape. The load continues beneath the other one,
    /// even if it is mixed again too.
    mutating func fadeOut(over span: (start: Int64, end: Int64), _ curve: FadeCurve) {
        end = min(end ?? .max, span.end)
        guard span.end > span.start else { return }
        let run = FadeRun(direction: .outgoing, curve: curve, startSample: span.start, endSample: span.end)
        takeBack(from: span.start + 1)
        fades.append(Fade(start: span.start, run: run, isOverlaid: true))
    }

    /// Returns the same span for a timeline whose sample 0 is at `origin`.
    func placed(at origin: Int64) -> LoadSpan {
        var placed = self
        placed.timeline.startSample += origin
        placed.end = end.map { $0 + origin }
        for index in fades.indices {
            placed.fades[index].start += origin
            placed.fades[index].run = fades[index].run?.moved(toBeginAt: -origin)
        }
        return placed
    }
}

/// A load on the score, in exactly one state.
struct ScoreLoad: Hashable, Sendable {
    enum State: Hashable, Sendable {
        /// The load's deck is being opened.
        case opening
        /// The load can be started, or follow another load.
        case ready
        /// The load is being mixed, and its timeline has no position on the tape yet.
        case mixing(LoadSpan)
        /// The load is heard, or about to be.
        case onTape(LoadSpan)
        /// The load is on the tape, and is being reopened to be mixed differently from some position on.
        case reopening(LoadSpan, isReady: Bool)
        /// The load has been heard to its end, and the mixer has not finished with it.
        case leaving
    }

    let generation: LoadGeneration
    var state = State.opening
    /// The fill of the load's reserve while it lags, in percent.
    var lag: Int?
    /// The greatest fill since it was reported that nothing is left of the load on the tape, in percent; nil if it was
    /// not.
    var stallFill: Int?

    /// True if the deck can be started, or mixed.
    var isReady: Bool {
        switch state {
        case .ready: true
        case .reopening(_, let isReady): isReady
        case .opening, .mixing, .onTape, .leaving: false
        }
    }

    /// The load's span on the tape; nil if nothing of it is there. Setting it has an effect only for a load on the
    /// tape.
    var span: LoadSpan? {
        get {
            switch state {
            case .onTape(let span), .reopening(let span, _): span
            case .opening, .ready, .mixing, .leaving: nil
            }
        }
        set {
            guard let newValue else { return }
            switch state {
            case .onTape: state = .onTape(newValue)
            case .reopening(_, let isReady): state = .reopening(newValue, isReady: isReady)
            case .opening, .ready, .mixing, .leaving: break
            }
        }
    }

    var isMixing: Bool { if case .mixing = state { true } else { false } }
}

/// A transition between two loads, in exactly one home.
struct ScoreTransition: Hashable, Sendable {
    enum Home: Hashable, Sendable {
        /// The transition can't be carried out yet.
        case wanted(Wait)
        /// The transition waits at its outgoing deck for its start.
        case armed
        /// The transition has been mixed between these samples of a timeline that has no position on the tape yet; nil
        /// for a transition with which that timeline begins.
        case mixed(Bounds?)
        /// The transition is on the tape, and has not been reported.
        case placed(Bounds)
        /// The transition's first sample has been heard, and its end has not.
        case heard(Bounds)
    }

    enum Wait: Hashable, Sendable {
        /// The incoming load is being reopened.
        case load
        /// A skip waits for more of the audio that it fades out; no longer if it is due.
        case sound(isDue: Bool)
        /// The outgoing load will never be heard: the incoming load begins instead.
        case start
    }

    /// The incoming load's first sample, and the sample from which the outgoing load is silent.
    struct Bounds: Hashable, Sendable {
        var start: Int64
        var end: Int64
        /// False if other audio takes over in between: the end is not reported.
        var isEndTold = true

        func moved(by origin: Int64) -> Bounds {
            Bounds(start: start + origin, end: end + origin, isEndTold: isEndTold)
        }
    }

    var plan: TransitionPlan
    var home: Home

    var outgoing: LoadGeneration { plan.outgoing }
    var incoming: LoadGeneration { plan.incoming }

    /// The position of the transition on the tape.
    var bounds: Bounds? {
        switch home {
        case .placed(let bounds), .heard(let bounds): bounds
        case .wanted, .armed, .mixed: nil
        }
    }

    var isWanted: Bool { if case .wanted = home { true } else { false } }
    var isMixed: Bool { if case .mixed = home { true } else { false } }

    /// True if the transition has been mixed after another load, and not reported.
    var isUnheard: Bool {
        switch home {
        case .mixed(.some), .placed: true
        case .wanted, .armed, .mixed(nil), .heard: false
        }
    }

    /// True if the transition waits to be scheduled again.
    var isAwaited: Bool {
        switch home {
        case .wanted(.load), .wanted(.sound): true
        case .wanted(.start), .armed, .mixed, .placed, .heard: false
        }
    }

    func concerns(_ generation: LoadGeneration) -> Bool { [plan.outgoing, plan.incoming].contains(generation) }
}

extension TransitionPlan {
    /// True if the incoming load is to be heard as soon as anything new can be.
    var isSkip: Bool { start == .now && kind != .gapless }
}
