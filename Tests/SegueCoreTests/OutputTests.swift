import SegueCore
import SegueTestSupport
import Testing

/// The loss of an output, and its return.
@Suite struct OutputTests {
    private static let lost = AudioEvent.outputLost(name: "test", reason: "unplugged")
    private static let ready = AudioEvent.outputReady(name: "test", fallback: nil)
    private static let refused = AudioEvent.outputRefused(name: "test", reason: "there is none")

    /// Returns the times of the attempts in the first seconds of waiting; every attempt is refused.
    private static func attempts(_ session: inout PlayerHarness, within seconds: Double) -> [Double] {
        let start = session.now
        var times: [Double] = []
        while true {
            if session.engine.openingOutput != nil {
                times.append((session.now - start).seconds)
                session.happen(refused)
            }
            guard let next = session.timers[.reopenOutput], (next - start).seconds <= seconds else { return times }
            session.wait(next - session.now)
        }
    }

    @Test func aFadePausesAndGoesOn() {
        var session = PlayerHarness.crossfading(at: 0.3)
        session.happen(Self.lost)
        #expect(session.state.kind == .crossfadePaused)
        #expect(!session.snapshot.output.isAvailable)
        #expect(session.snapshot.problem == .outputError(output: "test", reason: "unplugged"), "it says why")
        #expect(session.engine.openingOutput == "test", "the first attempt is made at once")
        session.happen(Self.ready)
        #expect(session.state.kind == .crossfading)
        #expect(session.snapshot.problem == nil)
        #expect(session.engine.isRunning)
        #expect(session.engine.complaints.isEmpty)
    }

    @Test(arguments: [Command.seekBy(MediaTime(seconds: 30)), .next])
    func theReasonIsKeptWhileThereIsNoOutput(_ command: Command) {
        var session = PlayerHarness.playing(["a", "b"])
        session.happen(Self.lost)
        let reason = session.snapshot.problem
        #expect(reason != nil)
        session.command(.pause)
        session.command(command)
        session.load()
        session.begin()
        #expect(session.snapshot.problem == reason)
        session.happen(Self.ready)
        #expect(session.snapshot.problem == nil)
    }

    @Test func attemptsGetRarer() {
        var session = PlayerHarness.playing(["a", "b"])
        session.happen(Self.lost)
        #expect(Self.attempts(&session, within: 8) == [0, 0.25, 0.75, 1.75, 3.75, 5.75, 7.75])
        session.wait(MediaTime(seconds: 2))
        session.happen(Self.ready)
        #expect(session.state.kind == .playing)
        #expect(session.timers[.reopenOutput] == nil)
    }

    @Test func anOutputThatKeepsFailingIsNotTriedInAHurry() {
        var session = PlayerHarness.playing(["a", "b"])
        session.happen(Self.lost)
        session.happen(Self.ready)
        session.happen(Self.lost)
        #expect(session.engine.openingOutput == nil)
        #expect(session.timers[.reopenOutput] == session.now + MediaTime(seconds: 0.25))
    }

    @Test(arguments: [Command.pause, .stop, .finish(fadeDuration: .zero), .edit(.clear)])
    func aPersonsWordOutlivesTheReturn(_ command: Command) {
        var session = PlayerHarness.crossfading(at: 0.3)
        session.happen(Self.lost)
        session.happen(Self.refused)
        #expect(session.command(command) == .done)
        let state = session.state
        #expect(session.timers[.reopenOutput] == nil, "nothing wakes the player up that is not to play")
        session.happen(Self.ready)
        #expect(session.state == state)
        #expect(!session.engine.isRunning)
    }

    @Test func silenceInsteadOfTheOutputIsReplacedAsSoonAsPossible() {
        var session = PlayerHarness.playing(["a", "b"])
        session.happen(.outputReady(name: "null", fallback: "no sound server answers."))
        session.wait(MediaTime(seconds: 16))
        #expect(session.engine.improvements == 3)
        session.command(.pause)
        #expect(session.timers[.improveOutput] == nil)
        session.command(.play)
        #expect(session.engine.improvements == 4)
        session.happen(.outputReady(name: "PulseAudio", fallback: nil))
        #expect(session.timers[.improveOutput] == nil)
        #expect(session.state.kind == .playing)
        session.happen(.outputReady(name: "null", fallback: nil))
        #expect(session.timers[.improveOutput] == nil, "it was requested")
    }

    @Test func withoutSoundNothingIsAttempted() {
        var session = PlayerHarness.playing(["a", "b"])
        session.command(.pause)
        session.happen(Self.lost)
        #expect(session.engine.openingOutput == nil)
        #expect(session.timers[.reopenOutput] == nil)
    }

