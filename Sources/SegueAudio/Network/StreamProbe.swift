import CGStreamer
public import SegueCore

/// Finds out whether the server of a stream gives anything, before the stream is queued. What the server gives shows
/// when the stream plays.
public enum StreamProbe {
    private static let limitSeconds = 10

    /// Whether a location is one for `examine`.
    public static func isRemote(_ location: String) -> Bool { RemotePlaylist.isRemote(location) }

    /// Asks for the first bytes at an http or https address. Blocks for up to 10 s, and a few more where nobody
    /// answers: not for the loop's thread.
    ///
    /// Throws what the server answered, or why it did not.
    public static func examine(_ uri: String) throws(AudioPlayerError) {
        try GStreamerLibrary.initialize()
        guard let pointer = gst_parse_launch("souphttpsrc name=source ! fakesink", nil) else {
            throw .engineError(reason: "GStreamer's HTTP source is not installed")
        }
        let pipeline = DetachedPipeline(sinking: pointer)
        guard let source = gst_bin_get_by_name(segue_as_bin(pointer), "source") else {
            preconditionFailure("a parsed pipeline has the elements that it was described with")
        }
        segue_set_string(source, "location", uri)
        gst_object_unref(source)
        pipeline.start()
        defer { pipeline.close() }
        let kinds = GST_MESSAGE_ERROR.rawValue | GST_MESSAGE_ASYNC_DONE.rawValue | GST_MESSAGE_EOS.rawValue
        guard
            let message = gst_bus_timed_pop_filtered(
                pipeline.bus.pointer, GstClockTime(limitSeconds) * 1_000_000_000, GstMessageType(rawValue: kinds))
        else { throw .loadTimeout(path: uri, seconds: limitSeconds) }
        defer { gst_message_unref(message) }
        guard segue_message_type(message) == GST_MESSAGE_ERROR else { return }
        throw ErrorSentences.answer(message, uri: uri) ?? ErrorSentences.unanswered(uri, ConnectionCheck.run(uri))
    }
}
