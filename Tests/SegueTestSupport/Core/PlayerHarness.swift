public import SegueCore

/// A core with a scripted engine, a clock that only the test moves, and a record of reports. Inputs go in, effects are
/// carried out, one line for each step.
public struct PlayerHarness {
    public private(set) var player: Player
    public var engine = ScriptedEngine()
    public private(set) var now = MediaTime(seconds: 1000)
    /// The position of every audible deck in its audio, regardless of the clock.
    public var elapsed = MediaTime.zero
    /// The amount of audio that is on its way to the ear and is heard in any case.
    public var ahead = MediaTime.zero
    public private(set) var timers: [PlayerTimer: MediaTime] = [:]
    public private(set) var outcomes: [UInt64: CommandOutcome] = [:]
    public private(set) var doubleOutcomes: [UInt64] = []
    public private(set) var events: [PlayerEvent] = []
    public private(set) var seeks: [MediaTime] = []
    /// The changes of the queue that are to be saved.
    private var changes: [QueueChange] = []
    /// The files that are to be analysed.
    public private(set) var analyses: [String] = []
    /// The files whose identities are to be read.
    public private(set) var looks: [String] = []
    /// The lists of files whose titles were requested.
    public private(set) var titleRequests: [[MetadataRequest]] = []
    /// The files that are to be analysed in idle time.
    public private(set) var later: [String] = []
    /// The requests for a continuation of the queue.
    public private(set) var wishes: [ContinuationRequest] = []
    public private(set) var openTickets: Set<UInt64> = []
    /// True if each file to be analysed is immediately reported as still to be measured.
    public var knowsNothing = true
    private var lastTicket: UInt64 = 0

    public init(configuration: Configuration = Configuration(), seed: UInt64 = 1) {
        player = Player(configuration: configuration, seed: seed)
    }

    public var state: PlayerState { player.state }
    public var snapshot: Snapshot { player.snapshot }
    /// The wall time, which never changes.
    public static let date = WallTime(nanoseconds: 1_732_209_317_000_000_000)
    public var moment: Moment {
        Moment(now: now, date: Self.date, positions: engine.positions(elapsed: elapsed, ahead: ahead))
    }

    @discardableResult
    public mutating func handle(_ input: Input) -> Step {
        let step = player.handle(input, at: moment)
        for effect in step.effects {
            switch effect {
            case .audio(let instruction): engine.perform(instruction)
            case .arm(let timer, let time): timers[timer] = time
            case .disarm(let timer): timers[timer] = nil
            case .complete(let ticket, let outcome):
                if outcomes[ticket.rawValue] != nil { doubleOutcomes.append(ticket.rawValue) }
                outcomes[ticket.rawValue] = outcome
                openTickets.remove(ticket.rawValue)
            case .report(let event): events.append(event)
            case .seeked(let position): seeks.append(position)
            case .analyse(let wishes):
                analyses = wishes.sounds
                looks = wishes.contents
                later = wishes.later
            case .readTitles(let requests): titleRequests.append(requests)
            case .findMore(let request): wishes.append(request)
            case .queueChanged(let change): changes.append(change)
            case .readMetadata, .keep: break
            }
        }
        engine.finishStep()
        if knowsNothing {
            for case .analyse(let wishes) in step.effects {
                for uri in wishes.sounds { handle(.analysed(uri, .unmeasured)) }
            }
        }
        return step
    }

    /// Gives a command with a ticket; returns the outcome, if it is known immediately.
    @discardableResult
    public mutating func command(_ command: Command) -> CommandOutcome? {
        lastTicket += 1
        openTickets.insert(lastTicket)
        handle(.command(command, ticket: CommandTicket(rawValue: lastTicket)))
        return outcomes[lastTicket]
    }

    /// The number of the last ticket, for finding its outcome later.
    public var ticket: UInt64 { lastTicket }

    /// Reports this event from the engine.
    @discardableResult
    public mutating func happen(_ event: AudioEvent) -> Step {
        engine.happen(event, elapsed: elapsed)
        return handle(.audio(event))
    }

    /// Moves the clock, and fires the timers that come due on the way, in order. The audio does not advance.
    public mutating func wait(_ duration: MediaTime) { pass(duration, sounding: false) }

