import CPulse
import SegueCore

/// One stream of a sound server, initially corked. Samples are counted from the stream's first one.
///
/// The server's answers arrive on the loop, from inside `PulseLoop`; none arrives after `close`.
final class PulseStream {
    enum News {
        /// The stream can be written to.
        case ready
        /// The stream has been lost, or could not be created.
        case failed
        /// The device has started to play.
        case started
        /// The stream plays on another device from now on.
        case moved
        /// The server requests silence; false ends the request.
        case silenced(Bool)
        /// The device has been suspended, and plays nothing; false ends that.
        case suspended(Bool)
    }

    /// A sample of two channels of 32-bit floating point.
    private static let bytesPerFrame: Int64 = 8
    /// PA_INVALID_INDEX.
    private static let noDevice = UInt32.max

    private let stream: OpaquePointer
    private let onNews: (News) -> Void
    /// The open queries, and the handlers of their answers, in order.
    private var questions: [(operation: OpaquePointer, answered: () -> Void)] = []
    private var isClosed = false
    /// The writes to make once the device has started; nil if writes reach the server at once.
    private var waiting: [(samples: [Float], sample: Int64)]?
    /// The number of bytes in a second.
    private let second: UInt32

    /// The audio that a sink renders at a time, with and without a client that records a sink. PulseAudio hands a block
    /// to the recorders when it renders the block first, and not when it renders the block again.
    static let shortBlock = MediaTime(nanoseconds: 20_000_000)
    static let longBlock = MediaTime(nanoseconds: 500_000_000)

    /// True if a client records the output of a sink. Takes effect once the stream is ready.
    var isRecorded = false { didSet { if isRecorded != oldValue { setBlock() } } }

