import CGStreamer
import SegueCore

/// A `volume` element that plays an envelope sample by sample, a block at a time.
///
/// The element never has a volume of exactly 1: there it would go into passthrough and leave the first buffer of the
/// next envelope untouched. The element therefore plays everything at half the gain, which is exact in floating point.
/// A constant gain after it makes up for that (`Mixer.makeUpGain`).
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

    /// Plays a step in the block that is handed on next, whose first sample is `start` of the mixer's timeline.
    func play(_ step: DeckGain.Step, over block: UnsafeMutablePointer<GstBuffer>, from start: Int64, rate: Int32) {
        switch step {
        case .unchanged: break
        case .constant(let gain): settle(at: gain)
        case .points(let points): follow(points, from: start, stamp: Int64(segue_buffer_pts(block)), rate: rate)
        }
    }

    private func follow(_ points: [FadeEnvelope.Point], from start: Int64, stamp: Int64, rate: Int32) {
        let timed = UnsafeMutableRawPointer(attach()).assumingMemoryBound(to: GstTimedValueControlSource.self)
        gst_timed_value_control_source_unset_all(timed)
        // The element assumes that samples are a whole number of nanoseconds apart, rounded down. In true time it would
        // fall behind by a seventh of a sample over a block of 100 ms: 0.1 dB where a short fade is steepest.
        let interval = 1_000_000_000 / Int64(rate)
        for point in points {
            gst_timed_value_control_source_set(
                timed, GstClockTime(stamp + (point.time - start) * interval), point.gain * Self.scale)
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

    /// Sets a constant gain from the next block on, at the least cost.
    private func settle(at gain: Double) {
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
