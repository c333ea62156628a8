import CGStreamer
import SegueCore

/// A `volume` element that plays an envelope sample by sample.
///
/// The element never rests at exactly 1: there it would go into passthrough and leave the first buffer of the next
/// envelope untouched. So it plays everything at half the gain, which is exact in floating point, and a constant
/// behind it makes up for that (`Mixer.makeUpGain`).
final class GainElement: Sendable {
    static let scale = 0.5

    let element: Element

    init() throws(AudioPlayerError) {
        element = try Element.make("volume")
        settle(at: 1)
    }

    /// From the next buffer on, follow `envelope`, in the stream time of what passes. Takes the place of the former one
    /// at once, so between two buffers there is no moment without either.
    func play(_ envelope: FadeEnvelope) {
        guard let source = gst_interpolation_control_source_new() else {
            preconditionFailure("a control source could not be allocated")
        }
        segue_set_int(source, "mode", Int32(GST_INTERPOLATION_MODE_LINEAR.rawValue))
        let timed = UnsafeMutableRawPointer(source).assumingMemoryBound(to: GstTimedValueControlSource.self)
        // Before its first point a source has no value at all.
        if let first = envelope.points.first, first.time > 0 {
            gst_timed_value_control_source_set(timed, 0, first.gain * Self.scale)
        }
        for point in envelope.points {
            gst_timed_value_control_source_set(timed, GstClockTime(max(0, point.time)), point.gain * Self.scale)
        }
        gst_object_add_control_binding(
            segue_as_object(element.pointer),
            gst_direct_control_binding_new_absolute(segue_as_object(element.pointer), "volume", source))
        gst_object_unref(source)
    }

    /// From the next buffer on, a constant gain, at the least cost.
    func settle(at gain: Double) {
        let object = segue_as_object(element.pointer)
        if let binding = gst_object_get_control_binding(object, "volume") {
            gst_object_remove_control_binding(object, binding)
            gst_object_unref(binding)
        }
        element.set("volume", gain * Self.scale)
    }
}
