import EventLoop
import SegueCore

extension AudioEngine {
    func schedule(_ plan: TransitionPlan) {
        guard plan.incoming != plan.outgoing else { return }
        let isDue = awaited?.plan == plan && awaited?.isDue == true
        awaited?.limit?.cancel()
        awaited = nil
        // An earlier plan may have been mixed already; what is in a file stays there.
        if !isOffline, let standing = takeBack(for: plan) {
            return report(.transitionStands(refused: plan, standing: standing))
        }
        guard let incoming = loads[plan.incoming]?.deck, !audible.contains(where: { $0.generation == plan.incoming })
        else { return }
        guard loads[plan.incoming]?.isLoaded == true else {
            // The load is being opened again, after it was mixed in vain.
            if incoming.isContinuation { awaited = AwaitedTransition(plan: plan) }
            return
        }
        let armed = ArmedTransition(
            plan: plan, incoming: incoming, outgoingEnd: loads[plan.outgoing]?.reported?.duration)
        // There is nothing left to blend with. That may be news: the load that was to follow it may have been given up
        // as well.
        guard let outgoing = loads[plan.outgoing]?.deck else { return report(.ended(plan.outgoing)) }
        if plan.isSkip {
            guard isDue || !isFilling(for: plan, outgoing) else { return awaitMore(for: plan) }
            goOver(to: incoming, by: armed, from: outgoing)
        } else if outgoing.isInMixer, !outgoing.isOnTimeline,
            isOffline || !outgoing.canGoOn || (place(of: armed) ?? .max) >= transport.tape.end
        {
            follow(outgoing, by: armed)
        } else {
            let arming = mixer.settled { outgoing.arm(armed, ifInTime: !isOffline && outgoing.canGoOn) }
            guard arming == .late else { return outgoing.reconsider() }
            // What has been mixed past the start of the transition is mixed again.
            mixAgain(from: place(of: armed) ?? .min) { [weak self] _ in
                self?.loads[plan.outgoing]?.deck.arm(armed)
            }
        }
    }

    /// Takes back what was mixed by an earlier plan for the same load. Returns that plan where it stays: the transition
    /// is heard, or about to be, or its outgoing load can't be mixed again from there. A person who skips does not wait
    /// for that.
    private func takeBack(for plan: TransitionPlan) -> TransitionPlan? {
        let first = plan.isSkip ? heardSample : transport.changeable + Self.haste.samples(rate: transport.rate)
        if let transition = transition(to: plan.incoming) {
            guard transition.startSample > first, plan.isSkip || loads[transition.outgoing]?.deck.canGoOn ?? true else {
                return transition.plan
            }
        }
        cancelSchedule(incoming: plan.incoming)
        return nil
    }

    /// The transition to this load that has been mixed, heard or not.
    private func transition(to incoming: LoadGeneration) -> BegunTransition? {
        (milestones.transitions + unplacedTransitions).first { $0.incoming == incoming }
    }

    /// Whether more of the outgoing sound is on its way to the tape than is there now.
    private func isFilling(for plan: TransitionPlan, _ outgoing: Deck) -> Bool {
        guard !isOffline, transport.state == .running else { return false }
        // One of the two tracks in a fade is on its way out.
        if isMixingAgain { return true }
        guard let origin = timeline?.origin else { return false }
        collect()
        let wanted = plan.duration + Self.headStart
        let end = transport.changeable + wanted.samples(rate: transport.rate)
        guard transport.tape.tailEnd < end, outgoing.isUnderWay, outgoing.reserve?.isEmpty != true, mixer.isOpen else {
            return false
        }
        mixer.allow(upTo: end - origin)
        return true
    }

    /// More than the fade itself, so that the tape does not run dry until the incoming load is mixed.
    private static let headStart = MediaTime(nanoseconds: 300_000_000)

    /// In nanoseconds: a skip waits no longer for more sound that it could fade out.
    private static let fillingLimit: Int64 = 1_000_000_000

    /// The mixer is much faster than the sound, except with what comes over a network.
    private func awaitMore(for plan: TransitionPlan) {
        let limit = loop.schedule(at: .now.advanced(byNanoseconds: Self.fillingLimit)) { [weak self] in
            self?.awaited?.isDue = true
            self?.carryOutAwaited()
        }
        awaited = AwaitedTransition(plan: plan, limit: limit)
        mixer.askForMore()
    }

