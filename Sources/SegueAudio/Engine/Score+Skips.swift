import SegueCore

/// Skips: the incoming load is heard as soon as anything new can be.
extension Score {
    /// Returns the plan of a skip as it can be carried out: the skip leaves what is heard. Its own outgoing load may
    /// have been replaced before any of it was heard, or have ended while the skip waited. Any other plan stays as it
    /// is.
    func fromWhatIsHeard(_ plan: TransitionPlan) -> TransitionPlan {
        guard plan.isSkip, !isOffline, !isThere(plan.outgoing), pendingStart?.generation != plan.outgoing,
            let heard = onTape.last(where: { $0.generation != plan.incoming })
        else { return plan }
        var plan = plan
        plan.outgoing = heard.generation
        return plan
    }

    /// True if any of the load is on the tape, or on its way there.
    func isThere(_ generation: LoadGeneration) -> Bool {
        reading(generation).isInMixer || span(of: generation) != nil || isEntering(generation)
    }

    /// The length beyond the fade itself that keeps the tape from running dry until the incoming load is mixed.
    private static let headStart = MediaTime(nanoseconds: 300_000_000)

    /// The time limit for a skip that waits for more audio to fade out.
    private static let fillingLimit = MediaTime(nanoseconds: 1_000_000_000)

    /// Returns true if more of the outgoing audio is on its way to the tape. Lets the mixer continue as far as the skip
    /// needs.
    mutating func isFilling(for plan: TransitionPlan) -> Bool {
        guard !isOffline, tape.state == .running else { return false }
        // One of the two tracks in a fade is already fading out.
        if isRewriting { return patience > .zero }
        guard let origin = mix?.origin else { return false }
        let end = changeable + samples(plan.duration + Self.headStart)
        let outgoing = reading(plan.outgoing)
        guard tape.tape.tailEnd < end, outgoing.isUnderWay, !outgoing.isReserveEmpty, readings.isMixerOpen else {
            return false
        }
        act(.allow(end - origin))
        return true
    }

    /// The time that a skip can wait before the tape runs dry.
    private var patience: MediaTime {
        min(Self.fillingLimit, max(time(tape.tape.tailEnd - changeable) - Self.headStart, .zero))
    }

    /// Makes a skip wait for more audio. The mixer is much faster than real time, except with audio from a network.
    mutating func awaitMore(for plan: TransitionPlan) {
        transitions.append(ScoreTransition(plan: plan, home: .wanted(.sound(isDue: false))))
        act(.await(.skip, for: patience))
        act(.askForMore)
    }

    /// Ends the wait of a skip for more audio.
    mutating func skipIsDue() {
        guard let index = transitions.firstIndex(where: { $0.home == .wanted(.sound(isDue: false)) }) else { return }
        transitions[index].home = .wanted(.sound(isDue: true))
        carryOutAwaited()
    }

    /// Carries out the waiting transitions whose condition is met.
    mutating func carryOutAwaited() {
        for awaited in transitions.filter(\.isAwaited) where transitions.contains(awaited) {
            if awaited.home == .wanted(.sound(isDue: false)), isFilling(for: fromWhatIsHeard(awaited.plan)) {
                act(.askForMore)
            } else {
                schedule(awaited.plan)
            }
        }
    }

    /// Drops the waiting transitions from loads that sound. Those between loads that are only loaded are kept.
    mutating func forgetAwaited() {
        let loaded = loads.filter { [.opening, .ready].contains($0.state) }.map(\.generation)
        forgetAwaited { !loaded.contains($0.outgoing) }
    }

    /// Drops the waiting transitions that the plan replaces: those to the same load and, for a skip, other skips and
    /// those from the same load.
    mutating func forgetAwaited(for plan: TransitionPlan) {
        forgetAwaited { $0.incoming == plan.incoming || plan.isSkip && ($0.isSkip || $0.outgoing == plan.outgoing) }
    }

    /// Drops the waiting transitions to or from this load.
    mutating func forgetAwaited(_ generation: LoadGeneration) {
        forgetAwaited(to: generation)
        forgetAwaited { $0.outgoing == generation }
    }

    /// Drops the waiting transitions to this load.
    mutating func forgetAwaited(to generation: LoadGeneration) {
        transitions.removeAll { $0.incoming == generation && $0.home == .wanted(.start) }
        if let pendingStart, self[pendingStart.generation] == nil, replacement(of: pendingStart) == nil {
            self.pendingStart = nil
        }
        forgetAwaited { $0.incoming == generation }
    }

    private mutating func forgetAwaited(where isOver: (TransitionPlan) -> Bool) {
        let over = transitions.filter { $0.isAwaited && isOver($0.plan) }
        guard !over.isEmpty else { return }
        transitions.removeAll(where: over.contains)
        if over.contains(where: { $0.home != .wanted(.load) }) { act(.forget(.skip)) }
    }

    /// True if three loads sound at the first position where other audio could begin.
    private var isCrowded: Bool {
        let place = changeable
        return onTape.count { load in
            guard let span = load.span else { return false }
            return span.timeline.startSample <= place && span.end ?? .max > place
        } > 2
    }

    /// Starts the incoming load as soon as anything new can be heard. The outgoing load continues beneath it, as far as
    /// it is on the tape.
    mutating func goOver(by plan: TransitionPlan) {
        guard pendingStart?.generation != plan.outgoing else {
            transitions.removeAll { $0.home == .wanted(.start) }
            transitions.append(ScoreTransition(plan: plan, home: .wanted(.start)))
            return startIfPossible()
        }
        guard !isOffline else {
            // In a render, the transition begins as soon as possible.
            var later = plan
            let outgoing = reading(plan.outgoing)
            if outgoing.isInMixer { later.start = .at(outgoing.timeline.media(at: outgoing.frontier)) }
            return arm(later)
        }
        guard isThere(plan.outgoing) else {
            begin(insteadOf: plan)
            return startIfPossible()
        }
        act(.setLoudness(plan.incoming, plan.incomingGain))
        let remaining = tape.tape.tailEnd - changeable
        // Three tracks sound after a skip in a fade. A fourth track replaces them.
        let duration = isCrowded ? min(plan.duration, .ramp) : plan.duration
        let length = min(samples(duration), max(remaining, 0))
        let isFade = plan.kind == .crossfade
        let run = FadeRun(
            direction: .incoming, curve: isFade ? plan.curve : .linear, startSample: 0,
            endSample: max(length, min(samples(.onsetRamp), max(remaining, 0))))
        enter(
            plan.incoming, run: run.endSample > 0 ? run : nil,
            .over(time(run.endSample), isFade ? plan.curve : .linear), plan: plan)
    }
}
