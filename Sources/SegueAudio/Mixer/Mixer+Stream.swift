import CGStreamer
import SegueCore
import Synchronization

extension Mixer {
    /// What the mixing thread shares with the loop and the decks.
    struct Shared {
        var machine = MixerMachine<Deck>()
        /// The samples that nobody has taken yet.
        var mixed: [Float] = []
        /// The transitions that have come onto the timeline and that nobody has taken yet.
        var begun: [BegunTransition] = []
    }

    // MARK: - In the mixing thread

    func verdict(on item: Pad.Item) -> Pad.Verdict {
        switch item {
        case .buffer(let buffer): verdict(onBuffer: buffer)
        case .event(let event) where segue_event_type(event) == GST_EVENT_EOS: verdictOnEnd()
        case .event, .query, .other: .pass
        }
    }

    /// Keeps what has been mixed, as far as the mixer may go; nothing goes further than this pad.
    private func verdict(onBuffer buffer: UnsafeMutablePointer<GstBuffer>) -> Pad.Verdict {
        let (start, end) = span(of: buffer)
        let step = shared.withLock { shared in
            let step = shared.machine.mixed(from: start, to: end)
            if case .take(let departures, _) = step {
                append(buffer, to: &shared.mixed)
                unlink(departures)
            }
            return step
        }
        switch step {
        case .drop: return .drop
        case .wait: return .block
        case .take(let departures, let isAwaited):
            tell(departures)
            if isAwaited { inbox.post(.mixed) }
            return .drop
        }
    }

    private func verdictOnEnd() -> Pad.Verdict {
        shared.withLock { $0.machine.end() }
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

    /// Whether the mixer waits for the block that begins at `sample`.
    func waits(for sample: Int64) -> Bool { shared.withLock { $0.machine.waits(for: sample) } }

    /// The availability of a pad for a load beside `deck`, in the block that begins at `sample`.
    func room(beside deck: Deck, at sample: Int64) -> MixerMachine<Deck>.Room {
        shared.withLock { $0.machine.room(beside: deck, at: sample, blockEnd: blockEnd(notBefore:)) }
    }

    /// The end of a load has come, at `sample`. Called in the load's own streaming thread.
    func ends(_ deck: Deck, at sample: Int64) {
        let departures = shared.withLock { shared in
            let departures = shared.machine.ends(deck, at: sample)
            unlink(departures)
            return departures
        }
        tell(departures)
    }

    private func span(of buffer: UnsafeMutablePointer<GstBuffer>) -> (start: Int64, end: Int64) {
        let start = Timeline.sample(at: MediaTime(nanoseconds: Int64(segue_buffer_pts(buffer))), rate: rate)
        return (start, start + Int64(gst_buffer_get_size(buffer)) / Self.bytesPerFrame)
    }

    /// Frees the pads of the loads whose last sample has been mixed, before anybody else can have them.
    private func unlink(_ departures: [MixerMachine<Deck>.Departure]) {
        for departure in departures {
            if let sink = departure.sink { departure.deck.output.unlink(from: sinks[sink]) }
        }
    }

    private func tell(_ departures: [MixerMachine<Deck>.Departure]) {
        guard !departures.isEmpty else { return }
        // A deck may wait for a pad.
        for deck in shared.withLock({ $0.machine.decks }) { deck.reconsider() }
        for departure in departures { inbox.post(.left(departure.deck)) }
    }

    // MARK: - Transitions, in a thread that the mixing can't overtake

    /// What becomes of a load that is to come onto the timeline.
    enum Entry {
        case done
        /// The load has been given up meanwhile, and so has the plan.
        case gone
        /// Nothing comes onto this timeline any more; the plan stays with the outgoing load.
        case sealed
    }

    /// Puts the incoming load onto the timeline at `sample`, and sets the gains of both loads. Called in the outgoing
    /// stream's own thread, before that sample. Does nothing when the incoming load has been given up meanwhile, or
    /// when the timeline is sealed.
    func begin(_ armed: ArmedTransition<Deck>, from outgoing: Deck, at sample: Int64) {
        transition.withLock { _ in
            guard shared.withLock({ $0.machine.admits(beside: outgoing) }), claim(armed, from: outgoing) else {
                return
            }
            shared.withLock { $0.machine.put(armed.incoming, beside: outgoing) }
            let length = armed.length(from: sample, on: outgoing.timeline)
            var end = sample
            var run: FadeRun?
            if length > 0 {
                end = outgoing.fadeOut(by: armed.plan, from: sample, to: sample + length)
                shared.withLock { $0.machine.fades(outgoing, to: end) }
                run = FadeRun(
                    direction: .incoming, curve: armed.plan.curve, startSample: sample, endSample: sample + length,
                    span: armed.plan.fadeIn)
            }
            let sink = sink(of: armed.incoming)
            rearm(sink)
            enter(armed, sink, at: sample, run: run, end: end)
        }
    }

    /// Lets the incoming load go on at `sample`, where the outgoing one has come to its end. It goes on with the same
    /// pad, so that sample follows sample however short the loads are, and with the outgoing load's filter if there is
    /// one. Called in the outgoing stream's own thread.
    func join(
        _ armed: ArmedTransition<Deck>, with continuation: Reblocker.Continuation?, from outgoing: Deck,
        at sample: Int64
    ) -> Entry {
        transition.withLock { _ in
            let incoming = armed.incoming
            guard shared.withLock({ $0.machine.admitsSuccessor(of: outgoing) }) else { return .sealed }
            guard claim(armed, from: outgoing) else { return .gone }
            let sink = sink(of: outgoing)
            outgoing.output.unlink(from: sink)
            outgoing.giveWay(at: sample)
            shared.withLock { $0.machine.join(incoming, behind: outgoing, at: sample) }
            if let continuation { incoming.reblocker.take(over: continuation) }
            enter(armed, sink, at: sample, run: nil, end: sample)
            return .done
        }
    }

    /// Takes the incoming load for the timeline, on which nothing else comes meanwhile; false when the load has been
    /// given up.
    private func claim(_ armed: ArmedTransition<Deck>, from outgoing: Deck) -> Bool {
        outgoing.disarm(armed) && armed.incoming.claim()
    }

    /// The pad that a load on the timeline is linked to, or will be.
    private func sink(of deck: Deck) -> Pad {
        guard let index = shared.withLock({ $0.machine.sink(of: deck) }) else {
            preconditionFailure("nothing leaves the timeline while something comes onto it")
        }
        return sinks[index]
    }

    private func enter(_ armed: ArmedTransition<Deck>, _ sink: Pad, at sample: Int64, run: FadeRun?, end: Int64) {
        armed.incoming.setLoudness(armed.plan.incomingGain)
        let transition = BegunTransition(plan: armed.plan, startSample: sample, endSample: end)
        armed.incoming.enter(sink, at: sample, run: run, isSuccessor: true, transition: transition)
    }

    /// A transition has come onto the timeline.
    func note(_ transition: BegunTransition) {
        shared.withLock { $0.begun.append(transition) }
        inbox.post(.mixed)
    }
}

extension MediaTime {
    /// How long the short ramps last that hide a seam.
    static let ramp = MediaTime(nanoseconds: 20_000_000)
    /// How long the ramp into the beginning of a track lasts.
    static let onsetRamp = MediaTime(nanoseconds: 5_000_000)
}
