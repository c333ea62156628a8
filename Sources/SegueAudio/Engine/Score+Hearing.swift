import EventLoop
import SegueCore

/// The heard position, and the reports that depend on it.
extension Score {
    /// Returns the position of every load that sounds or is paused. A load has a position until the report that its
    /// last sample has been heard.
    mutating func positions(_ readings: ScoreReadings) -> [DeckPosition] {
        self.readings = readings
        defer { self.readings = ScoreReadings() }
        if let pendingStart, self[pendingStart.generation] != nil, tape.state == .stopped {
            let position = reading(pendingStart.generation).position
            return [
                DeckPosition(
                    generation: pendingStart.generation, heard: position, stopping: position, settled: position)
            ]
        }
        let heard = heard
        let stopping = max(tape.stopping(readings.output), heard)
        let settled = settled
        let loads = onTape
        return loads.compactMap { load in
            guard let span = load.span, span.timeline.startSample <= stopping || loads.count == 1 else { return nil }
            func media(at place: Int64) -> MediaTime {
                span.timeline.media(at: min(max(place, span.timeline.startSample), span.end ?? .max))
            }
            return DeckPosition(
                generation: load.generation, heard: media(at: heard), stopping: media(at: stopping),
                settled: media(at: settled))
        }
    }

    /// Returns the next position at which an action or a report is due; nil if there is none.
    func nextPlace(_ reading: TapeMachine.Reading?) -> Int64? {
        tape.nextPlace(mark: nextMark, reading)
    }

    private var nextMark: Int64? {
        [nextTransition?.place, notices.next, nextLeft?.place].compactMap(\.self).min()
    }

    /// The next load that is silent before others on the tape, without a transition that reports it.
    private var nextLeft: (generation: LoadGeneration, place: Int64)? {
        let told = soundingTransitions.last?.bounds?.end ?? .min
        let left = onTape.dropLast().compactMap { load in load.span?.end.map { (load.generation, place: $0) } }
        return left.filter { $0.place > told }.min { $0.place < $1.place }
    }

    // MARK: - Transitions by their places

    /// The transitions that are on the tape and whose ends have not been heard, in the order of their ends.
    var soundingTransitions: [ScoreTransition] {
        let sounding = transitions.compactMap { transition in
            transition.bounds.flatMap { $0.isEndTold ? (end: $0.end, transition) : nil }
        }
        // A stable order: of two that end together, the first one first.
        return sounding.enumerated().sorted { ($0.element.end, $0.offset) < ($1.element.end, $1.offset) }
            .map(\.element.1)
    }

    /// The next transition with a report due, and the position of the report.
    private var nextTransition: (index: Int, place: Int64)? {
        var next: (index: Int, place: Int64)?
        for (index, transition) in transitions.enumerated() {
            let place: Int64? =
                switch transition.home {
                case .placed(let bounds): bounds.start
                case .heard(let bounds): bounds.end
                case .wanted, .armed, .mixed: nil
                }
            if let place, place < next?.place ?? .max { next = (index, place) }
        }
        return next
    }

    /// Ends the transition because one of its loads has been removed. If its start is still to be reported, its end is
    /// reported with it; otherwise it is not.
    mutating func cutShort(_ transition: ScoreTransition) {
        switch transition.home {
        case .placed(let bounds): end(transition, at: bounds.start)
        case .heard: transitions.removeAll { $0 == transition }
        case .wanted, .armed, .mixed: break
        }
    }

    /// Moves the end of the transition to this position.
    mutating func end(_ transition: ScoreTransition, at place: Int64) {
        guard let index = transitions.firstIndex(of: transition) else { return }
        switch transition.home {
        case .placed(let bounds): transitions[index].home = .placed(.init(start: bounds.start, end: place))
        case .heard(let bounds): transitions[index].home = .heard(.init(start: bounds.start, end: place))
        case .wanted, .armed, .mixed: break
        }
    }

    // MARK: - What has been heard

    /// Reports what has been heard by now: one report at a time, so that the reactions to a report precede the next
    /// one.
    mutating func pass(upTo place: Int64) {
        if let next = nextTransition, next.place <= place, next.place <= notices.next ?? .max {
            pass(transitionAt: next.index)
        } else if let left = nextLeft, left.place <= place, left.place <= notices.next ?? .max {
            letGo(left.generation)
            rewriteIfPossible()
        } else if let notice = notices.take(upTo: place) {
            pass(notice)
        }
        if let next = nextMark, next <= place { act(.pass(upTo: place)) }
    }

    private mutating func pass(transitionAt index: Int) {
        let transition = transitions[index]
        if case .placed(let bounds) = transition.home {
            if takeover?.incoming == transition.incoming { takeover = nil }
            if bounds.isEndTold { transitions[index].home = .heard(bounds) } else { transitions.remove(at: index) }
            act(.title(transition.incoming))
            return report(.transitionStarted(incoming: transition.incoming, span: fadeSpan(of: transition)))
        }
        transitions.remove(at: index)
        // The last sample of the outgoing load has been heard, or nothing of the load ever will be.
        letGo(transition.outgoing)
        // A skip in a fade leaves two tracks. Loads that end later have not been reported yet.
        let end = transition.bounds?.end ?? .min
        for load in onTape where (load.span?.end).map({ $0 <= end }) ?? false { letGo(load.generation) }
        report(.transitionFinished(incoming: transition.incoming))
        // A rewrite no longer waits for the removed load.
        rewriteIfPossible()
    }

    private mutating func pass(_ notice: Notice) {
        switch notice {
        case .failed(let generation, let error): report(.failed(generation, error))
        case .described(let generation, let metadata): act(.describe(generation, metadata))
        case .answered(var answer, let received):
            answer.heard = MediaTime(nanoseconds: readings.now.nanoseconds(since: received))
            act(.answered(answer))
        case .ended where isGivingWay: return
        // The last call for a load whose end is being mixed differently.
        case .ended where isRewriting: goOnAsItIs()
        case .ended(let generation):
            // The rest of a block was held back for a track that might have been joined to it.
            if !tape.tape.isComplete, reading(generation).isOnTimeline { return playOut(generation) }
            letGo(generation)
            // A skip may wait that is to leave another load: nobody else will begin with it.
            let waiting = transitions.first { $0.isAwaited && $0.plan.isSkip && !isThere($0.outgoing) }
            endTimeline()
            report(.ended(generation))
            if let waiting, pendingStart == nil, waiting.outgoing != generation { begin(insteadOf: waiting.plan) }
            startIfPossible()
        }
    }

    /// Returns the fade of a transition on the tape as it is heard; nil for a transition without a fade.
    private func fadeSpan(of transition: ScoreTransition) -> FadeSpan? {
        guard transition.plan.kind == .crossfade, let span = span(of: transition.incoming),
            let bounds = transition.bounds
        else { return nil }
        return FadeSpan(position: span.timeline.media(at: bounds.start), duration: time(bounds.end - bounds.start))
    }
}
