/// The settings by name. `setting` is the row of a field. The configuration file, the command, the bus, the window and
/// the library all use these rows.
///
/// A new setting needs a property of `Configuration`, a case here and the row of that case.
public enum ConfigurationField: String, Sendable, CaseIterable {
    case transitions
    case crossfadeDuration
    case skipCrossfadeDuration
    case fadeInDuration
    case fadeOutDuration
    case fadeCurve
    case gaplessAlbums
    case enableLooping
    case repeatCount
    case whenQueueEnds
    case previousRestartsAfter
    case loudnessMode
    case preamplification
    case fallbackGain
    case trimSilence
    case trimThreshold
    case trimLimit
    case loadTimeout
    case resumeAfterSleep
    case resumeOnReconnect
    case notifyTracks
    case output
    case outputLatency
    case musicFolders
    case articles

    /// The accepted values in words: `a number of seconds from 1 to 30, or 0`.
    public var expectation: String { setting.kind.expectation }

    /// The accepted words, as `text(in:)` writes them, if they are few; empty for names.
    public var choices: [String] { setting.kind.choices }

    /// Returns the value as text that `Configuration.set` accepts.
    public func text(in configuration: Configuration) -> String { setting.read(configuration) }
}

extension ConfigurationField {
    /// The row of this setting: the property that holds its value, the accepted values and the labels.
    public var setting: Setting {
        switch self {
        case .transitions:
            .choice(
                \.transitions, [.listen: Phrase("Listen"), .plain: Phrase("Plain")],
                Labels(
                    .transitions, Phrase("Transition style"),
                    Phrase("By the sound of both tracks, or at the end of the file")))
        case .crossfadeDuration:
            .seconds(
                \.crossfadeDuration, Numbers(0...30, leastAboveZero: 1, zero: "for gapless joins", step: 1),
                Labels(
                    .transitions, Phrase("Crossfade from track to track"),
                    Phrase("1 to 30 seconds, or 0 for gapless joins")))
        case .skipCrossfadeDuration:
            .seconds(
                \.skipCrossfadeDuration, Numbers(0...30),
                Labels(.transitions, Phrase("Crossfade when skipping"), Phrase("0 to 30 seconds; 0 for no crossfade")))
        case .fadeInDuration:
            .seconds(
                \.fadeInDuration, Numbers(0...10),
                Labels(.ends, Phrase("Fade at the start"), Phrase("0 to 10 seconds")))
        case .fadeOutDuration:
            .seconds(
                \.fadeOutDuration, Numbers(0...30),
                Labels(.ends, Phrase("Fade on stop"), Phrase("0 to 30 seconds")))
        case .fadeCurve:
            .choice(
                \.fadeCurve,
                [
                    .equalPower: Phrase("Equal power"), .linear: Phrase("Linear"), .logarithmic: Phrase("Logarithmic"),
                    .exponential: Phrase("Exponential"), .sCurve: Phrase("S-curve"),
                ],
                Labels(
                    .transitions, Phrase("Shape of fades"), Phrase("How the gains of two tracks change over a fade")))
        case .gaplessAlbums:
            .truth(
                \.gaplessAlbums,
                Labels(
                    .transitions, Phrase("Albums without gaps"),
                    Phrase("Tracks of one album follow each other without a crossfade")))
        case .enableLooping:
            .truth(
                \.enableLooping, Labels(.queue, Phrase("Repeat the track"), Phrase("It crossfades into itself")))
        case .repeatCount:
            .count(
                \.repeatCount, Numbers(0...10000, leastAboveZero: 1, zero: "for no limit", step: 1),
                Labels(.queue, Phrase("Number of repeats"), Phrase("1 to 10,000, or 0 for no limit")))
        case .whenQueueEnds:
            .choice(
                \.whenQueueEnds,
                [
                    .stop: Phrase("Stop"), .randomAlbum: Phrase("A random album"), .similar: Phrase("Similar music"),
                ],
                Labels(.queue, Phrase("When the queue ends"), Phrase("Music from the library can continue it")))
        case .previousRestartsAfter:
            .seconds(
                \.previousRestartsAfter, Numbers(0...3600, step: 1),
                Labels(
                    .queue, Phrase("“Previous” restarts the track"), Phrase("After 1 to 3,600 seconds; 0 for never")))
        case .loudnessMode:
            .choice(
                \.loudnessMode,
                [
                    .off: Phrase("Off"), .track: Phrase("By track"), .album: Phrase("By album"),
                    .auto: Phrase("Automatic"),
                ],
                Labels(
                    .loudness, Phrase("Loudness normalization"), Phrase("From ReplayGain and R128 tags, or as measured")
                ))
        case .preamplification:
            .decibels(
                \.preamplification, Numbers(-15...15),
                Labels(.loudness, Phrase("Additional gain"), Phrase("−15 to 15 decibels")))
        case .fallbackGain:
            .decibelsOrAutomatic(
                \.fallbackGain, Numbers(-15...15),
                Labels(
                    .loudness, Phrase("Gain for unknown loudness"),
                    Phrase("−15 to 15 decibels, or that of the files measured last")))
        case .trimSilence:
            .truth(
                \.trimSilence,
                Labels(
                    .silence, Phrase("Skip silence between tracks"),
                    Phrase("Where two tracks fade into each other")))
        case .trimThreshold:
            .decibels(
                \.trimThreshold, Numbers(-90 ... -20, step: 1),
                Labels(
                    .silence, Phrase("Silence threshold"), Phrase("−90 to −20 decibels relative to full scale")))
        case .trimLimit:
            .seconds(
                \.trimLimit, Numbers(0...30),
                Labels(
                    .silence, Phrase("Longest silence to skip"), Phrase("0 to 30 seconds at either end")))
        case .loadTimeout:
            .wholeSeconds(
                \.loadTimeout, Numbers(0...120, leastAboveZero: 2, zero: "for a limit that suits the source", step: 1),
                Labels(
                    .queue, Phrase("Time limit for opening a track"),
                    Phrase("2 to 120 seconds; 0 adapts to the disk or server")))
        case .resumeAfterSleep:
            .truth(
                \.resumeAfterSleep,
                Labels(
                    .interruptions, Phrase("Resume after sleep"),
                    Phrase("If it played when the computer went to sleep")))
        case .resumeOnReconnect:
            .truth(
                \.resumeOnReconnect,
                Labels(
                    .interruptions, Phrase("Resume when headphones are reconnected"),
                    Phrase("If it played when they were unplugged")))
        case .notifyTracks:
            .truth(
                \.notifyTracks,
                Labels(
                    .queue, Phrase("Track notifications"),
                    Phrase("The desktop shows title, artists and cover when a track begins")))
        case .output:
            .name(
                \.output, "auto, null, a device name, file:PATH or a GStreamer sink description",
                Labels(.sound, Phrase("Output"), Phrase("Where the sound goes")))
        case .outputLatency:
            .seconds(
                \.outputLatency, Numbers(0...5),
                Labels(
                    .sound, Phrase("Speaker delay"),
                    Phrase("0 to 5 seconds that the output does not report")))
        case .musicFolders:
            .name(
                \.musicFolders, "auto, or folders that begin with / or ~, separated by colons",
                Labels(
                    .library, Phrase("Music folders"),
                    Phrase("Separated by colons; auto for the music folder of the desktop"))
            ) { text in
                text == "auto"
                    || text.split(separator: ":").allSatisfy { $0.hasPrefix("/") || $0 == "~" || $0.hasPrefix("~/") }
            }
        case .articles:
            .name(
                \.articles, "words separated by spaces, or none",
                Labels(
                    .library, Phrase("Articles"),
                    Phrase("Words to ignore at the beginning of names in sorting, or none")))
        }
    }

    private typealias Labels = Setting.Labels
    private typealias Numbers = Setting.Numbers
}
