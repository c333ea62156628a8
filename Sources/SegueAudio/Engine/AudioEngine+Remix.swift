import CGStreamer
import SegueCore

/// Changing what has been mixed and is not heard yet.
extension AudioEngine {
    /// Mixes again what is heard from some place on: `margin` after the first sample that can be changed, or where
    /// there has been time to open files (`settledSample`), but not before `earliest`. The load `dropped` is left out,
    /// and `change` alters the rest. Transitions that nobody has heard of by then become plans again.
    func mixAgain(
        without dropped: LoadGeneration? = nil, from earliest: Int64 = .min, after margin: MediaTime? = nil,
        _ change: (inout Remix) -> Void = { _ in }
    ) {
        mixer.seal()
        collect()
        let first = margin.map { transport.changeable + $0.samples(rate: transport.rate) } ?? settledSample
        let start = min(max(first, earliest), max(transport.tape.end, transport.changeable))
        // Nobody has heard anything of what has no place on the tape yet.
        let unheard = unplacedTransitions
        let transitions = milestones.transitions
        var new = Remix(start: start, parts: [])
        let droppedTransition = transitions.first { $0.incoming == dropped }
        new.end = droppedTransition?.startSample
        new.isCutShort = droppedTransition.map { $0.plan.kind != .gapless } ?? false
        for load in audible where load.generation != dropped && !load.isMixed {
            guard load.endSample.map({ $0 > start }) ?? true, let former = loads[load.generation]?.deck else {
                continue
            }
            // What can't go on behind the transition that is left out ends in front of it.
            guard canGoOn(load) || droppedTransition?.outgoing != load.generation else { continue }
            let first = load.timeline.startSample
            guard reopen(former, at: load.timeline.media(at: max(start, first))) != nil else { continue }
            guard first <= start else { continue }
            let isLeft = transitions.contains {
                $0.outgoing == load.generation
                    && ($0.startSample > start || $0.incoming == dropped && milestones.isAhead(of: $0))
            }
            let hasRun = load.run.map { $0.endSample > start } ?? false
            new.parts.append(
                Remix.Part(
                    generation: load.generation, run: isLeft || !hasRun ? nil : load.run,
                    endSample: isLeft ? nil : load.endSample))
        }
        for transition in transitions where transition.startSample > start {
            milestones.removeAll { $0.concerns(transition.incoming) }
            audible.removeAll { $0.generation == transition.incoming }
            if transition.incoming != dropped { planAgain(transition) }
        }
        for transition in unheard where transition.incoming != dropped {
            if let former = loads[transition.incoming]?.deck { _ = reopen(former, at: former.position) }
            planAgain(transition)
        }
        if let dropped {
            milestones.removeAll { $0.concerns(dropped) }
            audible.removeAll { $0.generation == dropped }
        }
        for index in audible.indices {
            guard let part = new.parts.first(where: { $0.generation == audible[index].generation }) else { continue }
            audible[index].run = part.run
            audible[index].endSample = part.endSample
        }
        milestones.removeAll { if case .ended = $0 { true } else { false } }
        change(&new)
        remix = new
        mixAgainIfPossible()
    }

    /// Transitions that have begun in a new mix of what is on the tape, while that mix has no place there yet.
    var unplacedTransitions: [BegunTransition] {
        guard let timeline, !timeline.isPlaced, let origin = timeline.origin else { return [] }
        return timeline.begun.map { $0.moved(by: origin) }
    }

    /// Whether what is on the tape is about to be replaced by the same sound, changed.
    var isMixingAgain: Bool {
        guard remix == nil else { return true }
        guard let timeline, case .again = timeline.beginning else { return false }
        return !timeline.isPlaced
    }

    /// Nothing is left to be mixed of a load that was opened again: what is on the tape of this load is all there is.
    func endInFront(of generation: LoadGeneration) {
        remix?.parts.removeAll { $0.generation == generation }
        if remix?.end == nil { remix?.end = transport.tape.end }
        letGo(generation)
        mixAgainIfPossible()
    }

