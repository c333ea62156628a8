import CGStreamer
import SegueCore

/// The first audio stream of a decodebin, which appears once the file's type is known.
///
/// decodebin 1.22 starts a demuxer that delivers samples by itself (AIFF) before any element can receive them. That can
/// fail, more often the busier the machine is: the stream then ends without a sample. A seek makes it begin again.
enum DecodedStream {
    /// The reason why a stream can't be played.
    enum Misfit: Sendable {
        /// The input does not accept the stream's format.
        case format
        /// The speakers of the channels are not stated, and this number of channels has no usual order.
        case channels(Int)
    }

    /// Links the stream to `input` when the stream appears. `onEarlyEnd` is called in a streaming thread if the stream
    /// has ended by then; an end that is still under way arrives at `input`. `onMisfit` is called there if the stream
    /// can't be played; an error of an element may follow.
    static func link(
        _ decoder: Element, to input: Pad, onEarlyEnd: @escaping @Sendable () -> Void,
        onMisfit: @escaping @Sendable (Misfit) -> Void = { _ in }
    ) {
        SpeakerOrder.complete(input) { onMisfit(.channels($0)) }
        let handler: @convention(c) (UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstPad>, gpointer) -> Void =
            {
                _, pad, context in
                let target = Unmanaged<Target>.fromOpaque(context).takeUnretainedValue()
                guard gst_pad_is_linked(target.input.pointer) == 0 else { return }
                guard gst_pad_link(pad, target.input.pointer) == GST_PAD_LINK_OK else {
                    return target.onMisfit(.format)
                }
                guard let end = gst_pad_get_sticky_event(pad, GST_EVENT_EOS, 0) else { return }
                gst_event_unref(end)
                target.onEarlyEnd()
            }
        _ = segue_connect(
            decoder.pointer, "pad-added", unsafeBitCast(handler, to: UnsafeMutableRawPointer.self),
            Unmanaged.passRetained(Target(input: input, onEarlyEnd: onEarlyEnd, onMisfit: onMisfit)).toOpaque()
        ) { context, _ in
            guard let context else { return }
            Unmanaged<Target>.fromOpaque(context).release()
        }
    }

    /// Returns true if the error only reports that an element sent data before its stream was linked, which is not a
    /// fault of the file.
    static func isUnlinked(_ error: UnsafeMutablePointer<GstMessage>) -> Bool {
        segue_message_flow_return(error) == GST_FLOW_NOT_LINKED
    }

    private final class Target: Sendable {
        let input: Pad
        let onEarlyEnd: @Sendable () -> Void
        let onMisfit: @Sendable (Misfit) -> Void

        init(input: Pad, onEarlyEnd: @escaping @Sendable () -> Void, onMisfit: @escaping @Sendable (Misfit) -> Void) {
            self.input = input
            self.onEarlyEnd = onEarlyEnd
            self.onMisfit = onMisfit
        }
    }
}

extension Pad {
    /// Returns an event that moves a stream to a position, exactly, and flushes its data. The stream ends at `end`; nil
    /// for its own end.
    static func seek(to position: MediaTime, before end: MediaTime? = nil) -> UnsafeMutablePointer<GstEvent>? {
        gst_event_new_seek(
            1, GST_FORMAT_TIME,
            GstSeekFlags(GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue), GST_SEEK_TYPE_SET,
            gint64(position.nanoseconds), end == nil ? GST_SEEK_TYPE_NONE : GST_SEEK_TYPE_SET,
            end.map { gint64($0.nanoseconds) } ?? -1)
    }
}
