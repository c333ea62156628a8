import CGStreamer
import SegueCore
import Synchronization

extension Mixer {
    /// A transition that begins with the next block.
    struct Waiting {
        var armed: ArmedTransition
        var outgoing: Branch

        /// The outgoing load is to be left at once.
        var isCut: Bool { armed.plan.kind == .cut && armed.plan.start == .now }
    }

    /// What the mixing thread shares with the loop and the decks.
    struct StreamState {
        /// There is a timeline that loads can be put on.
        var isOpen = false
        /// What lies on the pads.
        var slots: [Branch?] = [nil, nil]
        /// What has given its pad to the load behind it, until it is mixed.
        var joined: [Branch] = []
        /// How many samples have left the mixer.
        var frontier: Int64 = 0
        var waiting: Waiting?
        /// When this has left the mixer, the loop wants to know.
        var milestone: Int64?

        var gateEnvelope = FadeEnvelope(constant: 1)
        var isGatePlaying = false
        /// Close at the end of the next block that ends here or later; with a ramp over its last samples.
        var closing: Closing?
        var freeSlot: Int? { slots.firstIndex { $0 == nil } }

        /// Closed: nothing passes from this sample on.
        var closedSample: Int64?

        /// The person's volume.
        var level = 1.0
        var volumeEnvelope = FadeEnvelope(constant: 1)
        var isVolumePlaying = false
    }

    struct Closing {
        var earliest: Int64
        var ramp: Int64
    }

    // MARK: - In the mixing thread

    func verdict(on item: Pad.Item) -> Pad.Verdict {
        guard case .buffer(let buffer) = item else { return .pass }
        let (start, end) = span(of: buffer)
        var signals: [StreamSignal] = []
        var due: (Waiting, slot: Int)?
        var decks: [Branch] = []
        let verdict: Pad.Verdict = state.withLock { state in
            if let closed = state.closedSample, start >= closed { return .block }
            // Asked twice about one block: what is done below must not be done twice.
            guard end > state.frontier else { return .pass }
            state.frontier = end
            leave(&state, by: end, &signals)
            if let milestone = state.milestone, end >= milestone {
                state.milestone = nil
                signals.append(.passed(end))
            }
            if let waiting = state.waiting, let slot = state.freeSlot {
                state.waiting = nil
                if occupy(slot, for: waiting.armed, in: &state) {
                    due = (waiting, slot)
                    if waiting.isCut {
                        dip(&state, start: start, end: end, length: waiting.armed.plan.duration.samples(rate: rate))
                    }
                }
            }
            close(&state, start: start, end: end, &signals)
            let block = GainElement.Block(buffer, start: start, rate: rate)
            gate.play(&state.gateEnvelope, isPlaying: &state.isGatePlaying, block)
            volume.play(&state.volumeEnvelope, isPlaying: &state.isVolumePlaying, block)
            // One that renders may wait for a pad.
            let hasNews = isOffline ? !signals.isEmpty : state.closedSample == nil
            if hasNews { decks = state.slots.compactMap { $0 } }
            return .pass
        }
        if let (waiting, slot) = due {
            if waiting.isCut {
                replace(waiting, at: end, slot)
            } else {
                carryOut(waiting.armed, from: waiting.outgoing, at: end, slot)
            }
        }
        for deck in decks { deck.reconsider() }
        for signal in signals { inbox.post(signal) }
        return verdict
    }

    /// Whether a deck is to send the block that begins at `sample`. In real time only what is mixed next: all that lies
    /// behind can still get another gain, and in a pause nothing has been decided about what follows it. A render has
    /// its decisions before it needs them.
    func hasRoom(at sample: Int64) -> Bool {
        isOffline
            || state.withLock { state in
                sample < state.closedSample ?? state.frontier + blockLength
            }
    }

    var hasFreePad: Bool { state.withLock { $0.freeSlot != nil } }

    /// The end of a load has come: what lay on a pad that all is mixed of already gives it up. Called in that stream's own thread.
    func freePads() {
        var signals: [StreamSignal] = []
        let decks = state.withLock { state in
            leave(&state, by: state.frontier, &signals)
            return signals.isEmpty || !isOffline ? [] : state.slots.compactMap { $0 }
        }
        for deck in decks { deck.reconsider() }
        for signal in signals { inbox.post(signal) }
    }

