import EventLoop
import Glibc
import SegueCore

@testable import SegueAudio

/// A player without GStreamer: score, decks, mixer and tape as values, and an output whose audio can be examined.
/// Threads run in any order, and a user gives commands at any time. A sample is a millisecond.
struct ScoreTrial: Trial, VirtualThreads {
    static let rate: Int32 = 1000
    static let block: Int64 = 500
    static let beginning: Int64 = 40

    /// The first fault.
    private(set) var fault: String?
    private(set) var steps = 0
    var random: TrialChoices
    private var log: [String] = []

    // The player
    var score = Score(rate: 1000, isOffline: false)
    var mixer = MixerMachine<VirtualDeck>()
    let isOffline = false
    var output: VirtualOutput?
    let margin: Int64
    var now: Int64 = 1_000
    /// The current deck of each load.
    var table: [LoadGeneration: VirtualLoad] = [:]
    var decks: [VirtualDeck] = []
    var sinks: [(end: Int64, hasEnded: Bool)] = [(0, true), (0, true)]
    var isWaiting = false
    var isAwaited = false
    var hasNews = false
    var allowed: Int64 = 0
    var mixedCount: Int64 = 0
    var transitionCount = 0
    var lastID = 0
    /// The samples mixed but not taken; `passed` holds the samples that the mixer has received from its `frontier` on.
    /// Both are interleaved stereo.
    var taken = Score.News()
    var passed: [Float] = []
    var passedStart: Int64 = 0
    var signals: [Signal] = []
    var limits: [EngineAction.Limit: Int64] = [:]
    var outbox: [EngineAction] = []
    var answers: [SoundAnswer] = []
    var wakeUp: Int64?
    /// The time since which a skip waits although it could be heard; nil if no skip does.
    var vainSince: Int64?
    /// The time since which a load is kept that has been heard to its end; nil if there is none.
    var leftoverSince: Int64?

    /// One of this many steps is a command.
    private var rarity = 20
    /// The number of milliseconds of which one runs every thread, in addition to the threads that run in any
    /// millisecond.
    private var haste = 2 { didSet { if oldValue > 2 { busyEnd = now + 3000 } } }
    private var busyEnd: Int64 = 0
    /// True if the machine is too busy for the audio: it may break off, but nothing may be lost.
    var isBusy: Bool { haste > 2 || now < busyEnd }
    /// True if some files halt for a moment when they begin to be mixed.
    let hasHalts: Bool
    /// True if every other file is a stream that can't be reopened at its current position.
    private(set) var hasStreams = false
    /// The end of the last halt.
    var haltEnd: Int64 = 0
    var person = VirtualPerson()
    var ear = VirtualEar()

    /// The delay of the ear behind the output.
    var delay = HearingDelay()

    /// The differences between trials.
    enum Kind: CaseIterable {
        case plain
        /// Some files halt for a moment when they begin to be mixed.
        case halting
        /// The audio is heard later than the output reports.
        case delayed
        /// The user takes skips back, and the next load is opened during a fade.
        case restless
        case restlessAndHalting
        /// Every other file is a stream that can't be reopened at its current position.
        case streaming
    }

    init(seed: UInt64, _ kind: Kind) {
        let latency: Int64 = kind == .delayed ? Int64(seed * 37 % 200) + 1 : 0
        self.init(
            seed: seed, hasHalts: [.halting, .restlessAndHalting].contains(kind),
            latency: MediaTime(samples: latency, rate: Self.rate),
            isRestless: [.restless, .restlessAndHalting].contains(kind))
        hasStreams = kind == .streaming
    }

    /// Creates a trial. With `isRestless`, the user takes skips back, and the next load is opened during a fade.
    init(seed: UInt64, hasHalts: Bool = false, latency: MediaTime = .zero, isRestless: Bool = false) {
        random = TrialChoices(seed: seed)
        self.hasHalts = hasHalts
        person.isRestless = isRestless
        margin = Int64.random(in: 4...60, using: &random)
        output = VirtualOutput(margin: margin)
        delay.latency = latency
        send(.setLead(MediaTime(seconds: 4)))
    }

    mutating func fail(_ text: String) {
        guard fault == nil else { return }
        let last = log.suffix(Self.isTraced ? 2000 : 40).joined(separator: ", ")
        fault = "\(text), step \(steps), now \(now); last: \(last)"
    }

    mutating func note(_ text: String) {
        log.append("\(now) \(text)")
        if log.count > 4000 { log.removeFirst(2000) }
    }

    /// True if everything is noted, to examine one fault (`SCORE_TRACE=1`).
    static let isTraced = getenv("SCORE_TRACE") != nil

    mutating func trace(_ event: Score.Event, _ news: Score.News, _ actions: [EngineAction]) {
        let done = actions.filter { if case .output = $0 { false } else { true } }
        note(
            "\n  EVENT \(event) +\(news.samples.count / 2) \(news.begun.map(\.incoming.rawValue)) \(news.isEnd)"
                + "\n    DO \(done)\n    \(state)\n")
    }

