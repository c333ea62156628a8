import CGStreamer

/// The spectrum of real samples: GStreamer's FFT of one length.
// @unchecked: the owner ensures that one thread at a time uses the transform.
final class FourierTransform: @unchecked Sendable {
    typealias Value = GstFFTF32Complex

    /// The number of samples that are transformed: even.
    let length: Int
    private let state: OpaquePointer
    private var input: [Float]
    private var output: [Value]

    /// A transform of at least `length` samples, of the next length that is fast.
    init(atLeast length: Int) {
        let fast = gst_fft_next_fast_length(gint(max(length, 2)))
        guard let state = gst_fft_f32_new(fast, 0) else { preconditionFailure("no transform of \(fast) samples") }
        self.length = Int(fast)
        self.state = state
        input = Array(repeating: 0, count: self.length)
        output = Array(repeating: Value(r: 0, i: 0), count: self.length / 2 + 1)
    }

    deinit { gst_fft_f32_free(state) }

    /// Transforms the samples that `write` sets, and returns the result of `read`, whose argument holds the values at
    /// 0…length/2. Samples that `write` does not set keep their last value, which is 0 at first.
    func transform<Result>(
        _ write: (UnsafeMutableBufferPointer<Float>) -> Void, _ read: (UnsafeBufferPointer<Value>) -> Result
    ) -> Result {
        input.withUnsafeMutableBufferPointer { input in
            write(input)
            return output.withUnsafeMutableBufferPointer { output in
                gst_fft_f32_fft(state, input.baseAddress, output.baseAddress)
                return read(UnsafeBufferPointer(output))
            }
        }
    }
}
