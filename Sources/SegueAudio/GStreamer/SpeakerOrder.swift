import CGStreamer

/// The speakers of channels that a file does not name. GStreamer refuses such channels, and other players assume the
/// usual order for their number.
enum SpeakerOrder {
    /// The usual orders, by the number of channels. The order is that of WAVEFORMATEXTENSIBLE; seven are 6.1, as FFmpeg
    /// writes them.
    private static let usual: [Int: [GstAudioChannelPosition]] = [
        3: [front.0, front.1, GST_AUDIO_CHANNEL_POSITION_FRONT_CENTER],
        4: [front.0, front.1, rear.0, rear.1],
        5: [front.0, front.1, GST_AUDIO_CHANNEL_POSITION_FRONT_CENTER, rear.0, rear.1],
        6: [
            front.0, front.1, GST_AUDIO_CHANNEL_POSITION_FRONT_CENTER, GST_AUDIO_CHANNEL_POSITION_LFE1, rear.0, rear.1,
        ],
        7: [
            front.0, front.1, GST_AUDIO_CHANNEL_POSITION_FRONT_CENTER, GST_AUDIO_CHANNEL_POSITION_LFE1,
            GST_AUDIO_CHANNEL_POSITION_REAR_CENTER, side.0, side.1,
        ],
        8: [
            front.0, front.1, GST_AUDIO_CHANNEL_POSITION_FRONT_CENTER, GST_AUDIO_CHANNEL_POSITION_LFE1, rear.0, rear.1,
            side.0, side.1,
        ],
    ]
    private static let front = (GST_AUDIO_CHANNEL_POSITION_FRONT_LEFT, GST_AUDIO_CHANNEL_POSITION_FRONT_RIGHT)
    private static let rear = (GST_AUDIO_CHANNEL_POSITION_REAR_LEFT, GST_AUDIO_CHANNEL_POSITION_REAR_RIGHT)
    private static let side = (GST_AUDIO_CHANNEL_POSITION_SIDE_LEFT, GST_AUDIO_CHANNEL_POSITION_SIDE_RIGHT)

    /// Adds the speakers to each format that arrives at `input` without them. `onUnknown` is called, in the streaming
    /// thread, for a number of channels without a usual order. The format then stays unchanged.
    static func complete(_ input: Pad, onUnknown: @escaping @Sendable (Int) -> Void) {
        input.addEventTransform(GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM) { event in
            guard segue_event_type(event) == GST_EVENT_CAPS else { return nil }
            var format: UnsafeMutablePointer<GstCaps>?
            gst_event_parse_caps(event, &format)
            guard let caps = format, let structure = gst_caps_get_structure(caps, 0) else { return nil }
            var count: gint = 0
            guard gst_structure_get_int(structure, "channels", &count) != 0, count > 2, mask(in: structure) == 0 else {
                return nil
            }
            guard let positions = usual[Int(count)] else {
                onUnknown(Int(count))
                return nil
            }
            guard let complete = with(positions, caps) else { return nil }
            defer { gst_caps_unref(complete) }
            return gst_event_new_caps(complete)
        }
    }

    /// Returns the speakers that are named, one bit each; 0 if none is.
    private static func mask(in structure: UnsafePointer<GstStructure>) -> guint64 {
        gst_structure_get_value(structure, "channel-mask").map(gst_value_get_bitmask) ?? 0
    }

    /// Returns the same format, with these speakers.
    private static func with(
        _ positions: [GstAudioChannelPosition], _ caps: UnsafeMutablePointer<GstCaps>
    ) -> UnsafeMutablePointer<GstCaps>? {
        guard let copy = gst_caps_copy_nth(caps, 0) else { return nil }
        var value = GValue()
        g_value_init(&value, gst_bitmask_get_type())
        gst_value_set_bitmask(&value, positions.reduce(0) { $0 | 1 << guint64($1.rawValue) })
        gst_caps_set_value(copy, "channel-mask", &value)
        g_value_unset(&value)
        return copy
    }
}
