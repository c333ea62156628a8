import CEBUR128

/// libebur128's loudness of one stream, and its true peak.
// @unchecked: the owner ensures that one thread at a time uses the state.
final class LoudnessMeter: @unchecked Sendable {
    private let state: MeterState
    private let channels: Int
    private var peaks: TruePeakMeter

    /// Creates a meter for channels of these types. Returns nil if the library refuses: no channels, an absurd rate, no
    /// memory.
    init?(rate: Int, channels: [channel]) {
        let modes = EBUR128_MODE_I.rawValue | EBUR128_MODE_LRA.rawValue
        guard let state = MeterState(rate: rate, channels: channels.count, modes: modes) else { return nil }
        peaks = TruePeakMeter(rate: rate, channels: channels.count)
        self.state = state
        self.channels = channels.count
        for (index, kind) in channels.enumerated() {
            ebur128_set_channel(state.pointer, UInt32(index), Int32(kind.rawValue))
        }
    }

    /// Takes interleaved samples.
    func take(_ samples: UnsafeBufferPointer<Float>) {
        ebur128_add_frames_float(state.pointer, samples.baseAddress, samples.count / channels)
        peaks.take(samples)
    }

    /// The loudness of the last 400 ms, in LUFS; minus infinity for silence.
    var momentary: Double { value { ebur128_loudness_momentary(state.pointer, &$0) } }

    /// The integrated loudness of everything so far, in LUFS; nil if all of it is below the gate.
    var integrated: Double? {
        let loudness = value { ebur128_loudness_global(state.pointer, &$0) }
        return loudness.isFinite ? loudness : nil
    }

    /// The loudness range of everything so far, in LU.
    var range: Double { value { ebur128_loudness_range(state.pointer, &$0) } }

    /// The highest true peak of any channel so far, linear.
    var truePeak: Double { Double(peaks.highest) }

    private func value(_ read: (inout Double) -> Int32) -> Double {
        var value = -Double.infinity
        guard read(&value) == Int32(EBUR128_SUCCESS.rawValue) else { return -.infinity }
        return value
    }
}
