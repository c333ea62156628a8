import SegueCore

/// Where a load lies on the tape, or on a timeline that has no place there yet.
struct LoadSpan: Hashable, Sendable {
    /// Where the load's media lies. Its slope is 1: a second of media takes a second of tape. A span that is stretched
    /// would have its slope here, and everything that asks for a place or a position would find it.
    var timeline: Timeline
    /// The load is silent from here on; nil when it goes on to its own end.
    var end: Int64?
    /// The fade at the load's beginning.
    var fadeIn: FadeRun?
    /// The fade at the load's end. Before its start, `fadeIn` applies.
    var fadeOut: FadeRun?
    /// The fade-out lies over samples on the tape, and the fade-in continues beneath it.
    private var isOverlaid = false

    init(timeline: Timeline, run: FadeRun? = nil) {
        self.timeline = timeline
        if let run { play(run) }
    }

    /// The load's fade at this sample position; nil outside of a fade.
    func run(at place: Int64) -> FadeRun? {
        guard var run = fadeOut, place >= run.startSample else {
            return fadeIn.flatMap { $0.endSample > place ? $0 : nil }
        }
        if isOverlaid, let fadeIn, case let former = fadeIn.gain(at: run.startSample), former > 0 {
            run.scale *= fadeIn.gain(at: place) / former
        }
        return run.endSample > place ? run : nil
    }

    /// Adds the fade. A fade-in replaces both fades.
    mutating func play(_ run: FadeRun) {
        isOverlaid = false
        switch run.direction {
        case .incoming: (fadeIn, fadeOut) = (run, nil)
        case .outgoing: fadeOut = run
        }
    }

    /// Adds the fade; nil removes both fades.
    mutating func goOn(along run: FadeRun?) {
        if let run { play(run) } else { (fadeIn, fadeOut) = (nil, nil) }
    }

    /// Another load takes this one's place on the tape. This one goes on beneath the other, even if it is mixed again
    /// too.
    mutating func fadeOut(over span: (start: Int64, end: Int64), _ curve: FadeCurve) {
        let level = run(at: span.start).map { $0.gain(at: span.start) } ?? 1
        end = min(end ?? .max, span.end)
        guard span.end > span.start else { return }
        isOverlaid = isOverlaid || fadeOut == nil
        fadeOut = FadeRun(
            direction: .outgoing, curve: curve, startSample: span.start, endSample: span.end, scale: level)
    }

    /// The same span when sample 0 of its timeline is at `origin`.
    func placed(at origin: Int64) -> LoadSpan {
        var placed = self
        placed.timeline.startSample += origin
        placed.end = end.map { $0 + origin }
        placed.fadeIn = fadeIn?.moved(toBeginAt: -origin)
        placed.fadeOut = fadeOut?.moved(toBeginAt: -origin)
        return placed
    }
}

/// A load on the score, in exactly one state.
struct ScoreLoad: Hashable, Sendable {
    enum State: Hashable, Sendable {
        /// Its deck is being opened.
        case opening
        /// It can be started, or follow another load.
        case ready
        /// It is being mixed, and its timeline has no place on the tape yet.
        case mixing(LoadSpan)
        /// It is heard, or about to be.
        case onTape(LoadSpan)
        /// It is on the tape, and is being opened again to be mixed differently from some place on.
        case reopening(LoadSpan, isReady: Bool)
        /// It has been heard to its end, and the mixer is not through with it.
        case leaving
    }

    let generation: LoadGeneration
    var state = State.opening
    /// How full the load's reserve is while it lags behind, in percent.
    var lag: Int?
    /// It has been reported that nothing is left of the load on the tape.
    var hasStalled = false

    /// The deck can be started, or mixed.
    var isReady: Bool {
        switch state {
        case .ready: true
        case .reopening(_, let isReady): isReady
        case .opening, .mixing, .onTape, .leaving: false
        }
    }

    /// Where the load is on the tape; nil when nothing of it is there. Setting it changes nothing elsewhere.
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
        /// It can't be carried out yet.
        case wanted(Wait)
        /// It waits at its outgoing deck for its moment.
        case armed
        /// It has been mixed between these samples of a timeline that has no place on the tape yet; nil for a
        /// transition with which that timeline begins.
        case mixed(Bounds?)
        /// It is on the tape. Nobody has heard of it.
        case placed(Bounds)
        /// Its first sample has been heard, and its end has not.
        case heard(Bounds)
    }

    enum Wait: Hashable, Sendable {
        /// The incoming load is being opened again.
        case load
        /// A skip waits for more of the sound that it fades out; not any longer when it is due.
        case sound(isDue: Bool)
        /// The outgoing load will never be heard: the incoming one begins in its place.
        case start
    }

    /// The incoming load's first sample, and the one from which the outgoing load is silent.
    struct Bounds: Hashable, Sendable {
        var start: Int64
        var end: Int64
        /// False where other sound takes over in between: nobody is told of the end.
        var isEndTold = true

        func moved(by origin: Int64) -> Bounds {
            Bounds(start: start + origin, end: end + origin, isEndTold: isEndTold)
        }
    }

    var plan: TransitionPlan
    var home: Home

    var outgoing: LoadGeneration { plan.outgoing }
    var incoming: LoadGeneration { plan.incoming }

    /// Where the transition is on the tape.
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

    /// Whether it waits to be scheduled again.
    var isAwaited: Bool {
        switch home {
        case .wanted(.load), .wanted(.sound): true
        case .wanted(.start), .armed, .mixed, .placed, .heard: false
        }
    }

    func concerns(_ generation: LoadGeneration) -> Bool { [plan.outgoing, plan.incoming].contains(generation) }
}

extension TransitionPlan {
    /// The incoming load is to be heard as soon as anything new can be.
    var isSkip: Bool { start == .now && kind != .gapless }
}
