import Glibc

/// The gain with which the player's audio begins.
struct Ramp: Sendable {
    /// The length in frames.
    private var length: Int
    /// The gain at a part of the length.
    private var gain: @Sendable (Double) -> Double

    /// The ramp of a start: 5 ms, a quarter of a sine.
    static let start = Ramp(length: Track.rate / 200) { sin($0 * .pi / 2) }
    /// The ramp of a resume: 20 ms, linear.
    static let resume = Ramp(length: Track.rate / 50) { $0 }

    /// Returns true if the sine whose first frame on the left is `onset` begins with this ramp. The tolerance is a
    /// hundredth of the amplitude: a ramp without its first 2 % is not whole.
    func isWhole(at onset: Int, in recording: Recording) -> Bool {
        let steady = onset + length + Track.period
        guard onset > Track.period, steady + Track.period < recording.frames else { return false }
        let sine = (0..<Track.period).map { Double(recording.left(steady + $0)) }
        // The first frames of a ramp may round to zero, above all at a zero crossing of the sine.
        return (onset - Track.period / 2...onset + 2).contains { start in
            (onset - Track.period..<steady).allSatisfy { frame in
                let part = min(max(Double(frame - start) / Double(length), 0), 1)
                let phase = ((frame - steady) % Track.period + Track.period) % Track.period
                return abs(Double(recording.left(frame)) - sine[phase] * gain(part)) < Track.amplitude * 327.68
            }
        }
    }
}
