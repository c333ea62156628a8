import EventLoop
import SegueCore

@testable import SegueAudio

/// The work of the engine.
extension ScoreTrial {
    var reading: TapeMachine.Reading? {
        mutating get {
            guard let output else { return nil }
            let played = output.heard(at: now)
            let time = MonotonicTime(nanoseconds: now * 1_000_000)
            return TapeMachine.Reading(
                heard: delay.place(behind: played, rate: Self.rate, at: time), taken: played,
                delay: delay.latency.samples(rate: Self.rate),
                changeable: output.changeable(at: now), depth: 2000)
        }
    }

    mutating func takeReadings() -> ScoreReadings {
        var readings = ScoreReadings(
            now: MonotonicTime(nanoseconds: now * 1_000_000), output: reading, isMixerOpen: mixer.isOpen,
            blockLength: Self.block)
        for (generation, load) in table {
            readings.decks[generation] = reading(of: load)
            readings.decks[generation]?.canGoOn = !isStream(generation)
        }
        return readings
    }

    private func isStream(_ generation: LoadGeneration) -> Bool { hasStreams && generation.rawValue % 2 == 0 }

    private func reading(of load: VirtualLoad) -> DeckReading {
        let machine = load.deck.machine
        return DeckReading(
            position: MediaTime(samples: load.deck.first, rate: Self.rate),
            timeline: machine.timeline,
            frontier: machine.frontier, run: machine.run, loudness: load.loudness,
            duration: MediaTime(samples: load.length, rate: Self.rate), tapeRate: output == nil ? nil : Self.rate,
            isInMixer: machine.isInMixer, isOnTimeline: machine.isOnTimeline(mixer.number),
            isOnCurrentTimeline: machine.timelineNumber == mixer.number, isContinuation: load.isContinuation,
            isDecided: machine.isDecided, waitsForSuccessor: machine.waitsForDecision,
            isUnderWay: machine.wantedSample != nil, isWanted: machine.wantedSample.map(mixer.waits) ?? false)
    }

    mutating func send(_ event: Score.Event) {
        var pending = [event]
        while !pending.isEmpty {
            let event = pending.removeFirst()
            if score.takesNews(before: event) { handle(.collect, &pending) }
            handle(event, &pending)
        }
        let reading = reading
        wakeUp = score.nextPlace(reading).map { now + max($0 - score.tape.heard(reading), 0) }
        tell()
    }

    private mutating func handle(_ event: Score.Event, _ pending: inout [Score.Event]) {
        var news = Score.News()
        if score.takesNews(before: event) {
            (news, taken) = (taken, Score.News(isEnd: taken.isEnd))
            mixer.taken()
            if hasNews { isAwaited = false }
            hasNews = false
        }
        noteEnd()
        let isPlaced = score.mix?.isPlaced
        let actions = score.handle(event, after: news, takeReadings())
        if isPlaced == false, let mix = score.mix, mix.isPlaced, let origin = mix.origin {
            let changeable = score.tape.changeable(reading)
            ear.noteChange(at: max(origin, changeable))
            if case .again = mix.beginning, origin < changeable { ear.end = max(ear.end, changeable) }
        }
        if Self.isTraced { trace(event, news, actions) }
        if case .collect = event {} else { checkHomes() }
        for action in actions {
            switch action {
            case .seal, .clear: mixer.close()
            case .disarm(let generation): disarm(generation)
            default: break
            }
        }
        // The threads continue meanwhile.
        if Int.random(in: 0..<3, using: &random) == 0, let deck = decks.randomElement(using: &random) {
            turn(deck)
        }
        for action in actions { carryOut(action, &pending) }
    }

