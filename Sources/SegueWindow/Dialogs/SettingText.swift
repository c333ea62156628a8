import SegueCore

/// The settings in words.
enum SettingText {
    static func title(_ field: ConfigurationField) -> String {
        switch field {
        case .transitions: translated("What decides about a transition")
        case .crossfadeDuration: translated("Crossfade from track to track")
        case .skipCrossfadeDuration: translated("Crossfade of a skip")
        case .fadeInDuration: translated("Fade at the start")
        case .fadeOutDuration: translated("Fade on stop")
        case .fadeCurve: translated("Shape of fades")
        case .gaplessAlbums: translated("Albums without gaps")
        case .enableLooping: translated("Repeat the track")
        case .repeatCount: translated("Rounds of a repeat")
        case .previousRestartsAfter: translated("“Previous” restarts the track")
        case .loudnessMode: translated("Even loudness")
        case .preamplification: translated("Gain on top of the tags")
        case .fallbackGain: translated("Gain without tags")
        case .trimSilence: translated("Leave out silence between tracks")
        case .trimThreshold: translated("What counts as silence")
        case .trimLimit: translated("Most silence that is left out")
        case .output: translated("Output")
        case .loadTimeout: translated("Time for opening a track")
        case .resumeAfterSleep: translated("Go on after sleep")
        case .resumeOnReconnect: translated("Go on when headphones are back")
        }
    }

    static func subtitle(_ field: ConfigurationField) -> String {
        switch field {
        case .transitions: translated("The sound of both tracks, or the end of the file alone")
        case .crossfadeDuration: translated("1 to 30 seconds, or 0 for gapless joins")
        case .skipCrossfadeDuration: translated("0 to 30 seconds; 0 cuts")
        case .fadeInDuration: translated("0 to 10 seconds")
        case .fadeOutDuration: translated("0 to 30 seconds")
        case .fadeCurve: translated("How the gains of two tracks change over a fade")
        case .gaplessAlbums: translated("Tracks of one album follow each other without a crossfade")
        case .enableLooping: translated("It crossfades into itself")
        case .repeatCount: translated("1 to 10,000, or 0 for no limit")
        case .previousRestartsAfter: translated("After 0 to 3,600 seconds; 0 never does")
        case .loudnessMode: translated("From ReplayGain and R 128 tags, or as measured")
        case .preamplification, .fallbackGain: translated("−15 to 15 decibels")
        case .trimSilence: translated("Where two tracks fade into each other")
        case .trimThreshold: translated("−90 to −20 decibels below full scale")
        case .trimLimit: translated("0 to 30 seconds at either end")
        case .output: translated("Where the sound goes")
        case .loadTimeout: translated("2 to 120 seconds; 0 suits the disk or server")
        case .resumeAfterSleep: translated("If it played when the computer went to sleep")
        case .resumeOnReconnect: translated("If it played when they were unplugged")
        }
    }

    static func choice(_ value: String) -> String {
        switch value {
        case "listen": translated("Listen")
        case "plain": translated("Plain")
        case "equalPower": translated("Equal power")
        case "linear": translated("Linear")
        case "logarithmic": translated("Logarithmic")
        case "exponential": translated("Exponential")
        case "sCurve": translated("S-curve")
        case "off": translated("Off")
        case "track": translated("By track")
        case "album": translated("By album")
        case "auto": translated("Automatic")
        default: value
        }
    }

    static let groups: [(title: String, fields: [ConfigurationField])] = [
        (
            translated("Transitions"),
            [.transitions, .crossfadeDuration, .skipCrossfadeDuration, .fadeCurve, .gaplessAlbums]
        ),
        (translated("Start and Stop"), [.fadeInDuration, .fadeOutDuration]),
        (translated("Queue"), [.enableLooping, .repeatCount, .previousRestartsAfter, .loadTimeout]),
        (translated("Loudness"), [.loudnessMode, .preamplification, .fallbackGain]),
        (translated("Silence"), [.trimSilence, .trimThreshold, .trimLimit]),
        (translated("Interruptions"), [.resumeAfterSleep, .resumeOnReconnect]),
    ]
}
