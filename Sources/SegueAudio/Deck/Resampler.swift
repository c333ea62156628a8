import CGStreamer
import SegueCore

/// Converts stereo sound from one sample rate to another, without a sample too many or too few over any length.
///
/// At a gapless join, a resampler goes over from one stream to the next, so that its filter runs through the seam as if
/// the two had been one file. The element `audioresample` can't do that, and after a flush it goes on with the phase of
/// the sound before.
///
/// Used in one streaming thread at a time.
final class Resampler {
    /// Out of GStreamer's 0…10. From 44.1 to 48 kHz, 8 keeps 20 kHz whole, with its artefacts 102 dB below the tone, at
    /// 4.4 ms of a core for each second of sound. The usual 4 takes 1.2 dB off at 20 kHz, with artefacts at -80 dB, for
    /// 1.8 ms.
    static let quality: Int32 = 8

    let inputRate: Int32
    let outputRate: Int32
    private let resampler: OpaquePointer
    /// How many samples have been put in, and how many have come out.
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

    /// Puts samples in, and takes out all that are ready by now; nil when there are none.
    func convert(_ samples: UnsafeRawBufferPointer) -> UnsafeMutablePointer<GstBuffer>? {
        let frames = samples.count / Int(Mixer.bytesPerFrame)
        let wanted = gst_audio_resampler_get_out_frames(resampler, gsize(frames))
        return convert(samples.baseAddress, frames, wanted: Int(wanted))
    }

    /// How many samples behind the end are needed to make the last samples before it.
    var lookahead: Int64 {
        var frames: gsize = 0
        while gst_audio_resampler_get_out_frames(resampler, frames) < gsize(due) { frames += 1 }
        return Int64(frames)
    }

    /// Takes out the rest of what has been put in, and puts in what follows: the `lookahead` samples of `next`, or
    /// silence when `next` is nil.
    func finish(before next: UnsafeRawBufferPointer?) -> UnsafeMutablePointer<GstBuffer>? {
        let (wanted, frames) = (due, lookahead)
        return convert(next?.baseAddress, Int(frames), wanted: Int(wanted))
    }

    /// How many samples of what has been put in have not come out.
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
