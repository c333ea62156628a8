import CGStreamer
import Glibc
import SegueCore

/// An output that is open: the elements behind the mixer, ready to be put into the pipeline.
// @unchecked: `isResting` is touched on the loop's thread alone, all else is fixed.
final class Output: @unchecked Sendable {
    /// As a person knows it: `PulseAudio`, a device's name, `null`, `file:PATH`.
    let name: String
    /// Why it is not the one that was asked for.
    let fallback: String?
    /// In the order of the signal; the last one is the sink.
    let elements: [Element]
    /// A device is closed in a pause, for others to use, and so that nothing wakes up.
    let isDevice: Bool
    /// Taken out of the pipeline for a pause.
    var isResting = false
    private let file: WaveFile?
    private let rates: SampleRates

    init(name: String, fallback: String? = nil, elements: [Element], isDevice: Bool, file: WaveFile? = nil) {
        self.name = name
        self.fallback = fallback
        self.elements = elements
        self.isDevice = isDevice
        self.file = file
        rates = SampleRates(of: elements[elements.count - 1])
    }

    var sink: Element { elements[elements.count - 1] }

    /// The sample rate nearest to `rate` at which sound goes out without being converted.
    func rate(nearestTo rate: Int32) -> Int32 { file?.fixedRate ?? rates.nearest(to: rate) }

    /// Tells the rate of what comes next. A file that has sound in it already keeps its own.
    func begin(atRate rate: Int32) { file?.begin(atRate: rate) }

    /// Why not all could be written to the file; nil when all is well.
    var failure: String? { file?.failure }

    /// Lets go of the file or device.
    func close() {
        setState(GST_STATE_NULL)
        file?.close()
    }

    /// The sink first: an element in front of it can't leave its state while a block waits in the sink.
    func setState(_ state: GstState) {
        for element in elements.reversed() { element.setState(state) }
    }

    /// The conversions in front of a sink, which pass samples through untouched when the sink takes them as they are.
    static func conversions() throws(AudioPlayerError) -> [Element] {
        let resample = try Element.make("audioresample")
        resample.set("quality", Resampler.quality)
        return [try Element.make("audioconvert"), resample]
    }

    /// A sink that writes every block to `file`, when it is due if `isClocked`, and else as fast as it can. A write that fails is an
    /// error of the sink's.
    static func recorder(into file: WaveFile?, isClocked: Bool) throws(AudioPlayerError) -> Element {
        let sink = try Element.make("fakesink")
        sink.set("sync", isClocked)
        sink.set("enable-last-sample", false)
        guard let file else { return sink }
        sink.set("signal-handoffs", true)
        typealias Handoff =
            @convention(c) (
                UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstBuffer>, UnsafeMutablePointer<GstPad>,
                gpointer
            ) -> Void
        let handler: Handoff = { sink, buffer, _, context in
            var map = GstMapInfo()
            guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return }
            defer { gst_buffer_unmap(buffer, &map) }
            let bytes = UnsafeRawBufferPointer(start: map.data, count: Int(map.size))
            guard let code = Unmanaged<WaveFile>.fromOpaque(context).takeUnretainedValue().append(bytes) else { return }
            let kind = code == ENOSPC ? GST_RESOURCE_ERROR_NO_SPACE_LEFT : GST_RESOURCE_ERROR_WRITE
            gst_element_message_full(
                sink, GST_MESSAGE_ERROR, gst_resource_error_quark(), gint(bitPattern: kind.rawValue),
                g_strdup(strerror(code)), nil, #file, #function, gint(#line))
        }
        _ = segue_connect(
            sink.pointer, "handoff", unsafeBitCast(handler, to: UnsafeMutableRawPointer.self),
            Unmanaged.passRetained(file).toOpaque()
        ) { context, _ in
            guard let context else { return }
            Unmanaged<WaveFile>.fromOpaque(context).release()
        }
        return sink
    }
}
