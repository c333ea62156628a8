import CPulse
import EventLoop
import Glibc
import SegueCore

/// Sound through a sound server that speaks PulseAudio's protocol, and can be rewritten until shortly before it is heard.
///
/// The server has two seconds, and may take half a second of it into the device at a time: so it wakes twice in a
/// second, and the player too. Its stream counts what it plays from 0; a place on the tape is at a fixed distance from
/// that count until the stream rests or runs dry, and is written by its absolute index.
final class PulseOutput: Output {
    let name: String
    let fallback: String?
    let isDevice = true
    var onEvent: (OutputEvent) -> Void = { _ in }
    var title = "Music" {
        didSet {
            guard title != oldValue, let stream, pa_stream_get_state(stream) == PA_STREAM_READY else { return }
            finish(pa_stream_set_name(stream, title, nil, nil))
        }
    }

    /// How far behind what is heard the sound can be changed, in ms: the sink may have rendered it, and the server rewinds that
    /// only so far. Less makes clicks (measured: docs/sound.md).
    private static let margin = MediaTime(nanoseconds: 40_000_000)
    /// Silence in front of what begins: the server swallows the beginning of a stream that is uncorked.
    private static let lead = MediaTime(nanoseconds: 10_000_000)
    /// How long what is written takes to be surely out of the device, behind the count of what is heard.
    private static let settling = MediaTime(nanoseconds: 20_000_000)

    private enum State {
        case none
        case creating
        /// It stands still, and goes on with this sample of its own count.
        case corked(at: Int64)
        case running
        /// What is to be heard before it rests, up to this sample of its own count, is on its way.
        case resting(at: Int64)
        /// It has been asked to stand still.
        case corking
    }

    private let loop: EventLoop
    private let connection: PulseConnection
    private let sink: String?
    private var stream: OpaquePointer?
    private var state = State.none
    private var rate: Int32 = 0
    /// The place that the stream's own sample 0 would have.
    private var origin: Int64 = 0
    private var written: Int64 = 0
    private var clock = PulseClock(rate: 1)
    private var isBeginning = false
    private var deadline: Deadline?
    private var answer: Deadline?
    private var timing: Deadline?
    private var interval = PulseOutput.shortestInterval

    /// `sink` is the device; nil for the one that the server takes.
    init(_ connection: PulseConnection, name: String, sink: String?, fallback: String?, loop: EventLoop) {
        self.connection = connection
        self.name = name
        self.sink = sink
        self.fallback = fallback
        self.loop = loop
        connection.onLoss = { [weak self] in self?.lose($0) }
    }

    deinit {
        close()
    }

    /// The server takes any.
    func rate(nearestTo rate: Int32) -> Int32 { rate }

    func depth(rate: Int32) -> Int64 {
        switch state {
        case .none, .creating, .corking: 0
        case .corked, .running, .resting: 2 * Int64(rate)
        }
    }

    var device: String? {
        guard let stream, case let state = pa_stream_get_state(stream), state == PA_STREAM_READY else { return nil }
        return pa_stream_get_device_name(stream).map { String(cString: $0) }
    }

    var server: String? { connection.server }

    var latency: MediaTime? {
        guard let stream, let timing = pa_stream_get_timing_info(stream)?.pointee else { return nil }
        return MediaTime(microseconds: Int64(clamping: timing.sink_usec))
    }

    // MARK: - The stream

    func go(from place: Int64, rate: Int32) {
        if stream == nil || rate != self.rate { create(rate) }
        written = place
        isBeginning = true
        switch state {
        case .none, .creating, .corking: origin = place
        case .corked(let sample): origin = place - sample - Self.lead.samples(rate: rate)
        case .running:
            // It has run dry, and its count goes on.
            origin = place - changeableSample
        case .resting(let end):
            // What it was to come to rest with is a ramp.
            deadline?.cancel()
            deadline = nil
            state = .running
            origin = place - max(end, changeableSample)
        }
    }

