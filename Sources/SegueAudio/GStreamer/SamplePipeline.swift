import CGStreamer
import EventLoop
import SegueCore
import SegueFiles

/// Decodes a file into interleaved 32-bit floating point samples that are not played. It runs as fast as the processor
/// allows, at the file's own rate and with its own channels. A probe on `input` examines the samples.
final class SamplePipeline: Sendable {
    /// The sink pad that receives the samples.
    let input: Pad
    /// The decoder, for observers of its elements.
    let decoder: Element
    private let pipeline: DetachedPipeline
    private let filter: Element
    private let beginning: Beginning
    private let foundMisfit = Locked<DecodedStream.Misfit?>(nil)
    /// The part of the file that is read; nil for all of it.
    private let excerpt: Excerpt?
    private let hasMoved = Locked(false)

    /// The format of every sample, independent of the file.
    private static let samples = "audio/x-raw,format=F32LE,layout=interleaved"

    /// Throws `engineError` if GStreamer lacks a required element.
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
        excerpt = Excerpt(uri: uri)
        source.set("uri", Excerpt.file(of: uri))
        source.set("caps", caps: "audio/x-raw")
        source.set("expose-all-streams", false)
        filter.set("caps", caps: Self.samples)
        sink.set("enable-last-sample", false)
        DecoderGuard.protect(source.pointer)
        LAMEHeader.honor(in: source)
        decoder = source
        input = sink.pad("sink")
        pipeline = DetachedPipeline(sinking: bin.pointer)
        let beginning = Beginning(of: input, in: pipeline.element, excerpt)
        self.beginning = beginning
        DecodedStream.link(source, to: converter.pad("sink")) {
            _ = beginning.again()
        } onMisfit: { [foundMisfit] misfit in
            foundMisfit.withLock { $0 = misfit }
        }
    }

    /// The reason why the stream can't be played; nil if there is none.
    var misfit: DecodedStream.Misfit? { foundMisfit.withLock { $0 } }

    /// The whole pipeline, for its state and for queries about its length.
    var element: Element { pipeline.element }

    /// The bus on which the pipeline reports errors and its end.
    var bus: BusReference { pipeline.bus }

    /// Begins to read; ASYNC_DONE on the bus reports the first buffer. Returns at once.
    func start() { pipeline.start() }

    /// Closes the pipeline. Must be called once, and nothing else after it. Returns at once. `completion` is called
    /// when everything has been released, which may be never.
    func close(_ completion: @escaping @Sendable () -> Void) { pipeline.close(completion) }

    /// Returns the stream to its beginning, for a demuxer that was ahead of its decoder. Returns false if that has been
    /// done before.
    func again() -> Bool { beginning.again() }

    /// Converts later samples to the current format: a file may contain several formats.
    func keepFormat() {
        guard let caps = gst_pad_get_current_caps(input.pointer) else { return }
        segue_set_pointer(filter.pointer, "caps", caps)
        gst_caps_unref(caps)
    }

    /// The length of the file or the excerpt, if known.
    var duration: MediaTime? {
        var nanoseconds: gint64 = 0
        guard gst_element_query_duration(pipeline.element.pointer, GST_FORMAT_TIME, &nanoseconds) != 0, nanoseconds > 0
        else { return nil }
        let whole = MediaTime(nanoseconds: Int64(nanoseconds))
        return excerpt.map { $0.length(of: whole) } ?? whole
    }

    /// The position in the file at which the audio to be read begins.
    var origin: MediaTime { times?.start ?? .zero }

    private var times: (start: MediaTime, end: MediaTime?)? { excerpt?.times(atRate: input.audioFormat?.rate) }

    /// Moves a stream that has its first buffer to the excerpt, once. Returns true if a new first buffer will be
    /// reported. Returns false for a whole file, and if the stream can't be moved.
    func moveToExcerpt() -> Bool {
        guard excerpt != nil else { return false }
        let isFirst = hasMoved.withLock { hasMoved in
            defer { hasMoved = true }
            return !hasMoved
        }
        return isFirst && seek(to: .zero)
    }

    /// Moves the stream to a position in the audio to be read, exactly. Returns false if that is not possible.
    func seek(to position: MediaTime) -> Bool {
        gst_element_send_event(pipeline.element.pointer, Pad.seek(to: origin + position, before: times?.end)) != 0
    }
}
