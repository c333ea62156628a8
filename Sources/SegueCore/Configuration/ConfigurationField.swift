/// The settings by name: what each accepts, and how it is read and written as text. The configuration file, the
/// command, the bus and the library all go through this one table.
public enum ConfigurationField: String, Sendable, CaseIterable {
    /// `Configuration.transitions`, by the name of its case.
    case transitions
    /// `Configuration.crossfadeDuration`, in seconds.
    case crossfadeDuration
    /// `Configuration.skipCrossfadeDuration`, in seconds.
    case skipCrossfadeDuration
    /// `Configuration.fadeInDuration`, in seconds.
    case fadeInDuration
    /// `Configuration.fadeOutDuration`, in seconds.
    case fadeOutDuration
    /// `Configuration.fadeCurve`, by the name of its case.
    case fadeCurve
    /// `Configuration.gaplessAlbums`.
    case gaplessAlbums
    /// `Configuration.enableLooping`.
    case enableLooping
    /// `Configuration.repeatCount`; in text 0 stands for no limit.
    case repeatCount
    /// `Configuration.previousRestartsAfter`, in seconds.
    case previousRestartsAfter
    /// `Configuration.loudnessMode`, by the name of its case.
    case loudnessMode
    /// `Configuration.preamplification`, in decibels.
    case preamplification
    /// `Configuration.fallbackGain`, in decibels.
    case fallbackGain
    /// `Configuration.trimSilence`.
    case trimSilence
    /// `Configuration.trimThreshold`, in decibels.
    case trimThreshold
    /// `Configuration.trimLimit`, in seconds.
    case trimLimit
    /// `Configuration.loadTimeout`, in seconds; in text 0 stands for the limit that follows from earlier loads.
    case loadTimeout
    /// `Configuration.resumeAfterSleep`.
    case resumeAfterSleep
    /// `Configuration.resumeOnReconnect`.
    case resumeOnReconnect
    /// `Configuration.output`, as `OutputSelection` reads it.
    case output

    /// What is accepted, in words: `a number of seconds from 1 to 30, or 0`.
    public var expectation: String {
        switch self {
        case .transitions:
            "one of \(Configuration.TransitionMode.allCases.map(\.rawValue).joined(separator: ", "))"
        case .crossfadeDuration: "a number of seconds from 1 to 30, or 0 for gapless joins"
        case .skipCrossfadeDuration, .fadeOutDuration, .trimLimit: "a number of seconds from 0 to 30"
        case .fadeInDuration: "a number of seconds from 0 to 10"
        case .fadeCurve: "one of \(FadeCurve.allCases.map(\.rawValue).joined(separator: ", "))"
        case .gaplessAlbums, .enableLooping, .trimSilence, .resumeAfterSleep, .resumeOnReconnect: "true or false"
        case .repeatCount: "a whole number from 1 to 10000, or 0 for no limit"
        case .previousRestartsAfter: "a number of seconds from 0 to 3600"
        case .loudnessMode:
            "one of \(Configuration.LoudnessMode.allCases.map(\.rawValue).joined(separator: ", "))"
        case .preamplification, .fallbackGain: "a number of decibels from -15 to 15"
        case .trimThreshold: "a number of decibels from -90 to -20"
        case .loadTimeout: "a whole number of seconds from 2 to 120, or 0 for what suits the source"
        case .output: "auto, null, a device name, file:PATH or a GStreamer sink description"
        }
    }

    /// The values as `text(in:)` writes them, where these are a handful of words; empty for numbers and names.
    public var choices: [String] {
        switch self {
        case .transitions: Configuration.TransitionMode.allCases.map(\.rawValue)
        case .fadeCurve: FadeCurve.allCases.map(\.rawValue)
        case .gaplessAlbums, .enableLooping, .trimSilence, .resumeAfterSleep, .resumeOnReconnect: ["true", "false"]
        case .loudnessMode: Configuration.LoudnessMode.allCases.map(\.rawValue)
        case .crossfadeDuration, .skipCrossfadeDuration, .fadeInDuration, .fadeOutDuration, .repeatCount,
            .previousRestartsAfter, .preamplification, .fallbackGain, .trimThreshold, .trimLimit, .loadTimeout, .output:
            []
        }
    }

    /// The numbers that are accepted, in the unit that `expectation` names; nil for what is no number.
    public var range: ClosedRange<Double>? {
        switch self {
        case .crossfadeDuration, .skipCrossfadeDuration, .fadeOutDuration, .trimLimit: 0...30
        case .fadeInDuration: 0...10
        case .repeatCount: 0...10000
        case .previousRestartsAfter: 0...3600
        case .preamplification, .fallbackGain: -15...15
        case .trimThreshold: -90 ... -20
        case .loadTimeout: 0...120
        case .transitions, .fadeCurve, .gaplessAlbums, .enableLooping, .loudnessMode, .trimSilence, .output,
            .resumeAfterSleep, .resumeOnReconnect:
            nil
        }
    }

