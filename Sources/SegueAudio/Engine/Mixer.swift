import CGStreamer
import SegueCore
import Synchronization

/// The mixer with its two permanent pads, and what is behind it: two gains, the gate, which opens and closes without a
/// click, and the person's volume; and the limiter, so that nothing clips. A load gets a pad that is free, or goes on with
/// that of the load before.
///
/// Its timeline counts samples from 0 at each cold start. What the mixing thread does is in `Mixer+Stream`.
final class Mixer: Sendable {
    /// Three gain elements play at half their gain; this makes up for it, exactly.
    static let makeUpGain = 1 / (GainElement.scale * GainElement.scale * GainElement.scale)
    /// Two channels of 32-bit floating point.
    static let bytesPerFrame: Int64 = 8

    /// What is mixed, at whatever rate.
    static let sampleFormat = "audio/x-raw,format=F32LE,layout=interleaved,channels=2,channel-mask=(bitmask)0x3"

    static func caps(rate: Int32) -> String { "\(sampleFormat),rate=\(rate)" }

    /// Tells what is mixed, to be sent in front of it.
    static func formatEvent(rate: Int32) -> UnsafeMutablePointer<GstEvent>? {
        let caps = gst_caps_from_string(caps(rate: rate))
        defer { gst_caps_unref(caps) }
        return gst_event_new_caps(caps)
    }

    /// Hertz. Changes only while nothing flows, with `reset`.
    var rate: Int32 { currentRate.load(ordering: .relaxed) }
    private let currentRate: Atomic<Int32>
    private let blockDuration: MediaTime
    /// The longest block that leaves the mixer, in samples.
    var blockLength: Int64 { blockDuration.samples(rate: rate) }
    /// The mixing waits for decisions instead of the clock.
    let isOffline: Bool
    let inbox: StreamInbox
    let state = Mutex(StreamState())
    let gate: GainElement
    let volume: GainElement
    /// In the order of the signal: mixer, format, gate, volume.
    let elements: [Element]
    let source: Pad

    // nonisolated(unsafe): used in the mixing thread alone, and while nothing flows.
    nonisolated(unsafe) let limiter: LimiterStage
    // nonisolated(unsafe): changes only while nothing flows.
    nonisolated(unsafe) private(set) var sinks: [Pad]
    private let format: Element
    private let probe = Mutex<BlockingProbe?>(nil)

    /// `blockDuration` is what is mixed in one go: a longer one costs less, a shorter one answers sooner.
    init(rate: Int32, blockDuration: MediaTime, isOffline: Bool, inbox: StreamInbox) throws(AudioPlayerError) {
        currentRate = Atomic(rate)
        self.blockDuration = blockDuration
        self.isOffline = isOffline
        self.inbox = inbox
        let mixer = try Element.make("audiomixer")
        format = try Element.make("capsfilter")
        gate = try GainElement()
        volume = try GainElement()
        mixer.set("output-buffer-duration", UInt64(blockDuration.nanoseconds))
        format.set("caps", caps: Self.caps(rate: rate))
        elements = [mixer, format, gate.element, volume.element]
        source = mixer.pad("src")
        limiter = LimiterStage(rate: rate)
        sinks = try Self.requestPads(of: mixer)
        probe.withLock {
            $0 = BlockingProbe(on: source, events: false) { [weak self] in self?.verdict(on: $0) ?? .pass }
        }
        volume.element.pad("src").addTransform { [weak self] in self?.limit($0) }
    }

    private static func requestPads(of mixer: Element) throws(AudioPlayerError) -> [Pad] {
        var pads: [Pad] = []
        for _ in 0..<2 {
            guard let pad = gst_element_request_pad_simple(mixer.pointer, "sink_%u") else {
                throw .engineError(reason: "the audio mixer has no room for two tracks")
            }
            segue_set_double(pad, "volume", Self.makeUpGain)
            pads.append(Pad(owning: pad))
        }
        return pads
    }

    // MARK: - On the loop

    /// From here on nothing more is put on the timeline.
    func seal() {
        state.withLock { $0.isOpen = false }
    }

