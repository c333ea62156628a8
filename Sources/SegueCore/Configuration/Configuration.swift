/// Every setting of the player with its default. `ConfigurationField` has the names and ranges.
public struct Configuration: Sendable, Hashable {
    public enum LoudnessMode: String, Sendable, Hashable, CaseIterable {
        case off
        case track
        case album
        /// Album gain inside an album, track gain elsewhere.
        case auto
    }

    /// 0 joins tracks without a gap; otherwise 1…30 s.
    public var crossfadeDuration = MediaTime(seconds: 10)
    /// The crossfade of a person's skip, 0…30 s; 0 cuts.
    public var skipCrossfadeDuration = MediaTime(seconds: 1)
    /// 0…10 s
    public var fadeInDuration = MediaTime(seconds: 3)
    /// 0…30 s
    public var fadeOutDuration = MediaTime(seconds: 6)
    public var fadeCurve = FadeCurve.equalPower
    /// Consecutive tracks of one album are joined without a gap.
    public var gaplessAlbums = true
    /// The track that plays is repeated, crossfading into itself.
    public var enableLooping = false
    /// How often a repeat goes round before the player goes on or ends; nil repeats for ever. 1…10000.
    public var repeatCount: Int?
    /// Seconds after which `previous` goes to the start of the track instead; 0 never does.
    public var previousRestartsAfter = MediaTime.zero
    public var loudnessMode = LoudnessMode.auto
    /// Decibels added to tagged gains, -15…15.
    public var preamplification = 0.0
    /// Decibels for files without loudness tags, -15…15.
    public var fallbackGain = 0.0
    /// Silence at the end of one track and the start of the next is left out before the fade between them is placed.
    /// Joins without a fade have every sample.
    public var trimSilence = false
    /// Decibels below full scale that count as silence, -90…-20.
    public var trimThreshold = -60.0
    /// The most that is trimmed at either end, 0…30 s.
    public var trimLimit = MediaTime(seconds: 10)
    /// As `--output` takes it.
    public var output = "auto"

    public init() {}
}
