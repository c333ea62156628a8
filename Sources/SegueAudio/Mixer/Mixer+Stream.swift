import CGStreamer
import EventLoop
import SegueCore

extension Mixer {
    /// The state that the mixing thread shares with the loop and the decks.
    struct Shared {
        var machine = MixerMachine<Deck>()
        /// The samples mixed but not yet taken.
        var mixed: [Float] = []
        /// The transitions that have come onto the timeline but have not been taken.
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

    /// Keeps mixed samples, as far as the mixer may go; nothing passes this pad.
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

    /// Returns true if the mixer waits for the block that begins at `sample`.
    func waits(for sample: Int64) -> Bool { shared.withLock { $0.machine.waits(for: sample) } }

    /// The availability of a pad for a load beside `deck`, in the block that begins at `sample`.
    func room(beside deck: Deck, at sample: Int64) -> MixerMachine<Deck>.Room {
        shared.withLock { $0.machine.room(beside: deck, at: sample, blockEnd: blockEnd(notBefore:)) }
    }

    /// Handles the end of a load, at `sample`. Called in the load's own streaming thread.
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

    /// Frees the pads of the loads whose last sample has been mixed, before another load can get them.
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

    /// The outcome of adding a load to the timeline.
    enum Entry {
        case done
        /// The load has been cancelled meanwhile, and the plan with it.
        case gone
        /// The timeline accepts nothing more; the plan stays with the outgoing load.
        case sealed
    }

    /// Puts the incoming load onto the timeline at `sample`, and sets the gains of both loads. Called in the outgoing
    /// stream's own thread, before that sample. Does nothing if the incoming load has been cancelled meanwhile, or if
    /// the timeline is sealed.
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

    /// Continues with the incoming load at `sample`, where the outgoing load has ended. The incoming load takes over
    /// the pad, so that the samples are contiguous however short the loads are. It also takes over the outgoing load's
    /// filter, if there is one. Called in the outgoing stream's own thread.
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

    /// Claims the incoming load for the timeline, onto which nothing else comes meanwhile. Returns false if the load
    /// has been cancelled.
    private func claim(_ armed: ArmedTransition<Deck>, from outgoing: Deck) -> Bool {
        outgoing.disarm(armed) && armed.incoming.claim()
    }

    /// Returns the pad that a load on the timeline is linked to, or will be.
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

    /// Notes that a transition has come onto the timeline.
    func note(_ transition: BegunTransition) {
        shared.withLock { $0.begun.append(transition) }
        inbox.post(.mixed)
    }
}

extension MediaTime {
    /// The length of the short ramps that hide a seam.
    static let ramp = MediaTime(nanoseconds: 20_000_000)
    /// The length of the ramp into the beginning of a track.
    static let onsetRamp = MediaTime(nanoseconds: 5_000_000)
}
