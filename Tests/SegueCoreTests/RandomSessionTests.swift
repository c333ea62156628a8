import Glibc
import SegueCore
import SegueTestSupport
import Testing

/// Seeded random sessions, checked for invariants (design.md, States; design.md, Queue).
@Suite struct RandomSessionTests {
    /// The seeds. `CORE_SESSIONS` sets the number of sessions.
    static let seeds: [UInt64] = Array(1...(getenv("CORE_SESSIONS").flatMap { UInt64(String(cString: $0)) } ?? 48))
    static let stepsPerSeed = 500

    @Test(arguments: seeds) func session(seed: UInt64) {
        var random = SeededRandom(state: seed)
        var configuration = Configuration()
        configuration.trimSilence = seed.isMultiple(of: 2)
        var harness = PlayerHarness(configuration: configuration, seed: seed)
        harness.knowsNothing = seed.isMultiple(of: 2)
        harness.engine.usuallyAudible = MediaTime(seconds: 1.5)...MediaTime(seconds: 56)
        harness.handle(.audio(.outputReady(name: "test", fallback: nil)))
        // Described only on a failure, because the description takes longer than the step.
        var log: [(input: Any, state: PlayerState.Kind)] = []
        for step in 0..<Self.stepsPerSeed {
            log.append((Self.randomStep(&harness, &random), harness.state.kind))
            var problem = Self.problem(harness)
            if problem == nil, Int.random(in: 0..<25, using: &random) == 0 {
                Self.settle(&harness)
                log.append(("settled", harness.state.kind))
                problem = Self.problem(harness)
                if !harness.openTickets.isEmpty { problem = "callers wait for ever: \(harness.openTickets)" }
            }
            if let problem {
                let last = log.suffix(16).map { "\("\($0.input)".prefix(110)) → \($0.state)" }.joined(separator: "\n")
                Issue.record("seed \(seed), step \(step): \(problem)\n\(last)")
                return
            }
        }
        harness.handle(.system(.woke))
        harness.command(.stop)
        harness.happen(.fadeOutCompleted)
        harness.command(.edit(.clear))
        if let name = harness.engine.openingOutput {
            harness.happen(.outputRefused(name: name, reason: "there is none"))
        }
        #expect(harness.openTickets.isEmpty, "seed \(seed): callers wait for ever: \(harness.openTickets)")
        #expect(harness.engine.live.isEmpty, "seed \(seed): decks are left: \(harness.engine.live)")
        #expect(harness.timers.isEmpty, "seed \(seed): timers are left: \(harness.timers)")
    }

    private static func randomStep(_ harness: inout PlayerHarness, _ random: inout SeededRandom) -> Any {
        // During a fade, most steps stay within it.
        let longest = harness.engine.running == nil ? 30.0 : 11
        harness.elapsed = MediaTime(seconds: Double.random(in: 0...longest, using: &random))
        let ahead = Bool.random(using: &random) ? 0 : Double.random(in: 0...0.3, using: &random)
        harness.ahead = MediaTime(seconds: ahead)
        if Int.random(in: 0..<6, using: &random) == 0 { harness.engine.reachPlan() }
        switch Int.random(in: 0..<13, using: &random) {
        case 12:
            // Also long after the queue has changed, and more than once.
            guard let wish = harness.wishes.last else { return "nothing" }
            let found = (0..<Int.random(in: 0...2, using: &random)).map { NewEntry(uri: "file:///more\($0)") }
            harness.handle(.moreFound(behind: wish.end, found))
            return ("more", found.count)
        case 0..<4:
            let command = randomCommand(harness, &random)
            let former = harness
            harness.command(command)
            if let jump = unannouncedJump(from: former, to: harness) { Issue.record("\(command): \(jump)") }
            return command
        case 4..<9: return randomEvent(&harness, &random) ?? "nothing"
        case 9:
            let longest = Bool.random(using: &random) ? 3.0 : 12
            let pause = MediaTime(seconds: Double.random(in: 0...longest, using: &random))
            harness.wait(pause)
            return pause
        case 10: return randomNews(&harness, &random) ?? "nothing"
        default: return lateNews(&harness, &random) ?? "nothing"
        }
    }

