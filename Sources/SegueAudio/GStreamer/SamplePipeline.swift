import CGStreamer
import EventLoop
import SegueCore
import SegueFiles

/// Decodes a file into interleaved 32-bit floating point samples that nobody hears, as fast as the processor allows, at
/// the file's own rate and with its own channels. A probe on `input` looks at the samples.
final class SamplePipeline: Sendable {
    /// The sink pad that the samples arrive at.
    let input: Pad
    /// The decoder, for those who listen to its elements.
    let decoder: Element
    private let pipeline: DetachedPipeline
    private let filter: Element
    private let beginning: Beginning
    private let foundMisfit = Locked<DecodedStream.Misfit?>(nil)

    /// What every sample is, whatever the file has.
    private static let samples = "audio/x-raw,format=F32LE,layout=interleaved"

    /// Throws `engineError` when GStreamer lacks an element that is needed.
    init(uri: String) throws(AudioPlayerError) {
        try GStreamerLibrary.initialize()
        let source = try Element.make("uridecodebin")
        let converter = try Element.make("audioconvert")
        let resampler = try Element.make("audioresample")
        filter = try Element.make("capsfilter")
        let sink = try Element.make("fakesink")
        let bin = Element.makePipeline()
        for element in [source, converter, resampler, filter, sink] { bin.add(element) }
        try Element.link([converter, resampler, filter, sink])
        source.set("uri", uri)
        source.set("caps", caps: "audio/x-raw")
        source.set("expose-all-streams", false)
        filter.set("caps", caps: Self.samples)
        sink.set("enable-last-sample", false)
        DecoderGuard.protect(source.pointer)
        LAMEHeader.honor(in: source)
        decoder = source
        input = sink.pad("sink")
        pipeline = DetachedPipeline(sinking: bin.pointer)
        let beginning = Beginning(of: input, in: pipeline.element)
        self.beginning = beginning
        DecodedStream.link(source, to: converter.pad("sink")) {
            _ = beginning.again()
        } onMisfit: { [foundMisfit] misfit in
            foundMisfit.withLock { $0 = misfit }
        }
    }

    /// What about the stream can't be played; nil while nothing is.
    var misfit: DecodedStream.Misfit? { foundMisfit.withLock { $0 } }

    /// The whole pipeline, for its state and for questions about its length.
    var element: Element { pipeline.element }

    /// Where the pipeline reports errors and its end.
    var bus: BusReference { pipeline.bus }

    /// Begins to read; ASYNC_DONE on the bus says that the first buffer is there. Returns at once.
    func start() { pipeline.start() }

    /// Must be called once, and nothing else after it. Returns at once. `completion` is called when everything has been
    /// let go of, which may be never.
    func close(_ completion: @escaping @Sendable () -> Void) { pipeline.close(completion) }

    /// Sends the stream back to its beginning, for a demuxer that was ahead of its decoder. False when that has been
    /// done before.
    func again() -> Bool { beginning.again() }

    /// Converts what follows to the format of what arrives now: a file may consist of several.
    func keepFormat() {
        guard let caps = gst_pad_get_current_caps(input.pointer) else { return }
        segue_set_pointer(filter.pointer, "caps", caps)
        gst_caps_unref(caps)
    }

    /// The length of the file, where it is known.
    var duration: MediaTime? {
        var nanoseconds: gint64 = 0
        guard gst_element_query_duration(pipeline.element.pointer, GST_FORMAT_TIME, &nanoseconds) != 0, nanoseconds > 0
        else { return nil }
        return MediaTime(nanoseconds: Int64(nanoseconds))
    }
}
