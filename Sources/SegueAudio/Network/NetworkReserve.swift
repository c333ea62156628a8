import CGStreamer
import SegueCore

/// The reserve of a network stream against an unsteady connection. It holds decoded audio, so that the reserve is
/// measured in time, independent of the format and its bit rate.
///
/// Before the reserve, the decoder stores downloaded data, which may be much more or nothing at all.
struct NetworkReserve: Sendable {
    /// The length of audio in a full reserve. A station that sends no faster than it plays takes this long to load.
    static let length = MediaTime(seconds: 2)
    /// The share of the reserve at which the audio has to stop until the reserve is full again: still enough for the
    /// ramp to silence.
    static let lowest = 0.15
    /// The length that the decoder downloads ahead, at the pace of the network; at most 2 MiB.
    private static let download = MediaTime(seconds: 20)
    /// The number of bytes that are downloaded ahead of the read position, if the file is read at will.
    private static let ahead: Int32 = 1 << 20
    /// The number of bytes that are kept around the read position then. With all of them ahead, the download can
    /// replace bytes before they are read, and those to which a seek returns (GStreamer 1.22, queue2).
    private static let window: UInt64 = 4 << 20

    let element: Element

    /// The way in which the decoder reads from a server.
    enum Access: Sendable {
        /// In order, from the start on, with one request. A station offers nothing else, and it is best for media that
        /// is played through.
        case inOrder
        /// In parts, as the decoder asks for them: exact positions in every format, but more requests.
        case atWill
    }

    /// Throws `engineError` if an element is not installed.
    init(behind decoder: Element, _ access: Access) throws(AudioPlayerError) {
        element = try Element.make("queue2")
        element.set("max-size-buffers", Int32(0))
        element.set("max-size-bytes", Int32(0))
        element.set("max-size-time", UInt64(Self.length.nanoseconds))
        element.set("low-watermark", Self.lowest)
        element.set("use-rate-estimate", false)
        element.set("use-buffering", true)
        decoder.set("buffer-duration", Self.download.nanoseconds)
        if access == .atWill {
            decoder.set("ring-buffer-max-size", Self.window)
            decoder.set("buffer-size", Self.ahead)
        }
    }

    /// The length of the audio in the reserve.
    var held: MediaTime {
        MediaTime(nanoseconds: Int64(max(segue_get_int64(element.pointer, "current-level-time"), 0)))
    }

    /// True if nothing is left in the reserve.
    var isEmpty: Bool { segue_get_unsigned(element.pointer, "current-level-buffers") == 0 }

    /// Returns the percentage that a message states for this reserve, 0…100; nil if the message is about something
    /// else.
    func percent(in message: UnsafeMutablePointer<GstMessage>) -> Int? {
        guard segue_message_source(message) == segue_as_object(element.pointer) else { return nil }
        var percent: Int32 = 0
        gst_message_parse_buffering(message, &percent)
        return Int(min(max(percent, 0), 100))
    }
}
