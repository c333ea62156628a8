import EventLoop
import Logging
import SegueAudio
import SegueCore

/// Runs the core with an engine and a clock. The shell handles one input after the other and carries out the effects of
/// each in order. The observers are then notified of the differences, and finally the callers that await an outcome.
/// The shell takes no decisions.
///
/// Belongs to the loop's thread.
final class PlayerShell {
    /// A function of the old snapshot, the new one, and the effects between them.
    typealias Observer = (Snapshot, Snapshot, [Effect]) -> Void

    private(set) var player: Player
    private(set) var snapshot: Snapshot
    private let clock: any PlayerClock
    private let record: OpeningRecord
    private let logger: Logger
    private var engine: (any SoundEngine)?
    /// The first instructions for the engine: a restored session may request a load before the engine exists.
    private var early: [AudioInstruction] = []
    private var observers: [Observer] = []
    private var deadlines: [PlayerTimer: any Alarm] = [:]
    private var completions: [CommandTicket: (CommandOutcome) -> Void] = [:]
    private var lastTicket: UInt64 = 0
    private var inputs: [Input] = []
    private var isStepping = false

    init(
        clock: any PlayerClock, configuration: Configuration, seed: UInt64, record: OpeningRecord = OpeningRecord(),
        logger: Logger = Logger(label: "segue") { _ in SwiftLogNoOpLogHandler() }
    ) {
        self.clock = clock
        self.record = record
        self.logger = logger
        player = Player(configuration: configuration, seed: seed)
        snapshot = player.snapshot
    }

    /// Starts the engine, created by `make`, that carries the effects out.
    ///
    /// Throws the error that prevents the engine from starting.
    func start(
        _ options: AudioEngine.Options, on loop: EventLoop, by make: EngineMaker = AudioEngine.make
    ) throws(AudioPlayerError) {
        clock.checkConfinement()
        var options = options
        options.skipDuration = player.configuration.skipCrossfadeDuration
        options.outputLatency = player.configuration.outputLatency
        let engine = try make(loop, options, record) { [weak self] event in self?.receive(.audio(event)) }
        engine.onAnswer = { [weak self] in self?.answered($0) }
        self.engine = engine
        for instruction in early { engine.perform(instruction) }
        early = []
    }

    /// Calls `completion` when the audio has reached the end that was requested before.
    func fallSilent(_ completion: @escaping () -> Void) {
        clock.checkConfinement()
        guard let engine else { return completion() }
        engine.fallSilent(completion)
    }

    /// Ends the file of a render, and calls `completion` when it is complete or has been lost.
    func complete(_ completion: @escaping () -> Void) {
        clock.checkConfinement()
        guard let engine else { return completion() }
        engine.complete(completion)
    }

    /// Stops the audio immediately. Nothing happens after that.
    func close() {
        clock.checkConfinement()
        engine?.close()
        engine = nil
        for deadline in deadlines.values { deadline.cancel() }
        deadlines = [:]
        observers = []
    }

    func observe(_ observer: @escaping Observer) {
        clock.checkConfinement()
        observers.append(observer)
    }

    /// The readings of the clocks now.
    var moment: Moment {
        Moment(now: clock.time, date: clock.date, positions: engine?.positions() ?? [])
    }

    /// Returns the range of a load in the output, as `SoundEngine.span` does.
    func span(of generation: LoadGeneration) -> (start: Int64, end: Int64?)? { engine?.span(of: generation) }

    /// The number of samples that have been mixed.
    var renderedSamples: Int64 { engine?.mixedSamples ?? 0 }

    /// Returns the one of these devices that plays the audio.
    func currentDevice(among devices: [OutputDevice]) -> OutputDevice? { engine?.currentDevice(among: devices) }

    /// The current path of the audio to the ear.
    var soundPath: SoundPath { engine?.soundPath ?? SoundPath() }

    /// The last commands, with their times.
    private(set) var journal = CommandJournal()
    /// Called after each step of the state machine, before its effects are carried out.
    var onTransition: (Transition) -> Void = { _ in }
    /// Called when the effect of a command is audible, or is on its way to the ear.
    var onHeard: (CommandRecord) -> Void = { _ in }

    var live: LivePosition { player.livePosition(at: moment) }

    /// Performs a command. `completion` receives its outcome once, before this returns or later. With `thenPausing`, a
    /// command that is accepted is followed by a pause, and observers see one change. `origin` is the request that the
    /// command comes from.
    @discardableResult
    func perform(
        _ command: Command, origin: Origin? = nil, thenPausing: Bool = false,
        completion: ((CommandOutcome) -> Void)? = nil
    ) -> Step {
        clock.checkConfinement()
        precondition(!isStepping, "a command was given from inside a step")
        let ticket = makeRecord(command.kind, command.name, origin)
        completions[ticket] = completion
        if let id = command.namedEntry, let entry = player.queue[id] { record.trust(entry.uri) }
        return step(.command(command, ticket: ticket), thenPausing: thenPausing)
    }

    /// Handles an input. An input that arrives during a step waits for the end of the step.
    func receive(_ input: Input) {
        clock.checkConfinement()
        guard !isStepping else {
            inputs.append(input)
            return
        }
        step(input)
    }

    @discardableResult
    private func step(_ input: Input, thenPausing: Bool = false) -> Step {
        isStepping = true
        let old = snapshot
        note(loadIn: input)
        let waiting = player.waitingCommand
        var step = handle(input)
        if case .command(let command, let ticket?) = input {
            decided(command, ticket, step)
        } else if let waiting, step.effects.contains(where: \.beginsSound) {
            note(waiting, for: .start)
        }
        for effect in step.effects { carryOut(effect) }
        if thenPausing, step.reply == .accepted {
            let pause = handle(.command(.pause, ticket: nil))
            for effect in pause.effects { carryOut(effect) }
            step.effects += pause.effects
        }
        snapshot = player.snapshot
        for observer in observers { observer(old, snapshot, step.effects) }
        isStepping = false
        for case .complete(let ticket, let outcome) in step.effects {
            completions.removeValue(forKey: ticket)?(outcome)
        }
        while !inputs.isEmpty, !isStepping { self.step(inputs.removeFirst()) }
        return step
    }

