import CGStreamer
import SegueCore
import SegueFiles

/// `filesrc ! decodebin ! fakesink`: finds the facts about a file that are known once its first buffer has been
/// decoded.
final class ProbePipeline {
    let decoder: Element
    private let pipeline: DetachedPipeline
    private let sink: Element
    private let uri: String

    init(_ path: LocalPath) throws(AudioPlayerError) {
        try GStreamerLibrary.initialize()
        var error: UnsafeMutablePointer<GError>?
        let parsed = gst_parse_launch(Self.description, &error)
        if let error {
            let reason = String(cString: error.pointee.message)
            g_error_free(error)
            if let parsed { gst_object_unref(parsed) }
            throw .engineError(reason: "GStreamer lacks a basic element: \(reason)")
        }
        guard let parsed, let source = gst_bin_get_by_name(segue_as_bin(parsed), "source"),
            let decoder = gst_bin_get_by_name(segue_as_bin(parsed), "decoder"),
            let sink = gst_bin_get_by_name(segue_as_bin(parsed), "sink")
        else { preconditionFailure("a parsed pipeline has the elements that it was described with") }
        path.withCString { segue_set_string(source, "location", $0) }
        pipeline = DetachedPipeline(sinking: parsed)
        self.decoder = Element(sinking: decoder)
        self.sink = Element(sinking: sink)
        for object in [source, decoder, sink] { gst_object_unref(object) }
        uri = FileURI.uri(path)
        DecoderGuard.protect(decoder)
    }

    /// Only audio is exposed, so that no time is spent on decoding a video's pictures.
    private static let description =
        "filesrc name=source ! decodebin name=decoder caps=audio/x-raw(ANY) expose-all-streams=false "
        + "! fakesink name=sink"

    var bus: BusReference { pipeline.bus }

    /// Begins to read; ASYNC_DONE on the bus reports the first buffer. Returns at once.
    func start() { pipeline.start() }

    /// Closes the pipeline. Must be called once, and nothing else after it. Returns at once. `completion` is called
    /// when everything has been released, which may be never.
    func close(_ completion: @escaping @Sendable () -> Void) { pipeline.close(completion) }

    /// Sets length, sample rate and channels.
    func describe(_ metadata: inout TrackMetadata) {
        var length: gint64 = 0
        if gst_element_query_duration(pipeline.element.pointer, GST_FORMAT_TIME, &length) != 0, length > 0 {
            metadata.duration = MediaTime(nanoseconds: Int64(length))
        }
        guard let format = sink.pad("sink").audioFormat else { return }
        if format.rate > 0 { metadata.sampleRate = format.rate }
        if format.channels > 0 { metadata.channels = format.channels }
    }

    /// Returns the meaning of an error for the user, without GStreamer's wording.
    func failure(of message: UnsafeMutablePointer<GstMessage>) -> AudioPlayerError {
        guard let error = ElementError(message) else { preconditionFailure("an error message has an error") }
        return ErrorSentences.error(error, uri: uri)
    }
}