    private mutating func carryOut(_ action: EngineAction, _ pending: inout [Score.Event]) {
        switch action {
        case .reopen(let generation, let position): reopen(generation, at: position)
        case .release(let generation):
            guard let load = table.removeValue(forKey: generation) else { return }
            release(load.deck)
        case .discard(let generation):
            guard let load = table.removeValue(forKey: generation) else { return }
            if mixer.isOpen, load.deck.machine.isOnTimeline(mixer.number) {
                fail("load \(generation.rawValue) is released while it is mixed: \(state)")
            }
            dispose(load.deck)
        case .arm(let plan, let ifInTime):
            guard let outgoing = table[plan.outgoing], let incoming = table[plan.incoming] else { return }
            let armed = ArmedTransition(
                plan: plan, incoming: incoming.deck, outgoingEnd: MediaTime(samples: outgoing.length, rate: Self.rate))
            if outgoing.deck.machine.arm(armed, ifInTime: ifInTime) == .late { pending.append(.late(plan)) }
        case .disarm(let generation): disarm(generation)
        case .playOut(let generation): table[generation]?.deck.machine.playOut()
        case .reconsider(let generation): table[generation]?.deck.reconsider()
        case .setLoudness(let generation, let gain): table[generation]?.loudness = gain
        case .end: break
        case .seal: break
        case .clear: clear()
        case .mix(let entries): start(entries)
        case .allow(let sample):
            allowed = max(allowed, sample)
            if mixer.allow(upTo: sample) { isWaiting = false }
        case .askForMore:
            if mixer.request() { signals.append(Signal.news) } else { isAwaited = true }
        case .output(let action): play(action, &pending)
        case .await(let limit, let time): limits[limit] = now + time.samples(rate: Self.rate)
        case .forget(let limit): limits[limit] = nil
        case .report, .pass: outbox.append(action)
        case .answered(let answer): answers.append(answer)
        case .title, .reportRates, .describe, .silent: break
        }
    }

    private mutating func tell() {
        guard !person.isTelling else { return }
        person.isTelling = true
        while !outbox.isEmpty {
            switch outbox.removeFirst() {
            case .report(let event): hear(of: event)
            case .pass(let place): send(.heard(upTo: place))
            default: break
            }
        }
        person.isTelling = false
    }

    // MARK: - Decks

    mutating func open(_ generation: LoadGeneration, from first: Int64, length: Int64) {
        lastID += 1
        let deck = VirtualDeck(lastID, from: first, length: length - first, isComplete: true)
        deck.generation = generation
        deck.machine.locate(MediaTime(samples: first, rate: Self.rate))
        deck.opensAt = now + openingTime
        table[generation] = VirtualLoad(deck: deck, length: length)
        decks.append(deck)
    }

    /// Returns the time to open a file: most files open at once, and some take their time.
    private var openingTime: Int64 {
        mutating get {
            Int.random(in: 0..<20, using: &random) == 0
                ? Int64.random(in: 0...1500, using: &random) : Int64.random(in: 5...60, using: &random)
        }
    }

    private mutating func reopen(_ generation: LoadGeneration, at position: MediaTime) {
        guard let former = table[generation] else { return }
        lastID += 1
        let first = max(position.samples(rate: Self.rate), 0)
        let deck = VirtualDeck(
            lastID, from: first, length: max(former.length - first, 0), isComplete: true)
        deck.generation = generation
        deck.machine = former.deck.machine.successor()
        deck.machine.locate(position)
        let time = openingTime
        deck.opensAt = now + time
        // The tape may run out before a slow file can be mixed again.
        if time > 60 { haltEnd = max(haltEnd, deck.opensAt) }
        table[generation] = VirtualLoad(
            deck: deck, length: former.length, isContinuation: true, loudness: former.loudness)
        decks.append(deck)
        release(former.deck)
    }

    private mutating func release(_ deck: VirtualDeck) {
        // A deck on the timeline leaves when its last sample has been mixed.
        guard deck.machine.isOnTimeline(mixer.number) else { return dispose(deck) }
        deck.machine.playOutAlone()
        deck.reconsider()
    }

    private mutating func dispose(_ deck: VirtualDeck) {
        deck.machine.giveUp()
        decks.removeAll { $0 === deck }
    }