    /// Logs the first step that is not in the table of states. Does nothing without such a step, and if `former` is
    /// one.
    func log(unknown step: Transition?, after former: Transition?) {
        guard former == nil, let step else { return }
        logger.error(
            """
            The step from \(step.from.kind.rawValue) (\(step.from.displayText)) to \(step.to.kind.rawValue) \
            (\(step.to.displayText)) by “\(step.input)” is not in the table of states. Please report this fault.
            """)
    }

    private func handle(_ input: Input) -> Step {
        let (last, unknown) = (player.transitions.steps.last, player.transitions.unknown)
        defer {
            log(unknown: player.transitions.unknown, after: unknown)
            if let transition = player.transitions.steps.last, transition != last { onTransition(transition) }
        }
        return player.handle(input, at: moment)
    }

    private func carryOut(_ effect: Effect) {
        switch effect {
        case .audio(let instruction):
            if let engine { engine.perform(instruction) } else { early.append(instruction) }
        case .arm(let timer, let time):
            deadlines[timer]?.cancel()
            deadlines[timer] = clock.schedule(at: MonotonicTime(nanoseconds: time.nanoseconds)) { [weak self] in
                self?.deadlines[timer] = nil
                self?.receive(.timer(timer))
            }
        case .disarm(let timer): deadlines.removeValue(forKey: timer)?.cancel()
        case .complete(let ticket, let outcome):
            let now = clock.now
            journal.update(ticket) { $0.end(with: outcome, at: now) }
        case .readMetadata, .readTitles, .analyse, .findMore, .keep, .report, .queueChanged, .seeked:
            // For the observers.
            break
        }
    }
}

// MARK: - The journal

extension PlayerShell {
    /// A request that has searched for files.
    struct Origin {
        var name: String
        var received: MonotonicTime
    }

    /// Discards the times of all commands.
    func resetJournal() { journal.reset() }

    /// Records a request that failed before it became a command.
    func note(_ failure: AudioPlayerError, of origin: Origin, kind: String) {
        let ticket = makeRecord(kind, origin.name, origin)
        let now = clock.now
        journal.update(ticket) { $0.end(with: .failed(failure), at: now) }
    }

    private func makeRecord(_ kind: String, _ name: String, _ origin: Origin?) -> CommandTicket {
        lastTicket += 1
        let ticket = CommandTicket(rawValue: lastTicket)
        let now = clock.now
        let received = origin?.received ?? now
        let date = WallTime(nanoseconds: clock.date.nanoseconds - now.nanoseconds(since: received))
        journal.add(
            CommandRecord(
                ticket: ticket, kind: kind, name: origin?.name ?? name, received: received, date: date,
                isSearch: origin != nil))
        return ticket
    }

    private func decided(_ command: Command, _ ticket: CommandTicket, _ step: Step) {
        let now = clock.now
        journal.update(ticket) { $0.reach(.decided, at: now) }
        // A command without an effect must not replace a command that still awaits its answer.
        guard step.reply == .accepted, let change = command.change(to: snapshot.status) else { return }
        // Until then, audio that begins belongs to an earlier command.
        guard change != .start || step.effects.contains(where: { $0.beginsSound || $0 == .audio(.resume) }) else {
            return
        }
        note(ticket, for: change)
    }

    private func note(_ ticket: CommandTicket, for change: SoundChange) {
        guard let record = journal[ticket] else { return }
        engine?.note(ticket, for: change, at: record.received)
    }

    private func note(loadIn input: Input) {
        let now = clock.now
        switch input {
        case .audio(.loaded(let generation, _)):
            guard let (ticket, entry) = player.command(awaiting: generation) else { return }
            journal.update(ticket) { record in
                record.reach(.loaded, at: now)
                record.track = ResourceName.path(of: entry.uri) ?? entry.uri
            }
        case .audio(.loadFailed(let generation, _)), .timer(.loadLimit(let generation)):
            guard let (ticket, entry) = player.command(awaiting: generation) else { return }
            journal.update(ticket) { record in
                // The next candidate may already be ready.
                record.reach(.loaded, at: now)
                record.failures += 1
                record.track = ResourceName.path(of: entry.uri) ?? entry.uri
            }
        case .audio, .timer, .command, .metadataRead, .titlesRead, .identified, .system, .soundRequested,
            .endsRestored, .analysed, .restore, .playlistsFound, .moreFound:
            return
        }
    }

    private func answered(_ answer: SoundAnswer) {
        guard let record = journal[answer.ticket], record.awaitsAnswer(at: clock.now) else { return }
        journal.update(answer.ticket) { record in
            record.reach(.mixed, at: record.received.advanced(byNanoseconds: answer.mixed.nanoseconds))
            record.reach(.heard, at: record.received.advanced(byNanoseconds: answer.heard.nanoseconds))
        }
        if let record = journal[answer.ticket] { onHeard(record) }
    }
}

extension Effect {
    /// True if the effect starts other audio as soon as possible.
    fileprivate var beginsSound: Bool {
        switch self {
        case .audio(.start): true
        case .audio(.schedule(let plan)): plan.start == .now
        case .audio, .arm, .disarm, .readMetadata, .readTitles, .analyse, .findMore, .keep, .complete, .report,
            .queueChanged, .seeked:
            false
        }
    }
}