    /// Describes a jump back of the shown track's position that was not announced; nil without one.
    private static func unannouncedJump(from former: PlayerHarness, to harness: PlayerHarness) -> String? {
        let (old, new) = (former.snapshot, harness.snapshot)
        guard let track = new.track, old.track?.isSameOccurrence(as: track) == true, old.status != .stopped,
            new.status != .stopped, harness.state.kind != .seeking, harness.seeks.count == former.seeks.count
        else { return nil }
        let positions = [former, harness].map { $0.player.livePosition(at: $0.moment).position }
        return positions[1] < positions[0] ? "from \(positions[0]) back to \(positions[1])" : nil
    }

    /// Returns a random event that the engine could report next.
    private static func randomEvent(_ harness: inout PlayerHarness, _ random: inout SeededRandom) -> Any? {
        guard var event = harness.engine.possibleEvents().randomElement(using: &random) else { return nil }
        switch event {
        // Failures are rarer than successes, or no session would make progress.
        case .failed, .loadFailed, .outputLost, .silenced, .deviceUnplugged:
            guard Int.random(in: 0..<6, using: &random) == 0 else { return nil }
        case .loaded(let generation, var track):
            switch Int.random(in: 0..<8, using: &random) {
            case 0:
                track.isLive = true
                track.isSeekable = false
                track.metadata.duration = nil
            case 1: track.isSeekable = false
            case 2: track.metadata = randomMetadata(&random)
            default: break
            }
            event = .loaded(generation, track)
        case .transitionStarted(let generation, _):
            guard let deck = harness.engine[generation], let plan = harness.engine.plan else { break }
            harness.elapsed = MediaTime(seconds: Double.random(in: 0...0.3, using: &random))
            let share = Bool.random(using: &random) ? 1.0 : Double.random(in: 0...1, using: &random)
            let span = FadeSpan(position: deck.position, duration: MediaTime(seconds: plan.duration.seconds * share))
            event = .transitionStarted(incoming: generation, span: span)
        default: break
        }
        harness.happen(event)
        return event
    }

    /// Returns a random input from files, servers and settings.
    private static func randomNews(_ harness: inout PlayerHarness, _ random: inout SeededRandom) -> Any? {
        let deck = harness.engine.live.randomElement(using: &random)
        let input: Input?
        switch Int.random(in: 0..<9, using: &random) {
        case 0: input = deck.map { .audio(.metadataChanged($0.generation, randomMetadata(&random))) }
        case 1:
            let percent = [0, 30, 100].randomElement(using: &random) ?? 0
            input = deck.map { .audio(.buffering($0.generation, percent: percent)) }
        case 2:
            let queue = harness.player.queue
            let entry = queue.entry(at: Int.random(in: 0...queue.count, using: &random))
            let metadata = Bool.random(using: &random) ? randomMetadata(&random) : nil
            input = entry.map { .metadataRead($0.id, metadata) }
        case 3, 4:
            let outcome: AnalysisOutcome =
                switch Int.random(in: 0..<8, using: &random) {
                case 0: .failed("no")
                case 1...3: .unmeasured
                default: .facts(sounds.randomElement(using: &random) ?? sounds[0])
                }
            input = harness.analyses.randomElement(using: &random).map { .analysed($0, outcome) }
        case 5:
            input = harness.looks.randomElement(using: &random).map { .identified($0, ContentIdentity(text: $0)) }
        case 6: input = randomPin(harness, &random).map { .command($0, ticket: nil) }
        case 7: input = .system(Bool.random(using: &random) ? .willSleep : .woke)
        default: input = .command(.setConfiguration(randomConfiguration(harness, &random)), ticket: nil)
        }
        guard let input else { return nil }
        harness.handle(input)
        return input
    }

    /// Returns a command by which the user sets the planned transition, or returns it to the player.
    private static func randomPin(_ harness: PlayerHarness, _ random: inout SeededRandom) -> Command? {
        guard let planned = harness.snapshot.planned else { return nil }
        guard Int.random(in: 0..<4, using: &random) > 0 else {
            return .unpin(from: planned.from.id, to: planned.to.id)
        }
        let start = Bool.random(using: &random) ? nil : MediaTime(seconds: Double.random(in: 0...90, using: &random))
        let duration: Double = [0, 0.01, 0.3, 3, 10, 30].randomElement(using: &random) ?? 0
        return .pin(
            from: planned.from.id, to: planned.to.id,
            TransitionPin.Shape(
                start: start, duration: MediaTime(seconds: duration),
                curve: [.linear, nil].randomElement(using: &random) ?? nil))
    }

