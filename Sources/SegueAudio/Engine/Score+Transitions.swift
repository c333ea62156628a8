import SegueCore

/// Transitions: which load follows which.
extension Score {
    mutating func schedule(_ wanted: TransitionPlan) {
        let plan = fromWhatIsHeard(wanted)
        guard plan.incoming != plan.outgoing else { return }
        let isDue = transitions.contains { $0.plan == wanted && $0.home == .wanted(.sound(isDue: true)) }
        forgetAwaited(for: plan)
        // An earlier plan may have been mixed already; audio in a file stays there.
        if !isOffline, let standing = takeBack(for: plan) {
            return report(.transitionStands(refused: wanted, standing: standing))
        }
        guard let incoming = self[plan.incoming], incoming.span == nil, !isEntering(plan.incoming) else { return }
        guard incoming.isReady else {
            // The load is being reopened, after it was mixed in vain.
            if reading(plan.incoming).isContinuation { wantWhenReady(wanted) }
            return
        }
        if plan.isSkip {
            guard isDue || !isFilling(for: plan) else { return awaitMore(for: wanted) }
            goOver(by: plan)
        } else if self[plan.outgoing] == nil {
            // There is nothing left to blend with. That may have to be reported: the load that was to follow may have
            // been removed as well.
            report(.ended(plan.outgoing))
        } else if isThrough(plan.outgoing),
            isOffline || !canGoOn(plan.outgoing) || (place(of: plan) ?? .max) >= tape.tape.end
        {
            follow(by: plan)
        } else {
            arm(plan, ifInTime: !isOffline && canGoOn(plan.outgoing))
        }
    }

    /// Returns true if all of the load has been mixed, as far as it ever will be.
    func isThrough(_ generation: LoadGeneration) -> Bool {
        guard let load = self[generation], let reading = readings.decks[generation] else { return true }
        switch load.state {
        case .onTape, .leaving: return !reading.isOnTimeline && change?.cut.contains(generation) != true
        case .opening, .ready, .mixing, .reopening: return false
        }
    }

    private mutating func wantWhenReady(_ plan: TransitionPlan) {
        transitions.removeAll { $0.incoming == plan.incoming && ($0.isWanted || $0.home == .armed) }
        transitions.append(ScoreTransition(plan: plan, home: .wanted(.load)))
    }

    /// Sets the transition at its outgoing load, where it waits for its start.
    mutating func arm(_ plan: TransitionPlan, ifInTime: Bool = false) {
        // A load is followed by one other load, and follows one.
        for former in transitions where former.home == .armed && former.outgoing == plan.outgoing {
            act(.disarm(former.incoming))
        }
        transitions.removeAll {
            $0.home == .armed && ($0.outgoing == plan.outgoing || $0.incoming == plan.incoming)
                || $0.isWanted && $0.incoming == plan.incoming
        }
        transitions.append(ScoreTransition(plan: plan, home: .armed))
        readings.decks[plan.outgoing]?.isDecided = true
        act(.arm(plan, ifInTime: ifInTime))
        act(.reconsider(plan.outgoing))
    }

    /// Handles a late transition: samples mixed past its start are mixed again.
    mutating func late(_ plan: TransitionPlan) {
        guard let index = transitions.firstIndex(where: { $0.plan == plan && $0.home == .armed }) else { return }
        transitions.remove(at: index)
        guard !isGivingWay || span(of: plan.outgoing) != nil else {
            restartMix()
            return arm(plan)
        }
        rewrite(from: place(of: plan) ?? .min, after: lateMargin) { score, rewrite in
            score.arm(plan)
            rewrite.end = rewrite.end ?? score.tape.tape.end
        }
    }

    /// Reverts the mix of an earlier plan for the same load. Returns that plan if it stays: the transition is heard, or
    /// about to be, or its outgoing load can't be mixed again from there. A skip by the user does not wait for that.
    private mutating func takeBack(for plan: TransitionPlan) -> TransitionPlan? {
        let first = plan.isSkip ? heard : changeable + samples(Self.haste)
        if let (standing, start) = mixedTransition(to: plan.incoming) {
            guard start > first, plan.isSkip || canGoOn(standing.outgoing) else { return standing }
        }
        cancelSchedule(incoming: plan.incoming)
        return nil
    }

