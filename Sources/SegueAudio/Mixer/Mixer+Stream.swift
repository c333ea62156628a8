import CGStreamer
import SegueCore
import Synchronization

extension Mixer {
    /// What the mixing thread shares with the loop and the decks.
    struct StreamState {
        /// Tells this timeline from those before it.
        var number = 0
        /// There is a timeline that loads can be put on.
        var isOpen = false
        /// What lies on the pads.
        var slots: [Branch?] = [nil, nil]
        /// What has given its pad to the load behind it, until it is mixed.
        var joined: [Branch] = []
        /// How many samples have left the mixer.
        var frontier: Int64 = 0
        /// It may mix up to here.
        var allowance: Int64 = 0
        /// What nobody has taken yet.
        var mixed: [Float] = []
        /// The transitions that have come onto the timeline, and that nobody has taken yet.
        var begun: [(transition: BegunTransition, incoming: Branch)] = []
        /// Everything has been mixed.
        var hasEnded = false
        /// Somebody waits for what is mixed next.
        var isAwaited = false

        var freeSlot: Int? { slots.firstIndex { $0 == nil } }
    }

    // MARK: - In the mixing thread

    func verdict(on item: Pad.Item) -> Pad.Verdict {
        switch item {
        case .buffer(let buffer): verdict(onBuffer: buffer)
        case .event(let event) where segue_event_type(event) == GST_EVENT_EOS: verdictOnEnd()
        case .event, .query, .other: .pass
        }
    }

    /// Keeps what has been mixed, as long as it may go on; nothing goes further.
    private func verdict(onBuffer buffer: UnsafeMutablePointer<GstBuffer>) -> Pad.Verdict {
        let (start, end) = span(of: buffer)
        var signals: [StreamSignal] = []
        var decks: [Branch] = []
        let verdict: Pad.Verdict = state.withLock { state in
            // Asked twice about one block: it is taken once.
            guard end > state.frontier else { return .drop }
            guard start < state.allowance else { return .block }
            append(buffer, to: &state.mixed)
            state.frontier = end
            leave(&state, by: end, &signals)
            // One may wait for a pad.
            if !signals.isEmpty { decks = state.slots.compactMap { $0 } }
            if state.isAwaited {
                state.isAwaited = false
                signals.append(.mixed)
            }
            return .drop
        }
        for deck in decks { deck.reconsider() }
        for signal in signals { inbox.post(signal) }
        return verdict
    }

    private func verdictOnEnd() -> Pad.Verdict {
        state.withLock { $0.hasEnded = true }
        inbox.post(.mixed)
        return .drop
    }