    /// The value as text that `Configuration.set` takes back.
    public func text(in configuration: Configuration) -> String {
        switch self {
        case .transitions: configuration.transitions.rawValue
        case .crossfadeDuration: Self.text(configuration.crossfadeDuration)
        case .skipCrossfadeDuration: Self.text(configuration.skipCrossfadeDuration)
        case .fadeInDuration: Self.text(configuration.fadeInDuration)
        case .fadeOutDuration: Self.text(configuration.fadeOutDuration)
        case .fadeCurve: configuration.fadeCurve.rawValue
        case .gaplessAlbums: "\(configuration.gaplessAlbums)"
        case .enableLooping: "\(configuration.enableLooping)"
        case .repeatCount: "\(configuration.repeatCount ?? 0)"
        case .previousRestartsAfter: Self.text(configuration.previousRestartsAfter)
        case .loudnessMode: configuration.loudnessMode.rawValue
        case .preamplification: Self.text(configuration.preamplification)
        case .fallbackGain: Self.text(configuration.fallbackGain)
        case .trimSilence: "\(configuration.trimSilence)"
        case .trimThreshold: Self.text(configuration.trimThreshold)
        case .trimLimit: Self.text(configuration.trimLimit)
        case .loadTimeout: "\(configuration.loadTimeout ?? 0)"
        case .resumeAfterSleep: "\(configuration.resumeAfterSleep)"
        case .resumeOnReconnect: "\(configuration.resumeOnReconnect)"
        case .output: configuration.output
        }
    }

    private static func text(_ time: MediaTime) -> String { time.decimalSeconds }

    private static func text(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e9 ? "\(Int(number))" : "\(number)"
    }
}

extension Configuration {
    /// Sets one field from text: a value as `ConfigurationField.text(in:)` writes it. A boolean is also accepted as
    /// `on` or `off`.
    ///
    /// Throws `invalidConfiguration`, which names the field and what it accepts; then nothing has changed.
    public mutating func set(_ field: ConfigurationField, to text: String) throws(AudioPlayerError) {
        switch field {
        case .transitions: transitions = try choice(text, field)
        case .crossfadeDuration:
            let duration = try seconds(text, field)
            guard duration == .zero || duration >= MediaTime(seconds: 1) else { throw refusal(field, text) }
            crossfadeDuration = duration
        case .skipCrossfadeDuration: skipCrossfadeDuration = try seconds(text, field)
        case .fadeInDuration: fadeInDuration = try seconds(text, field)
        case .fadeOutDuration: fadeOutDuration = try seconds(text, field)
        case .fadeCurve: fadeCurve = try choice(text, field)
        case .gaplessAlbums: gaplessAlbums = try truth(text, field)
        case .enableLooping: enableLooping = try truth(text, field)
        case .repeatCount:
            guard let count = Int(text), field.range?.contains(Double(count)) == true else {
                throw refusal(field, text)
            }
            repeatCount = count == 0 ? nil : count
        case .previousRestartsAfter: previousRestartsAfter = try seconds(text, field)
        case .loudnessMode: loudnessMode = try choice(text, field)
        case .preamplification: preamplification = try number(text, field)
        case .fallbackGain: fallbackGain = try number(text, field)
        case .trimSilence: trimSilence = try truth(text, field)
        case .trimThreshold: trimThreshold = try number(text, field)
        case .trimLimit: trimLimit = try seconds(text, field)
        case .loadTimeout:
            guard let seconds = Int(text), seconds == 0 || (2...120).contains(seconds) else {
                throw refusal(field, text)
            }
            loadTimeout = seconds == 0 ? nil : seconds
        case .resumeAfterSleep: resumeAfterSleep = try truth(text, field)
        case .resumeOnReconnect: resumeOnReconnect = try truth(text, field)
        case .output:
            guard !text.isEmpty else { throw refusal(field, text) }
            output = text
        }
    }

    /// Checks every field, for a configuration that was put together in code.
    ///
    /// Throws `invalidConfiguration` for the first field that is out of its range.
    public func validate() throws(AudioPlayerError) {
        var copy = self
        for field in ConfigurationField.allCases {
            try copy.set(field, to: field.text(in: self))
        }
    }

    /// This configuration with the given fields of `other`. Traps if a field of `other` is not valid: `other` must have
    /// passed `validate()`.
    public func adopting(_ fields: [ConfigurationField], of other: Configuration) -> Configuration {
        var result = self
        for field in fields {
            do {
                try result.set(field, to: field.text(in: other))
            } catch {
                preconditionFailure("\(field) of a configuration that is not valid: \(error)")
            }
        }
        return result
    }

    private func refusal(_ field: ConfigurationField, _ text: String) -> AudioPlayerError {
        .invalidConfiguration(field: field.rawValue, value: text, expected: field.expectation)
    }

    private func number(_ text: String, _ field: ConfigurationField) throws(AudioPlayerError) -> Double {
        guard let value = Double(text), field.range?.contains(value) == true else { throw refusal(field, text) }
        return value
    }

    private func seconds(_ text: String, _ field: ConfigurationField) throws(AudioPlayerError) -> MediaTime {
        MediaTime(seconds: try number(text, field))
    }

    private func truth(_ text: String, _ field: ConfigurationField) throws(AudioPlayerError) -> Bool {
        switch text {
        case "true", "on": return true
        case "false", "off": return false
        default: throw refusal(field, text)
        }
    }

    private func choice<Choice: RawRepresentable<String>>(
        _ text: String, _ field: ConfigurationField
    ) throws(AudioPlayerError) -> Choice {
        guard let value = Choice(rawValue: text) else { throw refusal(field, text) }
        return value
    }
}
