import SegueCore

/// Changes to audio that has been mixed and is not heard yet.
extension Score {
    /// Mixes again the audio from some position on. It begins `margin` after the first sample that can be changed, or
    /// where there has been time to open files (`settled`), but not before `earliest`. The load `dropped` is left out,
    /// and `alter` changes the rest. Transitions not yet reported by then become plans again.
    mutating func rewrite(
        without dropped: LoadGeneration? = nil, from earliest: Int64 = .min, after margin: MediaTime? = nil,
        _ alter: (inout Score, inout Rewrite) -> Void = { _, _ in }
    ) {
        act(.seal)
        readings.isMixerOpen = false
        let start = rewriteStart(without: dropped, from: earliest, after: margin)
        // Nothing without a position on the tape has been heard yet.
        let unheard = mix?.isUnplacedRewrite == true ? transitions.filter(\.isMixed) : []
        let sounding = soundingTransitions
        let droppedTransition = sounding.first { $0.incoming == dropped }
        var new = Rewrite(start: start)
        new.end = droppedTransition?.bounds?.start
        new.isCutShort = droppedTransition?.bounds.map { $0.start < $0.end } ?? false
        let concerned = onTape.filter { load in
            guard load.generation != dropped, (load.span?.end).map({ $0 > start }) ?? true else { return false }
            // A load that can't continue past the removed transition ends before it.
            guard readings.decks[load.generation] != nil else { return false }
            return canGoOn(load.generation) || droppedTransition?.outgoing != load.generation
        }
        let mixable = mixable(of: concerned, at: start)
        let cut = Set(concerned.map(\.generation).filter { isCut($0) })
        for load in concerned {
            guard let span = load.span else { continue }
            if start >= tape.tape.end, isWholeOnTape(load.generation) {
                // Nothing of the load is left to be mixed.
                new.end = new.end ?? tape.tape.end
                if case .reopening = load.state { endOnTape(load.generation) }
                continue
            }
            let first = span.timeline.startSample
            guard first > start || mixable.contains(load.generation) else {
                endOnTape(load.generation, at: start)
                continue
            }
            reopen(load.generation, at: span.timeline.media(at: max(start, first)))
            guard first <= start else { continue }
            let isLeft = sounding.contains { transition in
                guard transition.outgoing == load.generation, let bounds = transition.bounds else { return false }
                if bounds.start > start { return true }
                if transition.incoming == dropped, case .placed = transition.home { return true }
                return false
            }
            new.parts.append(
                Rewrite.Part(
                    generation: load.generation, run: isLeft ? span.fadeIn(at: start) : span.run(at: start),
                    end: isLeft ? nil : span.end))
        }
        for transition in sounding {
            guard let bounds = transition.bounds, bounds.start > start else { continue }
            var plan = transition.plan
            if plan.kind != .gapless, let span = span(of: transition.outgoing) {
                plan.start = .at(span.timeline.media(at: bounds.start))
            }
            forgetMixed(transition.incoming)
            if transition.incoming != dropped { planAgain(plan) }
        }
        for transition in unheard where transition.incoming != dropped {
            transitions.removeAll { $0.plan == transition.plan }
            takeBack(transition.incoming)
            planAgain(transition.plan)
        }
        if let dropped { forgetMixed(dropped) }
        if new.parts.isEmpty, new.end == nil, !onTape.isEmpty {
            // The end of the audio on the tape is reported here. Loads whose decks are finished keep all they have.
            let isWhole = dropped == nil && change == nil && onTape.contains { isAllThere($0, behind: start) }
            new.end = isWhole ? tape.tape.end : min(start, tape.tape.end)
            new.isCutShort = start < tape.tape.end && !isWhole
        }
        notices.removeEnds()
        alter(&self, &new)
        // A changed version with a transition that is no longer planned is not heard.
        if !unheard.isEmpty { clearMixer() }
        describe(new)
        change = Change(start: new.start, cut: cut)
        rewrite = new
        makeLastCall()
        rewriteIfPossible()
    }

    /// Returns the position from which audio is mixed again (`rewrite`). The audio before it is as it is to be heard.
    private func rewriteStart(
        without dropped: LoadGeneration?, from earliest: Int64, after margin: MediaTime?
    ) -> Int64 {
        let first = margin.map { changeable + samples($0) } ?? settled
        let last = max(change?.start ?? tape.tape.end, changeable)
        let sounding = soundingTransitions
        // A load that no other load precedes is mixed again from its own start on.
        let begun = onTape.filter { load in !transitions.contains { $0.incoming == load.generation } }
        let beginning = begun.compactMap(\.span?.timeline.startSample).min() ?? .min
        let start = min(max(first, earliest, beginning), last)
        // A fade that is about to be cancelled, or to be finished quickly, is mixed again from there on. Fades with the
        // dropped load end here, and the fades of later transitions are planned again.
        let over = sounding.filter { transition in dropped.map { transition.concerns($0) } ?? false }
        let kept = onTape.filter { load in !over.contains { $0.concerns(load.generation) } }
        let laterStarts = sounding.compactMap(\.bounds?.start).filter { $0 > start }
        let turns = kept.compactMap { $0.span?.turn(inFadeAt: start) }.filter { !laterStarts.contains($0) }
        let turn = min(max(turns.max() ?? start, start), last)
        guard let transition = sounding.first(where: { $0.incoming == dropped }), let bounds = transition.bounds,
            let end = span(of: transition.outgoing)?.end, end <= turn
        else { return turn }
        // The load that was left goes on instead.
        return max(min(bounds.start, turn), changeable)
    }