    private func append(_ buffer: UnsafeMutablePointer<GstBuffer>, to samples: inout [Float]) {
        var map = GstMapInfo()
        guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return }
        defer { gst_buffer_unmap(buffer, &map) }
        samples.append(
            contentsOf: UnsafeRawBufferPointer(start: map.data, count: Int(map.size)).bindMemory(to: Float.self))
    }

    /// Whether the mixer waits for what begins at `sample`.
    func waits(for sample: Int64) -> Bool {
        state.withLock { $0.isOpen && sample <= $0.frontier && $0.frontier < $0.allowance }
    }

    var hasFreePad: Bool { state.withLock { $0.freeSlot != nil } }

    /// The end of a load has come: what lay on a pad that all is mixed of already gives it up. Called in that stream's own thread.
    func freePads() {
        var signals: [StreamSignal] = []
        let decks = state.withLock { state in
            leave(&state, by: state.frontier, &signals)
            return signals.isEmpty ? [] : state.slots.compactMap { $0 }
        }
        for deck in decks { deck.reconsider() }
        for signal in signals { inbox.post(signal) }
    }

    private func span(of buffer: UnsafeMutablePointer<GstBuffer>) -> (start: Int64, end: Int64) {
        let start = Timeline.sample(at: MediaTime(nanoseconds: Int64(segue_buffer_pts(buffer))), rate: rate)
        return (start, start + Int64(gst_buffer_get_size(buffer)) / Self.bytesPerFrame)
    }

    /// Frees the pads of those whose last sample has been mixed.
    private func leave(_ state: inout StreamState, by end: Int64, _ signals: inout [StreamSignal]) {
        for (slot, branch) in state.slots.enumerated() {
            guard let branch, let final = branch.finalSample, final <= end else { continue }
            branch.output.unlink(from: sinks[slot])
            state.slots[slot] = nil
            signals.append(.left(branch))
        }
        state.joined.removeAll { branch in
            guard let final = branch.finalSample, final <= end else { return false }
            signals.append(.left(branch))
            return true
        }
    }

    // MARK: - Transitions, in a thread that the mixing can't overtake

    /// Puts the incoming load onto the timeline at `sample`, and the gains of both. Called in the outgoing stream's own
    /// thread in front of that sample. Does nothing when the incoming load has been given up meanwhile, or the timeline is sealed.
    func begin(_ armed: ArmedTransition, from outgoing: Branch, at sample: Int64) {
        transition.withLock { _ in
            let slot: Int? = state.withLock { state in
                guard let slot = state.freeSlot else { return nil }
                return occupy(slot, for: armed, from: outgoing, in: &state) == .done ? slot : nil
            }
            if let slot { carryOut(armed, from: outgoing, at: sample, slot) }
        }
    }

    /// Lets the incoming load go on at `sample`, where the outgoing one has come to its end: on the same pad, so sample
    /// follows sample however short they are. Called in the outgoing stream's own thread.
    func join(_ armed: ArmedTransition, from outgoing: Branch, at sample: Int64) -> Entry {
        transition.withLock { _ in takeOver(armed, from: outgoing, at: sample) }
    }

    private func takeOver(_ armed: ArmedTransition, from outgoing: Branch, at sample: Int64) -> Entry {
        let incoming = armed.incoming
        let (entry, slot): (Entry, Int) = state.withLock { state in
            guard let slot = state.slots.firstIndex(where: { $0 === outgoing }) else { return (.sealed, 0) }
            let entry = occupy(slot, for: armed, from: outgoing, in: &state)
            guard entry == .done else { return (entry, slot) }
            outgoing.giveWay(at: sample)
            state.joined.append(outgoing)
            return (entry, slot)
        }
        guard entry == .done else { return entry }
        outgoing.output.unlink(from: sinks[slot])
        incoming.setLoudness(armed.plan.incomingGain)
        if let continuation = armed.continuation { incoming.reblocker.take(over: continuation) }
        let transition = BegunTransition(plan: armed.plan, startSample: sample, endSample: sample)
        incoming.enter(sinks[slot], at: sample, transition: transition)
        return .done
    }

    /// What becomes of a load that is to come onto the timeline.
    enum Entry {
        case done
        /// It has been given up meanwhile, and so has the plan.
        case gone
        /// Nothing comes onto this timeline any more; the plan stays with the outgoing load.
        case sealed
    }

    /// Takes a pad for the incoming load.
    private func occupy(
        _ slot: Int, for armed: ArmedTransition, from outgoing: Branch, in state: inout StreamState
    ) -> Entry {
        guard state.isOpen, state.slots.contains(where: { $0 === outgoing }) else { return .sealed }
        guard outgoing.disarm(armed), armed.incoming.claim() else { return .gone }
        state.slots[slot] = armed.incoming
        return .done
    }

    /// A transition has come onto the timeline.
    func note(_ transition: BegunTransition, to incoming: Branch) {
        state.withLock { $0.begun.append((transition, incoming)) }
        inbox.post(.mixed)
    }

    /// Puts the incoming load, for which the pad is taken, onto the timeline at `sample`, and the gains of both.
    private func carryOut(_ armed: ArmedTransition, from outgoing: Branch, at sample: Int64, _ slot: Int) {
        let incoming = armed.incoming
        let length = armed.plan.kind == .gapless ? 0 : remainingDuration(of: armed, from: sample, outgoing)
        var end = sample
        var run: FadeRun?
        if length > 0 {
            end = outgoing.fadeOut(along: armed.plan.curve, from: sample, to: sample + length)
            run = FadeRun(
                direction: .incoming, curve: armed.plan.curve, startSample: sample, endSample: sample + length)
        }
        incoming.setLoudness(armed.plan.incomingGain)
        rearm(slot)
        let transition = BegunTransition(plan: armed.plan, startSample: sample, endSample: end)
        incoming.enter(sinks[slot], at: sample, run: run, transition: transition)
    }

    /// The fade's length in samples: as planned, but a plan that comes late keeps its end, and one that begins as soon as
    /// it can is over when the outgoing track is.
    private func remainingDuration(of armed: ArmedTransition, from sample: Int64, _ outgoing: Branch) -> Int64 {
        let length = armed.plan.duration.samples(rate: rate)
        let timeline = outgoing.timeline
        switch armed.plan.start {
        case .at(let media):
            let late = sample - timeline.sample(at: media)
            return max(length - max(late, 0), min(length, MediaTime.ramp.samples(rate: rate)))
        case .now:
            guard let end = armed.outgoingEnd else { return length }
            return min(length, max(timeline.sample(at: end) - sample, 0))
        }
    }
}

extension MediaTime {
    /// How long the short ramps last that hide a seam.
    static let ramp = MediaTime(nanoseconds: 20_000_000)
    /// How long the ramp into the beginning of a track lasts.
    static let onsetRamp = MediaTime(nanoseconds: 5_000_000)
}