    // MARK: - Steps

    /// Performs one command, or nothing, and lets a moment pass.
    mutating func act() {
        steps += 1
        // Some users give no command for a while.
        if Int.random(in: 0..<500, using: &random) == 0 {
            rarity = [5, 20, 100, 1000].randomElement(using: &random) ?? 5
            haste = [2, 2, 30].randomElement(using: &random) ?? 2
        }
        if Int.random(in: 0..<rarity, using: &random) == 0 { press() }
        for _ in 0..<Int.random(in: 1...6, using: &random) { runThread() }
        pass(Int64.random(in: 0...8, using: &random))
    }

    /// Performs this many steps, and settles after each thousand, until there is a fault.
    mutating func play(_ steps: Int) {
        for step in 0..<steps where fault == nil {
            act()
            if step % 1000 == 999 { settle() }
        }
    }

    mutating func perform(_ code: UInt8) {
        switch code {
        case ..<64: press()
        case ..<128: pass(4 * Int64(code - 64))
        default: act()
        }
    }

    /// Runs a thread for a moment.
    mutating func runThread() {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: mix()
        case 1: deliverSignal()
        default:
            guard let deck = decks.randomElement(using: &random) else { return mix() }
            deck.deliver(Int64.random(in: 1...300, using: &random), at: now)
            turn(deck)
        }
        check()
    }

    /// Runs every thread. Files are read and mixed much faster than they are heard.
    private mutating func runEveryThread() {
        for deck in decks {
            deck.deliver(Int64.random(in: 1...300, using: &random), at: now)
            turn(deck)
        }
        mix()
        for _ in 0..<signals.count { deliverSignal() }
    }

    /// Reads on in every file, and hands its stream on as far as there is room.
    mutating func runDecks() {
        for deck in decks {
            deck.deliver(400, at: now)
            turn(deck)
        }
    }

    /// Runs everything, a millisecond at a time, until `condition` holds. More than a minute is a fault.
    mutating func run(until condition: (inout ScoreTrial) -> Bool) {
        let end = now + 60_000
        while fault == nil, !condition(&self) {
            runDecks()
            mix()
            deliverSignal()
            pass(1)
            if now > end { fail("it does not come to its end: \(state)") }
        }
    }

    /// Delivers a thread's signal to the loop.
    mutating func deliverSignal() {
        guard !signals.isEmpty else { return }
        switch signals.removeFirst() {
        case .news: send(.news)
        case .event(let event, let deck): if present(deck) != nil { send(event) }
        case .withoutSound(let deck): cameWithout(deck)
        }
    }

    /// A signal from the threads to the loop.
    enum Signal {
        case news
        case event(Score.Event, of: VirtualDeck)
        case withoutSound(VirtualDeck)
    }

    /// Lets time pass.
    mutating func pass(_ milliseconds: Int64) {
        for _ in 0..<milliseconds where fault == nil {
            now += 1
            listen()
            if Int.random(in: 0..<haste, using: &random) == 0 { runEveryThread() }
            if output?.hasRested(at: now) == true { send(.rested) }
            if let wakeUp, now >= wakeUp {
                self.wakeUp = nil
                send(.wake)
            }
            for (limit, time) in limits where now >= time {
                limits[limit] = nil
                send(.due(limit))
            }
        }
    }

    /// Ends all commands, and expects everything that was requested to be heard, and to end.
    mutating func settle() {
        note("settle")
        if output == nil { restoreOutput() }
        person.isDone = true
        if person.isPaused {
            person.isPaused = false
            send(.resume)
        }
        run { $0.person.isOver($0) }
        if fault == nil, let left = table.keys.min() { fail("load \(left.rawValue) is left over: \(state)") }
        person.isDone = false
    }

    /// The state of the trial, for a fault's text.
    var state: String {
        let loads = score.loads.map { "\($0.generation.rawValue) \($0.state)" }
        let transitions = score.transitions.map { "\($0.outgoing.rawValue)→\($0.incoming.rawValue) \($0.home)" }
        let threads = decks.map { "\($0.id) \($0.machine.state) \($0.isBlocked)" }
        return """
            loads \(loads), transitions \(transitions), tape \(score.tape.state) up to \(score.tape.tape.end), \
            mix \(score.mix?.beginning as Any), mixer \(mixer.frontier) of \(allowed) \(mixer.decks.map(\.id)), \
            sinks \(sinks), decks \(threads), start \(score.pendingStart as Any), \
            over \(score.takeover?.place as Any) of \(score.takeover?.spans.keys.map(\.rawValue) ?? []), \
            change \(score.change?.start as Any)
            """
    }
}

/// A load of the virtual player.
struct VirtualLoad {
    var deck: VirtualDeck
    /// The time when enough had arrived to begin with; nil before.
    var readyTime: Int64?
    /// The length in samples.
    var length: Int64
    var isContinuation = false
    var loudness = 1.0
}