    /// Describes the loads' spans as they will be once this rewrite is mixed.
    private mutating func describe(_ rewrite: Rewrite) {
        for part in rewrite.parts {
            guard let index = index(of: part.generation) else { continue }
            loads[index].span?.goOn(along: part.run, from: rewrite.start)
            loads[index].span?.end = part.end
        }
    }

    /// Returns true if the load is heard from `place` on as it is on the tape: its deck has finished, and is removed.
    private func isAllThere(_ load: ScoreLoad, behind place: Int64) -> Bool {
        readings.decks[load.generation] == nil && (load.span?.end).map { $0 > place } ?? true
    }

    /// Limits the wait for loads that are on the tape to their ends and are reopened to be mixed differently. The wait
    /// ends shortly before the end of the tape.
    mutating func makeLastCall() {
        guard let last = rewrite?.parts.last, isWholeOnTape else { return }
        notices.placeEnd(of: last.generation, at: lastCall(before: tape.tape.end))
    }

    /// True if the loads that are reopened are on the tape to their ends.
    private var isWholeOnTape: Bool {
        tape.tape.isComplete && rewrite?.parts.contains { isCut($0.generation) } == false
    }

    /// Handles reopened loads that take too long and are on the tape to their ends. They end as they are, and the load
    /// that was to follow comes after them. Does nothing once the new mix is about to take over.
    mutating func goOnAsItIs() {
        guard let parts = rewrite?.parts, isWholeOnTape else { return }
        rewrite?.parts = []
        rewrite?.end = tape.tape.end
        for part in parts { endOnTape(part.generation) }
        rewriteIfPossible()
    }

    /// Returns true if the load has been mixed to its own end, and is on the tape. That includes a load that is being
    /// reopened to be mixed differently.
    private func isWholeOnTape(_ generation: LoadGeneration) -> Bool {
        guard !isCut(generation) else { return false }
        return isThrough(generation) || isBeingRewritten(generation) && tape.tape.isComplete
    }

    /// Returns true if the load, on the tape, falls silent before its own end.
    func isCut(_ generation: LoadGeneration) -> Bool {
        change?.cut.contains(generation) ?? (span(of: generation)?.end != nil)
    }

    private func isBeingRewritten(_ generation: LoadGeneration) -> Bool {
        rewrite?.parts.contains { $0.generation == generation } == true
    }

    /// Discards a timeline that has no position on the tape yet, with its mixed samples. Its first load is reopened,
    /// and begins as planned.
    mutating func restartMix() {
        guard isGivingWay, let start = mix.map(\.start), let first = loads.first(where: { isEntering($0.generation) })
        else { return }
        act(.seal)
        let begun = transitions.filter(\.isMixed)
        takeBack(first.generation)
        for transition in begun {
            transitions.removeAll { $0 == transition }
            guard case .mixed(.some) = transition.home else {
                transitions.append(ScoreTransition(plan: transition.plan, home: .wanted(.load)))
                continue
            }
            takeBack(transition.incoming)
            planAgain(transition.plan)
        }
        if let start { pendingStart = start }
        clearMixer()
    }

    /// Returns the loads that can be mixed together at this position. Of three loads heard after skips in a fade, the
    /// first one falls silent there.
    private func mixable(of loads: [ScoreLoad], at place: Int64) -> Set<LoadGeneration> {
        let begun = loads.filter { load in load.span.map { $0.timeline.startSample <= place } ?? false }
        return Set(begun.suffix(2).map(\.generation))
    }

    /// Ends the load with its audio on the tape, up to `place` if given: the load is not mixed again.
    private mutating func endOnTape(_ generation: LoadGeneration, at place: Int64? = nil) {
        guard let index = index(of: generation), var span = loads[index].span else { return }
        span.end = place ?? span.end
        loads[index].state = .onTape(span)
        readings.decks[generation] = nil
        act(.discard(generation))
    }