    private mutating func disarm(_ generation: LoadGeneration) {
        for load in table.values { load.deck.machine.disarm { $0.generation == generation } }
    }

    private mutating func clear() {
        for deck in decks where deck.machine.isInMixer { deck.machine.giveUp() }
        let present = Set(table.values.map { ObjectIdentifier($0.deck) })
        decks.removeAll { deck in
            switch deck.machine.state {
            case .over: true
            default: !present.contains(ObjectIdentifier(deck))
            }
        }
        mixer.reset()
        sinks = [(0, true), (0, true)]
        (isWaiting, isAwaited, hasNews, allowed) = (false, false, false, 0)
        (taken, passed, passedStart) = (Score.News(), [], 0)
    }

    private mutating func start(_ entries: [EngineAction.Entry]) {
        var lying: [MixerMachine<VirtualDeck>.Lying] = []
        var runs: [ObjectIdentifier: FadeRun] = [:]
        for entry in entries {
            guard let deck = table[entry.generation]?.deck else { continue }
            deck.machine.silence = entry.silence
            guard deck.machine.claim() else {
                fail("load \(entry.generation.rawValue) is mixed, and is \(deck.machine.state)")
                continue
            }
            if hasHalts, Int.random(in: 0..<6, using: &random) == 0 {
                deck.opensAt = now + Int64.random(in: 20...400, using: &random)
                haltEnd = max(haltEnd, deck.opensAt)
            }
            runs[ObjectIdentifier(deck)] = entry.run
            lying.append(.init(deck: deck, silence: entry.silence))
        }
        guard lying.count <= 2 else { return fail("\(lying.count) loads are mixed") }
        mixer.open(with: lying)
        for sink in lying.indices { sinks[sink].hasEnded = false }
        for load in lying {
            let run = runs[ObjectIdentifier(load.deck)]
            let isSuccessor = lying.count > 1 && run?.direction == .incoming
            if let run { load.deck.gain = run.gain(atProgress: run.progress(at: 0)) }
            enter(load.deck, at: 0, run: run, end: isSuccessor ? 0 : nil)
        }
    }

    // MARK: - What the threads tell

    mutating func arrivedEnough(_ deck: VirtualDeck) {
        guard let generation = present(deck), table[generation]?.readyTime == nil else { return }
        table[generation]?.readyTime = now
        let isContinuation = table[generation]?.isContinuation == true
        let track = LoadedTrack(metadata: TrackMetadata())
        signals.append(.event(.ready(generation, news: isContinuation ? nil : .loaded(generation, track)), of: deck))
    }

    mutating func cameWithoutSound(_ deck: VirtualDeck) {
        signals.append(.withoutSound(deck))
    }

    mutating func asks(_ deck: VirtualDeck, at sample: Int64) {
        guard let generation = present(deck) else { return }
        // The gate may ask again before it receives the answer.
        let count = person.isRestless && Bool.random(using: &random) ? 2 : 1
        for _ in 0..<count { signals.append(.event(.endHeld(generation, at: sample, breakage: nil), of: deck)) }
    }

    mutating func begun(_ transition: BegunTransition) {
        taken.begun.append(transition)
        signals.append(Signal.news)
    }

    mutating func left(_ deck: VirtualDeck) {
        guard let generation = present(deck) else { return }
        signals.append(.event(.left(generation), of: deck))
    }

    /// Returns the load whose current deck this is; nil if another deck has replaced it.
    func present(_ deck: VirtualDeck) -> LoadGeneration? {
        guard let generation = deck.generation, table[generation]?.deck === deck else { return nil }
        return generation
    }

    // MARK: - Samples

    /// Returns the sample of a load: each sample encodes its load and its index.
    static func sound(_ generation: LoadGeneration, _ index: Int64) -> Float {
        0.25 + Float((Int64(generation.rawValue) % 128) << 15 + index)
            * Float(sign: .plus, exponent: -24, significand: 1)
    }

