import SegueCore
import SegueTestSupport

@testable import SegueAudio

/// Decks whose decoders and threads run in any order, a mixer that mixes what is there and no more than it may, and a
/// person who plans, takes back, gives up and starts anew at any time.
struct MixerTrial {
    static let rate: Int32 = 400
    static let block: Int64 = 40
    /// This many samples of a beginning are waited for.
    private static let beginning: Int64 = 12

    /// The first thing that went wrong.
    private(set) var fault: String?
    private(set) var mixedCount: Int64 = 0
    private(set) var transitionCount = 0
    var random: SeededRandom
    var mixer = MixerMachine<VirtualDeck>()
    private let isOffline: Bool
    /// How far each sink has been given samples, and whether it has been given its end.
    private var sinks: [(end: Int64, hasEnded: Bool)] = [(0, true), (0, true)]
    /// The mixer stands still because it may not go on.
    private var isWaiting = false
    /// The machine has said that nothing can be taken.
    private var isAwaited = false
    private var hasNews = false
    private var allowed: Int64 = 0
    /// Every deck that has not been given up or let go of.
    var decks: [VirtualDeck] = []
    private var lastID = 0
    private var log: [String] = []

    init(seed: UInt64) {
        random = SeededRandom(state: seed)
        isOffline = Bool.random(using: &random)
    }

    mutating func fail(_ text: String) {
        if fault == nil { fault = "\(text); last: \(log.suffix(30).joined(separator: ", "))" }
    }

    private mutating func note(_ text: String) {
        log.append(text)
        if log.count > 200 { log.removeFirst(100) }
    }

    private func blockEnd(notBefore sample: Int64) -> Int64 { (sample + Self.block - 1) / Self.block * Self.block }

    // MARK: - Steps

    mutating func act() {
        if Int.random(in: 0..<4, using: &random) == 0 { decide() }
        for _ in 0..<Int.random(in: 0..<8, using: &random) { run() }
        if mixer.decks.count > 2 || mixer.decks.count(where: { $0.machine.isPlaying }) > 2 {
            fail("three decks are mixed")
        }
    }

    /// A thread goes on for a moment.
    private mutating func run() {
        guard let deck = decks.randomElement(using: &random) else { return }
        switch Int.random(in: 0..<3, using: &random) {
        case 0: deck.deliver(Int64.random(in: 1...60, using: &random))
        case 1: turn(deck)
        default: mix()
        }
    }