    /// Removes everything of this load from the tape, and from the samples on their way there.
    mutating func forgetMixed(_ generation: LoadGeneration) {
        for transition in transitions where transition.incoming == generation {
            // The outgoing load was not shortened. If its end were kept, a later mix would cut the load there, and
            // would lose the transition that is planned next.
            guard let bounds = transition.bounds, bounds.start == bounds.end else { continue }
            if let index = index(of: transition.outgoing), loads[index].span?.end == bounds.end {
                loads[index].span?.end = nil
            }
        }
        transitions.removeAll { $0.incoming == generation && ($0.isMixed || $0.bounds != nil) }
        if takeover?.incoming == generation { takeover = nil }
        notices.removeAll { $0.concerns(generation) }
        takeFromTape(generation)
    }

    mutating func planAgain(_ plan: TransitionPlan) {
        guard self[plan.outgoing] != nil, self[plan.incoming] != nil else { return }
        arm(plan)
    }

    /// True if the audio on the tape is about to be replaced by a changed version of itself.
    var isRewriting: Bool { rewrite != nil || mix?.isUnplacedRewrite == true }

    /// Handles a reopened load of which nothing is left to be mixed.
    mutating func endInFront(of generation: LoadGeneration) {
        guard span(of: generation) != nil else { return }
        rewrite?.parts.removeAll { $0.generation == generation }
        if let rewrite, rewrite.end == nil {
            let isCut = isCut(generation)
            self.rewrite?.end = isCut ? min(rewrite.start, tape.tape.end) : tape.tape.end
            self.rewrite?.isCutShort = isCut
        }
        endOnTape(generation)
        rewriteIfPossible()
    }

    /// Lets the new mix take over, once all of it is ready.
    mutating func rewriteIfPossible() {
        // Loads that have been heard to their end meanwhile are not waited for.
        guard var new = rewrite else { return }
        new.parts.removeAll { span(of: $0.generation) == nil }
        rewrite = new
        guard new.parts.allSatisfy({ self[$0.generation]?.isReady == true }), !awaitsRest(of: new) else { return }
        rewrite = nil
        guard !new.parts.isEmpty else {
            guard !followLast(behind: new.end) else { return }
            return endSound(at: new.end, isCutShort: new.isCutShort)
        }
        beginTimeline(.again(new.start))
        var entries: [EngineAction.Entry] = []
        for part in new.parts {
            act(.setLoudness(part.generation, reading(part.generation).loudness))
            entries.append(
                EngineAction.Entry(
                    generation: part.generation, run: part.run?.moved(toBeginAt: new.start),
                    silence: part.end.map { $0 - new.start }))
            guard let index = index(of: part.generation), let span = loads[index].span else { continue }
            loads[index].state = .onTape(span)
        }
        startMixing(entries)
    }

    /// Returns true if the end of a load that can't be reopened is still being mixed: it is heard before anything is
    /// mixed differently. Lets the mixer continue as far as that.
    private mutating func awaitsRest(of rewrite: Rewrite) -> Bool {
        guard rewrite.parts.isEmpty, let end = rewrite.end, end > tape.tape.end, !tape.tape.isComplete, let mix,
            let origin = mix.origin, mix.isPlaced, !isOffline
        else { return false }
        act(.allow(end - origin))
        act(.askForMore)
        return true
    }

    /// Starts the planned successor of the last load on the tape now, because all of that load is on the tape. Returns
    /// false if no successor is planned, or if it can't start yet.
    mutating func followLast(behind end: Int64?) -> Bool {
        guard let last = onTape.last?.generation, isThrough(last),
            let index = transitions.firstIndex(where: { $0.outgoing == last && $0.home == .armed })
        else { return false }
        let plan = transitions[index].plan
        guard self[plan.incoming]?.isReady == true else {
            transitions[index].home = .wanted(.load)
            return false
        }
        transitions.remove(at: index)
        follow(by: plan, behind: end)
        return true
    }

    /// Ends the audio because nothing is left to be mixed. The audio on the tape is heard up to `place`, or to the
    /// first sample that can be changed if that is later. It ends with a ramp if it is cut short. Without `place`, it
    /// goes to silence at once.
    private mutating func endSound(at place: Int64?, isCutShort: Bool) {
        if let place, let last = onTape.last, tape.state != .stopped {
            clearMixer()
            let first = changeable
            _ = tape.splice(
                at: max(place, first), over: isCutShort || place < first ? .ramp : .zero, curve: .linear,
                isSame: true, readings.output)
            change = nil
            tape.complete()
            if let index = index(of: last.generation), let end = last.span?.end {
                loads[index].span?.end = min(end, tape.tape.end)
            }
            notices.placeEnd(of: last.generation, at: tape.tape.end)
            return fill()
        }
        goSilent(over: .ramp)
    }

    /// Removes a load that was to be mixed again; the other loads don't wait for it.
    mutating func withdraw(_ generation: LoadGeneration) {
        takeFromTape(generation)
        guard rewrite?.parts.contains(where: { $0.generation == generation }) == true else { return }
        rewrite?.parts.removeAll { $0.generation == generation }
        // In a fade the other load takes over.
        rewrite?.goOnWithoutFade()
        if let rewrite { describe(rewrite) }
        rewriteIfPossible()
    }
}