    /// Back to sample 0, with nothing on the decks; the next timeline has this rate. Only while nothing flows.
    func reset(rate: Int32) {
        for sink in sinks { sink.unlinkPeer() }
        if rate != self.rate { change(rate) }
        state.withLock { state in
            let level = state.level
            state = StreamState()
            state.level = level
            state.volumeEnvelope = FadeEnvelope(constant: level)
            gate.settle(at: 1)
            volume.settle(at: level)
        }
        limiter.reset(rate: rate)
        probe.withLock { $0 }?.reconsider()
    }

    private func change(_ rate: Int32) {
        currentRate.store(rate, ordering: .relaxed)
        format.set("caps", caps: Self.caps(rate: rate))
        // A pad takes no other rate than the one that any pad had last (GStreamer 1.22).
        let mixer = elements[0]
        for sink in sinks { gst_element_release_request_pad(mixer.pointer, sink.pointer) }
        do throws(AudioPlayerError) {
            sinks = try Self.requestPads(of: mixer)
        } catch {
            preconditionFailure("the mixer gave two pads before: \(error)")
        }
    }

    /// Makes the mixer not wait for anything on this pad.
    func park(_ slot: Int) {
        sinks[slot].send(gst_event_new_stream_start("parked"))
        sinks[slot].send(gst_event_new_eos())
    }

    /// Makes a parked pad wait for data again.
    func rearm(_ slot: Int) {
        guard let start = gst_event_new_flush_start(), let stop = gst_event_new_flush_stop(0) else { return }
        gst_event_set_seqnum(stop, gst_event_get_seqnum(start))
        sinks[slot].send(start)
        sinks[slot].send(stop)
    }

    /// Puts the first load onto an empty timeline; the other pad is parked.
    func start(_ branch: Branch, run: FadeRun?) {
        guard branch.claim() else { return }
        park(1)
        state.withLock { state in
            state.isOpen = true
            state.slots = [branch, nil]
        }
        branch.enter(sinks[0], at: 0, run: run, transition: nil)
    }

    /// Asks the gate again, after what it decides by has changed.
    func reconsider() {
        probe.withLock { $0 }?.reconsider()
    }

    /// Asks for `StreamSignal.passed` when this sample has left the mixer; at once if it has.
    func report(at sample: Int64?) {
        let passed: Int64? = state.withLock { state in
            state.milestone = sample
            guard let sample, state.frontier >= sample else { return nil }
            state.milestone = nil
            return state.frontier
        }
        if let passed { inbox.post(.passed(passed)) }
    }

    /// Carries out a transition as soon as a block ends.
    func beginNow(_ armed: ArmedTransition, from outgoing: Branch) {
        state.withLock { $0.waiting = Waiting(armed: armed, outgoing: outgoing) }
    }

    /// Takes back what `beginNow` asked for. False when it has begun.
    func forget(incoming: LoadGeneration) -> Bool {
        state.withLock { state in
            guard state.waiting?.armed.incoming.generation == incoming else { return false }
            state.waiting = nil
            return true
        }
    }

    /// Where one of its blocks ends: at this sample or behind it.
    func blockEnd(notBefore sample: Int64) -> Int64 {
        (sample + blockLength - 1) / blockLength * blockLength
    }

    /// Takes back a transition that waits for the next block.
    func takeWaiting() -> Waiting? {
        state.withLock { state in
            defer { state.waiting = nil }
            return state.waiting
        }
    }

    /// Puts loads onto an empty timeline in the middle of what they were doing, behind a closed gate; a pad without one is
    /// parked.
    func restore(_ loads: [(branch: Branch, run: FadeRun?)]) {
        let claimed = loads.filter { $0.branch.claim() }
        for slot in sinks.indices where slot >= claimed.count { park(slot) }
        state.withLock { state in
            state.isOpen = true
            state.closedSample = 0
            for (slot, load) in claimed.enumerated() { state.slots[slot] = load.branch }
        }
        for (slot, load) in claimed.enumerated() {
            load.branch.enter(sinks[slot], at: 0, run: load.run, transition: nil)
        }
    }

    /// The samples that have left the mixer so far.
    var frontier: Int64 { state.withLock { $0.frontier } }
}