    /// Returns the transition to this load that has been mixed, heard or not, and its start on the tape.
    private func mixedTransition(to incoming: LoadGeneration) -> (plan: TransitionPlan, start: Int64)? {
        for transition in transitions where transition.incoming == incoming {
            switch transition.home {
            case .mixed(let bounds?):
                if let origin = mix?.origin { return (transition.plan, origin + bounds.start) }
            case .placed(let bounds), .heard(let bounds):
                if bounds.isEndTold { return (transition.plan, bounds.start) }
            case .wanted, .armed, .mixed(nil): break
            }
        }
        return nil
    }

    /// Returns the position on the tape where the transition is to begin. Returns nil if that is at the end of the
    /// outgoing load, or if nothing of the outgoing load has been mixed.
    private func place(of plan: TransitionPlan) -> Int64? {
        guard plan.kind != .gapless, case .at(let media) = plan.start else { return nil }
        return span(of: plan.outgoing)?.timeline.sample(at: media)
    }

    /// Starts the incoming load after the outgoing load, all of which has been mixed; at `end` if known.
    mutating func follow(by plan: TransitionPlan, behind end: Int64? = nil) {
        act(.setLoudness(plan.incoming, plan.incomingGain))
        let end = span(of: plan.outgoing)?.end ?? end ?? tape.tape.end
        enter(plan.incoming, run: nil, .behind(min(end, tape.tape.end)), plan: plan)
    }

    /// Cancels the transition to this load. If the load has been mixed, but not heard, it is reopened, and waits.
    mutating func cancelSchedule(incoming: LoadGeneration) {
        forgetAwaited(to: incoming)
        disarm(incoming)
        if isGivingWay, transitions.contains(where: { $0.incoming == incoming && $0.isMixed }) {
            let isFirst = isEntering(incoming)
            restartMix()
            forgetAwaited(to: incoming)
            disarm(incoming)
            if isFirst { goOnAlone() }
            return
        }
        guard let (_, start) = mixedTransition(to: incoming), start > heard, self[incoming] != nil,
            !restoreSound(without: incoming, isKept: true)
        else { return }
        rewrite(without: incoming, after: start <= settled ? Self.haste : nil) { score, _ in
            score.takeBack(incoming)
        }
    }

    mutating func playOut(_ generation: LoadGeneration) {
        guard self[generation] != nil else { return }
        tape.heldEnd = nil
        if reading(generation).isOnTimeline, !tape.tape.isComplete {
            // The end is reported at its position, once all of the load is mixed.
            notices.removeEnd(of: generation)
        }
        readings.decks[generation]?.isDecided = true
        readings.decks[generation]?.waitsForSuccessor = false
        act(.playOut(generation))
        act(.reconsider(generation))
    }

    // MARK: - The end of a load

    /// Returns true if another load has begun to be mixed after this one, or over its end, and is not heard yet.
    func isFollowed(_ generation: LoadGeneration) -> Bool {
        soundingTransitions.contains { $0.outgoing == generation }
    }

    /// Returns true if the load is mixed over the end of another load.
    private func fadesIn(_ generation: LoadGeneration) -> Bool {
        soundingTransitions.contains { $0.incoming == generation && reading($0.outgoing).isInMixer }
    }

    /// The time before the mixed audio runs out at which it is decided that nothing follows.
    private static let lastCall = MediaTime(nanoseconds: 200_000_000)

    /// Returns the position at which that is decided, if the mixed audio ends at `end`.
    func lastCall(before end: Int64) -> Int64 {
        max(end - samples(Self.lastCall) - (readings.output?.delay ?? 0), 0)
    }