    /// What goes out for a buffer of the finished mix, or, with nil, in front of its end.
    func limit(_ buffer: UnsafeMutablePointer<GstBuffer>?) -> UnsafeMutablePointer<GstBuffer>? {
        let (frontier, closed) = state.withLock { ($0.frontier, $0.closedSample) }
        guard let buffer else { return limiter.rest(before: frontier) }
        let (start, end) = span(of: buffer)
        return limiter.pass(buffer, at: start, isLast: end == closed)
    }

    private func span(of buffer: UnsafeMutablePointer<GstBuffer>) -> (start: Int64, end: Int64) {
        let start = Timeline.sample(at: MediaTime(nanoseconds: Int64(segue_buffer_pts(buffer))), rate: rate)
        return (start, start + Int64(gst_buffer_get_size(buffer)) / Self.bytesPerFrame)
    }

    /// Frees the pads of those whose last sample has been mixed.
    private func leave(_ state: inout StreamState, by end: Int64, _ signals: inout [StreamSignal]) {
        for (slot, branch) in state.slots.enumerated() {
            guard let branch, let final = branch.state.withLock({ $0.finalSample }), final <= end else { continue }
            branch.output.unlink(from: sinks[slot])
            state.slots[slot] = nil
            signals.append(.left(branch.generation))
        }
        state.joined.removeAll { branch in
            guard let final = branch.state.withLock({ $0.finalSample }), final <= end else { return false }
            signals.append(.left(branch.generation))
            return true
        }
    }

    private func close(_ state: inout StreamState, start: Int64, end: Int64, _ signals: inout [StreamSignal]) {
        guard let closing = state.closing, end >= closing.earliest else { return }
        state.closing = nil
        if closing.ramp > 0 {
            state.gateEnvelope.hold(from: max(start, end - closing.ramp))
            state.gateEnvelope.line(to: 0, at: end)
            state.isGatePlaying = true
        }
        state.closedSample = end
        signals.append(.gateClosed(at: end))
    }

    /// Silence for a moment around the end of this block: what hides the seam of a cut.
    private func dip(_ state: inout StreamState, start: Int64, end: Int64, length: Int64) {
        let before = max(start, end - length)
        let level = state.gateEnvelope.finalGain
        state.gateEnvelope.hold(from: before)
        state.gateEnvelope.line(to: 0, at: end)
        state.gateEnvelope.line(to: level, at: end + length)
        state.isGatePlaying = true
    }

    // MARK: - Transitions, in a thread that the mixing can't overtake

    /// Puts the incoming load onto the timeline at `sample`, and the gains of both. Called in the outgoing stream's own
    /// thread in front of that sample. Does nothing when the incoming load has been given up meanwhile.
    func begin(_ armed: ArmedTransition, from outgoing: Branch, at sample: Int64) {
        let slot: Int? = state.withLock { state in
            guard let slot = state.freeSlot else {
                // A load that was given up a moment ago has not left yet: as soon as it has.
                state.waiting = Waiting(armed: armed, outgoing: outgoing)
                return nil
            }
            return occupy(slot, for: armed, in: &state) ? slot : nil
        }
        if let slot { carryOut(armed, from: outgoing, at: sample, slot) }
    }

    /// Lets the incoming load go on at `sample`, where the outgoing one has come to its end: on the same pad, so sample
    /// follows sample however short they are. Called in the outgoing stream's own thread. False when the incoming load
    /// has been given up meanwhile.
    func join(_ armed: ArmedTransition, from outgoing: Branch, at sample: Int64) -> Bool {
        let incoming = armed.incoming
        let slot: Int? = state.withLock { state in
            guard let slot = state.slots.firstIndex(where: { $0 === outgoing }), occupy(slot, for: armed, in: &state)
            else { return nil }
            outgoing.state.withLock { $0.finalSample = sample }
            state.joined.append(outgoing)
            return slot
        }
        guard let slot else { return false }
        outgoing.output.unlink(from: sinks[slot])
        incoming.setLoudness(armed.plan.incomingGain)
        if let continuation = armed.continuation { incoming.reblocker.take(over: continuation) }
        let transition = BegunTransition(plan: armed.plan, startSample: sample, endSample: sample)
        incoming.enter(sinks[slot], at: sample, transition: transition)
        return true
    }

