import CGStreamer
import SegueCore

/// From the mixer onto the tape: timelines begin, replace each other, and end.
extension AudioEngine {
    func connectTransport() {
        transport.hooks = Transport.Hooks(
            collect: { [weak self] in self?.collect() },
            allow: { [weak self] place in
                guard let self, let timeline, let origin = timeline.origin, timeline.isPlaced, remix == nil else {
                    return
                }
                mixer.allow(upTo: place - origin)
            },
            starve: { [weak self] in self?.runDry() },
            heard: { [weak self] in self?.passMilestones() },
            paused: { [weak self] in self?.startIfPossible() },
            silent: { [weak self] in self?.fellSilent(for: $0) },
            began: { [weak self] in self?.answer(beginningAt: $0) },
            lost: { [weak self] in self?.loseOutput(reason: $0) },
            silenced: { [weak self] in self?.report(.silenced($0)) },
            unplugged: { [weak self] in self?.report(.deviceUnplugged(name: $0)) },
            returned: { [weak self] in self?.report(.deviceReturned(name: $0)) })
    }

    /// The output wants more than is on the tape. While nothing sounds, no place of the tape will be heard at which the
    /// end of a load is decided. The mixer then gives what it holds back for a load that might be joined to it: a load
    /// that follows later comes after that.
    private func runDry() {
        guard timeline != nil else { return }
        if !isOffline, !transport.isSounding {
            for deck in loads.decks where deck.waitsForSuccessor { playOut(deck.generation) }
        }
        mixer.askForMore()
    }

    // MARK: - A new timeline

    /// Lets the mixer begin anew with what `enter` puts onto it. The loads on the timeline before are given up, all but
    /// `kept`; what has been mixed of them stays on the tape.
    func beginTimeline(_ beginning: MixedTimeline.Beginning, keeping kept: Set<LoadGeneration>, enter: () -> Void) {
        collect()
        // A load that has not come onto the tape by now never will.
        audible.removeAll(where: \.isMixed)
        clearMixer(keeping: kept)
        timeline = MixedTimeline(beginning)
        pipeline.start()
        enter()
        // The sound that comes first decides where on the tape it goes.
        mixer.allow(upTo: MixedTimeline.enough.samples(rate: transport.rate))
        mixer.askForMore()
        watchForStalls()
    }

    /// Whether other sound is about to replace what is on the tape, and is not there yet.
    var isGivingWay: Bool {
        guard let timeline, !timeline.isPlaced else { return false }
        return !isMixingAgain
    }

    /// Takes everything off the mixer.
    func clearMixer(keeping kept: Set<LoadGeneration>) {
        mixer.seal()
        pipeline.reset()
        mixer.reset(rate: transport.rate)
        timeline = nil
        transport.isHeldAtEnd = false
        for deck in loads.decks where deck.isInMixer && !kept.contains(deck.generation) {
            let generation = deck.generation
            deck.dispose()
            // A load that is still on the tape may have to be opened again.
            guard !audible.contains(where: { $0.generation == generation }) else { continue }
            loads.dismiss(generation)
        }
        loads.disposeOfLeaving()
    }

    /// Ends what plays, at once. What is only loaded stays.
    func endTimeline() {
        if timeline != nil || transport.state != .stopped { lastLength = transport.tape.end }
        remix = nil
        awaited = nil
        audible = []
        clearMixer(keeping: pendingStart.map { [$0.generation] } ?? [])
        milestones.removeAll { _ in true }
        transport.stop()
        watchForStalls()
    }

    // MARK: - Onto the tape

    /// Takes what has been mixed onto the tape.
    func collect() {
        guard var current = timeline else { return }
        let (samples, transitions, isEnd) = mixer.take()
        if current.isPlaced {
            if !samples.isEmpty { transport.append(samples) }
            for (transition, _) in transitions { begun(transition) }
        } else {
            current.waiting += samples
            current.begun += transitions.map(\.transition)
            timeline = current
            guard !current.waiting.isEmpty || isEnd, place(isEnd: isEnd) else { return }
        }
        if isEnd { reachedEnd() }
    }

