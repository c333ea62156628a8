/// Every setting of the player with its default. `ConfigurationField` has the names and ranges.
public struct Configuration: Sendable, Hashable {
    /// The loudness tags that decide how loud a track plays (design.md, Loudness).
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

    /// The continuation after the end of the queue (design.md, Queue).
    public enum QueueEnd: String, Sendable, Hashable, CaseIterable {
        /// Nothing: the player stops.
        case stop
        /// An album of the library. Every album plays once before any is repeated.
        case randomAlbum = "random-album"
        /// Tracks of the library of the same genre and decade, or else by the same artist.
        case similar
    }

    /// The basis of the transition at the end of a track (design.md, Transitions that listen).
    public enum TransitionMode: String, Sendable, Hashable, CaseIterable {
        /// The audio of both tracks, if it is measured.
        case listen
        /// The end of the file alone.
        case plain
    }

    /// The basis of the transition at the end of a track.
    public var transitions = TransitionMode.listen
    /// The crossfade at the end of a track: 1…30 s, or 0 to join tracks without a gap. With `TransitionMode.listen`,
    /// the longest time for which two tracks are loud together.
    public var crossfadeDuration = MediaTime(seconds: 10)
    /// The crossfade of a skip: 0…30 s; 0 cuts.
    public var skipCrossfadeDuration = MediaTime(seconds: 1)
    /// The fade-in of a track that starts from silence, 0…10 s.
    public var fadeInDuration = MediaTime(seconds: 3)
    /// The fade-out of a stop, 0…30 s.
    public var fadeOutDuration = MediaTime(seconds: 6)
    /// The shape of every fade: crossfade, fade-in and fade-out.
    public var fadeCurve = FadeCurve.equalPower
    /// True to join consecutive tracks of one album without a gap.
    public var gaplessAlbums = true
    /// True to repeat the playing track, crossfading into itself.
    public var enableLooping = false
    /// The number of repeats before the player continues or ends, 1…10000; nil repeats forever.
    public var repeatCount: Int?
    /// The continuation after the end of the queue.
    public var whenQueueEnds = QueueEnd.stop
    /// The position in a track after which `previous` restarts the track, 0…3600 s; 0 never does.
    public var previousRestartsAfter = MediaTime.zero
    /// The loudness tags in use.
    public var loudnessMode = LoudnessMode.auto
    /// The gain added to the tags' gain, in decibels, -15…15.
    public var preamplification = 0.0
    /// The gain of files of unknown loudness, in decibels, -15…15. Nil takes the gain from the most recently measured
    /// files (design.md, Loudness).
    public var fallbackGain: Double?
    /// True to place fades without the silence at the end of one track and at the start of the next. Joins without a
    /// fade keep every sample.
    public var trimSilence = false
    /// The threshold of silence, in decibels relative to full scale, -90…-20.
    public var trimThreshold = -60.0
    /// The maximum silence that is left out at either end of a track, 0…30 s.
    public var trimLimit = MediaTime(seconds: 10)
    /// The time limit of a load in whole seconds, 2…120. Nil derives the limit from the durations of earlier loads of
    /// the same source (design.md, Navigation).
    public var loadTimeout: Int?
    /// True to resume playback after the computer has slept, if it was playing.
    public var resumeAfterSleep = false
    /// True to resume playback when a device is back that was unplugged during playback.
    public var resumeOnReconnect = false
    /// True to show each track as a desktop notification when it begins.
    public var notifyTracks = false
    /// The destination of the audio, as `--output` takes it (design.md, Command line). Not empty.
    public var output = "auto"
    /// The time from the output to the ear that the output does not report, 0…5 s (design.md, Outputs). The heard
    /// position is corrected by it.
    public var outputLatency = MediaTime.zero
    /// The folders of the music library: `auto` for the desktop's music folder, or folders beginning with `/` or `~`,
    /// separated by colons (design.md, Music library). Not empty.
    public var musicFolders = "auto"
    /// The leading words of a name that are ignored when names are sorted, separated by spaces, in any case. For no
    /// words, `none` (design.md, Music library). Not empty.
    public var articles = "the a an der die das le la les el los las"

    /// Creates a configuration in which every setting has its default.
    public init() {}
}
