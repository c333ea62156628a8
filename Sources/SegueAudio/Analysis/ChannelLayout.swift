import CEBUR128
import CGStreamer

/// The speaker assigned to each channel of interleaved samples.
struct ChannelLayout: Sendable {
    /// The positions of the speakers.
    let positions: [GstAudioChannelPosition]

    var count: Int { positions.count }

    /// The types of the channels for libebur128. Side channels have more weight, and subwoofers none (ITU-R BS.1770-4,
    /// annex 3).
    var kinds: [channel] {
        let hasSides = positions.contains(GST_AUDIO_CHANNEL_POSITION_SIDE_LEFT)
        return positions.map { $0.kind(besideSides: hasSides) }
    }
}

extension Pad {
    /// The layout of the channels that pass. Nil before the format is known.
    var channelLayout: ChannelLayout? {
        guard let caps = gst_pad_get_current_caps(pointer) else { return nil }
        defer { gst_caps_unref(caps) }
        var info = GstAudioInfo()
        guard gst_audio_info_from_caps(&info, caps) != 0, info.channels > 0 else { return nil }
        return withUnsafeBytes(of: &info.position) {
            ChannelLayout(positions: Array($0.bindMemory(to: GstAudioChannelPosition.self).prefix(Int(info.channels))))
        }
    }
}

extension GstAudioChannelPosition {
    /// Returns libebur128's type for this position. Rear speakers are the surround speakers if there are none at the
    /// sides. A channel without a position has the weight of a front channel.
    fileprivate func kind(besideSides hasSides: Bool) -> channel {
        switch self {
        case GST_AUDIO_CHANNEL_POSITION_FRONT_RIGHT: EBUR128_RIGHT
        case GST_AUDIO_CHANNEL_POSITION_FRONT_CENTER: EBUR128_CENTER
        case GST_AUDIO_CHANNEL_POSITION_LFE1, GST_AUDIO_CHANNEL_POSITION_LFE2: EBUR128_UNUSED
        case GST_AUDIO_CHANNEL_POSITION_SIDE_LEFT: EBUR128_Mp090
        case GST_AUDIO_CHANNEL_POSITION_SIDE_RIGHT: EBUR128_Mm090
        case GST_AUDIO_CHANNEL_POSITION_REAR_LEFT: hasSides ? EBUR128_Mp135 : EBUR128_LEFT_SURROUND
        case GST_AUDIO_CHANNEL_POSITION_REAR_RIGHT: hasSides ? EBUR128_Mm135 : EBUR128_RIGHT_SURROUND
        case GST_AUDIO_CHANNEL_POSITION_REAR_CENTER: EBUR128_Mp180
        case GST_AUDIO_CHANNEL_POSITION_WIDE_LEFT: EBUR128_Mp060
        case GST_AUDIO_CHANNEL_POSITION_WIDE_RIGHT: EBUR128_Mm060
        case GST_AUDIO_CHANNEL_POSITION_SURROUND_LEFT: EBUR128_LEFT_SURROUND
        case GST_AUDIO_CHANNEL_POSITION_SURROUND_RIGHT: EBUR128_RIGHT_SURROUND
        default: EBUR128_LEFT
        }
    }
}