    private func create(_ rate: Int32) {
        drop()
        self.rate = rate
        var sample = pa_sample_spec(format: PA_SAMPLE_FLOAT32LE, rate: UInt32(rate), channels: 2)
        var map = pa_channel_map()
        pa_channel_map_init_stereo(&map)
        let properties = pa_proplist_new()
        defer { pa_proplist_free(properties) }
        pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, "music")
        guard let stream = pa_stream_new_with_proplist(connection.context, title, &sample, &map, properties) else {
            return loseLater("it takes no more streams")
        }
        self.stream = stream
        let this = Unmanaged.passUnretained(self).toOpaque()
        pa_stream_set_state_callback(stream, { _, output in PulseOutput.of(output)?.changed() }, this)
        pa_stream_set_event_callback(
            stream,
            { _, name, _, output in
                guard let name, let output = PulseOutput.of(output) else { return }
                switch String(cString: name) {
                case PA_STREAM_EVENT_REQUEST_CORK: output.onEvent(.silenced(true))
                case PA_STREAM_EVENT_REQUEST_UNCORK: output.onEvent(.silenced(false))
                default: break
                }
            }, this)
        pa_stream_set_started_callback(stream, { _, output in PulseOutput.of(output)?.started() }, this)
        let second = UInt32(rate) * 8
        var attributes = pa_buffer_attr(
            maxlength: .max, tlength: 2 * second, prebuf: 0, minreq: second / 2, fragsize: .max)
        let flags = pa_stream_flags_t(
            rawValue: PA_STREAM_START_CORKED.rawValue | PA_STREAM_ADJUST_LATENCY.rawValue)
        state = .creating
        clock = PulseClock(rate: rate)
        expectAnswer()
        guard pa_stream_connect_playback(stream, sink, &attributes, flags, nil, nil) >= 0 else {
            return loseLater("it takes no more streams")
        }
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> PulseOutput? {
        pointer.map { Unmanaged<PulseOutput>.fromOpaque($0).takeUnretainedValue() }
    }

    private func changed() {
        guard let stream else { return }
        switch pa_stream_get_state(stream) {
        case PA_STREAM_READY:
            answered()
            state = .corked(at: 0)
            onEvent(.roomy)
        case PA_STREAM_FAILED, PA_STREAM_TERMINATED: lose("the device or its sound server went away")
        default: break
        }
    }

    func write(_ samples: [Float], at place: Int64) {
        guard let stream, !samples.isEmpty else { return }
        if isBeginning {
            isBeginning = false
            if case .corked(let sample) = state {
                let lead = [Float](repeating: 0, count: Int(2 * Self.lead.samples(rate: rate)))
                send(lead, at: sample, stream)
            }
        }
        let isRewriting = place < written
        send(samples, at: place - origin, stream)
        written = place + Int64(samples.count / 2)
        var isNews = isRewriting
        if case .corked = state {
            state = .running
            finish(pa_stream_cork(stream, 0, nil, nil))
            isNews = true
        }
        if isNews { interval = Self.shortestInterval }
        // It is asked in any case when it has been given something: one that has stopped answering says nothing of it.
        if isNews || interval == Self.longestInterval { followTime() }
    }

    private func send(_ samples: [Float], at sample: Int64, _ stream: OpaquePointer) {
        samples.withUnsafeBytes { bytes in
            _ = pa_stream_write(stream, bytes.baseAddress, bytes.count, nil, 8 * sample, PA_SEEK_ABSOLUTE)
        }
    }

    // MARK: - Time

    /// Nanoseconds between two questions for the server's time.
    private static let shortestInterval: Int64 = 10_000_000
    private static let longestInterval: Int64 = 1_500_000_000
    /// Nanoseconds that a server which has played steadily has to answer in: the sound that it was given is not even
    /// over then.
    private static let patience: Int64 = 1_000_000_000

    /// Sound goes out: a device may take its time until then.
    private func started() {
        interval = Self.shortestInterval
        followTime()
    }

