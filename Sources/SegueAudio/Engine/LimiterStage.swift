import CGStreamer
import SegueCore

/// The limiter in the pipeline, behind the gains of the mixer: what leaves it is what is heard.
///
/// It holds its look-ahead back, and moves no sample: time stamps stay those of the samples. In front of a pause and at
/// the end it gives everything out. Used in the mixing thread, and by the loop while nothing flows.
final class LimiterStage {
    private var rate: Int32
    private var limiter: PeakLimiter

    init(rate: Int32) {
        self.rate = rate
        limiter = PeakLimiter(rate: rate)
    }

    /// Begins anew, with nothing held back.
    func reset(rate: Int32) {
        self.rate = rate
        limiter = PeakLimiter(rate: rate)
    }

    /// What goes out for a buffer that begins at `sample`; nil when that is nothing yet. `isLast` when nothing comes
    /// behind it for a while.
    func pass(
        _ buffer: UnsafeMutablePointer<GstBuffer>, at sample: Int64, isLast: Bool
    ) -> UnsafeMutablePointer<GstBuffer>? {
        var map = GstMapInfo()
        guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return nil }
        defer { gst_buffer_unmap(buffer, &map) }
        let samples = UnsafeRawBufferPointer(start: map.data, count: Int(map.size)).assumingMemoryBound(to: Float.self)
        let result = process(samples, behind: sample, isLast: isLast)
        if let result {
            gst_buffer_copy_into(result, buffer, GST_BUFFER_COPY_FLAGS, 0, gsize.max)
            // What was held back may be no gap.
            result.pointee.mini_object.flags &= ~GST_BUFFER_FLAG_GAP.rawValue
        }
        return result
    }

    /// What is still held back at the end, in front of `sample`; nil when that is nothing.
    func rest(before sample: Int64) -> UnsafeMutablePointer<GstBuffer>? {
        process(UnsafeBufferPointer(start: nil, count: 0), behind: sample, isLast: true)
    }

    private func process(
        _ input: UnsafeBufferPointer<Float>, behind sample: Int64, isLast: Bool
    ) -> UnsafeMutablePointer<GstBuffer>? {
        let start = sample - Int64(limiter.heldFrames)
        let length = limiter.outputLength(for: input.count / 2, isLast: isLast)
        guard length > 0 else {
            limiter.process(input, isLast: isLast, into: UnsafeMutableBufferPointer(start: nil, count: 0))
            return nil
        }
        var map = GstMapInfo()
        guard let buffer = gst_buffer_new_allocate(nil, gsize(Int64(length) * Mixer.bytesPerFrame), nil),
            gst_buffer_map(buffer, &map, GST_MAP_WRITE) != 0
        else { preconditionFailure("a buffer could not be allocated") }
        limiter.process(
            input, isLast: isLast,
            into: UnsafeMutableRawBufferPointer(start: map.data, count: Int(map.size)).assumingMemoryBound(
                to: Float.self))
        gst_buffer_unmap(buffer, &map)
        let first = Timeline.stamp(of: start, rate: rate)
        let last = Timeline.stamp(of: start + Int64(length), rate: rate)
        segue_set_buffer_times(buffer, GstClockTime(first), GstClockTime(last - first))
        return buffer
    }
}
