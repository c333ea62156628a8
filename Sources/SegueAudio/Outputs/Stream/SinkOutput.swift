import CGStreamer
import EventLoop
import SegueCore

/// Sound through a GStreamer sink: ALSA's devices, and whatever a person describes. What the sink has been given can't
/// be taken back.
///
/// The sink takes as much as it wants, for an audio sink does not begin before its own buffer is full. A little more
/// waits in front of the sink; when half of that is taken, the output asks for more.
final class SinkOutput: Output {
    let name: String
    let fallback: String?
    let isDevice: Bool
    var onEvent: (OutputEvent) -> Void = { _ in }

    private enum State {
        /// The device is free.
        case free
        /// The pipeline has been told to play, and takes nothing yet.
        case opening
        case open
        /// The pipeline releases the device. With `isBeginning`, the stream begins again afterwards.
        case releasing(isBeginning: Bool)
    }

    private let loop: EventLoop
    private let pipeline: SinkPipeline
    private let bus: BusWatch
    private let returning = Returning()
    private var state = State.free
    private var rate: Int32 = 0
    /// The place on the tape of the stream's first sample.
    private var origin: Int64 = 0
    /// The place on the tape behind the last sample that was written.
    private var written: Int64 = 0
    private var lastHeard: Int64 = 0
    /// Samples written for a pipeline that takes nothing yet.
    private var held: [Float] = []
    /// The stream is to end at this place.
    private var restingPlace: Int64?
    private var deadline: Deadline?
    private var clock = SinkClock(rate: 1)
    private var interval = SinkOutput.shortestInterval
    private var nextReading: Deadline?
    /// The sink has taken as much as it is given at most.
    private var isFilled = false
    /// The sink has been told to play what it has got.
    private var isPlayedOut = false

    /// Silence before sound that begins: a device or its server may swallow the beginning of a stream (measured with
    /// ALSA's plug-in for PulseAudio: up to the whole of a ramp).
    private static let lead = MediaTime(nanoseconds: 30_000_000)
    /// How much waits in front of the sink, and in which pieces.
    private static let depth = MediaTime(nanoseconds: 40_000_000)
    private static let piece = MediaTime(nanoseconds: 10_000_000)
    /// How far ahead of what is heard a sink is filled at most, whatever it takes.
    private static let most = MediaTime(seconds: 1)
    /// How long what is written takes to be surely out of the device, after it counts as heard.
    private static let settling = MediaTime(nanoseconds: 20_000_000)
    /// Nanoseconds that a stream may take to its end beyond the length of what it has.
    private static let patience: Int64 = 1_500_000_000
    /// Nanoseconds between two readings of the clock.
    private static let shortestInterval: Int64 = 10_000_000
    private static let longestInterval: Int64 = 200_000_000

    init(_ pipeline: SinkPipeline, name: String, fallback: String?, isDevice: Bool, loop: EventLoop) {
        self.pipeline = pipeline
        self.name = name
        self.fallback = fallback
        self.isDevice = isDevice
        self.loop = loop
        let returning = returning
        bus = BusWatch(pipeline: pipeline.element) { returning.output?.handle($0) }
        returning.output = self
        pipeline.source.onRoom { loop.perform { returning.output?.offerRoom() } }
        loop.add(bus)
    }

    /// The way from other threads to the output.
    private final class Returning: Sendable {
        // nonisolated(unsafe): set once, and read on the loop's thread only.
        nonisolated(unsafe) weak var output: SinkOutput?
    }

    var device: String? { pipeline.device }

    func rate(nearestTo rate: Int32) -> Int32 { pipeline.rates.nearest(to: rate) }

    func depth(rate: Int32) -> Int64 {
        switch state {
        case .free: return Self.depth.samples(rate: rate)
        case .opening, .releasing: return 0
        case .open:
            noteFilling()
            let (most, room) = (Self.most.samples(rate: rate), pipeline.source.room)
            // A sink that begins fills its device at once, and leaves out what comes after that.
            if clock.count == 0 { return most / 2 }
            return isFilled ? most : room == 0 ? 0 : min(written - heard + room, most)
        }
    }

    /// A sink that takes whatever it gets is left alone until half of that has been heard.
    private func noteFilling() {
        let (ahead, most) = (written - heard, Self.most.samples(rate: rate))
        if ahead >= most { isFilled = true } else if ahead <= most / 2 { isFilled = false }
    }

    // MARK: - The stream

    func go(from place: Int64, rate: Int32) {
        switch state {
        case .free: begin(from: place, rate: rate)
        case .opening where rate == self.rate: goOn(from: place)
        case .open where rate == self.rate && canGoOn: goOn(from: place)
        case .opening, .open: release(toBegin: (place, rate))
        case .releasing: release(toBegin: (place, rate))
        }
    }

    private func begin(from place: Int64, rate: Int32) {
        endRest()
        self.rate = rate
        (origin, written, lastHeard) = (place, place, place)
        held = []
        state = .opening
        (isPlayedOut, isFilled) = (false, false)
        clock = SinkClock(rate: rate)
        pipeline.source.begin(rate: rate, limit: Self.depth.samples(rate: rate))
        change(to: GST_STATE_PLAYING) { $0.opened() }
    }

    /// True if the stream has samples that are not heard yet, or if a short silence is enough where it has run dry.
    private var canGoOn: Bool {
        let silence = changeable - written
        return silence > 0 ? silence <= Self.most.samples(rate: rate) : heard < written
    }

    /// The new sound goes behind what was written. Where that has run dry, there is silence in between, for the sink
    /// leaves out what comes too late.
    private func goOn(from place: Int64) {
        endRest()
        let silence = changeable - written
        push([Float](repeating: 0, count: 2 * Int(silence)), at: written)
        (origin, lastHeard) = (place - (written + silence - origin), place - (written - heard))
        written = place
    }