    /// Tracks of about a minute, with endings and beginnings of every kind.
    private static let sounds: [TrackFacts] = {
        var random = SeededRandom(state: 11)
        return (0..<16).map { index in
            SyntheticTrack.random(&random, isEnding: index % 2 == 0, seconds: Double(20 + 5 * index)).facts
        }
    }()

    private static func randomMetadata(_ random: inout SeededRandom) -> TrackMetadata {
        var metadata = TrackMetadata()
        let length = Double.random(in: 0.2...90, using: &random)
        if Bool.random(using: &random) { metadata.duration = MediaTime(seconds: length) }
        metadata.title = ["one", "two", nil].randomElement(using: &random) ?? nil
        metadata.album = ["album", nil].randomElement(using: &random) ?? nil
        metadata.trackNumber = Int32.random(in: 1...2, using: &random)
        return metadata
    }

    private static func randomConfiguration(
        _ harness: PlayerHarness, _ random: inout SeededRandom
    ) -> Configuration {
        var configuration = harness.player.configuration
        switch Int.random(in: 0..<13, using: &random) {
        case 11: configuration.whenQueueEnds = configuration.whenQueueEnds == .stop ? .similar : .stop
        case 10: configuration.loadTimeout = [nil, 2, 120].randomElement(using: &random) ?? nil
        case 0: configuration.crossfadeDuration = MediaTime(seconds: [0.0, 3, 10].randomElement(using: &random) ?? 0)
        case 1: configuration.gaplessAlbums.toggle()
        case 2: configuration.trimSilence.toggle()
        case 3: configuration.enableLooping.toggle()
        case 4: configuration.repeatCount = configuration.repeatCount == nil ? 2 : nil
        case 5: configuration.output = configuration.output == "null" ? "auto" : "null"
        case 6: configuration.transitions = configuration.transitions == .listen ? .plain : .listen
        case 7: configuration.fadeOutDuration = MediaTime(seconds: Bool.random(using: &random) ? 0 : 6)
        case 8: configuration.resumeAfterSleep.toggle()
        case 9: configuration.resumeOnReconnect.toggle()
        default: configuration.previousRestartsAfter = MediaTime(seconds: Bool.random(using: &random) ? 3 : 0)
        }
        return configuration
    }

    /// Reports about loads that may have been discarded long ago.
    private static func lateNews(_ harness: inout PlayerHarness, _ random: inout SeededRandom) -> Any? {
        let generation = LoadGeneration(rawValue: UInt64.random(in: 0...40, using: &random))
        guard harness.engine[generation] == nil else { return nil }
        let late: [AudioEvent] = [
            .transitionStarted(incoming: generation), .transitionFinished(incoming: generation),
            .ended(generation), .failed(generation, .engineError(reason: "late")),
            .loadFailed(generation, .engineError(reason: "late")),
        ]
        guard let event = late.randomElement(using: &random) else { return nil }
        harness.handle(.audio(event))
        return ("late", event)
    }

    /// Lets everything under way complete, without any command.
    private static func settle(_ harness: inout PlayerHarness) {
        for _ in 0..<20 {
            harness.wait(MediaTime(seconds: 1))
            let due = harness.engine.possibleEvents().first { event in
                switch event {
                case .loaded, .transitionStarted, .outputReady, .fadeOutCompleted: true
                default: false
                }
            }
            guard let due else { continue }
            harness.happen(due)
        }
    }

