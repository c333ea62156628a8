import SegueCore

/// A load comes over the sound of others, and nothing of it has been heard: how everything was before, so that it can
/// be like that again.
struct Takeover: Sendable {
    var incoming: LoadGeneration
    var sound: FormerSound
    /// The loads that were on the tape, and where.
    var spans: [LoadGeneration: LoadSpan]
    var transitions: [ScoreTransition]
    var notices: NoticeQueue
    /// Set where nothing of the outgoing load will be heard either: it begins as it was to.
    var start: Score.Start?

    /// Leaves out what was to begin at `place` or behind it.
    mutating func cut(at place: Int64) {
        let later = transitions.filter { ($0.bounds?.start ?? .min) >= place }
        transitions.removeAll(where: later.contains)
        for transition in later {
            spans[transition.incoming] = nil
            spans[transition.outgoing]?.end = nil
            spans[transition.outgoing]?.takeBack(from: place)
        }
        if let first = later.compactMap({ $0.bounds?.start }).min() { sound.cut(at: first) }
        notices.removeEnds()
    }
}

extension Score {
    /// The state before the takeover by the transition with which the timeline begins; nil without such a transition,
    /// and where no load would go on.
    var takeoverToCome: Takeover? {
        guard let transition = transitions.first(where: { $0.home == .mixed(nil) }),
            let sound = tape.former(readings.output)
        else { return nil }
        let spans = loads.compactMap { load in load.span.map { (load.generation, $0) } }
        var takeover = Takeover(
            incoming: transition.incoming, sound: sound, spans: Dictionary(uniqueKeysWithValues: spans),
            transitions: transitions.filter { $0.bounds != nil }, notices: notices)
        takeover.cut(at: sound.start)
        if let span = span(of: transition.outgoing), span.timeline.startSample >= sound.start {
            takeover.start = Start(
                generation: transition.outgoing, fadeIn: .zero, curve: .linear,
                gain: reading(transition.outgoing).loudness)
        }
        // Sound whose loads are gone ends with the load that came over it.
        return takeover.spans.isEmpty && takeover.start == nil ? nil : takeover
    }

    /// This load is given up, or waits again if it `isKept`. If it came over the sound of others, and nothing of it has
    /// been heard, they go on as if it had never come. False where that is not so.
    mutating func restoreSound(without generation: LoadGeneration, isKept: Bool) -> Bool {
        guard let former = takeover, former.incoming == generation,
            case .placed = transitions.first(where: { $0.incoming == generation })?.home
        else { return false }
        if let start = former.start {
            takeBackFollowers(of: former, without: generation, isKept: isKept)
            begin(start)
            return true
        }
        guard former.spans.keys.allSatisfy({ span(of: $0) != nil }), tape.restore(former.sound, readings.output) else {
            return false
        }
        act(.seal)
        takeBackFollowers(of: former, without: generation, isKept: isKept)
        clearMixer()
        rewrite = nil
        for (load, span) in former.spans { self[load]?.span = span }
        restore(former.transitions)
        notices = former.notices
        takeover = nil
        goOnAlone()
        return true
    }

    /// The loads that were to follow the one that took over are opened again, and wait.
    private mutating func takeBackFollowers(of former: Takeover, without generation: LoadGeneration, isKept: Bool) {
        for transition in soundingTransitions where former.spans[transition.incoming] == nil {
            forgetMixed(transition.incoming)
            if isKept || transition.incoming != generation { takeBack(transition.incoming) }
        }
    }

    /// Nothing has been heard of the load that took over, nor of the one before it, which begins.
    private mutating func begin(_ start: Start) {
        switch tape.state {
        // A resume may have been asked for on the way to the pause.
        case .paused, .pausing: isHeld = !tape.isToResume && !isResuming
        case .stopped, .running, .leaving: break
        }
        goSilent(over: .ramp)
        pendingStart = start
        startIfPossible()
    }

    /// These transitions are on the tape again. Those that are not there any more have been told of meanwhile.
    private mutating func restore(_ former: [ScoreTransition]) {
        let unheard = transitions.filter { $0.bounds != nil }.map(\.incoming)
        transitions.removeAll { $0.bounds != nil }
        for var transition in former {
            if case .placed(let bounds) = transition.home, !unheard.contains(transition.incoming) {
                transition.home = .heard(bounds)
            }
            transitions.append(transition)
        }
    }

    /// The loads on the tape go on: their decks are gone, and they are mixed again from where they are. Meanwhile
    /// everything of them on the tape is heard.
    mutating func goOnAlone() {
        guard !onTape.isEmpty else { return }
        tape.heldEnd = tape.tape.end
        rewrite()
        fill()
    }
}