    @Test func whoAsksForSoundHearsWhyThereIsNone() {
        var session = PlayerHarness.playing(["a", "b"])
        session.command(.pause)
        session.happen(Self.lost)
        #expect(session.command(.play) == nil)
        session.happen(Self.refused)
        let error = AudioPlayerError.outputError(
            output: "test", reason: "there is none; playback resumes when it is back")
        #expect(session.outcomes[session.ticket] == .failed(error))
        #expect(session.state.kind == .paused)
        #expect(session.snapshot.problem == error)
        session.wait(MediaTime(seconds: 1))
        session.happen(Self.ready)
        #expect(session.state.kind == .playing, "as it was told")
        #expect(session.snapshot.problem == nil, "it can be heard again")
    }

    @Test func whatIsStartedMeanwhileWaits() {
        var session = PlayerHarness.playing(["a", "b"])
        session.command(.stop)
        session.happen(.fadeOutCompleted)
        session.happen(Self.lost)
        session.command(.play)
        session.load()
        #expect(session.state.kind == .paused)
        #expect(!session.engine.isRunning)
        session.happen(Self.ready)
        #expect(session.state.kind == .playing)
        #expect(session.engine.complaints.isEmpty)
    }

    @Test func anotherOutputWillDo() {
        var session = PlayerHarness.crossfading(at: 0.3)
        session.happen(Self.lost)
        session.happen(Self.refused)
        #expect(session.command(.selectOutput("null")) == nil)
        #expect(session.timers[.reopenOutput] == nil)
        session.happen(.outputReady(name: "null", fallback: nil))
        #expect(session.outcomes[session.ticket] == .done)
        #expect(session.state.kind == .crossfading)
    }

    @Test func aReplacedOutputAnswersNoChoice() {
        var session = PlayerHarness.playing(["a", "b"])
        session.command(.selectOutput("hw:9"))
        let choice = session.ticket
        session.happen(.outputReplaced(name: "other", fallback: "gone"))
        #expect(session.snapshot.output == OutputStatus(name: "other", isAvailable: true, fallback: "gone"))
        #expect(session.outcomes[choice] == nil)
        session.happen(.outputReplaced(name: "test", fallback: nil))
        #expect(session.snapshot.output == OutputStatus(name: "test", isAvailable: true, fallback: nil))
        session.happen(Self.lost)
        session.happen(.outputReplaced(name: "other", fallback: "gone"))
        #expect(!session.snapshot.output.isAvailable, "the output has gone since then")
    }

    @Test func anotherOutputThatIsNoneDoesNotEndTheWait() {
        var session = PlayerHarness.crossfading(at: 0.3)
        session.happen(Self.lost)
        session.happen(Self.refused)
        session.command(.selectOutput("hw:9"))
        session.happen(.outputRefused(name: "hw:9", reason: "there is none"))
        #expect(session.timers[.reopenOutput] != nil)
        session.wait(MediaTime(seconds: 1))
        session.happen(Self.ready)
        #expect(session.state.kind == .crossfading)
    }

    @Test func aTrackIsConvertedWhereAnyOfTheRatesIsAnother() {
        var session = PlayerHarness.playing(["a", "b"])
        #expect(session.snapshot.outputRates == nil)
        #expect(session.snapshot.isResampled == nil)
        session.happen(.outputRates(OutputRates(mixed: 48000, output: 48000)))
        #expect(session.snapshot.isResampled == nil)
        var metadata = TrackMetadata()
        metadata.sampleRate = 48000
        session.handle(.metadataRead(session.snapshot.track?.id ?? EntryID(rawValue: 0), metadata))
        #expect(session.snapshot.isResampled == false)
        session.happen(.outputRates(OutputRates(mixed: 48000, output: 44100)))
        #expect(session.snapshot.isResampled == true)
        session.happen(.outputRates(OutputRates(mixed: 44100, output: 48000)))
        #expect(session.snapshot.isResampled == true)
        #expect(session.state.kind == .playing)
    }

    @Test func aFadeToSilenceIsOver() {
        var session = PlayerHarness.playing(["a", "b"])
        session.command(.stop)
        session.happen(Self.lost)
        #expect(session.state.kind == .finished)
        #expect(session.timers[.reopenOutput] == nil)
    }

    @Test(arguments: [
        (ChosenOutput(name: "headphones", configured: "auto"), "headphones"),
        (ChosenOutput(name: "headphones", configured: "file:/heard.wav"), "auto"),
        (ChosenOutput(name: "file:/heard.wav", configured: "auto"), "auto"),
        (ChosenOutput(name: "fakesink ! filesink", configured: "auto"), "auto"), (nil, "auto"),
    ])
    func aChoiceGoesOnInTheNextLifeUntilTheConfigurationIsEdited(saved: ChosenOutput?, output: String) {
        var player = Player(configuration: Configuration(), seed: 1)
        let moment = Moment(now: .zero, date: WallTime(nanoseconds: 0), positions: [])
        _ = player.handle(.restore(SavedSession(output: saved)), at: moment)
        #expect(player.snapshot.settings.output == output)
        #expect(player.snapshot.configuration == Configuration())
        #expect(player.savedSession(at: moment).output == (output == "auto" ? nil : saved))
    }
}
