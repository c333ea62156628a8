import CGStreamer
import SegueCore

/// What a stream from the network has in reserve against a connection that stumbles: sound that is decoded already, so
/// that the reserve is measured in time whatever the format and its bit rate.
///
/// In front of the reserve, in the decoder, is a store of what has been downloaded, which may hold much more or nothing
/// at all.
struct NetworkReserve: Sendable {
    /// How much sound the reserve holds. A station that sends no faster than it plays takes this long to load.
    static let length = MediaTime(seconds: 2)
    /// The share of the reserve at which the sound has to stop until it is full again: still enough for the ramp to
    /// silence.
    static let lowest = 0.15
    /// What the decoder downloads ahead, at the pace of the network; at most 2 MiB.
    private static let download = MediaTime(seconds: 20)
    /// How many bytes of a file are kept around the place that is read, when it is read at will.
    private static let window: UInt64 = 2 << 20

    let element: Element

    /// How the decoder gets what a server has.
    enum Access: Sendable {
        /// As it comes, from the start on, with one request: a station offers nothing else, and it is best for whatever
        /// is played through.
        case inOrder
        /// In parts, as the decoder asks for them: exact positions in every format, but more requests.
        case atWill
    }

    /// Throws `engineError` when an element is not installed.
    init(behind decoder: Element, _ access: Access) throws(AudioPlayerError) {
        element = try Element.make("queue2")
        element.set("max-size-buffers", Int32(0))
        element.set("max-size-bytes", Int32(0))
        element.set("max-size-time", UInt64(Self.length.nanoseconds))
        element.set("low-watermark", Self.lowest)
        element.set("use-rate-estimate", false)
        element.set("use-buffering", true)
        decoder.set("buffer-duration", Self.download.nanoseconds)
        if access == .atWill { decoder.set("ring-buffer-max-size", Self.window) }
    }

    /// The sound in the reserve.
    var held: MediaTime {
        MediaTime(nanoseconds: Int64(max(segue_get_int64(element.pointer, "current-level-time"), 0)))
    }

    /// Whether nothing is left in the reserve.
    var isEmpty: Bool { segue_get_unsigned(element.pointer, "current-level-buffers") == 0 }

    /// The percentage that a message gives for this reserve, 0…100; nil when the message is about something else.
    func percent(in message: UnsafeMutablePointer<GstMessage>) -> Int? {
        guard segue_message_source(message) == segue_as_object(element.pointer) else { return nil }
        var percent: Int32 = 0
        gst_message_parse_buffering(message, &percent)
        return Int(min(max(percent, 0), 100))
    }
}
