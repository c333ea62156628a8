import SegueCore
import SegueTestSupport
import Testing

/// Every state with every input: accepted with exactly this result, or rejected with the state unchanged.
@Suite struct StateInputTests {
    /// The situations that lead to each state, in a queue of three entries. The second entry is current if there is
    /// one.
    enum Situation: String, CaseIterable {
        case empty, idle, preparing, preparingPaused, playing, preparingCrossfade, crossfadingEarly, crossfadingLate,
            paused, crossfadePausedEarly, crossfadePausedLate, fadingOut, buffering, bufferingPaused, reconnecting,
            disconnected, seeking, seekingPaused, finished, failed

        var harness: PlayerHarness {
            var harness = PlayerHarness(seed: 5)
            harness.handle(.audio(.outputReady(name: "test", fallback: nil)))
            guard self != .empty else { return harness }
            let place = self == .reconnecting || self == .disconnected ? "http://host/" : "file:///"
            harness.command(.edit(.replace(["a", "b", "c"].map { NewEntry(uri: place + $0) }, play: false)))
            let second = harness.player.queue.entry(at: 1)?.id ?? EntryID(rawValue: 0)
            harness.command(.jump(second))
            guard self != .idle else { return harness }
            harness.command(.play)
            switch self {
            case .preparing: return harness
            case .preparingPaused:
                harness.command(.pause)
                return harness
            case .failed:
                while harness.state.kind == .preparing, let deck = harness.standby {
                    harness.happen(.loadFailed(deck.generation, .fileNotFound(path: "/gone")))
                }
                return harness
            default: break
            }
            harness.load()
            harness.play(MediaTime(seconds: 7))
            let playing = harness.sounding[0].generation
            switch self {
            case .empty, .idle, .preparing, .preparingPaused, .failed, .playing: break
            case .preparingCrossfade: harness.command(.previous)
            case .crossfadingEarly, .crossfadingLate, .crossfadePausedEarly, .crossfadePausedLate:
                harness.begin()
                let isEarly = self == .crossfadingEarly || self == .crossfadePausedEarly
                harness.play(MediaTime(seconds: isEarly ? 3 : 8))
                if self == .crossfadePausedEarly || self == .crossfadePausedLate { harness.command(.pause) }
            case .paused: harness.command(.pause)
            case .fadingOut: harness.command(.stop)
            case .buffering: harness.happen(.buffering(playing, percent: 30))
            case .bufferingPaused:
                harness.happen(.buffering(playing, percent: 30))
                harness.command(.pause)
            case .reconnecting, .disconnected:
                harness.happen(.failed(playing, .fileLoadFailed(path: "b", reason: "it broke off")))
                guard self == .disconnected, let attempt = harness.engine.live.first(where: { !$0.isLoaded }) else {
                    break
                }
                harness.happen(.loadFailed(attempt.generation, .fileLoadFailed(path: "b", reason: "nobody answers")))
            case .seeking: harness.command(.seek(to: MediaTime(seconds: 20), track: nil))
            case .seekingPaused:
                harness.command(.pause)
                harness.command(.seek(to: MediaTime(seconds: 20), track: nil))
            case .finished:
                harness.command(.stop)
                harness.happen(.fadeOutCompleted)
            }
            return harness
        }
    }

