import CGStreamer
import EventLoop
import SegueCore
import SegueFiles

/// One load of one file: decoder, conversion to the mixer's format, loudness and fade, in a separate bin.
///
/// The bin is not a child of the pipeline, only linked to the mixer. In each state change, a pipeline waits for all
/// children that change theirs, and adopts their failures. A child added while the pipeline gets ready would keep it
/// from ever playing.
///
/// The load's stream is held at the gate, after the decoder, until it is opened onto the mixer's timeline. Both gains
/// are therefore known before the first sample passes. There is no link across the gate: the streaming thread carries
/// the audio over, at the mixer's rate and in the mixer's blocks (`Deck+Gate`, `Deck+Blocks`).
final class Deck: Sendable {
    let generation: LoadGeneration
    let uri: String
    /// The route by which the load is read.
    let route: Route
    /// True if the load comes from the network.
    let isRemote: Bool
    /// The part of the file that is the track; nil for all of it. The deck's positions count from its start.
    let excerpt: Excerpt?
    /// The position at which the load was requested to begin.
    let position: MediaTime
    /// The time for which the core waits for the load.
    let limit: MediaTime
    let bin: Element
    /// The bin's output, linked to the mixer while the load sounds.
    let output: Pad
    let inbox: StreamInbox
    let mixer: Mixer
    let shared: Locked<Shared>

    let fade: GainElement
    let converterInput: Pad
    /// The reserve of decoded audio; nil for a file.
    let reserve: NetworkReserve?
    let gatePad: Pad
    /// The pad that receives the gate's samples.
    let gainInput: Pad
    // nonisolated(unsafe): used only in the streaming thread or, while that thread waits, in the thread that puts the
    // load on the timeline.
    nonisolated(unsafe) let reblocker: Reblocker
    private let source: Element
    private let loudness: Element
    private let format: Element
    private let gate = Locked<BlockingProbe?>(nil)
    private let tags = Locked<UInt>(0)
    private let isDisposed = Locked(false)
    private let entry = Locked<OpeningEntry?>(nil)
    /// The file that the load plays; nil before it has been opened, and for what is no regular file.
    private let file = Locked<HeldFile?>(nil)
    /// True if this deck replaces an earlier one of the same load.
    let isContinuation: Bool
    /// The access to a load that comes from the network.
    let access: NetworkReserve.Access

    /// The last position that is reached by skipping the samples before that position. A seek would take longer. After
    /// a seek back to the beginning of an Opus stream, GStreamer 1.22 decodes noise.
    static let leadIn = MediaTime(nanoseconds: 1_000_000_000)

    /// The sample rates that a file can have. A filter for other rates could take more memory than there is.
    private static let rates = "rate=(int)[1000,1536000]"

