import SegueCore

@testable import SegueAudio

/// Decks whose decoders and threads run in any order, and a mixer that mixes no more than is available and allowed. A
/// user plans, cancels and restarts at any time.
struct MixerTrial: Trial, VirtualThreads {
    static let rate: Int32 = 400
    static let block: Int64 = 40
    static let beginning: Int64 = 12

    /// The first fault.
    private(set) var fault: String?
    var mixedCount: Int64 = 0
    var transitionCount = 0
    var random: TrialChoices
    var mixer = MixerMachine<VirtualDeck>()
    let isOffline: Bool
    /// The end of the samples that each sink has received, and whether it has received its end.
    var sinks: [(end: Int64, hasEnded: Bool)] = [(0, true), (0, true)]
    /// True if the mixer is stopped because it may not continue.
    var isWaiting = false
    /// True if the machine has reported that nothing can be taken.
    var isAwaited = false
    var hasNews = false
    var allowed: Int64 = 0
    /// Every deck that has not been cancelled or released.
    var decks: [VirtualDeck] = []
    var lastID = 0
    var log: [String] = []

    init(seed: UInt64) {
        random = TrialChoices(seed: seed)
        isOffline = Bool.random(using: &random)
    }

    mutating func fail(_ text: String) {
        if fault == nil { fault = "\(text); last: \(log.suffix(30).joined(separator: ", "))" }
    }

    mutating func note(_ text: String) {
        log.append(text)
        if log.count > 200 { log.removeFirst(100) }
    }

    /// The deck before this one may have waited for it.
    mutating func arrivedEnough(_ deck: VirtualDeck) {
        for other in decks where other.machine.follower === deck { other.reconsider() }
    }

    mutating func cameWithoutSound(_ deck: VirtualDeck) { giveUp(deck) }

    mutating func asks(_ deck: VirtualDeck, at sample: Int64) { deck.question = sample }

    func pass(_ length: Int64, of deck: VirtualDeck, from start: Int64, _ gain: DeckGain.Step) {}

    func begun(_ transition: BegunTransition) {}

    func mixed(from start: Int64, to end: Int64, isAwaited: Bool) {}

    func mixedToEnd() {}

    func left(_ deck: VirtualDeck) {}

    // MARK: - Steps

    mutating func act() {
        if Int.random(in: 0..<4, using: &random) == 0 { decide() }
        for _ in 0..<Int.random(in: 0..<8, using: &random) { run() }
        if mixer.decks.count > 2 || mixer.decks.count(where: { $0.machine.isPlaying }) > 2 {
            fail("three decks are mixed")
        }
    }

    /// Runs a thread for a moment.
    mutating func run() {
        guard let deck = decks.randomElement(using: &random) else { return }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: flush(deck)
        case 1: deck.deliver(Int64.random(in: 1...60, using: &random))
        case 2: turn(deck)
        default: mix()
        }
    }

    /// Performs an action of the loop.
    mutating func decide() {
        let choice = Int.random(in: 0..<100, using: &random)
        switch choice {
        case 0..<20: if decks.count < 6 { open() }
        case 20..<35: if let deck = decks.randomElement(using: &random) { plan(behind: deck) }
        case 35..<45: answer()
        case 45..<52: if let deck = decks.randomElement(using: &random) { giveUp(deck) }
        case 52..<56: reset()
        case 56..<66: if mixer.decks.isEmpty { start() }
        case 66..<70: if let deck = mixer.decks.randomElement(using: &random) { endWithoutWaiting(deck) }
        case 70..<73: if let deck = decks.randomElement(using: &random) { deck.isStuck = true }
        case 73..<77: if let deck = decks.randomElement(using: &random) { seek(deck) }
        case 77..<80:
            let isThere = mixer.request()
            if isThere != (hasNews || mixer.hasEnded) { fail("there is something to be taken: \(isThere)") }
            isAwaited = !isThere
        case 80..<84:
            mixer.taken()
            if hasNews { isAwaited = false }
            hasNews = false
        default: allow(Int64.random(in: 0...400, using: &random))
        }
    }

    /// Ends all actions, and expects everything on the timeline to be mixed to its end.
    mutating func settle() {
        note("settle")
        for _ in 0..<4000 where fault == nil && !mixer.hasEnded && !mixer.decks.isEmpty {
            allow(4000)
            for deck in decks { flush(deck) }
            for deck in decks where deck.isStuck {
                // The deck that follows is opened sooner or later.
                if deck.machine.isPlaying { endWithoutWaiting(deck) } else { deck.isStuck = false }
            }
            for deck in decks { if !deck.isStuck { deck.deliver(60) } }
            for deck in decks { turn(deck) }
            mix()
            answer(mayPlan: false)
        }
        if !mixer.decks.isEmpty {
            let left = mixer.decks.map { deck in
                "deck \(deck.id) at \(deck.machine.frontier), rest \(deck.rest) of \(deck.want), "
                    + "at its gate \(deck.item as Any)"
            }
            fail("\(left) never mixed to the end, sinks \(sinks), mixed up to \(mixer.frontier)")
        }
        let lost = decks.filter(\.machine.isInMixer).map(\.id)
        if mixer.hasEnded, !lost.isEmpty { fail("decks \(lost) have never left") }
        reset()
        decks = []
    }
}