    /// Carries the awaited transition out if it need not wait any longer.
    func carryOutAwaited() {
        guard let awaited else { return }
        let limit = awaited.limit
        guard !awaited.isDue, limit != nil else { return schedule(awaited.plan) }
        guard let outgoing = loads[awaited.plan.outgoing]?.deck, isFilling(for: awaited.plan, outgoing) else {
            return schedule(awaited.plan)
        }
        mixer.askForMore()
    }

    /// Drops a transition that waits, when it was to or from this load.
    func forgetAwaited(_ generation: LoadGeneration) {
        if pendingStart?.replacement?.incoming == generation { pendingStart?.replacement = nil }
        guard let plan = awaited?.plan, [plan.incoming, plan.outgoing].contains(generation) else { return }
        awaited?.limit?.cancel()
        awaited = nil
    }

    /// Where the transition is to begin on the tape; nil when that is at the end of the outgoing load, or when nothing
    /// of the outgoing load has been mixed.
    private func place(of armed: ArmedTransition<Deck>) -> Int64? {
        guard let load = audible.first(where: { $0.generation == armed.plan.outgoing }), !load.isMixed else {
            return nil
        }
        return armed.sample(on: load.timeline)
    }

    /// The incoming load is heard as soon as anything new can be heard. The outgoing load goes on beneath it, as far as
    /// it is on the tape.
    private func goOver(to incoming: Deck, by armed: ArmedTransition<Deck>, from outgoing: Deck) {
        let plan = armed.plan
        guard pendingStart?.generation != plan.outgoing else {
            pendingStart?.replacement = plan
            return startIfPossible()
        }
        guard outgoing.isInMixer || audible.contains(where: { $0.generation == plan.outgoing }), !isOffline else {
            // The outgoing load is not heard yet, or this is a render: the transition begins where it can.
            var later = armed
            let timeline = outgoing.timeline
            if outgoing.isInMixer { later.plan.start = .at(timeline.media(at: outgoing.frontier)) }
            outgoing.arm(later)
            return outgoing.reconsider()
        }
        incoming.setLoudness(plan.incomingGain)
        let remaining = transport.tape.tailEnd - transport.changeable
        let length = min(plan.duration.samples(rate: transport.rate), max(remaining, 0))
        let isFade = plan.kind == .crossfade
        let run = FadeRun(
            direction: .incoming, curve: isFade ? plan.curve : .linear, startSample: 0,
            endSample: max(length, min(MediaTime.onsetRamp.samples(rate: transport.rate), max(remaining, 0))))
        enter(
            incoming, run: run.endSample > 0 ? run : nil,
            .over(Timeline.time(of: run.endSample, rate: transport.rate), isFade ? plan.curve : .linear, plan))
    }

    /// All of the outgoing load has been mixed: the incoming one begins behind it.
    private func follow(_ outgoing: Deck, by armed: ArmedTransition<Deck>) {
        armed.incoming.setLoudness(armed.plan.incomingGain)
        let end = audible.first { $0.generation == outgoing.generation }?.endSample ?? transport.tape.end
        enter(armed.incoming, run: nil, .behind(min(end, transport.tape.end), armed.plan))
    }

    func cancelSchedule(incoming: LoadGeneration) {
        forgetAwaited(incoming)
        disarm(incoming)
        collect()
        // The load has been mixed, but not heard: it is loaded again, and waits.
        guard let transition = transition(to: incoming), transition.startSample > heardSample,
            let former = loads[incoming]?.deck
        else { return }
        mixAgain(without: incoming, after: transition.startSample <= settledSample ? Self.haste : nil)
        if loads[incoming]?.deck === former { _ = reopen(former, at: former.position) }
    }

    func playOut(_ generation: LoadGeneration) {
        guard let deck = loads[generation]?.deck else { return }
        transport.isHeldAtEnd = false
        if deck.isOnTimeline, !transport.tape.isComplete {
            // The end is told at its place, once all of the load is mixed.
            milestones.removeAll { $0 == .ended(generation) }
        }
        deck.playOut()
        deck.reconsider()
    }

    /// A transition has been mixed; it is heard later.
    func begun(_ transition: BegunTransition) {
        guard let incoming = loads[transition.incoming]?.deck, incoming.isInMixer, let origin = timeline?.origin
        else {
            return
        }
        transport.isHeldAtEnd = false
        let outgoingRun = loads[transition.outgoing]?.deck.run
        milestones.removeAll { $0 == .ended(transition.outgoing) }
        var load = AudibleLoad(incoming, run: incoming.run)
        load.place(at: origin)
        let transition = transition.moved(by: origin)
        if let index = audible.firstIndex(where: { $0.generation == transition.outgoing }) {
            audible[index].endSample = transition.endSample
            audible[index].run = outgoingRun?.moved(toBeginAt: -origin)
        }
        audible.append(load)
        milestones.add(.started(transition), at: transition.startSample)
        milestones.add(.finished(transition), at: transition.endSample)
        armMilestones()
    }