    /// The loop does something.
    private mutating func decide() {
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

    /// Once nobody does anything any more, all that was put onto the timeline is mixed to its end.
    mutating func settle() {
        note("settle")
        for _ in 0..<4000 where fault == nil && !mixer.hasEnded && !mixer.decks.isEmpty {
            allow(4000)
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

    // MARK: - The loop

    private mutating func open() {
        lastID += 1
        let length =
            Bool.random(using: &random)
            ? Int64.random(in: 0...60, using: &random) : Int64.random(in: 0...900, using: &random)
        let deck = VirtualDeck(
            lastID, Bool.random(using: &random) ? .a : .b, length: length,
            isComplete: Int.random(in: 0..<4, using: &random) > 0)
        deck.machine.locate(.zero)
        decks.append(deck)
    }

    private mutating func start() {
        reset()
        var loads: [MixerMachine<VirtualDeck>.Lying] = []
        let silence: Int64? = Bool.random(using: &random) ? Int64.random(in: 0...60, using: &random) : nil
        for node in PlayerNode.allCases.shuffled(using: &random) {
            guard let deck = decks.first(where: { $0.node == node && $0.machine.isWaiting }),
                Bool.random(using: &random)
            else { continue }
            let isOutgoing = loads.isEmpty
            if deck.machine.claim() {
                if isOutgoing { deck.machine.silence = silence }
                loads.append(.init(deck: deck, node: node, silence: isOutgoing ? silence : nil))
            }
        }
        guard !loads.isEmpty else { return }
        note("start \(loads.map(\.deck.id))")
        mixer.open(with: loads)
        for load in loads { sinks[mixer.sink(of: load.node)].hasEnded = false }
        for (index, load) in loads.enumerated() {
            var run: FadeRun?
            if let silence, silence > 0 {
                run = FadeRun(
                    direction: index == 0 ? .outgoing : .incoming, curve: .linear, startProgress: 0.25, startSample: 0,
                    endSample: silence)
            } else if loads.count == 1, Bool.random(using: &random) {
                // A start that fades in, and may be left before the fade is through.
                run = FadeRun(direction: .incoming, curve: .linear, startSample: 0, endSample: 300)
            }
            enter(load.deck, at: 0, run: run, end: nil)
        }
        allow(100)
    }

    private mutating func enter(_ deck: VirtualDeck, at sample: Int64, run: FadeRun?, end: Int64?) {
        if sample < mixer.frontier { fail("deck \(deck.id) begins at \(sample), mixed up to \(mixer.frontier)") }
        guard let sink = mixer.sink(of: deck) else { return fail("deck \(deck.id) lies nowhere") }
        if decks.contains(where: { $0 !== deck && $0.sink == sink && !$0.hasEnded }) { fail("two decks on one sink") }
        deck.sink = sink
        deck.isSuccessor = end != nil
        deck.lastGain = run.map { $0.gain(atProgress: $0.startProgress) } ?? 1
        deck.machine.enter(
            mixer.number, at: sample, rate: Self.rate, run: run, isSuccessor: end != nil,
            holdSample: isOffline ? blockEnd(notBefore: end.map { max($0, sample + 1) } ?? sample) : nil)
        if !deck.machine.isPlaying { fail("deck \(deck.id) lies on the timeline and gives nothing") }
        deck.reconsider()
    }

    private mutating func plan(behind deck: VirtualDeck) {
        guard let next = decks.filter({ $0.machine.isWaiting && $0.node != deck.node }).randomElement(using: &random),
            !decks.contains(where: { $0.machine.follower === next })
        else { return }
        let isJoin = Bool.random(using: &random)
        let latest: Int64 = Bool.random(using: &random) ? 120 : 900
        let media = MediaTime(samples: Int64.random(in: 0...latest, using: &random), rate: Self.rate)
        let duration = MediaTime(samples: Int64.random(in: 0...120, using: &random), rate: Self.rate)
        let plan = TransitionPlan(
            outgoing: LoadGeneration(rawValue: UInt64(deck.id)), incoming: LoadGeneration(rawValue: UInt64(next.id)),
            kind: isJoin ? .gapless : .crossfade, start: Int.random(in: 0..<6, using: &random) == 0 ? .now : .at(media),
            duration: duration, curve: .linear, incomingGain: 1, reason: .endOfTrack)
        let armed = ArmedTransition(plan: plan, incoming: next)
        let frontier = deck.machine.frontier
        switch deck.machine.arm(armed, ifInTime: !isOffline) {
        case .done:
            let beginning = isJoin ? "joined" : "from \(armed.sample(on: deck.machine.timeline) ?? -1)"
            note("plan \(deck.id) → \(next.id) \(beginning)")
        case .late:
            if let due = armed.sample(on: deck.machine.timeline), due >= frontier, deck.machine.isPlaying {
                fail("a plan for \(due) comes too late at \(frontier)")
            }
        }
        deck.reconsider()
    }

    /// A deck has asked what becomes of its end.
    private mutating func answer(mayPlan: Bool = true) {
        guard let deck = decks.first(where: { $0.question != nil }) else {
            if !mayPlan { for deck in decks where deck.machine.isHeld { playOut(deck) } }
            return
        }
        deck.question = nil
        if !deck.isComplete {
            deck.isComplete = true
            deck.reconsider()
        } else if mayPlan, Bool.random(using: &random) {
            plan(behind: deck)
            if deck.machine.follower == nil { playOut(deck) }
        } else {
            playOut(deck)
        }
    }

    private mutating func playOut(_ deck: VirtualDeck) {
        note("play \(deck.id) out")
        deck.machine.playOut()
        deck.reconsider()
    }

    /// No deck is followed by this one any more. What is in the mixer stays there until it is through.
    private mutating func giveUp(_ deck: VirtualDeck) {
        for other in decks where other.machine.disarm(where: { $0 === deck }) { other.reconsider() }
        guard deck.machine.abandon() else { return }
        note("give \(deck.id) up")
        deck.machine.giveUp()
        decks.removeAll { $0 === deck }
    }

    private mutating func seek(_ deck: VirtualDeck) {
        guard deck.machine.isWaiting || deck.machine.isLoading else { return }
        note("seek \(deck.id)")
        deck.machine.seek()
        (deck.kept, deck.item, deck.arrivedCount) = (0, nil, 0)
    }

    private mutating func reset() {
        mixer.close()
        for deck in decks where deck.machine.isInMixer { deck.machine.giveUp() }
        decks.removeAll { !$0.machine.isLoading && !$0.machine.isWaiting }
        let number = mixer.number
        mixer.reset()
        if mixer.number == number || mixer.isOpen || !mixer.decks.isEmpty || mixer.frontier != 0 {
            fail("no new timeline")
        }
        sinks = [(0, true), (0, true)]
        (isWaiting, isAwaited, hasNews, allowed) = (false, false, false, 0)
    }

    private mutating func allow(_ ahead: Int64) {
        allowed = max(allowed, mixer.frontier + ahead)
        if mixer.allow(upTo: mixer.frontier + ahead) { isWaiting = false }
    }

    private mutating func endWithoutWaiting(_ deck: VirtualDeck) {
        deck.isStuck = true
        if deck.machine.endWithoutWaiting(isIdle: { deck.rest < deck.want && deck.item == nil }) { endWithRest(deck) }
    }

    // MARK: - A streaming thread

    private mutating func turn(_ deck: VirtualDeck) {
        guard !deck.isBlocked, let item = deck.item else { return }
        // The mixer has no room for more of this deck.
        if let sink = deck.sink, sinks[sink].end >= mixer.frontier + 2 * Self.block { return }
        switch item {
        case .buffer(let size):
            if arrives(size, at: deck) { deck.item = nil } else { deck.isBlocked = deck.item != nil }
        case .end:
            guard deck.machine.endArrived() else { return deck.isBlocked = true }
            let isThrough = ends(deck)
            deck.machine.endHandled()
            if isThrough { (deck.item, deck.isThrough) = (nil, true) } else { deck.isBlocked = true }
        }
    }

    /// False when the deck has to wait.
    private mutating func arrives(_ size: Int64, at deck: VirtualDeck) -> Bool {
        switch deck.machine.arrived(deck.arrival) {
        case .wait: return false
        case .keep:
            deck.kept += size
            guard deck.kept >= Self.beginning else { return true }
            // This buffer waits, and the gate asks about it again.
            deck.machine.becomeReady()
            tellReady(deck)
            return false
        case .begin: begin(deck)
        case .take: deck.rest += size
        case .goOn: break
        }
        let isWaiting = !passBlocks(deck)
        if deck.machine.workDone(isWaiting: isWaiting, hasMore: !deck.isStuck) { endWithRest(deck) }
        return !isWaiting
    }

    /// The deck in front of this one may have waited for it.
    private func tellReady(_ deck: VirtualDeck) {
        for other in decks where other.machine.follower === deck { other.reconsider() }
    }

    private mutating func begin(_ deck: VirtualDeck) {
        deck.rest = deck.kept
        deck.want = Self.block - deck.machine.timeline.startSample % Self.block
    }

    private var opening: (VirtualDeck) -> VirtualDeck? {
        { deck in deck.machine.follower.flatMap { $0.machine.isLoading ? $0 : nil } }
    }

    /// False when the deck has to wait.
    private mutating func passBlocks(_ deck: VirtualDeck) -> Bool {
        while deck.rest >= deck.want {
            guard deck.machine.mayPass(deck.want, room(for: deck), opening: opening(deck)) else {
                return false
            }
            guard handOn(deck.want, of: deck) else { break }
        }
        return true
    }

    /// False when nothing more is to be sent.
    private mutating func handOn(_ length: Int64, of deck: VirtualDeck) -> Bool {
        deck.rest -= length
        deck.want = Self.block
        let start = deck.machine.frontier
        let room = room(for: deck)
        switch deck.machine.handOn(length, room) {
        case .pass(let gain):
            if let armed = deck.machine.outlook.armed, room == .coming, !deck.isStuck,
                let due = armed.sample(on: deck.machine.timeline), due < start + length
            {
                fail("\(deck.id) does not wait for the pad of \(armed.incoming.id)")
            }
            check(gain, of: deck, from: start)
        case .begin(let armed, let sample):
            begin(armed, from: deck, at: sample)
            check(deck.machine.pass(length), of: deck, from: start)
        case .end:
            finish(deck)
            return false
        case .drop: return false
        }
        give(length, of: deck)
        guard deck.machine.isSilenced else { return true }
        finish(deck)
        return false
    }

    private mutating func give(_ length: Int64, of deck: VirtualDeck) {
        guard let sink = deck.sink else { return fail("deck \(deck.id) gives \(length) samples to nobody") }
        let place = deck.machine.timeline.startSample + deck.given
        if let silence = deck.machine.silence, place >= silence {
            fail("deck \(deck.id) gives \(place), and is silent")
        }
        if place < mixer.frontier { fail("deck \(deck.id) gives \(place), mixed up to \(mixer.frontier)") }
        if sinks[sink].hasEnded { fail("deck \(deck.id) gives something behind the end of its pad") }
        if deck.given > 0 || sinks[sink].end > 0, sinks[sink].end > place { fail("\(place) of deck \(deck.id) twice") }
        deck.given += length
        sinks[sink].end = place + length
    }

    private mutating func check(_ step: DeckGain.Step, of deck: VirtualDeck, from start: Int64) {
        switch step {
        case .unchanged: break
        case .constant(let gain):
            if abs(gain - deck.lastGain) > 1e-9 { fail("the gain of deck \(deck.id) jumps at \(start)") }
        case .points(let points):
            guard let first = points.first, let last = points.last else { return fail("no gain for \(start)") }
            if abs(first.gain - deck.lastGain) > 1e-9 { fail("the gain of deck \(deck.id) jumps at \(start)") }
            deck.lastGain = last.gain
        }
    }

    /// True when the end is through.
    private mutating func ends(_ deck: VirtualDeck) -> Bool {
        while true {
            if deck.machine.beginning() != nil { begin(deck) }
            if deck.machine.isPlaying {
                guard passBlocks(deck), !deck.machine.isHeld else { return false }
                if deck.machine.silence != nil { fillBlock(deck) }
                while deck.rest > 0 {
                    guard deck.machine.mayPass(deck.want, room(for: deck), opening: opening(deck)) else {
                        return false
                    }
                    guard handOn(min(deck.want, deck.rest), of: deck) else { break }
                }
            }
            let step = deck.machine.atEnd(
                isComplete: deck.isComplete, hasBeginning: deck.kept > 0, opening: opening(deck),
                blockEnd: blockEnd(notBefore:))
            switch step {
            case .wait: return false
            case .ready:
                tellReady(deck)
                return false
            case .drop: return true
            case .beginAgain:
                // There is no sound in the stream.
                giveUp(deck)
                return true
            case .ask(let sample):
                if sample != deck.machine.timeline.startSample + deck.given {
                    fail("the end of deck \(deck.id) is told at \(sample)")
                }
                if deck.isSuccessor, deck.isComplete, let run = deck.machine.run, sample < run.endSample {
                    fail("deck \(deck.id) asks inside of its own fade")
                }
                deck.question = sample
                return false
            case .join(let armed, let sample):
                switch join(armed, from: deck, at: sample) {
                case .done: return true
                case .gone: continue
                case .sealed: return false
                }
            case .fill(let count):
                deck.rest += count
                deck.arrivedCount += count
            case .end:
                finish(deck)
                return true
            }
        }
    }

    private func fillBlock(_ deck: VirtualDeck) {
        guard deck.rest > 0, deck.rest < deck.want else { return }
        deck.arrivedCount += deck.want - deck.rest
        deck.rest = deck.want
    }

    private mutating func endWithRest(_ deck: VirtualDeck) {
        fillBlock(deck)
        while deck.rest > 0, handOn(min(deck.want, deck.rest), of: deck) {}
        finish(deck)
    }

    private mutating func finish(_ deck: VirtualDeck) {
        guard deck.machine.beginEnding() else { return }
        if deck.isFinished { fail("deck \(deck.id) ends twice") }
        deck.isFinished = true
        if deck.given + deck.rest > deck.arrivedCount { fail("deck \(deck.id) gives more than it has") }
        let sink = deck.sink
        if let sink { sinks[sink].hasEnded = true }
        guard let end = deck.machine.ended() else { return fail("the end of deck \(deck.id) is lost") }
        if end != deck.machine.timeline.startSample + deck.given { fail("deck \(deck.id) ends at \(end)") }
        depart(mixer.ends(deck, at: end))
    }

    // MARK: - The mixer

    private func room(for deck: VirtualDeck) -> MixerMachine<VirtualDeck>.Room {
        guard let follower = deck.machine.follower else { return .none }
        return mixer.room(for: follower.node, at: deck.machine.frontier, blockEnd: blockEnd(notBefore:))
    }

    private mutating func begin(_ armed: ArmedTransition<VirtualDeck>, from outgoing: VirtualDeck, at sample: Int64) {
        let node = armed.incoming.node
        guard mixer.admits(node, beside: outgoing), claim(armed, from: outgoing) else { return }
        mixer.put(armed.incoming, on: node)
        let length = armed.length(from: sample, on: outgoing.machine.timeline)
        var end = sample
        var run: FadeRun?
        if length > 0 {
            end = outgoing.machine.fadeOut(
                along: .linear, within: 0...1, from: sample, to: sample + length, ramp: 8)
            mixer.fades(outgoing, to: end)
            run = FadeRun(direction: .incoming, curve: .linear, startSample: sample, endSample: sample + length)
        }
        sinks[mixer.sink(of: node)] = (0, false)
        note("\(outgoing.id) → \(armed.incoming.id) at \(sample)")
        transitionCount += 1
        enter(armed.incoming, at: sample, run: run, end: end)
    }

    private mutating func claim(_ armed: ArmedTransition<VirtualDeck>, from outgoing: VirtualDeck) -> Bool {
        let isClaimed = outgoing.machine.disarm { $0 === armed.incoming } && armed.incoming.machine.claim()
        if !isClaimed, armed.incoming.machine.isLoading, !outgoing.isStuck {
            fail("\(outgoing.id) has lost \(armed.incoming.id)")
        }
        return isClaimed
    }

    private mutating func join(
        _ armed: ArmedTransition<VirtualDeck>, from outgoing: VirtualDeck, at sample: Int64
    ) -> Mixer.Entry {
        let node = armed.incoming.node
        guard mixer.admitsSuccessor(of: outgoing) else { return .sealed }
        guard claim(armed, from: outgoing) else { return .gone }
        if let sink = outgoing.sink, sinks[sink].end != sample, outgoing.given > 0 {
            fail("\(armed.incoming.id) joins at \(sample), behind \(sinks[sink].end)")
        }
        outgoing.machine.giveWay(at: sample)
        mixer.join(armed.incoming, on: node, behind: outgoing, at: sample)
        outgoing.sink = nil
        note("\(outgoing.id) = \(armed.incoming.id) at \(sample)")
        transitionCount += 1
        enter(armed.incoming, at: sample, run: nil, end: sample)
        return .done
    }

    /// Mixes the next block, if everything on the sinks is there.
    private mutating func mix() {
        let start = mixer.frontier
        let end = start + Self.block
        guard !isWaiting else { return }
        guard !mixer.hasEnded, sinks.allSatisfy({ $0.hasEnded || $0.end >= end }) else { return }
        let last = sinks.map(\.end).max() ?? 0
        guard last > start else {
            if mixer.decks.isEmpty, sinks.allSatisfy(\.hasEnded), mixer.number > 0, mixedCount > 0 { mixer.end() }
            return
        }
        switch mixer.mixed(from: start, to: min(end, last)) {
        case .wait: isWaiting = true
        case .drop: fail("what is mixed from \(start) on is dropped")
        case .take(let departures, let isAwaited):
            if start >= allowed { fail("\(start) is mixed, and nobody allowed more than \(allowed)") }
            if isAwaited != self.isAwaited { fail("what is mixed from \(start) on is awaited: \(self.isAwaited)") }
            self.isAwaited = false
            hasNews = true
            mixedCount += min(end, last) - start
            depart(departures)
            guard Bool.random(using: &random) else { return }
            if case .drop = mixer.mixed(from: start, to: min(end, last)) { return }
            fail("\(start) is taken twice")
        }
    }

    private mutating func depart(_ departures: [MixerMachine<VirtualDeck>.Departure]) {
        guard !departures.isEmpty else { return }
        for deck in mixer.decks { deck.reconsider() }
        for departure in departures {
            let deck = departure.deck
            if deck.hasEnded { fail("deck \(deck.id) leaves twice") }
            deck.hasEnded = true
            if deck.machine.timeline.startSample + deck.given > mixer.frontier {
                fail("deck \(deck.id) leaves too early")
            }
            deck.machine.giveUp()
            decks.removeAll { $0 === deck }
        }
    }
}
