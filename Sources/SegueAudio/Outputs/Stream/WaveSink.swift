import CGStreamer
import Glibc
import SegueCore

/// A GStreamer sink that writes into a WAV file, as fast as it can.
enum WaveSink {
    /// Creates the sink. A write that fails is an error of the sink.
    static func make(_ file: WaveFile) throws(AudioPlayerError) -> Element {
        let sink = try Element.make("fakesink")
        sink.set("sync", false)
        sink.set("enable-last-sample", false)
        sink.set("signal-handoffs", true)
        typealias Handoff =
            @convention(c) (
                UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstBuffer>, UnsafeMutablePointer<GstPad>,
                gpointer
            ) -> Void
        let handler: Handoff = { sink, buffer, _, context in
            var map = GstMapInfo()
            guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return }
            defer { gst_buffer_unmap(buffer, &map) }
            let bytes = UnsafeRawBufferPointer(start: map.data, count: Int(map.size))
            guard let code = Unmanaged<WaveFile>.fromOpaque(context).takeUnretainedValue().append(bytes) else { return }
            let kind = code == ENOSPC ? GST_RESOURCE_ERROR_NO_SPACE_LEFT : GST_RESOURCE_ERROR_WRITE
            gst_element_message_full(
                sink, GST_MESSAGE_ERROR, gst_resource_error_quark(), gint(bitPattern: kind.rawValue),
                g_strdup(strerror(code)), nil, #file, #function, gint(#line))
        }
        _ = segue_connect(
            sink.pointer, "handoff", unsafeBitCast(handler, to: UnsafeMutableRawPointer.self),
            Unmanaged.passRetained(file).toOpaque()
        ) { context, _ in
            guard let context else { return }
            Unmanaged<WaveFile>.fromOpaque(context).release()
        }
        return sink
    }
}
