/// Every setting of the player with its default. `ConfigurationField` has the names and ranges.
public struct Configuration: Sendable, Hashable {
    /// Which loudness tags decide how loud a track plays (design.md, Loudness).
    public enum LoudnessMode: String, Sendable, Hashable, CaseIterable {
        /// No tags: every track plays as it was recorded.
        case off
        /// The gain of the track, so that all tracks are equally loud.
        case track
        /// The gain of the album, so that its tracks keep their differences in loudness.
        case album
        /// Album gain inside an album, track gain elsewhere.
        case auto
    }

    /// The continuation of a queue that ends (design.md, Queue).
    public enum QueueEnd: String, Sendable, Hashable, CaseIterable {
        /// Nothing: the player stops.
        case stop
        /// An album of the library, each once before any comes again.
        case randomAlbum = "random-album"
        /// Tracks of the library of the same genre and decade, or else by the same artist.
        case similar
    }

    /// What decides about the transition at the end of a track (design.md, Transitions that listen).
    public enum TransitionMode: String, Sendable, Hashable, CaseIterable {
        /// The sound of both tracks, where it is known.
        case listen
        /// The end of the file alone.
        case plain
    }

    /// What decides about the transition at the end of a track.
    public var transitions = TransitionMode.listen
    /// The crossfade at the end of a track: 1…30 s, or 0 to join tracks without a gap. Where transitions listen, the
    /// longest time for which two tracks are loud together.
    public var crossfadeDuration = MediaTime(seconds: 10)
    /// The crossfade when a person skips: 0…30 s; 0 cuts.
    public var skipCrossfadeDuration = MediaTime(seconds: 1)
    /// The fade-in of a track that starts from silence, 0…10 s.
    public var fadeInDuration = MediaTime(seconds: 3)
    /// The fade-out of a stop, 0…30 s.
    public var fadeOutDuration = MediaTime(seconds: 6)
    /// The shape of every fade: crossfade, fade-in and fade-out.
    public var fadeCurve = FadeCurve.equalPower
    /// Whether consecutive tracks of one album are joined without a gap.
    public var gaplessAlbums = true
    /// Whether the track that plays is repeated, crossfading into itself.
    public var enableLooping = false
    /// How often a repeat goes round before the player goes on or ends, 1…10000; nil repeats for ever.
    public var repeatCount: Int?
    /// The continuation of a queue that ends.
    public var whenQueueEnds = QueueEnd.stop
    /// Later than this in a track, `previous` goes to the start of the track, 0…3600 s; 0 never does.
    public var previousRestartsAfter = MediaTime.zero
    /// Which loudness tags count.
    public var loudnessMode = LoudnessMode.auto
    /// Decibels that are added to the gain of the tags, -15…15.
    public var preamplification = 0.0
    /// The gain of files whose loudness is not known, in decibels, -15…15; nil takes it from the files that were
    /// measured last (design.md, Loudness).
    public var fallbackGain: Double?
    /// Whether a fade is placed without the silence at the end of one track and at the start of the next. Joins without
    /// a fade keep every sample.
    public var trimSilence = false
    /// What counts as silence, in decibels below full scale, -90…-20.
    public var trimThreshold = -60.0
    /// The most silence that is left out at either end of a track, 0…30 s.
    public var trimLimit = MediaTime(seconds: 10)
    /// The time limit of a load in whole seconds, 2…120; nil takes the limit from how long earlier loads of the same
    /// source took (design.md, Navigation).
    public var loadTimeout: Int?
    /// Whether what played goes on by itself after the computer has slept.
    public var resumeAfterSleep = false
    /// Whether what played on a device that was unplugged goes on when the device is back.
    public var resumeOnReconnect = false
    /// The desktop shows each track as it begins.
    public var notifyTracks = false
    /// Where the sound goes, as `--output` takes it (design.md, Command line). Not empty.
    public var output = "auto"
    /// The folders whose music the library has: `auto` for the desktop's music folder, or folders from `/` or `~` on,
    /// separated by colons (design.md, Music library). Not empty.
    public var musicFolders = "auto"
    /// The words at the beginning of a name that don't count when names are sorted, separated by spaces, in any case;
    /// `none` for no words (design.md, Music library). Not empty.
    public var articles = "the a an der die das le la les el los las"

    /// A configuration in which every setting has its default.
    public init() {}
}
