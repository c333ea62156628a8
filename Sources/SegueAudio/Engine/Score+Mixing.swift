import SegueCore

/// From the mixer onto the tape.
extension Score {
    /// Puts mixed samples onto the tape, or keeps them until their position is known.
    mutating func mixed(_ news: News) {
        guard let current = mix else { return }
        if let origin = current.origin, current.isPlaced {
            if !news.samples.isEmpty { tape.append(news.samples) }
            for transition in news.begun { begun(transition, from: origin) }
        } else {
            mix?.waiting += news.samples
            for transition in news.begun { begun(transition) }
            guard mix?.waiting.isEmpty == false || news.isEnd, place(isEnd: news.isEnd) else { return }
        }
        if news.isEnd { reachedEnd() }
        if rewrite?.parts.isEmpty == true { rewriteIfPossible() }
    }

    /// Handles a transition that has been mixed on a timeline without a position.
    private mutating func begun(_ transition: BegunTransition) {
        let bounds = ScoreTransition.Bounds(start: transition.startSample, end: transition.endSample)
        guard let index = index(of: transition.incoming), reading(transition.incoming).isInMixer else {
            return transitions.removeAll { $0.incoming == transition.incoming }
        }
        move(transition.plan, to: .mixed(bounds))
        loads[index].state = .mixing(LoadSpan(timeline: reading(transition.incoming).timeline))
    }

    /// Handles a transition that has been mixed on a timeline whose sample 0 is at `origin`; it is heard later.
    private mutating func begun(_ transition: BegunTransition, from origin: Int64) {
        let reading = reading(transition.incoming)
        guard self[transition.incoming] != nil, reading.isInMixer else {
            // The load has been removed meanwhile.
            return transitions.removeAll { $0.incoming == transition.incoming }
        }
        tape.heldEnd = nil
        notices.removeEnd(of: transition.outgoing)
        let bounds = ScoreTransition.Bounds(start: transition.startSample, end: transition.endSample)
            .moved(by: origin)
        if let index = index(of: transition.outgoing), var span = loads[index].span {
            span.end = bounds.end
            // A load that is joined to the next one may still have the fade with which it began.
            if let run = self.reading(transition.outgoing).run, run.direction == .outgoing {
                span.play(run.moved(toBeginAt: -origin))
            }
            loads[index].span = span
            if bounds.start == bounds.end,
                transition.plan.kind != .gapless || endsEarly(transition.outgoing, at: bounds.end)
            {
                // The file has ended before the fade could begin.
                tape.cut(at: bounds.end, readings.output)
            }
        }
        var timeline = reading.timeline
        // A live stream begins at any time; its position is the time for which it has been heard.
        if reading.isLive { timeline.mediaStart = reading.position }
        let span = LoadSpan(timeline: timeline, run: reading.run).placed(at: origin)
        self[transition.incoming] = nil
        loads.append(ScoreLoad(generation: transition.incoming, state: .onTape(span)))
        move(transition.plan, to: .placed(bounds))
    }

    /// Gives the transition of this plan a new home, after the other transitions.
    private mutating func move(_ plan: TransitionPlan, to home: ScoreTransition.Home) {
        transitions.removeAll { $0.incoming == plan.incoming }
        transitions.append(ScoreTransition(plan: plan, home: home))
    }

    // MARK: - Its place

    /// Finds the position of a timeline whose audio is to be heard. Returns false until enough of that audio is mixed.
    private mutating func place(isEnd: Bool) -> Bool {
        guard let current = mix else { return false }
        var samples = current.waiting
        var origin: Int64 = 0
        switch current.beginning {
        case .cold: preconditionFailure("the beginning of an empty tape has its place")
        case .over where !isEnd && !current.isAhead(rate: tape.rate, at: readings.now):
            act(.askForMore)
            return false
        case .over where tape.state == .stopped:
            // The audio that this was to replace has fallen silent meanwhile.
            beginTape(at: tape.rate)
            take(over: (0, 0), .linear)
        case .over(let duration, let curve):
            takeover = takeoverToCome
            let span = tape.splice(at: nil, over: duration, curve: curve, isSame: false, readings.output)
            origin = span.start
            take(over: span, curve)
        case .behind(let end):
            let span = tape.splice(
                at: max(end, changeable), over: .zero, curve: .linear, isSame: false, readings.output)
            origin = span.start
            // A fade to a load that is shorter than the fade ends with that load.
            for transition in soundingTransitions {
                if let bounds = transition.bounds, bounds.start < origin, bounds.end > origin {
                    self.end(transition, at: origin)
                }
            }
            take(over: span, .linear)
        case .again(let start):
            origin = start
            guard let rest = takeUp(current, from: start, isEnd: isEnd) else { return false }
            samples = rest
            notices.removeEnds()
        }
        if rewrite == nil { change = nil }
        mix?.origin = origin
        mix?.isPlaced = true
        mix?.waiting = []
        let unplaced = mixedUnplaced
        for index in loads.indices {
            guard case .mixing(let span) = loads[index].state,
                !unplaced.contains(where: { $0.incoming == loads[index].generation })
            else { continue }
            loads[index].state = .onTape(span.placed(at: origin))
        }
        tape.append(samples)
        for transition in unplaced { begun(transition, from: origin) }
        if isResuming { resumeNow() }
        if isHeld, case .over = current.beginning {
            // The new audio was to wait in a pause, and the audio that it was to replace has fallen silent meanwhile.
            isHeld = false
            process(tape.pause(readings.output))
        }
        // The new audio replaces samples that have been sent already; until then, the old audio is heard.
        fill()
        if case .over = current.beginning { answer(.start, at: origin) }
        return true
    }

