/// Looks at interleaved samples as they pass.
protocol SampleMeter: Sendable {
    /// How many seconds there were so far.
    var seconds: Double { get }

    /// Takes samples, whole frames of them.
    mutating func take(_ samples: UnsafeBufferPointer<Float>)
}
