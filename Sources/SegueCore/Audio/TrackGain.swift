/// The gain that makes a track as loud as others, and the source of the gain (design.md, Loudness).
public struct TrackGain: Sendable, Hashable {
    /// The source of a gain. The raw value is the one on the bus.
    public enum Source: String, Sendable, Hashable, CaseIterable {
        /// Loudness is unchanged: `Configuration.loudnessMode` is off.
        case off
        /// The track's tag.
        case track
        /// The album's tag.
        case album
        /// The measured loudness of the track.
        case measured
        /// The measured loudness of the album that begins with the track.
        case measuredAlbum
        /// The preceding track of the album, so that the album keeps its differences in loudness.
        case predecessor
        /// A measured track of the same album, or the median of the most recently measured files. The loudness of the
        /// track itself is unknown.
        case typical
        /// `Configuration.fallbackGain`, or 0 dB. The loudness of the track is unknown, and too few other files are
        /// measured.
        case fallback
    }

    /// The gain, linear; 1 leaves the track as it is.
    public var linear: Double
    /// The source of the gain.
    public var source: Source

    /// The gain in decibels.
    public var decibels: Double { 20 * Mathematics.logarithm10(max(linear, 1e-9)) }

    /// Creates a gain from this source.
    public init(linear: Double, source: Source) {
        self.linear = linear
        self.source = source
    }
}