    /// Whether another load has begun to be mixed behind this one, or over its end, and is not heard yet.
    func isFollowed(_ generation: LoadGeneration) -> Bool {
        milestones.transitions.contains { $0.outgoing == generation }
    }

    /// How long before the mixed sound runs out it is decided that nothing follows.
    private static let lastCall = MediaTime(nanoseconds: 200_000_000)

    /// All of this load has been mixed, and nobody has said what follows.
    func endHeld(_ generation: LoadGeneration, at sample: Int64) {
        collect()
        // The question may have been on its way when the answer came.
        guard let deck = loads[generation]?.deck, let timeline, !isFollowed(generation) else { return }
        // The gate may ask again before it hears the answer; its second question is not to undo that.
        guard !deck.isComplete || !deck.isDecided else { return }
        guard let origin = timeline.origin, timeline.isPlaced || isOffline else { return endUnheard(deck, at: sample) }
        let place = origin + sample
        if !deck.isComplete {
            if !hasBrokenOff(deck, at: sample, place: place) { deck.reconsider() }
            return
        }
        guard audible.contains(where: { $0.generation == generation }) else { return }
        guard !isOffline else {
            // The mixer waits to hear what follows, and the core first for news of all that has begun so far.
            passMilestones(upTo: place)
            return
        }
        // In real time, a load that is not there shortly before the last whole block has been heard comes too late: by
        // then the rest of the track has to be mixed and on its way.
        let last = origin + mixer.wholeBlocks(upTo: sample) - Self.lastCall.samples(rate: transport.rate)
        milestones.placeEnd(of: generation, at: max(last, 0))
        transport.isHeldAtEnd = true
        armMilestones()
        transport.fill()
    }

    /// All of this load has been decoded, and its sound still waits for its place on the tape. It waits no longer: what
    /// follows is decided only when it is heard, and comes behind what is mixed.
    private func endUnheard(_ deck: Deck, at sample: Int64) {
        if deck.isComplete {
            deck.playOut()
        } else if let error = breakage(of: deck, at: sample) {
            deck.endInBackground()
            return report(.failed(deck.generation, error))
        }
        deck.reconsider()
    }

    func quickFinish(incoming generation: LoadGeneration, duration: MediaTime) {
        // What can't be opened again where it is keeps the fade that it has.
        guard let transition = milestones.pendingTransition(to: generation), audible.allSatisfy(canGoOn) else {
            return
        }
        let heard = heardSample
        let wanted = heard + duration.samples(rate: transport.rate)
        mixAgain { remix in
            let end = max(wanted, remix.start + MediaTime.ramp.samples(rate: transport.rate))
            if let load = audible.first(where: { $0.generation == generation }), let run = load.run {
                let span = FadeSpan(
                    progress: run.progress(at: remix.start), position: load.timeline.media(at: remix.start),
                    duration: Timeline.time(of: end - remix.start, rate: transport.rate))
                report(.quickFinishing(incoming: generation, span: span))
            }
            var outgoingEnd = end
            if let load = audible.first(where: { $0.generation == transition.outgoing }) {
                // The rest of the fade may be shorter than the time it gets now, and the outgoing track may be over
                // before then.
                let material = loads[transition.outgoing]?.reported?.duration.map(load.timeline.sample(at:)) ?? 0
                outgoingEnd = min(end, max(material, transition.endSample))
            }
            for index in remix.parts.indices {
                guard let run = remix.parts[index].run else { continue }
                let isOutgoing = run.direction == .outgoing
                remix.parts[index].run = run.finishingQuickly(from: remix.start, to: isOutgoing ? outgoingEnd : end)
                if isOutgoing { remix.parts[index].endSample = outgoingEnd }
            }
            var shortened = transition
            shortened.endSample = end
            milestones.removeAll { $0 == .finished(transition) }
            milestones.add(.finished(shortened), at: end)
        }
        armMilestones()
    }
}

extension TransitionPlan {
    /// The incoming load is to be heard as soon as anything new can be.
    fileprivate var isSkip: Bool { start == .now && kind != .gapless }
}
