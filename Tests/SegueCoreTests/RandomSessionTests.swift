import SegueCore
import SegueTestSupport
import Testing

/// Seeded random sessions against what must always hold (design.md, States; design.md, Queue).
@Suite struct RandomSessionTests {
    static let seeds: [UInt64] = Array(1...250)
    static let stepsPerSeed = 500

    @Test(arguments: seeds) func session(seed: UInt64) {
        var random = SeededRandom(state: seed)
        var configuration = Configuration()
        configuration.trimSilence = seed.isMultiple(of: 2)
        var harness = PlayerHarness(configuration: configuration, seed: seed)
        harness.engine.usuallyAudible = MediaTime(seconds: 1.5)...MediaTime(seconds: 56)
        harness.handle(.audio(.outputReady(name: "test", fallback: nil)))
        // Put into words only where something is wrong: that takes longer than the step.
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
                let last = log.suffix(12).map { "\("\($0.input)".prefix(110)) → \($0.state)" }.joined(separator: "\n")
                Issue.record("seed \(seed), step \(step): \(problem)\n\(last)")
                return
            }
        }
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
        harness.elapsed = MediaTime(seconds: Double.random(in: 0...30, using: &random))
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4:
            let command = randomCommand(harness, &random)
            harness.command(command)
            return command
        case 4..<8:
            guard let event = harness.engine.possibleEvents().randomElement(using: &random) else { return "nothing" }
            // Failures are rarer than successes, or no session would get anywhere.
            switch event {
            case .failed, .loadFailed, .outputLost:
                guard Int.random(in: 0..<6, using: &random) == 0 else { return "nothing" }
            default: break
            }
            harness.happen(event)
            return event
        case 8:
            let pause = MediaTime(seconds: Double.random(in: 0...3, using: &random))
            harness.wait(pause)
            return pause
        default:
            // News of loads that may be long gone.
            let generation = LoadGeneration(rawValue: UInt64.random(in: 0...40, using: &random))
            guard harness.engine[generation] == nil else { return "nothing" }
            let late: [AudioEvent] = [
                .transitionStarted(incoming: generation), .transitionFinished(incoming: generation),
                .ended(generation), .failed(generation, .engineError(reason: "late")),
                .loadFailed(generation, .engineError(reason: "late")),
            ]
            guard let event = late.randomElement(using: &random) else { return "nothing" }
            harness.handle(.audio(event))
            return ("late", event)
        }
    }

    /// Lets everything that is under way come to its end, while nobody presses anything.
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
        switch Int.random(in: 0..<25, using: &random) {
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
            return .edit(.move(entry(), to: [.first, .last, .next].randomElement(using: &random) ?? .last))
        case 21:
            return Int.random(in: 0..<5, using: &random) == 0
                ? .edit(.clear) : .edit(.replace(new(5), play: Bool.random(using: &random)))
        case 23: return .selectOutput(["auto", "null", "hw:9"].randomElement(using: &random) ?? "auto")
        case 22: return .replaceTrack(new(1)[0], crossfadeDuration: MediaTime(seconds: 4))
        default: return .playEntry(entry())
        }
    }

    /// What is wrong after a step, if anything.
    private static func problem(_ harness: PlayerHarness) -> String? {
        let snapshot = harness.snapshot
        if let complaint = harness.engine.complaints.last { return complaint }
        if !harness.state.isValid { return "an invalid state: \(harness.state)" }
        if !harness.doubleOutcomes.isEmpty { return "a caller was answered twice" }
        if snapshot.queueCount == 0 && snapshot.track != nil { return "a track is shown that is not in the queue" }
        if snapshot.queueCount > 0 {
            guard let track = snapshot.track, let index = snapshot.index, index < snapshot.queueCount else {
                return "nothing is shown of \(snapshot.queueCount) entries"
            }
            if harness.player.queue.entry(at: index)?.id != track.id { return "the index is not that of the track" }
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