    /// Begins to create a stream; `ready` or `failed` reports the outcome. Returns nil if libpulse refuses at once.
    init?(_ context: OpaquePointer?, title: String, sink: String?, rate: Int32, onNews: @escaping (News) -> Void) {
        var sample = pa_sample_spec(format: PA_SAMPLE_FLOAT32LE, rate: UInt32(rate), channels: 2)
        var map = pa_channel_map()
        pa_channel_map_init_stereo(&map)
        let properties = pa_proplist_new()
        defer { pa_proplist_free(properties) }
        pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, "music")
        guard let stream = pa_stream_new_with_proplist(context, title, &sample, &map, properties) else { return nil }
        self.stream = stream
        self.onNews = onNews
        second = UInt32(rate) * UInt32(Self.bytesPerFrame)
        listen()
        var attributes = buffer(block: Self.longBlock)
        let flags = pa_stream_flags_t(
            rawValue: PA_STREAM_START_CORKED.rawValue | PA_STREAM_ADJUST_LATENCY.rawValue)
        guard pa_stream_connect_playback(stream, sink, &attributes, flags, nil, nil) >= 0 else {
            close()
            return nil
        }
    }

    deinit {
        close()
        pa_stream_unref(stream)
    }

    /// Returns the attributes of a buffer of two seconds, of which the sink renders `block` at a time. The server takes
    /// half of the difference between `tlength` and twice `minreq`.
    private func buffer(block: MediaTime) -> pa_buffer_attr {
        let samples = second / UInt32(Self.bytesPerFrame)
        let request = samples - UInt32(block.samples(rate: Int32(samples)))
        return pa_buffer_attr(
            maxlength: .max, tlength: 2 * second, prebuf: 0, minreq: request * UInt32(Self.bytesPerFrame),
            fragsize: .max)
    }

    private func setBlock() {
        var attributes = buffer(block: isRecorded ? Self.shortBlock : Self.longBlock)
        if isReady { forget(pa_stream_set_buffer_attr(stream, &attributes, nil, nil)) }
    }

    private func becameReady() {
        // The stream was created with a long block. A recording may have become known since then.
        if isRecorded { setBlock() }
        onNews(.ready)
    }

    private func listen() {
        let this = Unmanaged.passUnretained(self).toOpaque()
        pa_stream_set_state_callback(
            stream,
            { stream, this in
                switch pa_stream_get_state(stream) {
                case PA_STREAM_READY: PulseStream.of(this)?.becameReady()
                case PA_STREAM_FAILED, PA_STREAM_TERMINATED: PulseStream.of(this)?.onNews(.failed)
                default: break
                }
            }, this)
        pa_stream_set_event_callback(
            stream,
            { _, name, _, this in
                switch name.map({ String(cString: $0) }) {
                case PA_STREAM_EVENT_REQUEST_CORK: PulseStream.of(this)?.onNews(.silenced(true))
                case PA_STREAM_EVENT_REQUEST_UNCORK: PulseStream.of(this)?.onNews(.silenced(false))
                default: break
                }
            }, this)
        pa_stream_set_started_callback(stream, { _, this in PulseStream.of(this)?.started() }, this)
        pa_stream_set_moved_callback(stream, { _, this in PulseStream.of(this)?.onNews(.moved) }, this)
        pa_stream_set_suspended_callback(
            stream, { stream, this in PulseStream.of(this)?.onNews(.suspended(pa_stream_is_suspended(stream) > 0)) },
            this)
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> PulseStream? {
        pointer.map { Unmanaged<PulseStream>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Releases the stream in the server. Subsequent calls have no effect.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        // The server may have answered already: libpulse would call back with a released stream.
        for question in questions {
            pa_operation_cancel(question.operation)
            pa_operation_unref(question.operation)
        }
        questions = []
        pa_stream_set_state_callback(stream, nil, nil)
        pa_stream_set_event_callback(stream, nil, nil)
        pa_stream_set_started_callback(stream, nil, nil)
        pa_stream_set_moved_callback(stream, nil, nil)
        pa_stream_set_suspended_callback(stream, nil, nil)
        pa_stream_disconnect(stream)
    }

    private var isReady: Bool { !isClosed && pa_stream_get_state(stream) == PA_STREAM_READY }

    /// True if the device is suspended: it is idle, or another session or program uses it.
    var isSuspended: Bool { isReady && pa_stream_is_suspended(stream) > 0 }

    /// The device that the stream plays on; nil until it is known.
    var device: String? {
        isReady ? pa_stream_get_device_name(stream).map { String(cString: $0) } : nil
    }

    /// The number of that device; nil until it is known.
    var deviceIndex: UInt32? {
        let index = isReady ? pa_stream_get_device_index(stream) : Self.noDevice
        return index == Self.noDevice ? nil : index
    }

    /// The timing information; nil before the first answer.
    private var timing: pa_timing_info? { pa_stream_get_timing_info(stream)?.pointee }

    /// The server's report about the stream; nil before the first one.
    var answer: PulseClock.Answer? {
        timing.map {
            PulseClock.Answer(
                read: $0.read_index / Self.bytesPerFrame,
                delay: MediaTime(microseconds: Int64(clamping: $0.sink_usec)),
                age: MediaTime(microseconds: Int64(clamping: $0.transport_usec)),
                reach: MediaTime(microseconds: Int64(clamping: $0.configured_sink_usec)), isPlaying: $0.playing != 0)
        }
    }

    /// The latency of the device; nil before the first answer.
    var latency: MediaTime? { timing.map { MediaTime(microseconds: Int64(clamping: $0.sink_usec)) } }

    /// The sample after the last written one, as of the server's last answer.
    var writeSample: Int64 { (timing?.write_index ?? 0) / Self.bytesPerFrame }

    /// Moves the stream to the device of this name. The server refuses if there is none, and the stream stays.
    func move(to device: String) {
        guard isReady else { return }
        let (context, index) = (pa_stream_get_context(stream), pa_stream_get_index(stream))
        forget(pa_context_move_sink_input_by_name(context, index, device, nil, nil))
    }

    /// Sets the title that mixers of the desktop show.
    func setTitle(_ title: String) {
        if isReady { forget(pa_stream_set_name(stream, title, nil, nil)) }
    }

    /// Writes samples, which replace earlier samples at the same positions.
    func write(_ samples: [Float], at sample: Int64) {
        guard !samples.isEmpty else { return }
        guard waiting == nil else {
            waiting?.append((samples, sample))
            return
        }
        samples.withUnsafeBytes { bytes in
            _ = pa_stream_write(
                stream, bytes.baseAddress, bytes.count, nil, Self.bytesPerFrame * sample, PA_SEEK_ABSOLUTE)
        }
    }

    /// Starts the stream. While a client records a sink, later writes wait until the device has started: PulseAudio
    /// answers each write before that by rendering another block again, and the recorders miss that block too.
    func uncork() {
        if isRecorded { waiting = [] }
        forget(pa_stream_cork(stream, 0, nil, nil))
    }

    private func started() {
        let writes = waiting ?? []
        waiting = nil
        for (samples, sample) in writes { write(samples, at: sample) }
        onNews(.started)
    }

    /// Stops the stream, and flushes all its samples from the server.
    func cork() {
        waiting = nil
        forget(pa_stream_cork(stream, 1, nil, nil))
        forget(pa_stream_flush(stream, nil, nil))
    }

    /// Updates `answer`, after all earlier requests. No answer comes after `close`, or from a stream that has been
    /// lost.
    func ask(_ answered: @escaping () -> Void) {
        let this = Unmanaged.passUnretained(self).toOpaque()
        let operation = pa_stream_update_timing_info(stream, { _, _, this in PulseStream.of(this)?.answered() }, this)
        if let operation { questions.append((operation, answered)) }
    }

    /// True if a query is open.
    var isAsked: Bool { !questions.isEmpty }

    private func answered() {
        guard !questions.isEmpty else { return }
        let question = questions.removeFirst()
        pa_operation_unref(question.operation)
        question.answered()
    }

    private func forget(_ operation: OpaquePointer?) {
        if let operation { pa_operation_unref(operation) }
    }
}