    /// Returns the share of a load in the right channel. Loads that follow each other differ: from both channels, the
    /// gain of each load in a fade can be heard.
    static func share(_ generation: LoadGeneration) -> Float { [1, 0.5, 0.75, 0.25][Int(generation.rawValue % 4)] }

    mutating func pass(_ length: Int64, of deck: VirtualDeck, from start: Int64, _ gain: DeckGain.Step) {
        extendPassed(to: start + length)
        var points: [FadeEnvelope.Point] = []
        switch gain {
        case .unchanged: points = [.init(time: start, gain: deck.gain), .init(time: start + length, gain: deck.gain)]
        case .constant(let level):
            deck.gain = level
            points = [.init(time: start, gain: level), .init(time: start + length, gain: level)]
        case .points(let given):
            points = given
            if let last = given.last { deck.gain = last.gain }
        }
        guard let generation = deck.generation else { return }
        for (left, right) in zip(points, points.dropFirst()) where right.time > left.time {
            let slope = (right.gain - left.gain) / Double(right.time - left.time)
            for time in max(left.time, start)..<min(right.time, start + length) {
                let index = deck.given + time - start
                guard index < deck.length else { continue }
                let level = Float(left.gain + slope * Double(time - left.time))
                let sample = level * Self.sound(generation, deck.first + index)
                passed[Int(2 * (time - passedStart))] += sample
                passed[Int(2 * (time - passedStart)) + 1] += sample * Self.share(generation)
            }
        }
    }

    mutating func mixed(from start: Int64, to end: Int64, isAwaited: Bool) {
        extendPassed(to: end)
        let count = Int(2 * (end - start))
        taken.samples += passed.prefix(count)
        passed.removeFirst(count)
        passedStart = end
        if isAwaited { signals.append(Signal.news) }
    }

    private mutating func extendPassed(to end: Int64) {
        let missing = Int(2 * (end - passedStart)) - passed.count
        if missing > 0 { passed.append(contentsOf: repeatElement(0, count: missing)) }
    }

    mutating func mixedToEnd() {
        taken.isEnd = true
        signals.append(Signal.news)
    }

    // MARK: - The output

    private mutating func play(_ action: TapeMachine.Action, _ pending: inout [Score.Event]) {
        switch action {
        case .go(let place):
            note("go \(place)")
            output?.go(from: place, at: now, epoch: ear.epoch)
            if place == 0 { ear.end = 0 }
            delay.go(from: place)
        case .write(let samples, let place):
            note("write \(place)…\(place + Int64(samples.count / 2))")
            if place != ear.writtenEnd { ear.noteChange(at: place) }
            ear.writtenEnd = place + Int64(samples.count / 2)
            if let text = output?.write(samples, place: place, at: now) { fail(text) }
            delay.write(upTo: place + Int64(samples.count / 2))
            _ = reading
        case .rest(let place):
            note("rest \(place)")
            output?.rest(at: place)
        case .finish: pending.append(.finished)
        case .began, .starve, .allow, .paused, .silent: break
        }
    }

    mutating func loseOutput() {
        note("output gone")
        send(.outputGone)
        output = nil
        ear.isExpectant = false
        // What came too late to be changed is heard again.
        if ear.heardCount < ear.lastChange + 400 { ear.lastChange = ear.heardCount + 250 }
    }

    mutating func restoreOutput() {
        note("output back")
        send(.outputGoing)
        output = VirtualOutput(margin: margin)
        send(.outputBack)
        if !person.isPaused { send(.resume) }
    }
}

extension ScoreTrial {
    /// Handles a deck that ended without a sample.
    mutating func cameWithout(_ deck: VirtualDeck) {
        guard let generation = present(deck), let load = table[generation] else { return }
        if load.isContinuation, score.span(of: generation) != nil { return send(.exhausted(generation)) }
        guard deck.machine.abandon() else { return }
        table[generation] = nil
        deck.machine.giveUp()
        decks.removeAll { $0 === deck }
        send(.givenUp(generation, .ended(generation)))
    }
}
