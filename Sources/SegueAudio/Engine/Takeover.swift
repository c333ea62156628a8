import SegueCore

/// The state before a load replaced the audio of others, to be restored while nothing of the load has been heard.
struct Takeover: Sendable {
    var incoming: LoadGeneration
    /// The position at which the load replaced the others.
    let place: Int64
    /// The audio from there on; nil if it was to fade to silence.
    var sound: FormerSound?
    /// The part of that audio that was about to be changed.
    var change: Change?
    /// The loads that were on the tape, and their spans.
    var spans: [LoadGeneration: LoadSpan]
    var transitions: [ScoreTransition]
    var notices: NoticeQueue
    /// Set if nothing of the outgoing load will be heard either: it begins as planned.
    var start: Score.Start?

    /// Removes everything that was to begin later than the load.
    fileprivate mutating func cut() {
        let later = transitions.filter { ($0.bounds?.start ?? .min) >= place }
        transitions.removeAll(where: later.contains)
        for transition in later {
            spans[transition.incoming] = nil
            spans[transition.outgoing]?.end = nil
            spans[transition.outgoing]?.takeBack(from: place)
        }
        if let first = later.compactMap({ $0.bounds?.start }).min() { sound?.cut(at: first) }
        notices.removeEnds()
    }
}

extension Score {
    /// The state before the takeover by the transition with which the timeline begins. Nil without such a transition,
    /// and if no load would continue.
    var takeoverToCome: Takeover? {
        guard let transition = transitions.first(where: { $0.home == .mixed(nil) }) else { return nil }
        let spans = loads.compactMap { load in load.span.map { (load.generation, $0) } }
        var takeover = Takeover(
            incoming: transition.incoming, place: changeable, sound: tape.former(readings.output), change: change,
            spans: Dictionary(uniqueKeysWithValues: spans), transitions: transitions.filter { $0.bounds != nil },
            notices: notices)
        takeover.cut()
        if let span = span(of: transition.outgoing), span.timeline.startSample >= takeover.place {
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
        if let start = former.start, self[start.generation] != nil {
            let plans = takeBackFollowers(of: former, without: generation, isKept: isKept)
            begin(start)
            for plan in plans { schedule(plan) }
            return true
        }
        let left = former.spans.filter { span(of: $0.key) != nil }
        guard !left.isEmpty else { return false }
        // A load that has been removed is not to be heard again; one that has been heard to its end is no loss.
        let heard = heard
        let isWhole = former.spans.allSatisfy { left[$0.key] != nil || $0.value.end ?? .max <= heard }
        let isOnTape = isWhole && former.sound.map { tape.restore($0, readings.output) } ?? false
        act(.seal)
        let plans = takeBackFollowers(of: former, without: generation, isKept: isKept)
        clearMixer()
        rewrite = nil
        for (load, span) in left { self[load]?.span = span }
        restore(former.transitions, before: former.place)
        notices = former.notices
        takeover = nil
        // If the former audio can't be heard as it was, all of it is mixed again.
        change = isOnTape ? former.change : Change(start: former.place, cut: Set(left.keys))
        goOnAlone()
        for plan in plans { schedule(plan) }
        return true
    }

    /// Reopens the loads that were to follow the load that took over; they wait. Returns their plans, but for those
    /// that leave that load.
    private mutating func takeBackFollowers(
        of former: Takeover, without generation: LoadGeneration, isKept: Bool
    ) -> [TransitionPlan] {
        let followers = soundingTransitions.filter { former.spans[$0.incoming] == nil }
        for transition in followers {
            forgetMixed(transition.incoming)
            if isKept || transition.incoming != generation { takeBack(transition.incoming) }
        }
        return followers.map(\.plan).filter { $0.incoming != generation && $0.outgoing != generation }
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

    /// Puts these transitions back on the tape. Of those that are no longer there, the starts have been reported
    /// meanwhile, and the ends before this position, where other audio began.
    private mutating func restore(_ former: [ScoreTransition], before place: Int64) {
        let present = transitions.filter { $0.bounds != nil }
        transitions.removeAll { $0.bounds != nil }
        for var transition in former {
            guard let bounds = transition.bounds else { continue }
            let current = present.first { $0.incoming == transition.incoming }
            guard current != nil || bounds.end > place && span(of: transition.incoming) != nil else { continue }
            if case .placed = current?.home {} else { transition.home = .heard(bounds) }
            transitions.append(transition)
        }
    }

    /// Continues the loads on the tape: their decks are released, and they are mixed again from their positions.
    /// Meanwhile all their audio on the tape is heard.
    mutating func goOnAlone() {
        guard !onTape.isEmpty else { return }
        rewrite()
        fill()
    }
}
