import CGStreamer
import SegueCore
import Synchronization

/// What sounded when the output was lost: opened again where it was heard last, it makes up a new timeline, whose sample 0
/// is the first that was not heard.
struct Interruption {
    struct Part {
        var generation: LoadGeneration
        /// Its part in a fade that was under way.
        var run: FadeRun?
        /// The load is silent from here on.
        var endSample: Int64?
    }

    var parts: [Part] = []
    var isToResume = false

    mutating func goOnWithoutFade() {
        for index in parts.indices {
            parts[index].run = nil
            parts[index].endSample = nil
        }
    }

    /// The fade that was under way ends at `end`, for the outgoing load perhaps before.
    mutating func hurry(from sample: Int64, to end: Int64, outgoingTo outgoingEnd: Int64) {
        for index in parts.indices {
            guard let run = parts[index].run else { continue }
            let isOutgoing = run.direction == .outgoing
            parts[index].run = run.hurried(from: sample, to: isOutgoing ? outgoingEnd : end)
            if isOutgoing { parts[index].endSample = outgoingEnd }
        }
    }
}

extension AudioEngine {
    /// Ends the timeline where it was heard last, and begins to open what sounded there again. It keeps its name tags and
    /// what was planned behind it. Not so what was on its way to silence anyway.
    func interrupt() {
        switch flow {
        case .stopped, .closing(.stop), .closing(.fadeOut):
            shutDown(keepingStart: true)
            return
        case .running, .paused, .closing(.pause), .closing(.exchange): break
        }
        let heard = heardSample
        let waiting = mixer.takeWaiting()
        let transitions = milestones.transitions
        var interruption = Interruption()
        var heardAgain: [AudibleLoad] = []
        for load in audible where load.endSample.map({ $0 > heard }) ?? true {
            let start = load.timeline.startSample
            guard let former = branches[load.generation],
                let branch = reopen(former, at: load.timeline.media(at: max(heard, start)))
            else { continue }
            let run = former.state.withLock { $0.run }
            // A transition that nobody has heard yet is a plan again.
            guard start <= heard else { continue }
            let isLeft = transitions.unheard.contains { $0.outgoing == load.generation }
            var again = load
            again.timeline = Timeline(startSample: 0, mediaStart: branch.position, rate: mixer.rate)
            again.endSample = isLeft ? nil : load.endSample.map { $0 - heard }
            heardAgain.append(again)
            interruption.parts.append(
                Interruption.Part(
                    generation: load.generation,
                    run: run.flatMap { isLeft || $0.endSample <= heard ? nil : $0.moved(toBeginAt: heard) },
                    endSample: again.endSample))
        }
        for transition in transitions.unheard { planAgain(transition.plan, at: transition.startSample) }
        if let waiting { planAgain(waiting.armed.plan, at: heard) }
        shutDown(keepingStart: true)
        guard !interruption.parts.isEmpty else { return }
        audible = heardAgain
        for var transition in transitions.heard {
            transition.startSample -= heard
            transition.endSample -= heard
            milestones.add(.finished(transition), at: transition.endSample)
        }
        flow = .paused(at: 0)
        self.interruption = interruption
    }

    /// Puts what was interrupted back onto the timeline, once all of it is loaded: paused, behind a closed gate.
    func restoreIfPossible() {
        guard let interruption, interruption.parts.allSatisfy({ loaded.contains($0.generation) }) else { return }
        self.interruption = nil
        // All counts are in samples of that rate.
        mixer.reset(rate: mixer.rate)
        pipeline.setState(GST_STATE_PAUSED)
        let parts = interruption.parts.compactMap { part in branches[part.generation].map { (part, $0) } }
        for (part, branch) in parts {
            branch.setLoudness(branch.loudnessGain)
            branch.state.withLock { $0.endSample = part.endSample }
        }
        mixer.restore(parts.map { ($1, $0.run) })
        audible = parts.map { part, branch in
            var load = AudibleLoad(branch)
            load.endSample = part.endSample
            return load
        }
        if interruption.isToResume { resume() }
    }

    /// One of the loads that were interrupted is gone; the others don't wait for it.
    func withdraw(_ generation: LoadGeneration) {
        guard interruption != nil else { return }
        interruption?.parts.removeAll { $0.generation == generation }
        // In a fade the other one takes over.
        interruption?.goOnWithoutFade()
        audible.removeAll { $0.generation == generation }
        for index in audible.indices { audible[index].endSample = nil }
        if audible.isEmpty { shutDown(keepingStart: true) } else { restoreIfPossible() }
    }

    /// Opens a load that is on the timeline anew, with what was planned behind it; the former branch leaves with the timeline. Nil when
    /// that is not possible.
    func reopen(_ former: Branch, at position: MediaTime) -> Branch? {
        let generation = former.generation
        let access: NetworkReserve.Access = former.isKnownSeekable ? .atWill : .inOrder
        guard let branch = try? Branch(inPlaceOf: former, at: position, access: access, isContinuation: true) else {
            return nil
        }
        leaving[generation] = former
        branches[generation] = branch
        forget(generation)
        branch.open(for: pipeline, record)
        return branch
    }

    private func planAgain(_ plan: TransitionPlan, at sample: Int64) {
        guard let outgoing = branches[plan.outgoing], let incoming = branches[plan.incoming],
            let load = audible.first(where: { $0.generation == plan.outgoing })
        else { return }
        var plan = plan
        plan.start = .at(load.timeline.media(at: sample))
        outgoing.state.withLock { $0.armed = ArmedTransition(plan: plan, incoming: incoming) }
    }
}
