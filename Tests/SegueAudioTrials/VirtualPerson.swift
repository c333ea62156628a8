import SegueCore

@testable import SegueAudio

/// The user's wishes for the virtual player, and the reactions of the core.
struct VirtualPerson {
    /// The load that is shown.
    var current: LoadGeneration?
    /// The load that was heard when the successor was opened, by the successor.
    var leaders: [LoadGeneration: LoadGeneration] = [:]
    /// The load that follows the current one.
    var next: LoadGeneration?
    /// The load that was skipped to, until it is heard.
    var candidate: LoadGeneration?
    var lengths: [LoadGeneration: Int64] = [:]
    /// The position at which each load was opened.
    var starts: [LoadGeneration: Int64] = [:]
    var ready: Set<LoadGeneration> = []
    var isPaused = false
    var isTelling = false
    /// True once no more commands are given, and nothing follows the current loads.
    var isDone = false
    var isSilencing = false
    /// True for a user who takes skips back, and whose next load is opened as soon as the current one is heard.
    var isRestless = false
    /// The plan by which the core expects each load to come.
    var plans: [LoadGeneration: TransitionPlan] = [:]
    /// The scheduled transitions of which nothing has been reported yet, by their incoming loads.
    var promises: [LoadGeneration: TransitionPlan] = [:]
    /// The loads that count as heard, although that has not been reported.
    var taken: Set<LoadGeneration> = []
    /// The load whose transition has been reported as heard, and whose end is to be reported; nil once a command has
    /// changed that.
    var blending: LoadGeneration?
    var last: UInt64 = 0

    func isOver(_ trial: ScoreTrial) -> Bool {
        current == nil && candidate == nil && next == nil && trial.score.tape.state == .stopped
            && trial.score.pendingStart == nil && trial.signals.isEmpty
    }
}

extension ScoreTrial {
    private func media(_ samples: Int64) -> MediaTime { MediaTime(samples: samples, rate: Self.rate) }

    private mutating func newLoad(length wanted: Int64? = nil, from first: Int64 = 0) -> LoadGeneration {
        person.last += 1
        let generation = LoadGeneration(rawValue: person.last)
        let length = wanted ?? randomLength
        person.lengths[generation] = length
        person.starts[generation] = first
        open(generation, from: first, length: length)
        note("load \(generation.rawValue) \(first)…\(length)")
        send(.opened(generation))
        return generation
    }