    private static func randomCommand(_ harness: PlayerHarness, _ random: inout SeededRandom) -> Command {
        let queue = harness.player.queue
        func entry() -> EntryID {
            queue.isEmpty
                ? EntryID(rawValue: 999_999)
                : queue.entry(at: Int.random(in: 0..<queue.count, using: &random))?.id ?? EntryID(rawValue: 0)
        }
        func new(_ count: Int) -> [NewEntry] {
            (0..<count).map { _ in
                let name = UInt16.random(in: .min ... .max, using: &random)
                return NewEntry(uri: (Bool.random(using: &random) ? "file:///" : "http://host/") + "\(name)")
            }
        }
        switch Int.random(in: 0..<32, using: &random) {
        case 0...2: return .play
        case 3...4: return .pause
        case 5: return .toggle
        case 6: return .stop
        case 7: return .finish(fadeDuration: MediaTime(seconds: Double.random(in: -1...32, using: &random)))
        case 8...10: return .next
        case 11...12: return .previous
        case 13: return .jump(entry())
        case 14: return .seek(to: MediaTime(seconds: Double.random(in: -5...70, using: &random)), track: nil)
        case 15: return .seekBy(MediaTime(seconds: Double.random(in: -30...30, using: &random)))
        case 16: return .setRepeat([.off, .track, .queue].randomElement(using: &random) ?? .off)
        case 17: return .setShuffle(Bool.random(using: &random))
        case 18:
            return .edit(
                .insert(
                    new(Int.random(in: 0...4, using: &random)),
                    at: [.first, .last, .next, .after(entry())].randomElement(using: &random) ?? .last,
                    play: Bool.random(using: &random)))
        case 19: return .edit(.remove((0..<Int.random(in: 1...2, using: &random)).map { _ in entry() }))
        case 20:
            return .edit(.move([entry()], to: [.first, .last, .next].randomElement(using: &random) ?? .last))
        case 21:
            return Int.random(in: 0..<5, using: &random) == 0
                ? .edit(.clear) : .edit(.replace(new(5), play: Bool.random(using: &random)))
        case 31: return .cancel
        case 29: return .edit(.sort(SortKey.allCases.randomElement(using: &random) ?? .title))
        case 30: return Bool.random(using: &random) ? .edit(.dedupe) : .edit(.crop([entry(), entry(), entry()]))
        case 27: return .setMode(PlayMode.allCases.randomElement(using: &random) ?? .mute, Bool.random(using: &random))
        case 28: return .crossfade
        case 25: return .edit(.undo)
        case 26: return Bool.random(using: &random) ? .edit(.undo) : .edit(.redo)
        case 23: return .selectOutput(["auto", "null", "hw:9"].randomElement(using: &random) ?? "auto")
        case 22: return .replaceTrack(new(1)[0], crossfadeDuration: MediaTime(seconds: 4))
        default: return .playEntry(entry())
        }
    }

    /// Returns the problem after a step, if there is one.
    private static func problem(_ harness: PlayerHarness) -> String? {
        let snapshot = harness.snapshot
        if let complaint = harness.engine.complaints.last { return complaint }
        if let contradiction = harness.player.contradiction { return "\(contradiction) in \(harness.state)" }
        if let step = harness.player.transitions.unknown {
            return "the table has no step from \(step.from.kind) to \(step.to.kind)"
        }
        if !harness.doubleOutcomes.isEmpty { return "a caller was answered twice" }
        if snapshot.queueCount == 0 && snapshot.track != nil { return "a track is shown that is not in the queue" }
        if snapshot.queueCount > 0 {
            guard let track = snapshot.track else { return "nothing is shown of \(snapshot.queueCount) entries" }
            let place = harness.player.queue.index(of: track.id)
            if place != snapshot.index { return "the index is not that of the track" }
            if place == nil, !harness.engine.live.contains(where: { $0.uri == track.uri }) {
                return "a track is shown that is not in the queue, and is not loaded"
            }
        }
        let sounding = harness.sounding.count
        let isTransition = harness.engine.running != nil
        if sounding > 1 && !isTransition { return "two tracks sound outside a transition" }
        let position = harness.player.livePosition(at: harness.moment)
        if position.position < .zero { return "a negative position" }
        if let duration = snapshot.track?.metadata.duration, position.position > duration {
            return "position \(position.position.seconds) beyond \(duration.seconds)"
        }
        if !(0...1).contains(position.fadeProgress) { return "progress \(position.fadeProgress)" }
        if [.idle, .finished, .failed].contains(harness.state.kind), harness.engine.isRunning {
            return "the engine runs in \(harness.state.kind)"
        }
        if [.idle, .finished, .failed].contains(harness.state.kind), !harness.engine.live.isEmpty {
            return "decks are loaded in \(harness.state.kind)"
        }
        if harness.state.kind == .paused || harness.state.kind == .crossfadePaused, harness.engine.isRunning {
            return "the engine runs in \(harness.state.kind)"
        }
        if harness.state.kind == .playing, !harness.engine.isRunning { return "playing, and the engine stands still" }
        return nil
    }
}