    /// Handles a load of which everything has been mixed while it is undecided what follows; or everything that came
    /// before its connection broke.
    mutating func endHeld(_ generation: LoadGeneration, at sample: Int64, _ breakage: AudioPlayerError?) {
        // The question may have been on its way when the answer came.
        guard self[generation] != nil, let mix else { return act(.reconsider(generation)) }
        guard !isFollowed(generation) else {
            // What follows is being mixed, and would wait for the rest that does not come.
            return act(breakage == nil ? .reconsider(generation) : .end(generation))
        }
        let reading = reading(generation)
        guard let origin = mix.origin, mix.isPlaced || isOffline else {
            return endUnheard(generation, breakage)
        }
        let place = origin + sample
        let lastBlock = origin + readings.wholeBlocks(upTo: sample)
        if let breakage {
            if let index = index(of: generation), loads[index].span != nil { loads[index].span?.end = place }
            notices.add(.failed(generation, breakage), at: lastBlock)
            if fadesIn(generation) {
                // The outgoing load is still mixed, and goes on alone once the break is heard.
                act(.end(generation))
            } else {
                tape.breakOff(at: lastBlock, readings.output)
            }
            fill()
            // Of a load that gave less than a block, nothing will be heard.
            return pass(upTo: heard)
        }
        // The gate may ask again before it receives the answer; its second question must not undo the answer.
        guard reading.isComplete, !reading.isDecided else { return act(.reconsider(generation)) }
        guard span(of: generation) != nil else { return }
        guard !isOffline else {
            // The mixer waits for the decision about what follows, and the core first for reports of all that has begun
            // so far.
            return pass(upTo: place)
        }
        // In real time, a load that is not ready shortly before the last whole block has been heard comes too late. By
        // then, the rest of the track has to be mixed and on its way.
        notices.placeEnd(of: generation, at: lastCall(before: lastBlock))
        tape.heldEnd = lastBlock
        if endsEarly(generation, at: place) { tape.cut(at: place, readings.output) }
        fill()
    }

    /// Returns true if the load is longer than its audio, which ends at this position on the tape: its file has been
    /// cut.
    func endsEarly(_ generation: LoadGeneration, at end: Int64) -> Bool {
        guard let span = span(of: generation), let length = reading(generation).duration else { return false }
        return span.timeline.media(at: end) < length - DeckReading.tolerance
    }

    /// Handles a load that has been decoded completely, and whose audio still waits for its position on the tape. It
    /// waits no longer: the next load is decided only when it is heard, and comes after the mixed audio.
    private mutating func endUnheard(_ generation: LoadGeneration, _ breakage: AudioPlayerError?) {
        if let breakage {
            act(.end(generation))
            return report(.failed(generation, breakage))
        }
        if reading(generation).isComplete { act(.playOut(generation)) }
        act(.reconsider(generation))
    }

    // MARK: - The rest of a fade

    mutating func quickFinish(incoming generation: LoadGeneration, duration: MediaTime) {
        // A load that can't be reopened at its position keeps its fade.
        guard let transition = soundingTransitions.first(where: { $0.incoming == generation }),
            let bounds = transition.bounds, onTape.allSatisfy({ canGoOn($0.generation) }), !isGivingWay
        else { return }
        let wanted = heard + samples(duration)
        rewrite { score, rewrite in
            var end = max(wanted, rewrite.start + score.samples(.ramp))
            if let span = score.span(of: generation), let length = score.reading(generation).duration {
                // The incoming track may end before then, and what follows it comes after the fade.
                end = min(end, max(span.timeline.sample(at: length), rewrite.start))
            }
            if let span = score.span(of: generation), let run = span.fadeIn(at: rewrite.start) {
                let rest = FadeSpan(
                    progress: run.progress(at: rewrite.start), position: span.timeline.media(at: rewrite.start),
                    duration: score.time(end - rewrite.start))
                score.report(.quickFinishing(incoming: generation, span: rest))
            }
            var outgoingEnd = end
            if let span = score.span(of: transition.outgoing) {
                // The rest of the fade may be shorter than the time it gets now, and the outgoing track may end before
                // then.
                let duration = score.reading(transition.outgoing).duration
                outgoingEnd = min(end, max(duration.map(span.timeline.sample(at:)) ?? 0, bounds.end))
            }
            for index in rewrite.parts.indices {
                guard let run = rewrite.parts[index].run else { continue }
                let isOutgoing = run.direction == .outgoing
                let partEnd = isOutgoing ? outgoingEnd : end
                rewrite.parts[index].run = run.finishingQuickly(from: rewrite.start, to: partEnd)
                if isOutgoing { rewrite.parts[index].end = outgoingEnd }
            }
            score.end(transition, at: end)
        }
    }
}