    private func opened() {
        guard case .opening = state else { return }
        state = .open
        let lead = Self.lead.samples(rate: rate)
        origin -= lead
        push([Float](repeating: 0, count: 2 * Int(lead)), at: origin)
        push(held, at: written - Int64(held.count / 2))
        held = []
        interval = Self.shortestInterval
        readClock()
        onEvent(.roomy)
    }

    func write(_ samples: [Float], at place: Int64) {
        // What has been handed over is heard as it is.
        let late = Int(max(0, min(2 * (written - place), Int64(samples.count))))
        let rest = Array(samples[late...])
        let first = max(place, written)
        written = max(written, place + Int64(samples.count / 2))
        if case .open = state { push(rest, at: first) } else { held += rest }
    }

    private func push(_ samples: [Float], at place: Int64) {
        let length = 2 * Int(Self.piece.samples(rate: rate))
        for start in stride(from: 0, to: samples.count, by: length) {
            let piece = Array(samples[start..<min(start + length, samples.count)])
            pipeline.source.push(piece, at: place - origin + Int64(start / 2), rate: rate)
        }
    }

    /// The sink has taken something.
    private func offerRoom() {
        guard case .open = state else { return }
        noteFilling()
        if !isFilled { onEvent(.roomy) }
        // There may be less than the sink wants before it begins.
        guard clock.count == 0, pipeline.source.isEmpty, !isPlayedOut, written > origin else { return }
        isPlayedOut = true
        pipeline.source.playOut()
    }

    // MARK: - Time

    var heard: Int64 {
        lastHeard = max(lastHeard, min(origin + clock.count, written))
        return lastHeard
    }

    var changeable: Int64 {
        let readAhead = pipeline.readAhead.samples(rate: rate)
        // Samples that wait for the sink are in time. A sink with a long buffer is never given enough to fill it.
        guard case .open = state, clock.count > 0, pipeline.source.isEmpty,
            readAhead <= Self.most.samples(rate: rate) / 2
        else { return written }
        return max(written, origin + clock.count + readAhead)
    }

    private func readClock() {
        nextReading?.cancel()
        nextReading = loop.schedule(at: .now.advanced(byNanoseconds: interval)) { [weak self] in
            guard let self else { return }
            interval = min(2 * interval, Self.longestInterval)
            readClock()
        }
        guard !clock.isAsked else { return }
        clock.ask()
        pipeline.readTime { [loop, returning] time in loop.perform { returning.output?.clock.read(time) } }
    }

    // MARK: - Rest

    /// The device is released, so that others can use it and nothing wakes up.
    func rest(at place: Int64) {
        switch state {
        case .free: loop.schedule(at: .now) { [weak self] in self?.onEvent(.rested) }
        case .releasing:
            state = .releasing(isBeginning: false)
            lastHeard = place
            loop.schedule(at: .now) { [weak self] in self?.onEvent(.rested) }
        case .opening, .open:
            restingPlace = place
            awaitRest(until: .now.advanced(byNanoseconds: distance(to: place).nanoseconds + Self.patience))
        }
    }

    private func distance(to place: Int64) -> MediaTime {
        Timeline.time(of: max(0, place - heard), rate: rate) + Self.settling
    }

    private func awaitRest(until limit: MonotonicTime) {
        guard let place = restingPlace else { return }
        let end = MonotonicTime.now.advanced(byNanoseconds: distance(to: place).nanoseconds)
        deadline?.cancel()
        deadline = loop.schedule(at: min(end, limit)) { [weak self] in
            guard let self else { return }
            deadline = nil
            // The sink may have begun later than it was told to. One that never does is not waited for.
            guard heard >= place || .now >= limit else { return awaitRest(until: limit) }
            lastHeard = place
            release()
            onEvent(.rested)
        }
    }

    private func endRest() {
        deadline?.cancel()
        deadline = nil
        restingPlace = nil
    }

    /// Releases the device. With `beginning`, the stream begins again afterwards, at this place and this rate.
    private func release(toBegin beginning: (place: Int64, rate: Int32)? = nil) {
        endRest()
        nextReading?.cancel()
        nextReading = nil
        held = []
        if let beginning {
            rate = beginning.rate
            (origin, written, lastHeard) = (beginning.place, beginning.place, beginning.place)
            clock = SinkClock(rate: rate)
        }
        let isUnderWay = if case .releasing = state { true } else { false }
        state = .releasing(isBeginning: beginning != nil)
        if !isUnderWay { change(to: GST_STATE_READY) { $0.released() } }
    }

    private func released() {
        guard case .releasing(let isBeginning) = state else { return }
        state = .free
        guard isBeginning else { return }
        let (waiting, first) = (held, written - Int64(held.count / 2))
        begin(from: first, rate: rate)
        write(waiting, at: first)
    }

    // MARK: - In the background

    /// Changes the pipeline's state without waiting; `completion` is called when that is done.
    private func change(to state: GstState, _ completion: @escaping @Sendable (SinkOutput) -> Void) {
        pipeline.change(to: state) { [loop, returning] isDone in
            loop.perform {
                guard let output = returning.output else { return }
                if isDone { completion(output) } else { output.onEvent(.lost(reason: "the device can't be used")) }
            }
        }
    }

    func close() {
        onEvent = { _ in }
        endRest()
        nextReading?.cancel()
        nextReading = nil
        state = .free
        loop.remove(bus)
        pipeline.change(to: GST_STATE_NULL)
    }

    private func handle(_ message: UnsafeMutablePointer<GstMessage>) {
        guard segue_message_type(message) == GST_MESSAGE_ERROR else { return }
        onEvent(.lost(reason: ErrorSentences.reason(ofOutput: message)))
    }
}