    /// Takes a pad for the incoming load; false when the load or the timeline has been given up meanwhile.
    private func occupy(_ slot: Int, for armed: ArmedTransition, in state: inout StreamState) -> Bool {
        guard state.isOpen, armed.incoming.claim() else { return false }
        state.slots[slot] = armed.incoming
        return true
    }

    /// Puts the incoming load, for which the pad is taken, onto the timeline at `sample`, and the gains of both.
    private func carryOut(_ armed: ArmedTransition, from outgoing: Branch, at sample: Int64, _ slot: Int) {
        let incoming = armed.incoming
        let length = armed.plan.kind == .gapless ? 0 : remainingDuration(of: armed, from: sample, outgoing)
        var end = sample
        var run: FadeRun?
        if length > 0 {
            end = fadeOut(outgoing, along: armed.plan.curve, from: sample, to: sample + length)
            run = FadeRun(
                direction: .incoming, curve: armed.plan.curve, startSample: sample, endSample: sample + length)
        }
        incoming.setLoudness(armed.plan.incomingGain)
        rearm(slot)
        let transition = BegunTransition(plan: armed.plan, startSample: sample, endSample: end)
        incoming.enter(sinks[slot], at: sample, run: run, transition: transition)
    }

    /// A cut at the end of the block: what lies on the other pad is left where it is, whatever of it waits in the mixer. That need not be
    /// the outgoing load: another may have joined it there and been given up since.
    private func replace(_ waiting: Waiting, at sample: Int64, _ slot: Int) {
        let incoming = waiting.armed.incoming
        let former = 1 - slot
        let occupant = state.withLock { state in
            defer { state.slots[former] = nil }
            return state.slots[former]
        }
        occupant?.state.withLock { $0.phase = .dead }
        occupant?.output.unlink(from: sinks[former])
        rearm(former)
        park(former)
        incoming.setLoudness(waiting.armed.plan.incomingGain)
        rearm(slot)
        let transition = BegunTransition(plan: waiting.armed.plan, startSample: sample, endSample: sample)
        incoming.enter(sinks[slot], at: sample, transition: transition)
        if let occupant { inbox.post(.left(occupant.generation)) }
    }

    /// The fade's length in samples: as planned, but a plan that comes late keeps its end, and one that begins as soon as
    /// it can is over when the outgoing track is.
    private func remainingDuration(of armed: ArmedTransition, from sample: Int64, _ outgoing: Branch) -> Int64 {
        let length = armed.plan.duration.samples(rate: rate)
        let timeline = outgoing.state.withLock { $0.timeline }
        switch armed.plan.start {
        case .at(let media):
            let late = sample - timeline.sample(at: media)
            return max(length - max(late, 0), min(length, MediaTime.ramp.samples(rate: rate)))
        case .now:
            guard let end = armed.outgoingEnd else { return length }
            return min(length, max(timeline.sample(at: end) - sample, 0))
        }
    }

    /// The outgoing gain goes to 0 at `end`, from the first sample where that is still possible. Returns its end.
    private func fadeOut(_ outgoing: Branch, along curve: FadeCurve, from start: Int64, to end: Int64) -> Int64 {
        var last = end
        outgoing.rewrite { state, frontier in
            let first = max(start, frontier)
            last = max(end, first + MediaTime.ramp.samples(rate: rate))
            let run = FadeRun(
                direction: .outgoing, curve: curve, startSample: first, endSample: last,
                scale: state.envelope.gain(at: first))
            run.write(into: &state.envelope)
            state.run = run
            state.endSample = last
        }
        return last
    }

}

extension MediaTime {
    /// How long the short ramps last that hide a seam.
    static let ramp = MediaTime(nanoseconds: 20_000_000)
    /// How long the ramp into the beginning of a track lasts.
    static let onsetRamp = MediaTime(nanoseconds: 5_000_000)
}