    /// The inputs, by name.
    static let inputs: [(name: String, input: @Sendable (PlayerHarness) -> Input?)] = [
        ("play", command { _ in .play }),
        ("pause", command { _ in .pause }),
        ("toggle", command { _ in .toggle }),
        ("stop", command { _ in .stop }),
        ("finish", command { _ in .finish(fadeDuration: MediaTime(seconds: 2)) }),
        ("finish now", command { _ in .finish(fadeDuration: .zero) }),
        ("finish in a year", command { _ in .finish(fadeDuration: MediaTime(seconds: 31_536_000)) }),
        ("next", command { _ in .next }),
        ("previous", command { _ in .previous }),
        ("jump", command { entry($0, 2).map(Command.jump) }),
        ("jump nowhere", command { _ in .jump(EntryID(rawValue: 99)) }),
        ("play entry", command { entry($0, 0).map(Command.playEntry) }),
        ("seek", command { _ in .seek(to: MediaTime(seconds: 30), track: nil) }),
        ("seek past the end", command { _ in .seek(to: MediaTime(seconds: 60), track: nil) }),
        ("seek another track", command { _ in .seek(to: MediaTime(seconds: 30), track: EntryID(rawValue: 99)) }),
        ("seek by", command { _ in .seekBy(MediaTime(seconds: -5)) }),
        ("volume", command { _ in .setVolume(0.5) }),
        ("volume nan", command { _ in .setVolume(.nan) }),
        ("repeat", command { _ in .setRepeat(.track) }),
        ("shuffle", command { _ in .setShuffle(true) }),
        ("configuration", command { _ in configuration { $0.fadeCurve = .linear } }),
        ("bad configuration", command { _ in configuration { $0.fadeInDuration = MediaTime(seconds: 99) } }),
        ("replace track", command { _ in .replaceTrack(new, crossfadeDuration: MediaTime(seconds: 5)) }),
        ("append", command { _ in .edit(.insert([new], at: .last, play: false)) }),
        ("open", command { _ in .edit(.insert([new], at: .next, play: true)) }),
        ("replace", command { _ in .edit(.replace([new], play: true)) }),
        ("replace and stop", command { _ in .edit(.replace([new], play: false)) }),
        ("remove current", command { $0.snapshot.track.map { .edit(.remove([$0.id])) } }),
        ("clear", command { _ in .edit(.clear) }),
        ("undo", command { _ in .edit(.undo) }),
        ("redo", command { _ in .edit(.redo) }),
        ("cancel", command { _ in .cancel }),
        ("reset", command { _ in .reset }),
        ("output", command { _ in .selectOutput("null") }),
        ("no output", command { _ in .selectOutput("") }),
        ("sleep", command { _ in .sleep(after: MediaTime(seconds: 60)) }),
        (
            "loaded",
            { harness in
                let deck = harness.engine.live.first { !$0.isLoaded }
                return deck.map { .audio(.loaded($0.generation, LoadedTrack(metadata: minute))) }
            }
        ),
        (
            "load failed",
            { harness in
                let deck = harness.engine.live.first { !$0.isLoaded }
                return deck.map { .audio(.loadFailed($0.generation, .fileNotFound(path: "/gone"))) }
            }
        ),
        ("begun", { harness in harness.engine.plan.map { .audio(.transitionStarted(incoming: $0.incoming)) } }),
        ("finished", { harness in harness.engine.running.map { .audio(.transitionFinished(incoming: $0.incoming)) } }),
        ("ended", { harness in harness.sounding.last.map { .audio(.ended($0.generation)) } }),
        (
            "failed",
            { harness in
                harness.sounding.last.map { .audio(.failed($0.generation, .engineError(reason: "broke"))) }
            }
        ),
        (
            "outgoing failed",
            { harness in
                harness.engine.running.map { .audio(.failed($0.outgoing, .engineError(reason: "broke"))) }
            }
        ),
        ("faded out", { _ in .audio(.fadeOutCompleted) }),
        ("buffering", { harness in harness.sounding.last.map { .audio(.buffering($0.generation, percent: 30)) } }),
        ("buffered", { harness in harness.sounding.last.map { .audio(.buffering($0.generation, percent: 100)) } }),
        (
            "outgoing buffering",
            { harness in harness.engine.running.map { .audio(.buffering($0.outgoing, percent: 30)) } }
        ),
        ("output lost", { _ in .audio(.outputLost(name: "test", reason: "unplugged")) }),
        ("output ready", { _ in .audio(.outputReady(name: "test", fallback: nil)) }),
        ("output replaced", { _ in .audio(.outputReplaced(name: "other", fallback: "gone")) }),
        ("mixing restarted", { _ in .audio(.mixingRestarted) }),
        ("output refused", { _ in .audio(.outputRefused(name: "hw:9", reason: "there is none")) }),
        ("unplugged", { _ in .audio(.deviceUnplugged(name: "Headphones")) }),
        ("will sleep", { _ in .system(.willSleep) }),
        ("late news", { _ in .audio(.ended(LoadGeneration(rawValue: 1_000_000))) }),
    ]

    static let new = NewEntry(uri: "file:///new")
    static var minute: TrackMetadata {
        var metadata = TrackMetadata()
        metadata.duration = MediaTime(seconds: 60)
        return metadata
    }

    static func command(_ make: @escaping @Sendable (PlayerHarness) -> Command?) -> @Sendable (PlayerHarness) -> Input?
    {
        { harness in make(harness).map { .command($0, ticket: nil) } }
    }

    static func entry(_ harness: PlayerHarness, _ index: Int) -> EntryID? { harness.player.queue.entry(at: index)?.id }

    static func configuration(_ change: (inout Configuration) -> Void) -> Command {
        var configuration = Configuration()
        change(&configuration)
        return .setConfiguration(configuration)
    }

    /// Returns the answer and the resulting state, or `=` for nothing to do and `!` for rejected, both with the state
    /// unchanged. The actions and events follow in order. Timers and tags that are read ahead are omitted.
    static func result(_ situation: Situation, _ input: Input) -> String {
        var harness = situation.harness
        let before = harness.state
        if case .audio(let event) = input { harness.engine.happen(event, elapsed: harness.elapsed) }
        if case .audio(.transitionStarted) = input { harness.elapsed = .zero }
        let step = harness.handle(input)
        let effects = step.effects.compactMap(word)
        let answer =
            switch step.reply {
            case .nothingToDo: harness.state == before ? "=" : "= but \(harness.state.kind)"
            case .refused: harness.state == before ? "!" : "! but \(harness.state.kind)"
            case .accepted: harness.state.kind.rawValue
            }
        return ([answer] + effects).joined(separator: " ")
    }

    private static func word(_ effect: Effect) -> String? {
        func name(_ value: Any) -> String {
            Mirror(reflecting: value).children.first?.label ?? "\(value)"
        }
        switch effect {
        case .audio(let instruction): return name(instruction)
        case .report(let event): return "\(name(event))!"
        case .seeked: return "seeked"
        case .queueChanged(let change): return "queue.\(name(change))"
        case .complete, .arm, .disarm, .readMetadata, .readTitles, .analyse, .findMore, .keep: return nil
        }
    }

    @Test(arguments: Situation.allCases) func answersAsTheTableSays(_ situation: Situation) throws {
        let rows = try #require(Self.table[situation])
        var expected: [String: String] = [:]
        for row in rows.split(separator: "\n") {
            let parts = row.split(separator: ":", maxSplits: 1)
            expected[String(parts[0])] = String(parts[1].dropFirst())
        }
        for (name, make) in Self.inputs {
            let result = make(situation.harness).map { Self.result(situation, $0) }
            #expect(result == expected.removeValue(forKey: name), "\(situation), \(name)")
        }
        #expect(expected.isEmpty, "in the table, and no input")
    }
}