    /// Builds the elements; nothing is opened yet. Throws `engineError` when an element is not installed.
    init(
        generation: LoadGeneration, uri: String, by route: Route, position: MediaTime, limit: MediaTime, mixer: Mixer,
        inbox: StreamInbox, access: NetworkReserve.Access, isContinuation: Bool = false
    ) throws(AudioPlayerError) {
        self.isContinuation = isContinuation
        self.access = access
        self.generation = generation
        self.uri = uri
        excerpt = Excerpt(uri: uri)
        self.route = route
        self.position = position
        self.limit = limit
        isRemote = !ResourceName.isLocal(uri)
        shared = Locked(Shared(source: SourceState(isRemote: isRemote)))
        self.mixer = mixer
        self.inbox = inbox
        reblocker = Reblocker()
        bin = Element.makeBin()
        source = try Element.make("uridecodebin")
        let convert = try Element.make("audioconvert")
        format = try Element.make("capsfilter")
        loudness = try Element.make("volume")
        fade = try GainElement()
        source.set("uri", Excerpt.file(of: route.address))
        source.set("caps", caps: "audio/x-raw")
        source.set("expose-all-streams", false)
        reserve = isRemote ? try NetworkReserve(behind: source, access) : nil
        format.set("caps", caps: "\(Mixer.sampleFormat),\(Self.rates)")
        let input = [convert, format, reserve?.element].compactMap { $0 }
        for element in [source] + input + [loudness, fade.element] { bin.add(element) }
        try Element.link(input)
        try Element.link([loudness, fade.element])
        converterInput = convert.pad("sink")
        gatePad = (reserve?.element ?? format).pad("src")
        gainInput = loudness.pad("sink")
        output = Pad.ghost(of: fade.element.pad("src"))
        gst_element_add_pad(bin.pointer, output.pointer)
        LAMEHeader.honor(in: source) { [weak self] in self?.isSentLive ?? false }
        DecodedStream.link(source, to: converterInput) { [weak self] in
            self?.beginAgain()
        } onMisfit: { [weak self] misfit in
            guard let self else { return }
            let error = ErrorSentences.unfit(misfit, uri: route.address)
            shared.withLock { $0.misfit = error }
            inbox.post(.unplayable(self, error))
        }
        DecoderGuard.protect(source.pointer)
        DecodingErrors(in: source.pointer, uri: route.address) { [weak self] error in
            if let self { inbox.post(.doubted(self, error)) }
        }
        // No linked element could answer a latency query there.
        _ = gainInput.addProbe(GST_PAD_PROBE_TYPE_QUERY_UPSTREAM) { item in
            guard case .query(let query) = item, segue_query_type(query) == GST_QUERY_LATENCY else { return .pass }
            gst_query_set_latency(query, 0, 0, segue_clock_time_none())
            return .handled
        }
        if isRemote { attend(source) }
        // Events that flush do not wait at the gate.
        _ = gatePad.addProbe(GST_PAD_PROBE_TYPE_EVENT_FLUSH) { [weak self] item in
            guard case .event(let event) = item, segue_event_type(event) == GST_EVENT_FLUSH_STOP else { return .pass }
            self?.shared.withLock { $0.machine.flushedForSeek() }
            return .pass
        }
        gate.withLock {
            $0 = BlockingProbe(on: gatePad, events: true) { [weak self] in self?.verdict(on: $0) ?? .pass }
        }
    }

    /// Creates another deck for the same load. It keeps the former deck's plan for what follows, its loudness and its
    /// length. It takes the same route unless another one is given. Throws what the other initializer throws.
    convenience init(
        inPlaceOf former: Deck, by route: Route? = nil, at position: MediaTime, access: NetworkReserve.Access,
        isContinuation: Bool
    ) throws(AudioPlayerError) {
        try self.init(
            generation: former.generation, uri: former.uri, by: route ?? former.route,
            position: position, limit: former.limit, mixer: former.mixer, inbox: former.inbox, access: access,
            isContinuation: isContinuation)
        let (machine, source, gain, length) = former.shared.withLock {
            ($0.machine, $0.source, $0.loudness, $0.length)
        }
        shared.withLock { shared in
            shared.machine = machine.successor()
            shared.loudness = gain
            // A load has one length, even if that was counted in a growing file.
            shared.length = length
            if route == nil { shared.source.learn(from: source) }
        }
        hold(fileOf: former)
    }

    /// Lets this deck open the file of another one, if the file is no longer at its path.
    func hold(fileOf other: Deck) {
        let held = other.file.withLock { $0 }
        file.withLock { $0 = held }
    }

    // MARK: - On the loop

    /// Hertz of the mixer.
    var rate: Int32 { mixer.rate }

    /// Hertz, as decoded; nil before anything has been decoded.
    var inputRate: Int32? { gatePad.audioFormat?.rate }

    /// Opens the file in the background, and notes that in `record`. Messages go to the bus of `pipeline`.
    func open(for pipeline: Element, _ record: OpeningRecord) {
        let bus = gst_element_get_bus(pipeline.pointer)
        gst_element_set_bus(bin.pointer, bus)
        gst_object_unref(bus)
        bin.performInBackground { [self] in
            if let path = FileURI.path(of: uri).map(hold) {
                let length = shared.withLock { $0.length } ?? FileLength.read(path)
                let longest = FileLength.longest(path)
                shared.withLock { ($0.length, $0.longest) = (length, longest) }
            }
            isDisposed.withLock { disposed in
                guard !disposed else { return }
                entry.withLock { $0 = record.begin(uri) }
                bin.setState(GST_STATE_PAUSED)
            }
        }
    }

