import CGStreamer
import SegueCore

/// `filesrc ! decodebin ! fakesink`: what there is to know of a file when its first buffer has been decoded.
final class ProbePipeline {
    let bus: UnsafeMutablePointer<GstBus>
    private let pipeline: UnsafeMutablePointer<GstElement>
    let decoder: UnsafeMutablePointer<GstElement>
    private let sink: UnsafeMutablePointer<GstElement>
    private let uri: String

    /// Who decides what of the file is read next.
    enum Flow {
        /// The elements behind the source.
        case pulled
        /// The source: from the start on.
        case pushed
    }

    init(_ path: LocalPath, _ flow: Flow) throws(AudioPlayerError) {
        try GStreamerLibrary.initialize()
        var error: UnsafeMutablePointer<GError>?
        let parsed = gst_parse_launch(Self.description(flow), &error)
        if let error {
            let reason = String(cString: error.pointee.message)
            g_error_free(error)
            if let parsed { gst_object_unref(parsed) }
            throw .engineError(reason: "GStreamer lacks a basic element: \(reason)")
        }
        guard let parsed, let source = gst_bin_get_by_name(segue_as_bin(parsed), "source"),
            let decoder = gst_bin_get_by_name(segue_as_bin(parsed), "decoder"),
            let sink = gst_bin_get_by_name(segue_as_bin(parsed), "sink"), let bus = gst_element_get_bus(parsed)
        else { preconditionFailure("a parsed pipeline has the elements that it was described with") }
        path.withCString { segue_set_string(source, "location", $0) }
        gst_object_unref(source)
        pipeline = parsed
        uri = FileURI.uri(path)
        self.decoder = decoder
        self.sink = sink
        self.bus = bus
    }

    private static func description(_ flow: Flow) -> String {
        let path =
            switch flow {
            case .pulled: "filesrc name=source"
            case .pushed: "filesrc name=source ! queue max-size-buffers=4"
            }
        // Only audio is exposed, so that nothing is spent on decoding a video's pictures.
        return path + " ! decodebin name=decoder caps=audio/x-raw(ANY) expose-all-streams=false ! fakesink name=sink"
    }

    /// Goes to PAUSED; ASYNC_DONE on the bus says that the first buffer is there.
    func start() {
        gst_element_set_state(pipeline, GST_STATE_PAUSED)
    }

    /// Must be called once; nothing else after it.
    func close() {
        gst_element_set_state(pipeline, GST_STATE_NULL)
        gst_object_unref(bus)
        gst_object_unref(decoder)
        gst_object_unref(sink)
        gst_object_unref(pipeline)
    }

    /// Length, sample rate and channels.
    func describe(_ metadata: inout TrackMetadata) {
        var length: gint64 = 0
        if gst_element_query_duration(pipeline, GST_FORMAT_TIME, &length) != 0, length > 0 {
            metadata.duration = MediaTime(nanoseconds: Int64(length))
        }
        guard let pad = gst_element_get_static_pad(sink, "sink") else { return }
        defer { gst_object_unref(pad) }
        guard let caps = gst_pad_get_current_caps(pad) else { return }
        defer { gst_caps_unref(caps) }
        guard let structure = gst_caps_get_structure(caps, 0) else { return }
        var value: Int32 = 0
        if gst_structure_get_int(structure, "rate", &value) != 0, value > 0 { metadata.sampleRate = value }
        if gst_structure_get_int(structure, "channels", &value) != 0, value > 0 { metadata.channels = value }
    }

    /// What an error means to a person, without GStreamer's words for it.
    func failure(of message: UnsafeMutablePointer<GstMessage>) -> AudioPlayerError {
        var error: UnsafeMutablePointer<GError>?
        gst_message_parse_error(message, &error, nil)
        guard let error else { preconditionFailure("an error message has an error") }
        defer { g_error_free(error) }
        return ErrorSentences.error(error, uri: uri)
    }
}
