/// Measures interleaved samples as they pass.
protocol SampleMeter: Sendable {
    /// The length of the samples so far, in seconds.
    var seconds: Double { get }

    /// Takes samples, whole frames of them.
    mutating func take(_ samples: UnsafeBufferPointer<Float>)
}