    /// Asks for the server's time, and again ever more rarely as long as it plays: libpulse would do that in a pause too.
    private func followTime() {
        timing?.cancel()
        timing = nil
        switch state {
        case .running, .resting: break
        case .none, .creating, .corked, .corking: return
        }
        guard let stream else { return }
        // What has just begun may have to wait for a device that wakes up.
        if answer == nil { expectAnswer(within: interval == Self.longestInterval ? Self.patience : nil) }
        clock.ask()
        let this = Unmanaged.passUnretained(self).toOpaque()
        finish(
            pa_stream_update_timing_info(
                stream,
                { _, _, output in
                    PulseOutput.of(output)?.answered()
                    PulseOutput.of(output)?.readTime()
                }, this))
        timing = loop.schedule(at: .now.advanced(byNanoseconds: interval)) { [weak self] in
            guard let self else { return }
            interval = min(2 * interval, Self.longestInterval)
            followTime()
        }
    }

    private func readTime() {
        guard let stream, let timing = pa_stream_get_timing_info(stream)?.pointee else { return }
        switch state {
        case .running, .resting: clock.read(timing)
        case .none, .creating, .corked, .corking: break
        }
    }

    var heard: Int64 {
        switch state {
        case .none, .creating, .corked: written
        case .running, .resting, .corking: min(origin + clock.surelyHeard, written)
        }
    }

    var changeable: Int64 {
        switch state {
        case .none, .creating, .corked: written
        case .running, .resting, .corking: origin + changeableSample
        }
    }

    private var changeableSample: Int64 { clock.count + Self.margin.samples(rate: rate) }

    // MARK: - Rest

    func rest(at place: Int64) {
        switch state {
        case .running: break
        case .resting, .corking: return
        case .none, .creating, .corked: return restLater()
        }
        state = .resting(at: place - origin)
        let distance = Timeline.time(of: max(0, place - origin - clock.count), rate: rate) + Self.settling
        deadline?.cancel()
        deadline = loop.schedule(at: .now.advanced(byNanoseconds: distance.nanoseconds)) { [weak self] in self?.cork() }
    }

    /// Nothing had been written; but an answer never comes from inside of a call.
    private func restLater() {
        deadline?.cancel()
        deadline = loop.schedule(at: .now) { [weak self] in self?.onEvent(.rested) }
    }

    private func cork() {
        deadline = nil
        guard let stream else { return }
        state = .corking
        isBeginning = false
        expectAnswer()
        let this = Unmanaged.passUnretained(self).toOpaque()
        finish(pa_stream_cork(stream, 1, nil, nil))
        // What is silence in the server's queue would be in front of what is heard next.
        finish(pa_stream_flush(stream, nil, nil))
        finish(pa_stream_update_timing_info(stream, { _, _, output in PulseOutput.of(output)?.corked() }, this))
    }

    private func corked() {
        answered()
        guard let stream, case .corking = state else { return }
        let index = pa_stream_get_timing_info(stream)?.pointee.write_index ?? 0
        state = .corked(at: index / 8)
        clock = PulseClock(at: index / 8, rate: rate)
        // It may have been begun with again meanwhile.
        onEvent(isBeginning ? .roomy : .rested)
    }

    // MARK: - The end

    func close() {
        onEvent = { _ in }
        drop()
        connection.close()
    }

    private func drop() {
        deadline?.cancel()
        deadline = nil
        timing?.cancel()
        timing = nil
        answered()
        guard let stream else { return }
        self.stream = nil
        state = .none
        pa_stream_set_state_callback(stream, nil, nil)
        pa_stream_set_event_callback(stream, nil, nil)
        pa_stream_set_started_callback(stream, nil, nil)
        pa_stream_disconnect(stream)
        pa_stream_unref(stream)
    }

    private func expectAnswer(within patience: Int64? = nil) {
        answer?.cancel()
        answer = loop.schedule(at: .now.advanced(byNanoseconds: patience ?? PulseConnection.patience)) { [weak self] in
            self?.lose("the sound server does not answer")
        }
    }

    private func answered() {
        answer?.cancel()
        answer = nil
        clock.answered()
    }

    private func lose(_ reason: String) {
        answered()
        deadline?.cancel()
        deadline = nil
        onEvent(.lost(reason: reason))
    }

    private func loseLater(_ reason: String) {
        loop.schedule(at: .now) { [weak self] in self?.lose(reason) }
    }

    private func finish(_ operation: OpaquePointer?) {
        if let operation { pa_operation_unref(operation) }
    }
}
