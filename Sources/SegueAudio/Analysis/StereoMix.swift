import CGStreamer

/// A stereo mix of several channels: GStreamer's mix, which is also the mix that a deck plays.
// @unchecked: the owner ensures that one thread at a time uses it.
final class StereoMix: @unchecked Sendable {
    private let mixer: OpaquePointer
    private let channels: Int
    private var mixed: [Float] = []

    /// Returns nil if GStreamer has no mix of these channels.
    init?(_ layout: ChannelLayout) {
        // Channels without a position are mixed in their order, as by a deck's converter.
        let isPlaced = layout.positions.first != GST_AUDIO_CHANNEL_POSITION_NONE
        let flags = isPlaced ? GST_AUDIO_CHANNEL_MIXER_FLAGS_NONE : GST_AUDIO_CHANNEL_MIXER_FLAGS_UNPOSITIONED_IN
        var positions = layout.positions
        var speakers = [GST_AUDIO_CHANNEL_POSITION_FRONT_LEFT, GST_AUDIO_CHANNEL_POSITION_FRONT_RIGHT]
        guard
            let mixer = gst_audio_channel_mixer_new(
                flags, GST_AUDIO_FORMAT_F32LE, gint(layout.count), &positions, gint(speakers.count), &speakers)
        else { return nil }
        self.mixer = mixer
        channels = layout.count
    }

    deinit { gst_audio_channel_mixer_free(mixer) }

    /// Passes the stereo mix of interleaved samples to `body`.
    func mix(_ samples: UnsafeBufferPointer<Float>, _ body: (UnsafeBufferPointer<Float>) -> Void) {
        let frames = samples.count / channels
        mixed.replaceSubrange(0..., with: repeatElement(0, count: 2 * frames))
        mixed.withUnsafeMutableBufferPointer { mixed in
            var input: gpointer? = UnsafeMutableRawPointer(mutating: samples.baseAddress)
            var output: gpointer? = UnsafeMutableRawPointer(mixed.baseAddress)
            gst_audio_channel_mixer_samples(mixer, &input, &output, gint(frames))
            body(UnsafeBufferPointer(mixed))
        }
    }
}
