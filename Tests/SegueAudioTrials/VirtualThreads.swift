import SegueCore

@testable import SegueAudio

/// Decks and a mixer whose threads run in any order.
protocol VirtualThreads {
    static var rate: Int32 { get }
    static var block: Int64 { get }
    /// The number of samples of a beginning that are waited for.
    static var beginning: Int64 { get }

    var random: TrialChoices { get set }
    var mixer: MixerMachine<VirtualDeck> { get set }
    var isOffline: Bool { get }
    /// The end of the samples that each sink has received, and whether it has received its end.
    var sinks: [(end: Int64, hasEnded: Bool)] { get set }
    /// True if the mixer is stopped because it may not continue.
    var isWaiting: Bool { get set }
    /// True if the machine has reported that nothing can be taken.
    var isAwaited: Bool { get set }
    var hasNews: Bool { get set }
    var allowed: Int64 { get set }
    /// Every deck that has not been cancelled or released.
    var decks: [VirtualDeck] { get set }
    var mixedCount: Int64 { get set }
    var transitionCount: Int { get set }

    mutating func fail(_ text: String)
    mutating func note(_ text: String)
    /// Called when enough of the deck has arrived to begin with.
    mutating func arrivedEnough(_ deck: VirtualDeck)
    /// Called when there is no audio in the deck's stream.
    mutating func cameWithoutSound(_ deck: VirtualDeck)
    /// Called when the end of the deck waits for an answer.
    mutating func asks(_ deck: VirtualDeck, at sample: Int64)
    /// Called for samples of the deck that go to the mixer, with this gain.
    mutating func pass(_ length: Int64, of deck: VirtualDeck, from start: Int64, _ gain: DeckGain.Step)
    /// Called when a transition has come onto the timeline.
    mutating func begun(_ transition: BegunTransition)
    mutating func mixed(from start: Int64, to end: Int64, isAwaited: Bool)
    mutating func mixedToEnd()
    /// Called when the deck's last sample has left the mixer.
    mutating func left(_ deck: VirtualDeck)
}

/// The work of the decks' streaming threads, and of the mixer's thread.
extension VirtualThreads {
    // MARK: - A deck's thread

