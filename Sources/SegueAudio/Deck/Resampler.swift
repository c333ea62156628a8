import CGStreamer
import SegueCore

/// Converts stereo audio from one sample rate to another, with the exact number of samples over any length.
///
/// At a gapless join, a resampler goes from one stream to the next, so that its filter runs through the seam as if both
/// were one file. The element `audioresample` can't do that. After a flush, the element continues with the phase of the
/// earlier audio.
///
/// Used in one streaming thread at a time.
final class Resampler {
    /// The quality, out of GStreamer's 0…10. From 44.1 to 48 kHz, 8 keeps 20 kHz whole, with artefacts 102 dB below the
    /// tone. It costs 4.4 ms of a core for each second of audio. The usual 4 attenuates 20 kHz by 1.2 dB, with
    /// artefacts at -80 dB, for 1.8 ms.
    static let quality: Int32 = 8

    let inputRate: Int32
    let outputRate: Int32
    private let resampler: OpaquePointer
    /// The numbers of samples that have been put in, and that have come out.
    private var consumed: Int64 = 0
    private var produced: Int64 = 0

    init(from inputRate: Int32, to outputRate: Int32) {
        self.inputRate = inputRate
        self.outputRate = outputRate
        let options = gst_structure_new_empty("resampler")
        defer { gst_structure_free(options) }
        gst_audio_resampler_options_set_quality(
            GST_AUDIO_RESAMPLER_METHOD_KAISER, UInt32(Self.quality), inputRate, outputRate,
            options)
        guard
            let resampler = gst_audio_resampler_new(
                GST_AUDIO_RESAMPLER_METHOD_KAISER, GST_AUDIO_RESAMPLER_FLAG_NONE, GST_AUDIO_FORMAT_F32LE, 2, inputRate,
                outputRate, options)
        else { preconditionFailure("a resampler from \(inputRate) to \(outputRate) Hz could not be made") }
        self.resampler = resampler
    }

    deinit {
        gst_audio_resampler_free(resampler)
    }

    /// Puts samples in, and returns all that are ready by now; nil if there are none.
    func convert(_ samples: UnsafeRawBufferPointer) -> UnsafeMutablePointer<GstBuffer>? {
        let frames = samples.count / Int(Mixer.bytesPerFrame)
        let wanted = gst_audio_resampler_get_out_frames(resampler, gsize(frames))
        return convert(samples.baseAddress, frames, wanted: Int(wanted))
    }

    /// The number of samples after the end that the last samples before the end depend on.
    var lookahead: Int64 {
        var frames: gsize = 0
        while gst_audio_resampler_get_out_frames(resampler, frames) < gsize(due) { frames += 1 }
        return Int64(frames)
    }

    /// Drains the samples that have been put in. The input that follows them is the `lookahead` samples of `next`, or
    /// silence if `next` is nil.
    func finish(before next: UnsafeRawBufferPointer?) -> UnsafeMutablePointer<GstBuffer>? {
        let (wanted, frames) = (due, lookahead)
        return convert(next?.baseAddress, Int(frames), wanted: Int(wanted))
    }

    /// The number of samples still due from the samples that have been put in.
    private var due: Int64 {
        let (whole, rest) = consumed.quotientAndRemainder(dividingBy: Int64(inputRate))
        let rounded = (rest * Int64(outputRate) + Int64(inputRate) - 1) / Int64(inputRate)
        return max(0, whole * Int64(outputRate) + rounded - produced)
    }

    private func convert(
        _ samples: UnsafeRawPointer?, _ frames: Int, wanted: Int
    ) -> UnsafeMutablePointer<GstBuffer>? {
        consumed += Int64(frames)
        produced += Int64(wanted)
        guard let buffer = gst_buffer_new_allocate(nil, gsize(wanted) * gsize(Mixer.bytesPerFrame), nil) else {
            preconditionFailure("a buffer for \(wanted) samples could not be allocated")
        }
        var map = GstMapInfo()
        guard gst_buffer_map(buffer, &map, GST_MAP_WRITE) != 0 else {
            preconditionFailure("a new buffer can be written")
        }
        var output: UnsafeMutableRawPointer? = UnsafeMutableRawPointer(map.data)
        if let samples {
            // The resampler only reads the samples.
            var input: UnsafeMutableRawPointer? = UnsafeMutableRawPointer(mutating: samples)
            gst_audio_resampler_resample(resampler, &input, gsize(frames), &output, gsize(wanted))
        } else {
            gst_audio_resampler_resample(resampler, nil, gsize(frames), &output, gsize(wanted))
        }
        gst_buffer_unmap(buffer, &map)
        guard wanted > 0 else {
            segue_buffer_unref(buffer)
            return nil
        }
        return buffer
    }
}
