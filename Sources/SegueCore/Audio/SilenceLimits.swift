/// The criteria for silence at the ends of a track, and how much of it is left out of a fade.
public struct SilenceLimits: Sendable, Hashable {
    /// The silence next to the audio that is kept, so that no soft onset is cut off.
    public static let kept = MediaTime(nanoseconds: 50_000_000)

    /// The greatest sample value that counts as silence, in any channel: linear, 1 at full scale.
    public var amplitude: Double
    /// The maximum that is left out at either end.
    public var longest: MediaTime

    /// - Parameters:
    ///   - threshold: decibels relative to full scale, as in the configuration.
    ///   - longest: the maximum that is left out at either end.
    public init(threshold: Double, longest: MediaTime) {
        amplitude = Mathematics.amplitude(decibels: threshold)
        self.longest = longest
    }

    /// Returns the audible part of a measured track. Returns nil if nothing would be left, or if the track was measured
    /// with another threshold.
    func audible(in facts: TrackFacts) -> ClosedRange<MediaTime>? {
        guard abs(amplitude - TrackFacts.silentAmplitude) < 1e-9 else { return nil }
        return audible(
            from: facts.measurement.firstSound.map { MediaTime(seconds: $0) },
            to: facts.measurement.lastSound.map { MediaTime(seconds: $0) },
            of: MediaTime(seconds: facts.measurement.seconds))
    }

    /// Returns the audible part of a file of length `duration`; nil if nothing would be left. The first audio begins at
    /// `first`, and the last audio ends at `last`. A nil `first` or `last` means that no audio was found, and counts as
    /// beyond `longest`.
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
