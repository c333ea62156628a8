import SegueCore
import Synchronization

extension AudioEngine {
    func schedule(_ plan: TransitionPlan) {
        guard let incoming = branches[plan.incoming], loaded.contains(plan.incoming), plan.incoming != plan.outgoing
        else { return }
        let armed = ArmedTransition(
            plan: plan, incoming: incoming, outgoingEnd: reported[plan.outgoing]?.duration)
        guard let outgoing = branches[plan.outgoing] else {
            // The outgoing load has ended meanwhile: there is nothing to blend with.
            let request = StartRequest(
                generation: plan.incoming, fadeIn: .zero, curve: plan.curve, gain: plan.incomingGain,
                isTransition: true)
            start(request, paused: isHeld)
            return
        }
        _ = mixer.forget(incoming: plan.incoming)
        // At the end of the outgoing load nothing is mixed any more that it could wait for.
        let isAtEnd = outgoing.state.withLock { $0.holdsEnd && $0.finalSample == nil }
        if outgoing.isInMixer, !isAtEnd, plan.start == .now && plan.kind != .gapless || outgoing.hasEnded {
            mixer.beginNow(armed, from: outgoing)
        } else {
            outgoing.state.withLock { $0.armed = armed }
        }
        outgoing.reconsider()
    }

    func cancelSchedule(incoming: LoadGeneration) {
        if mixer.forget(incoming: incoming) { return }
        for branch in branches.values {
            branch.state.withLock { state in
                if state.armed?.incoming.generation == incoming { state.armed = nil }
            }
        }
    }

    func playOut(_ generation: LoadGeneration) {
        guard let branch = branches[generation] else { return }
        branch.state.withLock { $0.playsOut = true }
        branch.reconsider()
    }

    /// A transition lies on the timeline; it is heard later.
    func begun(_ transition: BegunTransition) {
        // One that is to be started has come too late into the mixer.
        guard let incoming = branches[transition.incoming], incoming.isInMixer,
            pendingStart?.generation != transition.incoming
        else { return }
        milestones.removeAll { $0 == .ended(transition.outgoing) }
        if let index = audible.firstIndex(where: { $0.generation == transition.outgoing }) {
            audible[index].endSample = transition.endSample
        }
        audible.append(AudibleLoad(incoming))
        milestones.add(.started(transition), at: transition.startSample)
        milestones.add(.finished(transition), at: transition.endSample)
        armMilestones()
    }

    /// Everything of this load is on its way out, and nothing has been said about what follows.
    func endHeld(_ generation: LoadGeneration, at sample: Int64) {
        if let branch = branches[generation], !branch.isComplete {
            if !hasBrokenOff(branch, at: sample) { branch.reconsider() }
            return
        }
        guard audible.contains(where: { $0.generation == generation }) else { return }
        guard !isOffline else {
            // The mixer waits for what follows, and that for news of all that has begun so far.
            passMilestones(upTo: sample)
            return
        }
        // In real time, what is not there when the last sample has been heard comes too late.
        milestones.add(.ended(generation), at: sample)
        armMilestones()
    }

    /// The output has played everything there was.
    func reachedEnd() {
        passMilestones(upTo: .max)
        guard flow != .stopped else { return }
        let last = audible.last?.generation
        shutDown(keepingStart: true)
        if let last { report(.ended(last)) }
        startIfPossible()
    }

    func compressFade(incoming generation: LoadGeneration, duration: MediaTime) {
        guard let transition = milestones.pendingTransition(to: generation),
            let incoming = branches[transition.incoming]
        else { return }
        let outgoing = branches[transition.outgoing]
        let frontier = max(incoming.frontier, outgoing?.frontier ?? 0)
        let wanted = heardSample + duration.samples(rate: mixer.rate)
        let end = max(wanted, frontier + MediaTime.ramp.samples(rate: mixer.rate))
        incoming.hurry(from: frontier, to: end)
        if let index = audible.firstIndex(where: { $0.generation == transition.outgoing }) {
            // The rest of a fade may be shorter than the time it gets now, and the track may be over before.
            let material = reported[transition.outgoing]?.duration.map(audible[index].timeline.sample(at:)) ?? 0
            let outgoingEnd = min(end, max(material, transition.endSample))
            outgoing?.hurry(from: frontier, to: outgoingEnd)
            interruption?.hurry(from: frontier, to: end, outgoingTo: outgoingEnd)
            audible[index].endSample = outgoingEnd
        }
        var hurried = transition
        hurried.endSample = end
        milestones.removeAll { $0 == .finished(transition) }
        milestones.add(.finished(hurried), at: end)
        armMilestones()
    }
}
