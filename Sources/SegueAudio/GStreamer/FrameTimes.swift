import CGStreamer

/// The parsers of formats whose frames state their time: FLAC and WavPack.
///
/// For an exact seek, a parser reads all frames up to the position, because in other formats it has to count them. For
/// one that need not be exact, it searches for the position, and reads a fraction of the data. In these formats the
/// position is then exact too, since the decoder drops the samples before it (GStreamer 1.22, GstBaseParse).
enum FrameTimes {
    private static let parsers = ["flacparse", "wavpackparse"]

    /// Makes `element` search for positions if it is such a parser, and reads its file at will.
    static func use(by element: Element) {
        guard parsers.contains(element.factoryName) else { return }
        // nonisolated(unsafe): a probe is called only while its pads exist.
        nonisolated(unsafe) let input = element.pad("sink").pointer
        element.pad("src").addEventTransform(GST_PAD_PROBE_TYPE_EVENT_UPSTREAM) { event in
            guard segue_event_type(event) == GST_EVENT_SEEK, input.pointee.mode == GST_PAD_MODE_PULL else { return nil }
            return search(event)
        }
    }

    /// Returns the same seek without the request to be exact.
    private static func search(_ event: UnsafeMutablePointer<GstEvent>) -> UnsafeMutablePointer<GstEvent>? {
        var (rate, format, flags) = (0.0, GST_FORMAT_UNDEFINED, GST_SEEK_FLAG_NONE)
        var (startType, start, stopType, stop) = (GST_SEEK_TYPE_NONE, gint64(0), GST_SEEK_TYPE_NONE, gint64(0))
        gst_event_parse_seek(event, &rate, &format, &flags, &startType, &start, &stopType, &stop)
        let others = GstSeekFlags(flags.rawValue & ~GST_SEEK_FLAG_ACCURATE.rawValue)
        let news = gst_event_new_seek(rate, format, others, startType, start, stopType, stop)
        if let news { gst_event_set_seqnum(news, gst_event_get_seqnum(event)) }
        return news
    }
}
