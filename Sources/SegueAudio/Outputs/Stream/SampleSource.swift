import CGStreamer
import SegueCore

/// The input of samples into a GStreamer pipeline: an `appsrc` that accepts stereo floating point and never blocks.
// @unchecked: the element does its own locking; `onRoom` is set once, before anything flows.
final class SampleSource: @unchecked Sendable {
    let element: Element
    private let source: UnsafeMutablePointer<GstAppSrc>
    // nonisolated(unsafe): see above.
    nonisolated(unsafe) private var onRoom: @Sendable () -> Void = {}

    /// Throws `engineError` if the element is not installed.
    init() throws(AudioPlayerError) {
        element = try Element.make("appsrc")
        source = UnsafeMutableRawPointer(element.pointer).assumingMemoryBound(to: GstAppSrc.self)
        element.set("format", Int32(GST_FORMAT_TIME.rawValue))
        // There is room once half of the limit is left.
        element.set("min-percent", Int32(50))
        gst_app_src_set_max_buffers(source, 0)
        gst_app_src_set_max_time(source, 0)
    }

    /// Calls `body` in a streaming thread when there is room again.
    func onRoom(_ body: @escaping @Sendable () -> Void) {
        onRoom = body
        var callbacks = GstAppSrcCallbacks()
        callbacks.need_data = { _, _, context in
            guard let context else { return }
            Unmanaged<SampleSource>.fromOpaque(context).takeUnretainedValue().onRoom()
        }
        gst_app_src_set_callbacks(source, &callbacks, Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    /// Begins a stream. `limit` is the number of samples that should wait in the source at most; more samples are
    /// accepted nevertheless.
    func begin(rate: Int32, limit: Int64) {
        element.set("caps", caps: Mixer.caps(rate: rate))
        gst_app_src_set_max_bytes(source, guint64(limit * Mixer.bytesPerFrame))
    }

    /// The number of samples that can be pushed until the limit is reached; 0 beyond it.
    var room: Int64 {
        let (level, limit) = (gst_app_src_get_current_level_bytes(source), gst_app_src_get_max_bytes(source))
        return level >= limit ? 0 : Int64(limit - level) / Mixer.bytesPerFrame
    }

    /// True if no sample waits in the source.
    var isEmpty: Bool { gst_app_src_get_current_level_bytes(source) == 0 }

    /// Pushes samples. `sample` is the position of the first one in the stream, from which its time follows.
    func push(_ samples: [Float], at sample: Int64, rate: Int32) {
        guard !samples.isEmpty, let buffer = gst_buffer_new_allocate(nil, gsize(samples.count * 4), nil) else { return }
        _ = samples.withUnsafeBytes { gst_buffer_fill(buffer, 0, $0.baseAddress, gsize($0.count)) }
        let first = Timeline.stamp(of: sample, rate: rate)
        let last = Timeline.stamp(of: sample + Int64(samples.count / 2), rate: rate)
        segue_set_buffer_times(buffer, GstClockTime(first), GstClockTime(last - first))
        _ = gst_app_src_push_buffer(source, buffer)
    }

    /// Makes an audio sink play its samples instead of waiting until its buffer is full: nothing follows for now.
    func playOut() {
        gst_element_send_event(element.pointer, gst_event_new_gap(0, segue_clock_time_none()))
    }

    func end() {
        _ = gst_app_src_end_of_stream(source)
    }
}