    /// Returns a random length. Most tracks are longer than the audio mixed ahead; some last a moment.
    private var randomLength: Int64 {
        mutating get {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: Int64.random(in: 20...200, using: &random)
            case 1...3: Int64.random(in: 200...3000, using: &random)
            default: Int64.random(in: 3000...12_000, using: &random)
            }
        }
    }

    private mutating func drop(_ generation: LoadGeneration?, ramp: Int64 = 20) {
        guard let generation else { return }
        note("unload \(generation.rawValue)")
        person.blending = nil
        person.forgetPromises(of: generation)
        send(.unload(generation, ramp: media(ramp)))
        person.ready.remove(generation)
        person.taken.remove(generation)
    }

    /// Drops the next load. The load is forgotten first: the consequences of the drop may be reported at once.
    private mutating func dropNext() {
        let next = person.next
        person.next = nil
        drop(next)
    }

    mutating func dropCandidate() {
        let candidate = person.candidate
        if let candidate, follower(of: candidate) != nil { free() }
        person.candidate = nil
        drop(candidate)
    }

    // MARK: - Presses

    mutating func press() {
        guard fault == nil else { return }
        if output == nil { return restoreOutput() }
        guard person.current != nil || person.candidate != nil else { return play() }
        ear.lastChange = max(ear.lastChange, ear.heardCount)
        if person.isRestless, Int.random(in: 0..<4, using: &random) == 0 { return pressRestlessly() }
        let choice = Int.random(in: 0..<100, using: &random)
        switch choice {
        case 0..<30: skip()
        case 30..<42: seek()
        case 42..<58: togglePause()
        case 58..<66: changeNext()
        case 66..<76: replan()
        case 76..<82: finishQuickly()
        case 82..<85: stop()
        case 85..<88: fadeOut()
        case 88..<91: loseOutput()
        case 91..<94: removeCurrent()
        case 94..<97: holdKey()
        default: break
        }
        // Some users give two or three commands at once.
        if Int.random(in: 0..<4, using: &random) == 0 {
            pass(Int64.random(in: 0...40, using: &random))
            press()
        }
    }

    private mutating func play() {
        let generation = newLoad()
        person.candidate = generation
        person.isPaused = false
    }

    private mutating func start(_ generation: LoadGeneration, paused: Bool) {
        note("start \(generation.rawValue)\(paused ? " paused" : "")")
        person.blending = nil
        let next = follower(of: generation)
        if person.next != generation, next == nil { dropNext() }
        person.promises = person.promises.filter { $0.key == next }
        person.current = generation
        person.candidate = nil
        person.isSilencing = false
        person.isPaused = paused
        send(
            .start(
                Score.Start(generation: generation, fadeIn: .zero, curve: .linear, gain: 1), paused: paused))
        for other in table.keys.sorted() where other != generation && other != next { drop(other) }
        if let next, person.ready.contains(next), person.promises[next] == nil { schedule(next, behind: generation) }
    }

    mutating func skip(to generation: LoadGeneration? = nil) {
        takeCutAsHeard()
        dropCandidate()
        guard person.current != nil else { return play() }
        if let next = person.next, person.ready.contains(next), generation == nil, !isHeard(next) {
            // The next load is played now instead of later.
            person.next = nil
            person.candidate = next
            return carryOutSkip(next)
        }
        let candidate = generation ?? newLoad()
        person.candidate = candidate
    }

    /// Counts a cut as heard that a pause would not stop, as the core does before the next skip.
    private mutating func takeCutAsHeard() {
        guard !person.isPaused, let candidate = person.candidate, let start = person.starts[candidate],
            person.promises[candidate]?.kind == .cut,
            let place = score.positions(takeReadings()).first(where: { $0.generation == candidate }),
            place.stopping > media(start)
        else { return }
        note("\(candidate.rawValue) counts as heard")
        person.promises[candidate] = nil
        person.taken.insert(candidate)
        person.current = candidate
        person.candidate = nil
    }

    func isHeard(_ generation: LoadGeneration) -> Bool {
        score.transitions.contains { $0.incoming == generation && $0.bounds != nil }
    }

    private mutating func carryOutSkip(_ candidate: LoadGeneration) {
        guard let current = person.current, table[current] != nil else {
            return start(candidate, paused: person.isPaused)
        }
        if person.next != candidate, follower(of: candidate) == nil { dropNext() }
        // In a pause, the other track waits instead.
        guard !person.isPaused else { return start(candidate, paused: true) }
        let isFade = follower(of: candidate) == nil && Bool.random(using: &random)
        let duration = isFade ? min(Int64.random(in: 100...1000, using: &random), longestFade(to: candidate)) : 20
        var plan = TransitionPlan(
            outgoing: current, incoming: candidate, kind: isFade ? .crossfade : .cut, start: .now,
            duration: media(duration), curve: .linear, incomingGain: 1, reason: .skip)
        plan.explanation = [Sentence(.fadingEnding, "\(person.last)")]
        note("skip \(current.rawValue) → \(candidate.rawValue) over \(duration)")
        person.blending = nil
        person.plans[candidate] = plan
        person.promise(plan)
        // What follows is set before the candidate can sound, as the core does.
        if let next = follower(of: candidate), person.ready.contains(next) { schedule(next, behind: candidate) }
        send(.schedule(plan))
    }

    private mutating func seek() {
        guard let current = person.current, let length = person.lengths[current], !person.isPaused else { return }
        let isNearEnd = Int.random(in: 0..<2, using: &random) == 0
        let first =
            isNearEnd
            ? max(0, length - Int64.random(in: 0...80, using: &random))
            : Int64.random(
                in: 0...length, using: &random)
        let isKept = person.next != nil && Bool.random(using: &random)
        if isKept { free() } else { dropNext() }
        // Dropped before there is another one: the consequences of the drop may be reported at once.
        dropCandidate()
        let candidate = newLoad(length: length, from: first)
        if let next = person.next { person.leaders[next] = candidate }
        skip(to: candidate)
    }

    /// Cancels the transition to the next load, so that the load can follow another one. Drops a load on the tape.
    private mutating func free() {
        guard let next = person.next, !isHeard(next) else { return dropNext() }
        guard person.promises[next] != nil else { return }
        note("free \(next.rawValue)")
        person.promises[next] = nil
        send(.cancel(incoming: next))
    }

    /// Returns the next load, if it follows this one, which has not been heard.
    private func follower(of generation: LoadGeneration) -> LoadGeneration? {
        person.next.flatMap { person.leaders[$0] == generation ? $0 : nil }
    }

    private mutating func togglePause() {
        if !person.isPaused, let candidate = person.candidate, person.promises[candidate] != nil, !isHeard(candidate) {
            // The load on its way stops at its beginning.
            note("pause")
            send(.pause)
            if person.candidate == candidate, table[candidate] != nil { start(candidate, paused: true) }
            return
        }
        person.isPaused.toggle()
        note(person.isPaused ? "pause" : "resume")
        send(person.isPaused ? .pause : .resume)
        ear.isExpectant = false
    }

    mutating func changeNext() {
        guard let next = person.next, !isHeard(next) else { return }
        dropNext()
        prepareNext()
    }

    mutating func replan() {
        guard let next = person.next, person.ready.contains(next), person.candidate == nil else { return }
        if Bool.random(using: &random) {
            note("cancel \(next.rawValue)")
            person.promises[next] = nil
            send(.cancel(incoming: next))
        }
        schedule(next)
    }

    /// Simulates a key that is held, which moves the transition, or removes and adds the next load.
    private mutating func holdKey() {
        guard let current = person.current, !person.isPaused, person.candidate == nil, let next = person.next else {
            return
        }
        if let index = score.span(of: current)?.timeline.media(at: score.tape.heard(reading)).samples(rate: Self.rate),
            let length = person.lengths[current], Bool.random(using: &random)
        {
            // Close to the start of the next one.
            let rest = length - index - Int64.random(in: 100...1500, using: &random)
            for _ in 0..<max(rest, 0) where fault == nil && person.next == next && person.current == current { pass(1) }
        }
        for _ in 0..<Int.random(in: 5...40, using: &random) where fault == nil {
            pass(Int64.random(in: 0...12, using: &random))
            ear.lastChange = max(ear.lastChange, ear.heardCount)
            if Int.random(in: 0..<12, using: &random) == 0 { changeNext() } else { replan() }
        }
    }

    private mutating func finishQuickly() {
        guard let current = person.current else { return }
        note("finish \(current.rawValue) quickly")
        send(.quickFinish(incoming: current, duration: media(Int64.random(in: 50...300, using: &random))))
    }

    private mutating func stop() {
        note("stop")
        forget()
        send(.stop)
    }

    private mutating func fadeOut() {
        if person.isSilencing { return takeBackFadeOut() }
        note("fade out")
        let others = [person.next, person.candidate]
        person.next = nil
        person.candidate = nil
        for other in others where other.map({ !isHeard($0) }) ?? false { drop(other) }
        ear.isExpectant = false
        // Audio that fades to silence continues to do so beneath its replacement.
        ear.lastChange = ear.heardCount + 2000
        person.isSilencing = true
        person.promises = [:]
        person.blending = nil
        send(.fadeOut(media(Int64.random(in: 20...800, using: &random)), .linear))
    }

    /// Takes back the fade-out, if it is under way and nothing else is to begin.
    private mutating func takeBackFadeOut() {
        guard case .leaving(_, .fadeOut) = score.tape.state, person.candidate == nil, let current = person.current,
            score.span(of: current) != nil
        else { return }
        note("take back the fade-out")
        person.isSilencing = false
        ear.lastChange = ear.heardCount
        send(.resume)
        prepareNext()
    }

    private mutating func removeCurrent() {
        guard let current = person.current, person.candidate == nil else { return }
        note("remove \(current.rawValue)")
        person.current = nil
        drop(current)
        ear.isExpectant = false
        guard person.candidate == nil, let next = person.next else { return }
        person.next = nil
        if person.ready.contains(next) { start(next, paused: person.isPaused) } else { person.candidate = next }
    }

    private mutating func forget() {
        person.current = nil
        person.next = nil
        person.candidate = nil
        person.isPaused = false
        person.promises = [:]
        person.blending = nil
        person.ready = []
        person.taken = []
        ear.isExpectant = false
    }

    // MARK: - What the core does

    mutating func prepareNext() {
        guard person.next == nil, person.current != nil, !person.isDone, !person.isSilencing else { return }
        let next = newLoad()
        person.leaders[next] = person.current
        person.next = next
    }

    mutating func schedule(_ next: LoadGeneration, behind leader: LoadGeneration? = nil) {
        guard let current = leader ?? person.current, current != next, let length = person.lengths[current] else {
            return
        }
        let isJoin = Int.random(in: 0..<3, using: &random) == 0
        let rest = length - person.starts[current, default: 0]
        let duration = min(Int64.random(in: 50...2000, using: &random), rest / 2, longestFade(to: next))
        let early = Int64.random(in: 0...min(rest - duration, 200), using: &random)
        let plan = TransitionPlan(
            outgoing: current, incoming: next, kind: isJoin ? .gapless : .crossfade,
            start: .at(media(length - duration - early)),
            duration: isJoin ? .zero : media(duration), curve: .linear, incomingGain: 1, reason: .endOfTrack)
        note("plan \(current.rawValue) → \(next.rawValue) \(plan.kind) over \(duration)")
        person.plans[next] = plan
        person.promise(plan)
        send(.schedule(plan))
    }

    /// Handles an event of the player.
    mutating func hear(of event: AudioEvent) {
        switch event {
        case .loaded(let generation, _):
            guard table[generation] != nil else { return }
            person.ready.insert(generation)
            if generation == person.candidate {
                if person.current == nil { start(generation, paused: false) } else { carryOutSkip(generation) }
                prepareNext()
            } else if generation == person.next, person.candidate == nil {
                schedule(generation)
            } else if generation == person.next, let candidate = person.candidate, follower(of: candidate) != nil,
                person.promises[candidate] != nil
            {
                schedule(generation, behind: candidate)
            }
        case .transitionStarted(let incoming, _):
            note("\(incoming.rawValue) is heard")
            guard person.taken.remove(incoming) == nil,
                person.taken.isEmpty || [person.candidate, person.next].contains(incoming)
            else { return checkPlan(of: incoming) }
            person.promises[incoming] = nil
            let isCutOff = person.isSilencing || person.candidate.map { $0 != incoming } ?? false
            person.blending = isCutOff ? nil : incoming
            checkPlan(of: incoming)
            person.current = incoming
            if person.candidate == incoming {
                person.candidate = nil
                person.isSilencing = false
            }
            if person.next == incoming { person.next = nil }
            if let next = person.next, person.leaders[next] != incoming, !isHeard(next) {
                // The core looks for a successor once the load before it is heard.
                dropNext()
            } else if let next = person.next, person.ready.contains(next), !isHeard(next),
                person.promises[next] == nil
            {
                schedule(next)
            }
            if person.isRestless { prepareNext() }
        case .transitionFinished(let incoming):
            note("\(incoming.rawValue) is heard alone")
            person.blending = nil
            let kept = [person.current, person.next, person.candidate]
            for generation in table.keys.sorted() where !kept.contains(generation) { drop(generation) }
            if person.isDone, person.next == nil { send(.playOut(incoming)) } else { prepareNext() }
        case .ended(let generation), .failed(let generation, _), .loadFailed(let generation, _):
            note("\(generation.rawValue) has ended")
            checkSkip(from: generation)
            person.blending = nil
            person.forgetPromises(of: generation)
            ended(generation)
        case .fadeOutCompleted:
            note("faded out")
            person.isSilencing = false
            for generation in table.keys.sorted() { drop(generation) }
            forget()
        case .transitionStands(let refused, let standing):
            person.promises[refused.incoming] = nil
            if person.plans[refused.incoming] == refused { person.plans[refused.incoming] = standing }
            note("\(refused.incoming.rawValue) stands")
        default: break
        }
    }

    private mutating func ended(_ generation: LoadGeneration) {
        if generation == person.candidate {
            // A position after the end.
            person.candidate = nil
            guard person.current != nil else { return startNext() }
            if let next = person.next, person.ready.contains(next), !isHeard(next) { schedule(next) }
            return
        }
        if generation == person.next {
            person.next = nil
            return
        }
        guard generation == person.current else {
            // A load that a removed one had replaced has continued to its end.
            if person.current == nil, person.candidate == nil, person.next == nil { send(.stop) }
            return
        }
        checkEnd(of: generation)
        ear.isExpectant = false
        drop(generation)
        person.current = nil
        if let candidate = person.candidate {
            if person.ready.contains(candidate) { start(candidate, paused: false) }
        } else {
            startNext()
        }
    }

    /// Starts the load that was to follow, now or when it is ready: nothing is heard.
    private mutating func startNext() {
        guard let next = person.next else { return send(.stop) }
        person.next = nil
        if person.ready.contains(next) { start(next, paused: false) } else { person.candidate = next }
    }
}
