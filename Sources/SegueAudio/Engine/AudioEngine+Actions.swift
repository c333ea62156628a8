import EventLoop
import SegueCore

/// From events to actions and reports.
extension AudioEngine {
    /// An item to report, or to handle once earlier items have been reported.
    enum News {
        case event(AudioEvent)
        case answer(SoundAnswer)
        case pass(upTo: Int64)
        case silent
    }

    /// Lets the score decide about this event, and carries out the resulting actions.
    ///
    /// Everything on the mixer's timeline is complete when the score is asked. From then on, nothing comes onto a
    /// timeline that has been discarded, and no load comes that is no longer to follow.
    func send(_ event: Score.Event) {
        guard !isClosed else { return }
        followUps.append(event)
        guard !isActing else { return }
        isActing = true
        while !followUps.isEmpty {
            let event = followUps.removeFirst()
            // Mixed samples may start the output, and the output's position then decides what comes next.
            if score.takesNews(before: event) { handle(.collect) }
            handle(event)
        }
        isActing = false
        arm()
        tell()
    }

    private func handle(_ event: Score.Event) {
        let actions = mixer.settled {
            let news = score.takesNews(before: event) ? mixer.take() : Score.News()
            let actions = score.handle(event, after: news, readings)
            for action in actions {
                switch action {
                case .seal, .clear: mixer.seal()
                case .disarm(let generation): disarm(generation)
                default: break
                }
            }
            return actions
        }
        for action in actions { carryOut(action) }
    }

    private func arm() {
        let next = score.nextPlace(transport.reading)
        transport.arm(in: next.map { Timeline.time(of: max(0, $0 - heardSample), rate: score.tape.rate) })
        stallWatch.watch(score.tape.state == .running && score.mix != nil)
    }

    private var readings: ScoreReadings {
        var readings = ScoreReadings(
            now: .now, output: transport.reading, isMixerOpen: mixer.isOpen, blockLength: mixer.blockLength)
        for load in score.loads {
            readings.decks[load.generation] = loader.reading(load.generation, on: transport.output)
        }
        return readings
    }

    // MARK: - What is told

    func report(_ event: AudioEvent) {
        outbox.append(.event(event))
        guard !isActing else { return }
        tell()
    }

    /// Delivers everything in order. Whatever one report causes is done before the next report.
    private func tell() {
        guard !isTelling else { return }
        isTelling = true
        while !outbox.isEmpty {
            switch outbox.removeFirst() {
            case .event(let event): if !isClosed { onEvent(event) }
            case .answer(let answer): onAnswer(answer)
            case .pass(let place): send(.heard(upTo: place))
            case .silent: departure.end()
            }
        }
        isTelling = false
    }

    // MARK: - What is done

    private func carryOut(_ action: EngineAction) {
        switch action {
        case .reopen(let generation, let position): loader.reopen(generation, at: position)
        case .release(let generation): loader.release(generation)
        case .discard(let generation): loader.discard(generation)
        case .arm(let plan, let ifInTime): set(plan, ifInTime: ifInTime)
        case .disarm(let generation): disarm(generation)
        case .playOut(let generation): deck(generation)?.playOut()
        case .reconsider(let generation): deck(generation)?.reconsider()
        case .setLoudness(let generation, let gain): deck(generation)?.setLoudness(gain)
        case .end(let generation): deck(generation)?.endHere()
        // Done as soon as it was decided.
        case .seal: break
        case .clear: clear()
        case .mix(let entries): mix(entries)
        case .allow(let sample): mixer.allow(upTo: sample)
        case .askForMore: mixer.askForMore()
        case .output(let action): transport.carryOut(action)
        case .title(let generation): transport.title = loader.title(of: generation) ?? transport.title
        case .reportRates: reportRates()
        case .await(let limit, let time):
            limits[limit]?.cancel()
            limits[limit] = loop.schedule(at: .now.advanced(byNanoseconds: time.nanoseconds)) { [weak self] in
                self?.limits[limit] = nil
                self?.send(.due(limit))
            }
        case .forget(let limit): limits.removeValue(forKey: limit)?.cancel()
        case .report(let event): outbox.append(.event(event))
        case .describe(let generation, let metadata):
            if loader.describe(generation, metadata), score.onTape.last?.generation == generation {
                transport.title = loader.title(of: generation) ?? transport.title
            }
        case .answered(let answer): outbox.append(.answer(answer))
        case .pass(let place): outbox.append(.pass(upTo: place))
        case .silent: outbox.append(.silent)
        }
    }

    private func deck(_ generation: LoadGeneration) -> Deck? { loader.loads[generation]?.deck }

    private func disarm(_ generation: LoadGeneration) {
        for deck in loader.loads.decks { deck.disarm(generation) }
    }

    private func set(_ plan: TransitionPlan, ifInTime: Bool) {
        guard let outgoing = deck(plan.outgoing), let incoming = deck(plan.incoming) else { return }
        let armed = ArmedTransition(
            plan: plan, incoming: incoming, outgoingEnd: loader.loads[plan.outgoing]?.reported?.duration)
        if mixer.settled({ outgoing.arm(armed, ifInTime: ifInTime) }) == .late { send(.late(plan)) }
    }

    /// Clears the mixer. The decks of loads that may have to be reopened stay in the table.
    private func clear() {
        pipeline.reset()
        mixer.reset(rate: score.tape.rate)
        for deck in loader.loads.decks where deck.isInMixer { deck.dispose() }
        loader.loads.disposeOfLeaving()
    }

    private func mix(_ entries: [EngineAction.Entry]) {
        pipeline.start()
        var loads: [(deck: Deck, run: FadeRun?)] = []
        for entry in entries {
            guard let deck = deck(entry.generation) else { continue }
            deck.end(at: entry.silence)
            loads.append((deck, entry.run))
        }
        mixer.start(loads)
    }
}