    /// Lets the new mix take over, once all of it is loaded.
    func mixAgainIfPossible() {
        // Loads that have been heard to their end meanwhile are not waited for.
        remix?.parts.removeAll { loads[$0.generation] == nil }
        guard let new = remix, new.parts.allSatisfy({ loads[$0.generation]?.isLoaded == true }) else { return }
        remix = nil
        let parts = new.parts.compactMap { part in loads[part.generation].map { (part, $0.deck) } }
        guard !parts.isEmpty else { return endSound(at: new.end, isCutShort: new.isCutShort) }
        for (part, deck) in parts {
            deck.setLoudness(deck.loudnessGain)
            deck.end(at: part.endSample.map { $0 - new.start })
        }
        beginTimeline(.again(new.start), keeping: Set(loads.decks.filter { !$0.isInMixer }.map(\.generation))) {
            mixer.start(parts.map { part, deck in (deck, part.run?.moved(toBeginAt: new.start)) })
        }
        for (part, deck) in parts {
            guard let index = audible.firstIndex(where: { $0.generation == part.generation }) else { continue }
            let isLive = deck.isLive
            if isLive { continue }
            audible[index].run = part.run
            audible[index].endSample = part.endSample
        }
    }

    /// Nothing is left to be mixed. The sound on the tape is heard up to `place`, or as far as it can't be changed any
    /// more, and ends there, with a ramp where it is cut short; without a place, it goes to silence at once.
    private func endSound(at place: Int64?, isCutShort: Bool) {
        if let place, let last = audible.last {
            clearMixer(keeping: Set(loads.decks.filter { !$0.isInMixer }.map(\.generation)))
            let first = transport.changeable
            _ = transport.splice(
                at: max(place, first), over: isCutShort || place < first ? .ramp : .zero, curve: .linear)
            transport.complete()
            milestones.placeEnd(of: last.generation, at: transport.tape.end)
            armMilestones()
            return transport.fill()
        }
        audible = []
        milestones.removeAll { _ in true }
        if case .running = transport.state {
            transport.complete()
            transport.leave(over: .ramp, curve: .linear, for: .stop)
        } else {
            endTimeline()
        }
    }

    /// One of the loads that were to be mixed again is gone; the others don't wait for it.
    func withdraw(_ generation: LoadGeneration) {
        audible.removeAll { $0.generation == generation }
        guard remix?.parts.contains(where: { $0.generation == generation }) == true else { return }
        remix?.parts.removeAll { $0.generation == generation }
        // In a fade the other load takes over.
        remix?.goOnWithoutFade()
        for index in audible.indices { audible[index].endSample = nil }
        mixAgainIfPossible()
    }

    /// Whether a load that is on the tape can be mixed again, from where it is there.
    func canGoOn(_ load: AudibleLoad) -> Bool { loads[load.generation]?.deck.canGoOn ?? true }

    /// Opens a load that is on the tape again, with what was planned behind it. Nil when that is not possible.
    func reopen(_ former: Deck, at position: MediaTime) -> Deck? {
        let access: NetworkReserve.Access = former.isKnownSeekable ? .atWill : .inOrder
        guard let deck = try? Deck(inPlaceOf: former, at: position, access: access, isContinuation: true) else {
            return nil
        }
        loads.admit(deck, keepingMetadata: true)
        loads.release(former)
        deck.open(for: pipeline.element, record)
        let limit = options.reopeningLimit
        self.limit(
            deck, limit,
            failingWith: .loadTimeout(path: ErrorSentences.place(deck.uri), seconds: Int(limit.seconds.rounded(.up))))
        return deck
    }

    private func planAgain(_ transition: BegunTransition) {
        guard let outgoing = loads[transition.outgoing]?.deck, let incoming = loads[transition.incoming]?.deck else {
            return
        }
        var plan = transition.plan
        if plan.kind != .gapless, let load = audible.first(where: { $0.generation == transition.outgoing }) {
            plan.start = .at(load.timeline.media(at: transition.startSample))
        }
        outgoing.arm(
            ArmedTransition(plan: plan, incoming: incoming, outgoingEnd: loads[plan.outgoing]?.reported?.duration))
    }
}
