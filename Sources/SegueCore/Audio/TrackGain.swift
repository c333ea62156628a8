/// The gain that makes a track as loud as others, and where it comes from (design.md, Loudness).
public struct TrackGain: Sendable, Hashable {
    /// Where a gain comes from. The raw value is the one on the bus.
    public enum Source: String, Sendable, Hashable, CaseIterable {
        /// Loudness is left as it is: `Configuration.loudnessMode` is off.
        case off
        /// The track's tag.
        case track
        /// The album's tag.
        case album
        /// The measured loudness of the track.
        case measured
        /// The measured loudness of the album that begins here.
        case measuredAlbum
        /// The track before it on the album, so that the album keeps its differences.
        case predecessor
        /// A measured track of the same album, or the median of the files that were measured last: nothing is known of
        /// the track's own loudness.
        case typical
        /// `Configuration.fallbackGain`, or 0 dB: nothing is known of the track's loudness, and too little of others'.
        case fallback
    }

    /// The gain, linear; 1 leaves the track as it is.
    public var linear: Double
    /// Where it comes from.
    public var source: Source

    /// The gain in decibels.
    public var decibels: Double { 20 * Mathematics.logarithm10(max(linear, 1e-9)) }

    /// A gain of this source.
    public init(linear: Double, source: Source) {
        self.linear = linear
        self.source = source
    }
}