    /// Keeps the file at this path open, and returns the path to read. A load that was moved or deleted since it was
    /// first opened is read from its former file. So is one that was replaced, unless it begins anew.
    private func hold(_ path: LocalPath) -> LocalPath {
        // Opening may block, and the loop takes the lock.
        let found = HeldFile(path)
        let goesOn = isContinuation || position > .zero
        return file.withLock { file in
            guard let held = file, goesOn ? !held.isSame(as: found) : found == nil else {
                file = found
                return path
            }
            source.set("uri", FileURI.uri(held.path))
            return held.path
        }
    }

    /// Notes that the load is open at the requested position: later errors are not the fault of the opening.
    func noteOpened() {
        bin.performInBackground { [self] in entry.withLock { $0 }?.end(isProven: true) }
    }

    /// True if a stream that waits at the gate has to be moved to `position`.
    var needsSeek: Bool { position + (excerpt?.start ?? .zero) > Self.leadIn }

    /// Moves a stream that waits at the gate to `position`, exactly, in the background. The stream then waits at the
    /// gate again.
    func seek() {
        shared.withLock { shared in
            shared.machine.seek()
            shared.head = nil
            if isRemote { shared.source.fill = 0 }
        }
        bin.performInBackground { [self] in
            isDisposed.withLock { disposed in
                guard !disposed else { return }
                if !gatePad.send(Pad.seek(to: target)) { inbox.post(.withoutAudio(self)) }
            }
        }
    }

    /// The position in the file that a seek leads to. For an excerpt, it is a little earlier, and at a sample. After a
    /// seek, the first frame of AAC lacks its overlap with the frame before, and excerpts may meet there.
    private var target: MediaTime {
        guard let excerpt, let rate = inputRate else { return position }
        let wanted = position + excerpt.times(atRate: rate).start - Self.warmUp
        return MediaTime(samples: max(wanted, .zero).samples(rate: rate), rate: rate)
    }

    /// The length of the audio before an excerpt that is decoded and skipped.
    private static let warmUp = MediaTime(nanoseconds: 100_000_000)

    /// Moves a stream that ended without a sample to `position` once. If it ends like that again, or is not seekable,
    /// it contains no audio.
    func beginAgain() {
        if !isRemote || isSeekable, takeSeek() { seek() } else { inbox.post(.withoutAudio(self)) }
    }

    /// Sets the loudness. Call only before the first sample passes, or the gain would jump.
    func setLoudness(_ gain: Double) {
        let gain = gain.isNaN ? 1 : min(max(gain, 0), 10)
        shared.withLock { $0.loudness = gain }
        loudness.set("volume", gain)
    }

    /// Ends the stream where the decoder stopped. In the background, because the mixer may not be ready for the end
    /// yet.
    func endInBackground() {
        bin.performInBackground { [self] in
            isDisposed.withLock { disposed in
                guard !disposed else { return }
                gatePad.push(gst_event_new_eos())
            }
        }
    }

    /// Makes the gate decide again, after a change in what it decides by.
    func reconsider() {
        gate.withLock { $0 }?.reconsider()
    }

    /// Releases everything, in the background. The caller ensures that the bin is not linked to the mixer.
    func dispose() {
        shared.withLock { $0.machine.giveUp() }
        bin.performInBackground { [self] in
            // An end that another thread sends may be held at the gate, and with it the lock.
            gatePad.push(gst_event_new_flush_start())
            isDisposed.withLock { disposed in
                disposed = true
                bin.tearDown()
            }
            ProcessMemory.releaseFreeHeap()
            entry.withLock { $0 }?.end()
            gate.withLock { probe in
                probe?.remove()
                probe = nil
            }
        }
    }
}
