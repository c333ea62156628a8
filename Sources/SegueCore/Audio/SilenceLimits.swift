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

    /// The part of a file of length `duration` that is left. `first` is when its first sound begins; nil when none was
    /// found within `longest` of the start. `last` is when its last sound ends; nil when none was found within
    /// `longest` of the end. Gives nil when nothing would be left.
    public func audible(from first: MediaTime?, to last: MediaTime?, of duration: MediaTime) -> ClosedRange<MediaTime>?
    {
        let start = first.map { min(max($0 - Self.kept, .zero), longest) } ?? longest
        let end = last.map { max(min($0 + Self.kept, duration), duration - longest) } ?? duration - longest
        return start < end ? start...end : nil
    }
}
