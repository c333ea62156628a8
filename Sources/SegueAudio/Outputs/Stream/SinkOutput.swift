import CGStreamer
import EventLoop
import SegueCore

/// Sound through a GStreamer sink: ALSA's devices, and whatever a person describes. What the sink has been given can't
/// be taken back, so it is given little.
final class SinkOutput: Output {
    let name: String
    let fallback: String?
    let isDevice: Bool
    var onEvent: (OutputEvent) -> Void = { _ in }
    private let loop: EventLoop
    private let sink: Element
    private let rates: SampleRates
    private let pipeline = Element.makePipeline()
    private let source: SampleSource
    private let bus: BusWatch
    private var rate: Int32 = 0
    /// The place of the stream's first sample.
    private var origin: Int64 = 0
    private var written: Int64 = 0
    private var isRunning = false
    private var lastHeard: Int64 = 0
    private var deadline: Deadline?

    /// How much is on its way, in addition to what the device holds.
    private static let depth = MediaTime(nanoseconds: 100_000_000)

    /// For a sink that is open. Throws `engineError` when an element is missing.
    init(
        _ sink: Element, name: String, fallback: String?, isDevice: Bool, loop: EventLoop
    ) throws(AudioPlayerError) {
        self.sink = sink
        self.name = name
        self.fallback = fallback
        self.isDevice = isDevice
        self.loop = loop
        rates = SampleRates(of: sink)
        source = try SampleSource(limit: .max)
        let resample = try Element.make("audioresample")
        resample.set("quality", Resampler.quality)
        let elements = [source.element, try Element.make("audioconvert"), resample, sink]
        for element in elements { pipeline.add(element) }
        try Element.link(elements)
        let receive = Receiver()
        bus = BusWatch(pipeline: pipeline) { receive.body($0) }
        receive.body = { [weak self] in self?.handle($0) }
        loop.add(bus)
    }

    /// Listens to the bus, before there is anybody to pass messages to.
    private final class Receiver {
        var body: (UnsafeMutablePointer<GstMessage>) -> Void = { _ in }
    }

    var device: String? {
        for property in ["current-device", "device"] where sink.has(property) {
            if let name = sink.text(property), !name.isEmpty { return name }
        }
        return nil
    }

    func rate(nearestTo rate: Int32) -> Int32 { rates.nearest(to: rate) }

    func depth(rate: Int32) -> Int64 { Self.depth.samples(rate: rate) }

    func go(from place: Int64, rate: Int32) {
        deadline?.cancel()
        deadline = nil
        if isRunning, rate == self.rate, heard < written {
            // The ramp that the stream was to come to rest with is still heard; the new sound goes behind it.
            (origin, lastHeard) = (place - (written - origin), place - (written - heard))
            written = place
            return
        }
        if isRunning { pipeline.setState(GST_STATE_READY) }
        source.setRate(rate)
        self.rate = rate
        origin = place
        written = place
        lastHeard = place
        isRunning = true
        pipeline.setState(GST_STATE_PLAYING)
    }

    func write(_ samples: [Float], at place: Int64) {
        // What has been handed over is heard as it is.
        let late = Int(max(0, min(2 * (written - place), Int64(samples.count))))
        source.push(Array(samples[late...]), at: max(place, written) - origin, rate: rate)
        written = max(written, place + Int64(samples.count / 2))
    }

    var heard: Int64 {
        if isRunning, let time = runningTime {
            let place = origin + MediaTime(nanoseconds: time).samples(rate: rate)
            lastHeard = max(lastHeard, min(place, written))
        }
        return lastHeard
    }

    var changeable: Int64 { written }

    /// Nil until the pipeline plays.
    private var runningTime: Int64? {
        guard pipeline.currentState == GST_STATE_PLAYING, let clock = gst_element_get_clock(pipeline.pointer) else {
            return nil
        }
        defer { gst_object_unref(clock) }
        let now = gst_clock_get_time(clock)
        return max(0, Int64(bitPattern: UInt64(now &- gst_element_get_base_time(pipeline.pointer))))
    }

    /// The device is let go of, so that others can use it and nothing wakes up.
    func rest(at place: Int64) {
        let distance = Timeline.time(of: max(0, place - heard), rate: rate)
        deadline?.cancel()
        deadline = loop.schedule(at: .now.advanced(byNanoseconds: distance.nanoseconds + 20_000_000)) { [weak self] in
            guard let self else { return }
            deadline = nil
            isRunning = false
            lastHeard = place
            pipeline.setState(GST_STATE_READY)
            onEvent(.rested)
        }
    }

    func close() {
        onEvent = { _ in }
        deadline?.cancel()
        deadline = nil
        isRunning = false
        loop.remove(bus)
        let pipeline = pipeline
        // Closing may wait for the sound server.
        pipeline.performInBackground { pipeline.setState(GST_STATE_NULL) }
    }

    private func handle(_ message: UnsafeMutablePointer<GstMessage>) {
        guard segue_message_type(message) == GST_MESSAGE_ERROR else { return }
        onEvent(.lost(reason: ErrorSentences.reason(ofOutput: message)))
    }
}