    mutating func turn(_ deck: VirtualDeck) {
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

    /// Returns false if the deck has to wait.
    mutating func arrives(_ size: Int64, at deck: VirtualDeck) -> Bool {
        let step = deck.machine.arrived(deck.arrival)
        if deck.isStale, step != .wait { fail("what came before a seek of deck \(deck.id) is taken") }
        switch step {
        case .wait: return false
        case .keep:
            deck.kept += size
            guard deck.kept >= Self.beginning else { return true }
            // This buffer waits, and the gate decides about it again.
            deck.machine.becomeReady()
            arrivedEnough(deck)
            return false
        case .begin: begin(deck)
        case .take: deck.rest += size
        case .goOn: break
        }
        let isWaiting = !passBlocks(deck)
        if deck.machine.workDone(isWaiting: isWaiting, hasMore: !deck.isStuck) { endWithRest(deck) }
        return !isWaiting
    }

    mutating func begin(_ deck: VirtualDeck) {
        deck.rest = deck.kept
        deck.want = Self.block - deck.machine.timeline.startSample % Self.block
    }

    var opening: (VirtualDeck) -> VirtualDeck? {
        { deck in deck.machine.follower.flatMap { $0.machine.isLoading ? $0 : nil } }
    }

    /// Returns false if the deck has to wait.
    mutating func passBlocks(_ deck: VirtualDeck) -> Bool {
        while deck.rest >= deck.want {
            guard deck.machine.mayPass(deck.want, room(for: deck), opening: opening(deck)) else {
                return false
            }
            guard handOn(deck.want, of: deck) else { break }
        }
        return true
    }

    /// Returns false if nothing more is to be sent.
    mutating func handOn(_ length: Int64, of deck: VirtualDeck) -> Bool {
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
            pass(length, of: deck, from: start, gain)
        case .begin(let armed, let sample):
            begin(armed, from: deck, at: sample)
            let gain = deck.machine.pass(length)
            check(gain, of: deck, from: start)
            pass(length, of: deck, from: start, gain)
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

    mutating func give(_ length: Int64, of deck: VirtualDeck) {
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

    mutating func check(_ step: DeckGain.Step, of deck: VirtualDeck, from start: Int64) {
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

    /// Returns true if the end has passed.
    mutating func ends(_ deck: VirtualDeck) -> Bool {
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
                isComplete: deck.isComplete, hasBeginning: deck.kept > 0, opening: opening(deck))
            switch step {
            case .wait: return false
            case .ready:
                arrivedEnough(deck)
                return false
            case .drop: return true
            case .beginAgain:
                cameWithoutSound(deck)
                return true
            case .ask(let sample):
                if sample != deck.machine.timeline.startSample + deck.given {
                    fail("the end of deck \(deck.id) is told at \(sample)")
                }
                if deck.isSuccessor, deck.isComplete, let run = deck.machine.run, sample < run.endSample {
                    fail("deck \(deck.id) asks inside of its own fade")
                }
                asks(deck, at: sample)
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

    func fillBlock(_ deck: VirtualDeck) {
        guard deck.rest > 0, deck.rest < deck.want else { return }
        deck.arrivedCount += deck.want - deck.rest
        deck.rest = deck.want
    }

    mutating func endWithRest(_ deck: VirtualDeck) {
        fillBlock(deck)
        while deck.rest > 0, handOn(min(deck.want, deck.rest), of: deck) {}
        finish(deck)
    }

    mutating func finish(_ deck: VirtualDeck) {
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

    func room(for deck: VirtualDeck) -> MixerMachine<VirtualDeck>.Room {
        guard deck.machine.follower != nil else { return .none }
        return mixer.room(beside: deck, at: deck.machine.frontier, blockEnd: blockEnd(notBefore:))
    }

    mutating func begin(_ armed: ArmedTransition<VirtualDeck>, from outgoing: VirtualDeck, at sample: Int64) {
        guard mixer.admits(beside: outgoing), claim(armed, from: outgoing) else { return }
        mixer.put(armed.incoming, beside: outgoing)
        let length = armed.length(from: sample, on: outgoing.machine.timeline)
        var end = sample
        var run: FadeRun?
        if length > 0 {
            end = outgoing.machine.fadeOut(
                along: armed.plan.curve, within: armed.plan.fadeOut, from: sample, to: sample + length,
                ramp: MediaTime.ramp.samples(rate: Self.rate))
            mixer.fades(outgoing, to: end)
            run = FadeRun(
                direction: .incoming, curve: armed.plan.curve, startSample: sample, endSample: sample + length,
                span: armed.plan.fadeIn)
        }
        if let sink = mixer.sink(of: armed.incoming) { sinks[sink] = (0, false) }
        note("\(outgoing.id) → \(armed.incoming.id) at \(sample)")
        transitionCount += 1
        enter(armed.incoming, at: sample, run: run, end: end)
        begun(BegunTransition(plan: armed.plan, startSample: sample, endSample: end))
    }

    mutating func claim(_ armed: ArmedTransition<VirtualDeck>, from outgoing: VirtualDeck) -> Bool {
        let isClaimed = outgoing.machine.disarm { $0 === armed.incoming } && armed.incoming.machine.claim()
        if !isClaimed, armed.incoming.machine.isLoading, !outgoing.isStuck {
            fail("\(outgoing.id) has lost \(armed.incoming.id)")
        }
        return isClaimed
    }

    mutating func join(
        _ armed: ArmedTransition<VirtualDeck>, from outgoing: VirtualDeck, at sample: Int64
    ) -> Mixer.Entry {
        guard mixer.admitsSuccessor(of: outgoing) else { return .sealed }
        guard claim(armed, from: outgoing) else { return .gone }
        if let sink = outgoing.sink, sinks[sink].end != sample, outgoing.given > 0 {
            fail("\(armed.incoming.id) joins at \(sample), behind \(sinks[sink].end)")
        }
        outgoing.machine.giveWay(at: sample)
        mixer.join(armed.incoming, behind: outgoing, at: sample)
        outgoing.sink = nil
        note("\(outgoing.id) = \(armed.incoming.id) at \(sample)")
        transitionCount += 1
        enter(armed.incoming, at: sample, run: nil, end: sample)
        begun(BegunTransition(plan: armed.plan, startSample: sample, endSample: sample))
        return .done
    }

    /// Mixes the next block, if all samples on the sinks are available.
    mutating func mix() {
        let start = mixer.frontier
        let end = start + Self.block
        guard !isWaiting else { return }
        guard !mixer.hasEnded, sinks.allSatisfy({ $0.hasEnded || $0.end >= end }) else { return }
        let last = sinks.map(\.end).max() ?? 0
        guard last > start else {
            if mixer.decks.isEmpty, sinks.allSatisfy(\.hasEnded), mixer.number > 0, mixedCount > 0 {
                mixer.end()
                mixedToEnd()
            }
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
            mixed(from: start, to: min(end, last), isAwaited: isAwaited)
            depart(departures)
            guard Bool.random(using: &random) else { return }
            if case .drop = mixer.mixed(from: start, to: min(end, last)) { return }
            fail("\(start) is taken twice")
        }
    }

    mutating func depart(_ departures: [MixerMachine<VirtualDeck>.Departure]) {
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
            left(deck)
        }
    }

    func blockEnd(notBefore sample: Int64) -> Int64 { (sample + Self.block - 1) / Self.block * Self.block }

    /// Puts the deck on the timeline from `sample` on. A transition to it ends at `end`.
    mutating func enter(_ deck: VirtualDeck, at sample: Int64, run: FadeRun?, end: Int64?) {
        if sample < mixer.frontier { fail("deck \(deck.id) begins at \(sample), mixed up to \(mixer.frontier)") }
        guard let sink = mixer.sink(of: deck) else { return fail("deck \(deck.id) lies nowhere") }
        if decks.contains(where: { $0 !== deck && $0.sink == sink && !$0.hasEnded }) { fail("two decks on one sink") }
        deck.sink = sink
        deck.isSuccessor = end != nil
        deck.lastGain = run.map { $0.gain(atProgress: $0.progress(at: sample)) } ?? 1
        deck.machine.enter(
            mixer.number, at: sample, rate: Self.rate, run: run, isSuccessor: end != nil,
            holdSample: isOffline ? blockEnd(notBefore: end.map { max($0, sample + 1) } ?? sample) : nil)
        if !deck.machine.isPlaying { fail("deck \(deck.id) lies on the timeline and gives nothing") }
        deck.reconsider()
    }
}
