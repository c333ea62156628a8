import SegueCore
import Testing

@Suite struct ConfigurationTests {
    @Test func theDefaultsAreValidAndSurviveTheirText() throws {
        var copy = Configuration()
        try copy.validate()
        for field in ConfigurationField.allCases { try copy.set(field, to: field.text(in: Configuration())) }
        #expect(copy == Configuration())
    }

    @Test(arguments: [
        (ConfigurationField.crossfadeDuration, ["0", "1", "30", "7.25"], ["0.5", "31", "-1", "nan", "ten", ""]),
        (.skipCrossfadeDuration, ["0", "0.3", "30"], ["-0.1", "30.1"]),
        (.fadeInDuration, ["0", "10"], ["10.5", "-1"]),
        (.fadeOutDuration, ["0", "30"], ["31"]),
        (.fadeCurve, FadeCurve.allCases.map(\.rawValue), ["steep", "", "LINEAR"]),
        (.transitions, ["listen", "plain"], ["", "Listen", "smart"]),
        (.gaplessAlbums, ["true", "false"], ["yes", "1"]),
        (.enableLooping, ["true", "false", "on", "off"], ["On", ""]),
        (.repeatCount, ["0", "1", "10000"], ["-1", "10001", "1.5"]),
        (.whenQueueEnds, ["stop", "random-album", "similar"], ["randomAlbum", ""]),
        (.previousRestartsAfter, ["0", "3", "3600"], ["-1", "3601"]),
        (.loudnessMode, ["off", "track", "album", "auto"], ["loud"]),
        (.preamplification, ["-15", "0", "15"], ["16", "-15.1"]),
        (.fallbackGain, ["-15", "15", "auto"], ["99", "Auto", ""]),
        (.trimSilence, ["true"], ["maybe"]),
        (.trimThreshold, ["-90", "-20"], ["-91", "0"]),
        (.trimLimit, ["0", "30"], ["31"]),
        (.loadTimeout, ["0", "2", "120"], ["1", "121", "-2", "2.5", "auto", ""]),
        (.resumeAfterSleep, ["true", "false"], ["after"]),
        (.resumeOnReconnect, ["true", "false"], ["1"]),
        (.notifyTracks, ["true", "false"], ["yes"]),
        (.articles, ["the a", "none", "ο η το"], [""]),
        (.output, ["auto", "null", "alsasink device=hw:1"], [""]),
        (.outputLatency, ["0", "0.94", "5"], ["-0.1", "5.1", "auto"]),
    ])
    func takesItsRangeAndNothingElse(_ field: ConfigurationField, good: [String], bad: [String]) throws {
        var configuration = Configuration()
        for text in good {
            try configuration.set(field, to: text)
            #expect(Double(field.text(in: configuration)) == Double(text))
        }
        let before = configuration
        for text in bad {
            #expect(
                throws: AudioPlayerError.invalidConfiguration(
                    field: field.rawValue, value: text, expected: field.expectation)
            ) { try configuration.set(field, to: text) }
            #expect(configuration == before)
        }
    }

    @Test(arguments: [("on", true), ("off", false)]) func takesABooleanAsASwitch(text: String, isOn: Bool) throws {
        var configuration = Configuration()
        try configuration.set(.trimSilence, to: text)
        #expect(configuration.trimSilence == isOn)
        #expect(ConfigurationField.trimSilence.text(in: configuration) == "\(isOn)")
    }

    @Test(arguments: ConfigurationField.allCases) func acceptsEachOfItsChoices(field: ConfigurationField) throws {
        var configuration = Configuration()
        for choice in field.choices {
            try configuration.set(field, to: choice)
            #expect(field.text(in: configuration) == choice)
            #expect(field.expectation.contains(choice))
        }
    }

    /// The file has new values of two settings; other settings are kept.
    @Test func adoptsTheFieldsThatAreNamed() throws {
        var mine = Configuration()
        try mine.set(.crossfadeDuration, to: "4")
        try mine.set(.loudnessMode, to: "off")
        var read = Configuration()
        try read.set(.crossfadeDuration, to: "7.25")
        try read.set(.output, to: "null")
        let both = mine.adopting([.crossfadeDuration, .output], of: read)
        mine.crossfadeDuration = MediaTime(seconds: 7.25)
        mine.output = "null"
        #expect(both == mine)
        #expect(mine.adopting([], of: Configuration()) == mine)
    }

    /// No displayed title is the name of a case.
    @Test(arguments: ConfigurationField.allCases) func everyChoiceHasATitle(field: ConfigurationField) {
        guard case .choice(let choices) = field.setting.kind else { return }
        for choice in choices { #expect(choice.title.english != choice.word) }
    }

    @Test func everyGroupHasASetting() {
        #expect(Set(ConfigurationField.allCases.map(\.setting.labels.group)) == Set(Setting.Group.allCases))
    }
}
