import CGStreamer
import EventLoop
import SegueCore

/// Output through a GStreamer sink: ALSA's devices, and sinks that the user describes. Samples passed to the sink can't
/// be changed.
///
/// The sink takes as much as it wants, because an audio sink does not begin before its own buffer is full. A little
/// more waits before the sink; when half of that is taken, the output asks for more.
final class SinkOutput: Output {
    let name: String
    let fallback: String?
    let isDevice: Bool
    var onEvent: (OutputEvent) -> Void = { _ in }

    private enum State {
        /// The device is free.
        case free
        /// The pipeline has been set to play, and accepts nothing yet.
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
    /// The position on the tape of the stream's first sample.
    private var origin: Int64 = 0
    /// The position on the tape after the last written sample.
    private var written: Int64 = 0
    private var lastHeard: Int64 = 0
    /// The samples written for a pipeline that accepts nothing yet.
    private var held: [Float] = []
    /// The position at which the stream is to end.
    private var restingPlace: Int64?
    private var deadline: Deadline?
    private var clock = SinkClock(rate: 1)
    private var interval = SinkOutput.shortestInterval
    private var nextReading: Deadline?
    /// True if the sink has taken the maximum that it is given.
    private var isFilled = false
    /// True if the sink has been asked to play its samples.
    private var isPlayedOut = false

    /// Silence before audio that begins. A device or its server may lose the beginning of a stream (measured with
    /// ALSA's plug-in for PulseAudio: up to the whole of a ramp).
    private static let lead = MediaTime(nanoseconds: 30_000_000)
    /// The length of the audio that waits before the sink, and of its pieces.
    private static let depth = MediaTime(nanoseconds: 40_000_000)
    private static let piece = MediaTime(nanoseconds: 10_000_000)
    /// The longest distance from the heard position to which a sink is filled, whatever it accepts.
    private static let most = MediaTime(seconds: 1)
    /// The time until a written sample has surely left the device, after it counts as heard.
    private static let settling = MediaTime(nanoseconds: 20_000_000)
    /// The time that a stream may take to its end beyond the length of its samples, in nanoseconds.
    private static let patience: Int64 = 1_500_000_000
    /// The interval between two readings of the clock, in nanoseconds.
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

    /// The reference from other threads to the output.
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

    /// Notes whether the sink is filled. A sink that accepts everything gets no more until half of its samples have
    /// been heard.
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

    /// Appends the new audio to the written samples. If these have run dry, there is silence in between, because the
    /// sink leaves out samples that come too late.
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
        // Samples already passed on are heard unchanged.
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

    /// Handles a sink that has taken samples.
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

    /// Rests at `place`, and releases the device, so that others can use it and nothing wakes up.
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
            // The sink may have begun later than requested. A sink that never begins is not waited for.
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

    /// Releases the device. With `beginning`, the stream begins again afterwards, at this position and this rate.
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
                if isDone { completion(output) } else { output.onEvent(.lost(reason: Reason.deviceUnusable.text())) }
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
