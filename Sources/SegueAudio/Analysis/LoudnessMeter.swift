import CEBUR128

/// libebur128's measurement of one stream.
// @unchecked: the state is used by one thread at a time: what owns the meter sees to that.
final class LoudnessMeter: @unchecked Sendable {
    private var state: UnsafeMutablePointer<ebur128_state>?
    private let channels: Int
    private let peaks: TruePeakMeter

    /// A meter for channels of these kinds. Nil when the library refuses: no channels, an absurd rate, no memory.
    init?(rate: Int, channels: [channel]) {
        let modes = EBUR128_MODE_I.rawValue | EBUR128_MODE_LRA.rawValue
        guard !channels.isEmpty, let peaks = TruePeakMeter(rate: rate, channels: channels.count),
            let state = ebur128_init(UInt32(channels.count), UInt(rate), Int32(modes))
        else {
            return nil
        }
        self.peaks = peaks
        self.state = state
        self.channels = channels.count
        for (index, kind) in channels.enumerated() { ebur128_set_channel(state, UInt32(index), Int32(kind.rawValue)) }
    }

    deinit {
        // Also of a meter that the library has refused.
        if state != nil { ebur128_destroy(&state) }
    }

    /// Takes interleaved samples.
    func take(_ samples: UnsafeBufferPointer<Float>) {
        ebur128_add_frames_float(state, samples.baseAddress, samples.count / channels)
        peaks.take(samples)
    }

    /// The loudness of the last 400 ms, in LUFS; minus infinity for silence.
    var momentary: Double { value { ebur128_loudness_momentary(state, &$0) } }

    /// Integrated loudness of everything so far, in LUFS; nil when all of it is below the gate.
    var integrated: Double? {
        let loudness = value { ebur128_loudness_global(state, &$0) }
        return loudness.isFinite ? loudness : nil
    }

    /// The loudness range of everything so far, in LU.
    var range: Double { value { ebur128_loudness_range(state, &$0) } }

    /// The highest true peak of any channel so far, linear.
    var truePeak: Double { Double(peaks.highest) }

    private func value(_ read: (inout Double) -> Int32) -> Double {
        var value = -Double.infinity
        guard read(&value) == Int32(EBUR128_SUCCESS.rawValue) else { return -.infinity }
        return value
    }
}