    /// Finds the place of a timeline whose sound is to be heard. False while not enough of that sound is there.
    private func place(isEnd: Bool) -> Bool {
        guard var current = timeline else { return false }
        var samples = current.waiting
        var origin: Int64 = 0
        switch current.beginning {
        case .cold: preconditionFailure("the beginning of an empty tape has its place")
        case .over where !isEnd && !current.isAhead(rate: transport.rate):
            mixer.askForMore()
            return false
        case .over(_, _, let plan) where transport.state == .stopped:
            // The sound that this was to replace has fallen silent meanwhile.
            transport.begin(rate: transport.rate)
            take(over: (0, 0), .linear, plan)
        case .over(let duration, let curve, let plan):
            let span = transport.splice(over: duration, curve: curve)
            origin = span.start
            take(over: span, curve, plan)
        case .behind(let end, let plan):
            let span = transport.splice(at: max(end, transport.changeable), over: .zero, curve: .linear)
            origin = span.start
            take(over: span, .linear, plan)
        case .again(let start):
            origin = start
            guard let rest = takeUp(current, from: start, isEnd: isEnd) else { return false }
            samples = rest
        }
        let transitions = current.begun
        current.origin = origin
        current.isPlaced = true
        current.waiting = []
        current.begun = []
        timeline = current
        for index in audible.indices where audible[index].isMixed { audible[index].place(at: origin) }
        transport.append(samples)
        for transition in transitions { begun(transition) }
        armMilestones()
        if resumption != nil { resumeNow() }
        if isHeld {
            // The new sound was to wait in a pause, and the sound that it was to come over has fallen silent meanwhile.
            isHeld = false
            transport.pause()
        }
        // The new sound replaces what has been sent already; until it does, the old sound is heard.
        transport.fill()
        if case .over = current.beginning { answer(.start, at: origin) }
        return true
    }

    /// Lets go of a load that is no longer on the tape, unless it is still mixed, or was never heard.
    func letGo(_ generation: LoadGeneration) {
        guard let deck = loads[generation]?.deck, !deck.isOnTimeline, deck.isInMixer || deck.isContinuation
        else {
            return
        }
        loads.dismiss(generation)
        deck.dispose()
    }

    /// Lets go of loads that are neither on the tape nor mixed any more.
    private func release(_ generations: [LoadGeneration]) {
        for generation in generations where !audible.contains(where: { $0.generation == generation }) {
            letGo(generation)
        }
    }

    /// From the start of `span` on, another load is heard in the place of the former ones, which go along `curve`;
    /// `plan` is the transition.
    private func take(over span: (start: Int64, end: Int64), _ curve: FadeCurve, _ plan: TransitionPlan?) {
        milestones.removeAll { milestone in
            switch milestone {
            case .started(let transition): transition.startSample >= span.start
            case .finished, .ended, .failed, .described, .answered: true
            }
        }
        let former = audible.map(\.generation)
        defer { release(former) }
        for index in audible.indices where !audible[index].isMixed {
            audible[index].fadeOut(over: span, curve)
        }
        audible.removeAll { !$0.isMixed && $0.timeline.startSample >= span.start }
        guard let plan else {
            // A start that replaces other sound is no transition: nobody is told.
            return audible.removeAll { !$0.isMixed }
        }
        let transition = BegunTransition(plan: plan, startSample: span.start, endSample: max(span.end, span.start))
        milestones.add(.started(transition), at: span.start)
        milestones.add(.finished(transition), at: max(span.end, span.start))
    }

    /// The same sound again: the part of it behind the place where it can take over; nil when that part has not been
    /// mixed yet.
    private func takeUp(_ current: MixedTimeline, from start: Int64, isEnd: Bool) -> [Float]? {
        let first = max(transport.changeable, start)
        let skipped = first - start
        guard current.isAhead(rate: transport.rate, behind: skipped) || isEnd else {
            mixer.allow(upTo: skipped + MixedTimeline.enough.samples(rate: transport.rate))
            mixer.askForMore()
            return nil
        }
        let span = transport.splice(at: first, over: .ramp, curve: .linear, isSame: true)
        var rest = Array(current.waiting.dropFirst(Int(2 * skipped)))
        let length = span.end - span.start
        for frame in 0..<Int(min(length, Int64(rest.count / 2))) {
            let gain = Float(Double(frame) / Double(length))
            rest[2 * frame] *= gain
            rest[2 * frame + 1] *= gain
        }
        return rest
    }

    /// Everything has been mixed, and nothing follows.
    private func reachedEnd() {
        guard !transport.tape.isComplete else { return }
        transport.complete()
        guard let last = audible.last?.generation else { return }
        milestones.placeEnd(of: last, at: transport.tape.end + (isOffline ? 1 : 0))
        armMilestones()
    }
}
