/// The shape of a fade: gain over the fade's progress (design.md, Curves).
///
/// The gain of the incoming track at progress t is `gain(at: t)`; the outgoing track has the same curve at 1 − t.
public enum FadeCurve: String, Sendable, Hashable, CaseIterable {
    /// sin(πt/2): constant power for unrelated material. The default.
    case equalPower
    /// t: constant amplitude, for two copies of the same signal.
    case linear
    /// log₁₀(1 + 9t)
    case logarithmic
    /// t²
    case exponential
    /// 3t² − 2t³
    case sCurve

    /// Returns the gain in 0…1 of the incoming track; `progress` is clamped to 0…1.
    public func gain(at progress: Double) -> Double {
        let t = progress.isNaN ? 0 : Swift.min(Swift.max(progress, 0), 1)
        switch self {
        case .equalPower: return Mathematics.quarterSine(t)
        case .linear: return t
        case .logarithmic: return Mathematics.logarithm10(1 + 9 * t)
        case .exponential: return t * t
        case .sCurve: return t * t * (3 - 2 * t)
        }
    }

    /// Returns the gain in 0…1 of the outgoing track.
    public func outgoingGain(at progress: Double) -> Double { gain(at: 1 - progress) }
}
