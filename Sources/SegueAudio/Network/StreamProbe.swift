import CGStreamer
public import SegueCore

/// Checks whether the server of a stream sends anything, before the stream is queued. The kind of data shows only when
/// the stream plays.
public enum StreamProbe {
    /// The time limit for a server's answer, in seconds.
    private static let limit = 3

    /// A problem with a stream.
    public enum Problem: Error, Sendable, Hashable {
        /// The address leads to nothing playable.
        case dead(AudioPlayerError)
        /// The stream may play later: its server is slow, has an error, or is unreachable now.
        case unanswered(AudioPlayerError)
    }

    /// Returns true if `examine` handles this location.
    public static func isRemote(_ location: String) -> Bool { RemotePlaylist.isRemote(location) }

    /// Requests the first bytes at an http or https address. Blocks for up to 3 s, and a few more if no server answers:
    /// not for the loop's thread.
    ///
    /// Throws the server's answer, or the reason why there is none.
    public static func examine(_ uri: String) throws(Problem) {
        do throws(AudioPlayerError) {
            try GStreamerLibrary.initialize()
        } catch {
            throw .dead(error)
        }
        guard let pointer = gst_parse_launch("souphttpsrc name=source ! fakesink", nil) else {
            throw .dead(.engineError(reason: "GStreamer's HTTP source is not installed"))
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
                pipeline.bus.pointer, GstClockTime(limit) * 1_000_000_000, GstMessageType(rawValue: kinds))
        else { throw .unanswered(ErrorSentences.slow(uri, limit)) }
        defer { gst_message_unref(message) }
        guard segue_message_type(message) == GST_MESSAGE_ERROR else { return }
        if let error = ErrorSentences.answer(message, uri: uri) {
            // Too many requests, or an internal error of the server: its next answer may differ.
            let status = ErrorSentences.status(in: message)
            throw status == 408 || status == 429 || status >= 500 ? .unanswered(error) : .dead(error)
        }
        let obstacle = ConnectionCheck.run(uri)
        let error = ErrorSentences.unanswered(uri, obstacle)
        throw obstacle.isPassing ? .unanswered(error) : .dead(error)
    }
}
