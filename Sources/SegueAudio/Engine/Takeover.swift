import SegueCore

/// The state before a load replaced the audio of others, to be restored while nothing of the load has been heard.
struct Takeover: Sendable {
    var incoming: LoadGeneration
    var sound: FormerSound
    /// The loads that were on the tape, and their spans.
    var spans: [LoadGeneration: LoadSpan]
    var transitions: [ScoreTransition]
    var notices: NoticeQueue
    /// Set if nothing of the outgoing load will be heard either: it begins as planned.
    var start: Score.Start?

    /// Removes everything that was to begin at `place` or later.
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
    /// The state before the takeover by the transition with which the timeline begins. Nil without such a transition,
    /// and if no load would continue.
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
        // Audio whose loads are removed ends with the load that replaced it.
        return takeover.spans.isEmpty && takeover.start == nil ? nil : takeover
    }

    /// Restores the audio of the others if this load replaced it, and nothing of the load has been heard. The load is
    /// removed, or waits again if it `isKept`. Returns false if there is nothing to restore.
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

    /// Reopens the loads that were to follow the load that took over; they wait.
    private mutating func takeBackFollowers(of former: Takeover, without generation: LoadGeneration, isKept: Bool) {
        for transition in soundingTransitions where former.spans[transition.incoming] == nil {
            forgetMixed(transition.incoming)
            if isKept || transition.incoming != generation { takeBack(transition.incoming) }
        }
    }

    /// Begins with the load before the one that took over; nothing of either has been heard.
    private mutating func begin(_ start: Start) {
        switch tape.state {
        // A resume may have been requested on the way to the pause.
        case .paused, .pausing: isHeld = !tape.isToResume && !isResuming
        case .stopped, .running, .leaving: break
        }
        goSilent(over: .ramp)
        pendingStart = start
        startIfPossible()
    }

    /// Puts these transitions back on the tape. Transitions no longer there have been reported meanwhile.
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

    /// Continues the loads on the tape: their decks are released, and they are mixed again from their positions.
    /// Meanwhile all their audio on the tape is heard.
    mutating func goOnAlone() {
        guard !onTape.isEmpty else { return }
        tape.heldEnd = tape.tape.end
        rewrite()
        fill()
    }
}
