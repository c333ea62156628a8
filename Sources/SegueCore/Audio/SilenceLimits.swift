/// What counts as silence at the ends of a track, and how much of it is left out of a fade.
public struct SilenceLimits: Sendable, Hashable {
    /// How much of the silence next to the sound is kept, so that no soft onset is cut off.
    public static let kept = MediaTime(nanoseconds: 50_000_000)

    /// The greatest sample that counts as silence, in any channel: linear, 1 at full scale.
    public var amplitude: Double
    /// The most that is left out at either end.
    public var longest: MediaTime

    /// - Parameters:
    ///   - threshold: decibels below full scale, as in the configuration.
    ///   - longest: the most that is left out at either end.
    public init(threshold: Double, longest: MediaTime) {
        amplitude = Mathematics.amplitude(decibels: threshold)
        self.longest = longest
    }

    /// The part that is left of a track whose sound is known; nil where nothing would be, and where that was measured
    /// by another threshold.
    func audible(in facts: TrackFacts) -> ClosedRange<MediaTime>? {
        guard abs(amplitude - TrackFacts.silentAmplitude) < 1e-9 else { return nil }
        return audible(
            from: facts.measurement.firstSound.map { MediaTime(seconds: $0) },
            to: facts.measurement.lastSound.map { MediaTime(seconds: $0) },
            of: MediaTime(seconds: facts.measurement.seconds))
    }

    /// The part of a file of length `duration` that is left. `first` is when its first sound begins, and `last` when
    /// its last one ends; nil when none was found, which is as if it were beyond `longest`. Gives nil when nothing
    /// would be left.
    public func audible(from first: MediaTime?, to last: MediaTime?, of duration: MediaTime) -> ClosedRange<MediaTime>?
    {
        let (first, last) = (
            first.flatMap { $0 <= longest ? $0 : nil }, last.flatMap { $0 >= duration - longest ? $0 : nil }
        )
        let start = first.map { min(max($0 - Self.kept, .zero), longest) } ?? longest
        let end = last.map { max(min($0 + Self.kept, duration), duration - longest) } ?? duration - longest
        return start < end ? start...end : nil
    }
}
