import CGStreamer
import EventLoop
import SegueCore
import Synchronization

/// The mixer with its two permanent pads, for the two loads that can sound at the same time.
///
/// The mixer has no clock: it mixes ahead as far as it may, and then stops. Each new timeline counts its samples from
/// 0. The mixing thread's work is in `Mixer+Stream`.
final class Mixer: Sendable {
    /// The factor that compensates, exactly, for the gain element of a load, which plays at half its gain.
    static let makeUpGain = 1 / GainElement.scale
    /// Two channels of 32-bit floating point.
    static let bytesPerFrame: Int64 = 8

    /// The format of the mix, at any rate.
    static let sampleFormat = "audio/x-raw,format=F32LE,layout=interleaved,channels=2,channel-mask=(bitmask)0x3"

    static func caps(rate: Int32) -> String { "\(sampleFormat),rate=\(rate)" }

    /// Returns the event that announces the format, to be sent before the samples.
    static func formatEvent(rate: Int32) -> UnsafeMutablePointer<GstEvent>? {
        let caps = gst_caps_from_string(caps(rate: rate))
        defer { gst_caps_unref(caps) }
        return gst_event_new_caps(caps)
    }

    /// The rate in hertz. Changes only while nothing flows, with `reset`.
    var rate: Int32 { currentRate.load(ordering: .relaxed) }
    private let currentRate: Atomic<Int32>
    private let blockDuration: MediaTime
    /// The longest block that leaves the mixer, in samples.
    var blockLength: Int64 { blockDuration.samples(rate: rate) }
    /// True if the mixer waits for decisions instead of the clock.
    let isOffline: Bool
    let inbox: StreamInbox
    let shared = Locked(Shared())
    /// Held while a deck puts another load onto the timeline, and while a new timeline begins. The value has no
    /// meaning, but a size: ThreadSanitizer takes a value without one for what is stored beside it.
    let transition = Locked(false)
    /// The elements in the order of the signal: the mixer, the format, and the sink at the end.
    let elements: [Element]
    let source: Pad

    // nonisolated(unsafe): changes only while nothing flows.
    nonisolated(unsafe) private(set) var sinks: [Pad]
    private let format: Element
    private let probe = Locked<BlockingProbe?>(nil)

