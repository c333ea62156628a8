import CGStreamer
import SegueCore

/// GStreamer sinks for playback: sinks described by the user, and devices.
enum SinkDescription {
    /// The length of the device's buffer, and of the portions in which it is filled. The sink has a buffer of the same
    /// length.
    private static let buffer = MediaTime(nanoseconds: 80_000_000)
    private static let portion = MediaTime(nanoseconds: 20_000_000)

    /// Opens `alsasink device=hw:1` and the like. A sink that would accept everything at once is synchronised with the
    /// clock. A sink with a buffer beside that of its device gets a short buffer, unless the description sets the
    /// buffer. Blocks.
    static func open(_ text: String) throws(AudioPlayerError) -> Element {
        var failure: UnsafeMutablePointer<GError>?
        let parsed = gst_parse_bin_from_description(text, 1, &failure)
        if let failure {
            let reason = String(cString: failure.pointee.message)
            g_error_free(failure)
            if let parsed { gst_object_unref(gst_object_ref_sink(parsed)) }
            throw .outputError(output: text, reason: "\(reason), so it is not a sink description")
        }
        guard let parsed else { throw .outputError(output: text, reason: "it is not a sink description") }
        let sink = Element(sinking: segue_as_element(parsed))
        forEachSink(in: sink) { sink in
            // Without the clock, the sink would consume a track in a moment.
            if sink.has("sync") { sink.set("sync", true) }
            if segue_is_audio_sink(sink.pointer) != 0, !text.contains("-time=") { shorten(sink) }
        }
        guard sink.setState(GST_STATE_READY) else {
            sink.setState(GST_STATE_NULL)
            throw .outputError(output: text, reason: "the sink can't be opened")
        }
        try check(sink, name: text, otherwise: "the sink accepts no audio")
        return sink
    }

    /// Opens the sink of a device. Blocks.
    static func prepare(_ sink: Element, name: String) throws(AudioPlayerError) {
        if sink.has("buffer-time") { shorten(sink) }
        if sink.has("client-name") { sink.set("client-name", "Segue") }
        guard sink.setState(GST_STATE_READY) else {
            sink.setState(GST_STATE_NULL)
            throw .outputError(output: name, reason: Reason.silentDevice.text())
        }
        try check(sink, name: name, otherwise: "the sound server has no device")
    }

    private static func shorten(_ sink: Element) {
        sink.set("buffer-time", buffer.microseconds)
        sink.set("latency-time", portion.microseconds)
    }

    private static func check(_ sink: Element, name: String, otherwise reason: String) throws(AudioPlayerError) {
        guard let input = sink.firstSinkPad, input.takesAnything else {
            sink.setState(GST_STATE_NULL)
            throw .outputError(output: name, reason: reason)
        }
    }

    /// Returns the read-ahead of ALSA's sink: audio that comes later than this before its time is left out. The device
    /// has a buffer as long as the sink's, and takes one portion at a time. 0 for all other sinks.
    static func readAhead(of sink: Element) -> MediaTime {
        var most: Int64 = 0
        forEachSink(in: sink) { sink in
            guard sink.factoryName == "alsasink" else { return }
            most = max(most, sink.integer("buffer-time") + sink.integer("latency-time"))
        }
        return MediaTime(nanoseconds: 1000 * most)
    }

    private static func forEachSink(in sink: Element, _ body: (Element) -> Void) {
        guard segue_is_bin(sink.pointer) != 0 else { return body(sink) }
        guard let iterator = gst_bin_iterate_sinks(segue_as_bin(sink.pointer)) else { return }
        defer { gst_iterator_free(iterator) }
        var value = GValue()
        while gst_iterator_next(iterator, &value) == GST_ITERATOR_OK {
            if let object = g_value_get_object(&value) {
                body(Element(sinking: segue_as_element(object)))
            }
            g_value_reset(&value)
        }
        g_value_unset(&value)
    }
}