    /// The transitions on a timeline that has no position yet, by samples of that timeline.
    var mixedUnplaced: [BegunTransition] {
        transitions.compactMap { transition in
            guard case .mixed(let bounds?) = transition.home else { return nil }
            return BegunTransition(
                plan: transition.plan, startSample: bounds.start, endSample: bounds.end)
        }
    }

    /// Replaces the former audio with other audio from the start of `span` on; the former audio fades along `curve`.
    private mutating func take(over span: (start: Int64, end: Int64), _ curve: FadeCurve) {
        notices.removeAll()
        // Transitions that begin before the other audio are reported. So are their ends, unless the other audio cuts
        // them off.
        transitions.removeAll { transition in
            switch transition.home {
            case .heard(let bounds): bounds.end > span.start
            case .placed(let bounds): bounds.start >= span.start
            case .wanted, .armed, .mixed: false
            }
        }
        for index in transitions.indices {
            guard case .placed(var bounds) = transitions[index].home, bounds.end > span.start else { continue }
            bounds.isEndTold = false
            transitions[index].home = .placed(bounds)
        }
        let plan = transitions.firstIndex { $0.home == .mixed(nil) }
        var gone: [LoadGeneration] = []
        var unheard: [LoadGeneration] = []
        for index in loads.indices {
            guard var former = loads[index].span else { continue }
            if former.timeline.startSample >= span.start {
                unheard.append(loads[index].generation)
            } else if plan == nil {
                // A start that replaces other audio is not a transition: nothing is reported.
                gone.append(loads[index].generation)
            }
            former.fadeOut(over: span, curve)
            loads[index].span = former
        }
        for generation in gone { letGo(generation) }
        for generation in unheard { takeBack(generation) }
        guard let plan = transitions.firstIndex(where: { $0.home == .mixed(nil) }) else { return }
        var end = max(span.end, span.start)
        if transitions[plan].plan.kind == .crossfade, case .mixing(let own) = self[transitions[plan].incoming]?.state,
            let run = own.fadeIn(at: 0)
        {
            // Less of the former audio may be left by now than when the fade began to be mixed.
            end = max(end, span.start + run.endSample)
        }
        transitions[plan].home = .placed(.init(start: span.start, end: end))
    }

    /// Returns the part of a repeated mix after the sample at which it can take over; nil if that part has not been
    /// mixed yet.
    private mutating func takeUp(_ current: Mix, from start: Int64, isEnd: Bool) -> [Float]? {
        let first = max(changeable, start)
        let skipped = first - start
        guard current.isAhead(rate: tape.rate, behind: skipped, at: readings.now) || isEnd else {
            act(.allow(skipped + samples(Mix.enough)))
            act(.askForMore)
            return nil
        }
        let span = tape.splice(at: first, over: .ramp, curve: .linear, isSame: true, readings.output)
        var rest = Array(current.waiting.dropFirst(Int(2 * skipped)))
        rest.raise(over: span.end - span.start)
        return rest
    }

    /// Handles the end of the mix: everything has been mixed, and nothing follows.
    mutating func reachedEnd() {
        guard !tape.tape.isComplete else { return }
        tape.complete()
        guard let last = onTape.last?.generation, !followLast(behind: tape.tape.end) else { return }
        notices.placeEnd(of: last, at: tape.tape.end + (isOffline ? 1 : 0))
        makeLastCall()
    }
}
