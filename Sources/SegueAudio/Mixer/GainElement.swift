import CGStreamer
import SegueCore

/// A `volume` element that plays an envelope sample by sample, a block at a time.
///
/// The element never rests at exactly 1: there it would go into passthrough and leave the first buffer of the next
/// envelope untouched. So it plays everything at half the gain, which is exact in floating point, and a constant
/// behind it makes up for that (`Mixer.makeUpGain`).
// @unchecked: `source` is touched by the streaming thread, and by the loop while nothing flows.
final class GainElement: @unchecked Sendable {
    static let scale = 0.5

    let element: Element
    /// Attached while an envelope is played, at some cost.
    private var source: UnsafeMutablePointer<GstControlSource>?

    init() throws(AudioPlayerError) {
        element = try Element.make("volume")
        settle(at: 1)
    }

    deinit {
        if let source { gst_object_unref(source) }
    }

    /// A block of samples, on its way to the element.
    struct Block {
        /// On the mixer's timeline.
        var start: Int64
        var count: Int64
        /// The time stamp of its first sample, in the stream that it is part of.
        fileprivate var stamp: Int64
        fileprivate var rate: Int32

        init(_ buffer: UnsafeMutablePointer<GstBuffer>, start: Int64, rate: Int32) {
            self.start = start
            self.rate = rate
            count = Int64(gst_buffer_get_size(buffer)) / Mixer.bytesPerFrame
            stamp = Int64(segue_buffer_pts(buffer))
        }
    }

    /// For the block that is handed on next, follows `envelope` if that is being played. One that is through is let go
    /// of: its last gain stays, at the least cost.
    func play(_ envelope: inout FadeEnvelope, isPlaying: inout Bool, _ block: Block) {
        guard isPlaying else { return }
        guard block.start < envelope.end else {
            isPlaying = false
            envelope = FadeEnvelope(constant: envelope.finalGain)
            return settle(at: envelope.finalGain)
        }
        let timed = UnsafeMutableRawPointer(attach()).assumingMemoryBound(to: GstTimedValueControlSource.self)
        gst_timed_value_control_source_unset_all(timed)
        // The element takes samples to be a whole number of nanoseconds apart, rounded down. In true time it would fall
        // behind by a seventh of a sample over a block of 100 ms, 0.1 dB where a short fade is steepest.
        let interval = 1_000_000_000 / Int64(block.rate)
        for point in envelope.points(from: block.start, to: block.start + block.count) {
            gst_timed_value_control_source_set(
                timed, GstClockTime(block.stamp + (point.time - block.start) * interval), point.gain * Self.scale)
        }
    }

    private func attach() -> UnsafeMutablePointer<GstControlSource> {
        if let source { return source }
        guard let made = gst_interpolation_control_source_new() else {
            preconditionFailure("a control source could not be allocated")
        }
        source = made
        segue_set_int(made, "mode", Int32(GST_INTERPOLATION_MODE_LINEAR.rawValue))
        gst_object_add_control_binding(
            segue_as_object(element.pointer),
            gst_direct_control_binding_new_absolute(segue_as_object(element.pointer), "volume", made))
        return made
    }

    /// From the next block on, a constant gain, at the least cost.
    func settle(at gain: Double) {
        if let source {
            let object = segue_as_object(element.pointer)
            if let binding = gst_object_get_control_binding(object, "volume") {
                gst_object_remove_control_binding(object, binding)
                gst_object_unref(binding)
            }
            gst_object_unref(source)
            self.source = nil
        }
        element.set("volume", gain * Self.scale)
    }
}