    /// Creates a mixer. `blockDuration` is the length mixed at once: a longer block costs less, a shorter one reacts
    /// sooner.
    init(rate: Int32, blockDuration: MediaTime, isOffline: Bool, inbox: StreamInbox) throws(AudioPlayerError) {
        currentRate = Atomic(rate)
        self.blockDuration = blockDuration
        self.isOffline = isOffline
        self.inbox = inbox
        let mixer = try Element.make("audiomixer")
        format = try Element.make("capsfilter")
        let sink = try Element.make("fakesink")
        sink.set("sync", false)
        sink.set("async", false)
        sink.set("enable-last-sample", false)
        mixer.set("output-buffer-duration", UInt64(blockDuration.nanoseconds))
        format.set("caps", caps: Self.caps(rate: rate))
        elements = [mixer, format, sink]
        source = mixer.pad("src")
        sinks = try Self.requestPads(of: mixer)
        probe.withLock {
            $0 = BlockingProbe(on: source, events: true) { [weak self] in self?.verdict(on: $0) ?? .pass }
        }
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

    /// Closes the timeline to further loads. Call while the mixer is `settled`.
    func seal() {
        shared.withLock { $0.machine.close() }
    }

    /// Runs `body` between two transitions: everything that has come onto the timeline is complete, and can be taken.
    func settled<Result>(_ body: () -> Result) -> Result {
        transition.withLock { _ in body() }
    }

    /// Restarts at sample 0, with nothing on the pads; the next timeline has this rate. Only while the pipeline is
    /// reset.
    func reset(rate: Int32) {
        settled {
            for sink in sinks { sink.unlinkPeer() }
            // A load's thread may have found its pad just before, and would arrive there in the next timeline.
            for deck in shared.withLock({ $0.machine.decks }) { deck.awaitDelivery() }
            if rate != self.rate { change(rate) }
            shared.withLock { shared in
                shared.machine.reset()
                (shared.mixed, shared.begun) = ([], [])
            }
        }
        probe.withLock { $0 }?.reconsider()
    }

    private func change(_ rate: Int32) {
        currentRate.store(rate, ordering: .relaxed)
        format.set("caps", caps: Self.caps(rate: rate))
        // A pad accepts only the last rate that any pad had (GStreamer 1.22).
        let mixer = elements[0]
        for sink in sinks { gst_element_release_request_pad(mixer.pointer, sink.pointer) }
        do throws(AudioPlayerError) {
            sinks = try Self.requestPads(of: mixer)
        } catch {
            preconditionFailure("the mixer gave two pads before: \(error)")
        }
    }

    /// Keeps the mixer from waiting for anything on this pad.
    private func park(_ sink: Pad) {
        sink.send(gst_event_new_stream_start("parked"))
        sink.send(gst_event_new_eos())
    }

    /// Makes a parked pad wait for data again.
    func rearm(_ sink: Pad) {
        guard let start = gst_event_new_flush_start(), let stop = gst_event_new_flush_stop(0) else { return }
        gst_event_set_seqnum(stop, gst_event_get_seqnum(start))
        sink.send(start)
        sink.send(stop)
    }

    /// Puts loads, at most two, onto an empty timeline, perhaps in the middle of a fade. A sink without a load is
    /// parked.
    func start(_ loads: [(deck: Deck, run: FadeRun?)]) {
        let claimed = loads.filter { $0.deck.claim() }
        let lying = claimed.map { MixerMachine.Lying(deck: $0.deck, silence: $0.deck.silence) }
        let free = shared.withLock { shared in
            shared.machine.open(with: lying)
            return shared.machine.freeSinks
        }
        for sink in free { park(sinks[sink]) }
        for (sink, (deck, run)) in claimed.enumerated() {
            // In the middle of a fade, one of two loads has come in beside the other.
            let isSuccessor = claimed.count > 1 && run?.direction == .incoming
            deck.enter(sinks[sink], at: 0, run: run, isSuccessor: isSuccessor, transition: nil)
        }
    }

    /// Lets the mixer continue up to this sample of its timeline, and to the end of the block.
    func allow(upTo sample: Int64) {
        if shared.withLock({ $0.machine.allow(upTo: sample) }) { probe.withLock { $0 }?.reconsider() }
    }

    /// Posts `mixed` as soon as samples can be taken; at once if they can be taken already.
    func askForMore() {
        if shared.withLock({ $0.machine.request() }) { inbox.post(.mixed) }
    }

    /// Returns the samples mixed since the last call, the transitions that have come onto the timeline since then, and
    /// whether the timeline has ended.
    func take() -> Score.News {
        shared.withLock { shared in
            shared.machine.taken()
            defer { (shared.mixed, shared.begun) = ([], []) }
            return Score.News(samples: shared.mixed, begun: shared.begun, isEnd: shared.machine.hasEnded)
        }
    }

    /// True if the loads have delivered all of the next block, and the mixer does not mix it.
    var isSupplied: Bool {
        let (decks, end) = shared.withLock { ($0.machine.decks, blockEnd(notBefore: $0.machine.frontier + 1)) }
        // A deck is never asked while the mixer's lock is held: its threads take both locks in the opposite order.
        let delivered = decks.map(\.frontier)
        return shared.withLock { $0.machine.isSupplied(upTo: end, delivered: delivered) }
    }

    /// Returns the end of the first block that does not end before this sample.
    func blockEnd(notBefore sample: Int64) -> Int64 {
        (sample + blockLength - 1) / blockLength * blockLength
    }

    /// True if more can come onto the mixer's timeline.
    var isOpen: Bool { shared.withLock { $0.machine.isOpen } }

    /// The number that distinguishes this timeline from earlier ones.
    var number: Int { shared.withLock { $0.machine.number } }
}
