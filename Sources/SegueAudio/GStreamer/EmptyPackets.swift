import CGStreamer

/// Demuxers of FFmpeg that never reach the end of a file. From a damaged AIFF file of 100 bytes, `avdemux_aiff`
/// (GStreamer 1.22) delivers empty packets without end, which fill the memory at 40 MB a second.
///
/// After `limit` empty packets in a row, the stream ends there.
enum EmptyPackets {
    private static let limit = 1000

    /// Watches all streams of this demuxer. To be called before it receives any data.
    static func end(_ demuxer: Element) {
        let handler:
            @convention(c) (
                UnsafeMutablePointer<GstElement>?, UnsafeMutablePointer<GstPad>?, gpointer?
            ) -> Void = { _, pad, _ in
                if let pad { EmptyPackets.watch(pad) }
            }
        _ = segue_connect(demuxer.pointer, "pad-added", unsafeBitCast(handler, to: gpointer.self), nil, nil)
    }

    /// Belongs to the thread that pushes the packets of one stream.
    private final class Run {
        var length = 0
    }

    private static func watch(_ pad: UnsafeMutablePointer<GstPad>) {
        gst_pad_add_probe(
            pad, GST_PAD_PROBE_TYPE_BUFFER,
            { _, info, context in
                guard let info, let context, let packet = segue_probe_buffer(info) else { return GST_PAD_PROBE_OK }
                let run = Unmanaged<Run>.fromOpaque(context).takeUnretainedValue()
                guard gst_buffer_get_size(packet) == 0 else {
                    run.length = 0
                    return GST_PAD_PROBE_OK
                }
                run.length += 1
                guard run.length > EmptyPackets.limit else { return GST_PAD_PROBE_OK }
                segue_probe_end(info)
                return GST_PAD_PROBE_HANDLED
            }, Unmanaged.passRetained(Run()).toOpaque()
        ) { context in
            guard let context else { return }
            Unmanaged<Run>.fromOpaque(context).release()
        }
    }
}