    /// Moves the clock like `wait`, while the audio advances.
    public mutating func play(_ duration: MediaTime) { pass(duration, sounding: true) }

    private mutating func pass(_ duration: MediaTime, sounding: Bool) {
        let end = now + duration
        func move(_ harness: inout Self, to time: MediaTime) {
            if sounding { harness.elapsed = harness.elapsed + (time - harness.now) }
            harness.now = time
        }
        while let next = timers.filter({ $0.value <= end }).min(by: { $0.value < $1.value }) {
            move(&self, to: max(now, next.value))
            timers[next.key] = nil
            handle(.timer(next.key))
        }
        move(&self, to: end)
    }

    /// The deck that is loading, or ready and not audible.
    public var standby: ScriptedEngine.Deck? {
        let silent = engine.live.filter { !$0.isSounding }
        return silent.first { !$0.isLoaded } ?? silent.first
    }
    public var sounding: [ScriptedEngine.Deck] { engine.live.filter(\.isSounding) }

    /// Completes all loads; files whose name contains `bad` fail.
    public mutating func load() {
        while let deck = engine.live.first(where: { !$0.isLoaded }) {
            if deck.uri.contains("bad") {
                happen(.loadFailed(deck.generation, .fileLoadFailed(path: deck.uri, reason: "it is corrupt")))
            } else {
                happen(.loaded(deck.generation, engine.loadedTrack(deck)))
            }
        }
    }

    /// Begins the audible part of the scheduled transition.
    public mutating func begin() {
        guard let plan = engine.plan else { return }
        elapsed = .zero
        happen(.transitionStarted(incoming: plan.incoming))
    }

    /// Completes the audible transition.
    public mutating func complete() {
        guard let plan = engine.running else { return }
        happen(.transitionFinished(incoming: plan.incoming))
    }

    /// Restores a session, then plays, edits, undoes and sorts. `onStep` is called after each command, with the changes
    /// of the queue and the player.
    public mutating func use(_ session: SavedSession?, ends: [FileEnds], onStep: ([QueueChange], Player) -> Void) {
        handle(.audio(.outputReady(name: "test", fallback: nil)))
        handle(.endsRestored(ends))
        if let session { handle(.restore(session)) }
        command(.setMode(.smooth, true))
        command(.play)
        load()
        let commands: [Command] = [
            .next, .previous, .edit(.undo), .edit(.undo), .edit(.redo), .edit(.undo), .edit(.undo), .edit(.undo),
            .edit(.insert([NewEntry(uri: "file:///new.flac")], at: .next, play: false)), .edit(.sort(.length)),
            .edit(.sort(.smooth)), .edit(.dedupe), .seekBy(MediaTime(seconds: 5)), .setShuffle(true), .stop,
        ]
        for command in commands {
            handle(.command(command, ticket: nil))
            load()
            _ = snapshot
            onStep(changes, player)
            changes = []
        }
    }

    /// Returns a player with a queue of these names, which plays the first one, with the second one ready.
    public static func playing(
        _ names: [String], configuration: Configuration = Configuration()
    ) -> PlayerHarness {
        var harness = PlayerHarness(configuration: configuration)
        harness.handle(.audio(.outputReady(name: "test", fallback: nil)))
        harness.command(.edit(.replace(names.map { NewEntry(uri: "file:///\($0)") }, play: true)))
        harness.load()
        return harness
    }

    /// Returns such a player in a crossfade from the first to the second one, at `progress` (0…1).
    public static func crossfading(_ names: [String] = ["a", "b", "c"], at progress: Double) -> PlayerHarness {
        var harness = playing(names)
        harness.begin()
        harness.elapsed = MediaTime(seconds: 10 * progress)
        harness.handle(.timer(.seekSettled))
        return harness
    }

    /// Returns the name of a URI that `playing` created.
    public func name(_ entry: QueueEntry?) -> String? { entry.map { String($0.uri.dropFirst("file:///".count)) } }
    public var shownName: String? { name(snapshot.track) }
    public var queueNames: [String] {
        player.queue.entries(in: 0..<player.queue.count).map { String($0.uri.dropFirst("file:///".count)) }
    }
}
