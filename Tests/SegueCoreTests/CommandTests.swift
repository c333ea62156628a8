import SegueCore
import SegueTestSupport
import Testing

/// Commands that do not affect the audio directly.
@Suite struct CommandTests {
    private static func seconds(_ seconds: Double) -> MediaTime { MediaTime(seconds: seconds) }

    @Test func theSleepTimerCanBeTakenBack() {
        var session = PlayerHarness.playing(["a", "b"])
        #expect(session.command(.sleep(after: nil)) == .nothingToDo)
        session.command(.sleep(after: Self.seconds(60)))
        #expect(session.snapshot.sleepAt == session.now + Self.seconds(60))
        #expect(session.command(.sleep(after: nil)) == .done)
        #expect(session.snapshot.sleepAt == nil)
        session.wait(Self.seconds(120))
        #expect(session.state.kind == .playing)
    }

    @Test func theLastSleepTimerCounts() {
        var session = PlayerHarness.playing(["a", "b"])
        session.command(.sleep(after: Self.seconds(60)))
        session.command(.sleep(after: Self.seconds(90)))
        session.wait(Self.seconds(80))
        #expect(session.state.kind == .playing)
        session.wait(Self.seconds(20))
        #expect(session.state.kind == .fadingOut)
    }

    @Test func theEngineLearnsHowLongASkipTakes() {
        var session = PlayerHarness.playing(["a", "b"])
        var configuration = session.snapshot.configuration
        configuration.skipCrossfadeDuration = Self.seconds(2)
        let told = Effect.audio(.setSkipDuration(Self.seconds(2)))
        #expect(session.handle(.command(.setConfiguration(configuration), ticket: nil)).effects.contains(told))
        configuration.crossfadeDuration = Self.seconds(5)
        #expect(!session.handle(.command(.setConfiguration(configuration), ticket: nil)).effects.contains(told))
        session.command(.next)
        #expect(session.engine.plan?.duration == Self.seconds(2))
    }

    @Test func theEngineLearnsHowLateTheSpeakersAre() {
        var session = PlayerHarness.playing(["a", "b"])
        var configuration = session.snapshot.configuration
        configuration.outputLatency = Self.seconds(2)
        let told = Effect.audio(.setOutputLatency(Self.seconds(2)))
        #expect(session.handle(.command(.setConfiguration(configuration), ticket: nil)).effects.contains(told))
        configuration.crossfadeDuration = Self.seconds(5)
        #expect(!session.handle(.command(.setConfiguration(configuration), ticket: nil)).effects.contains(told))
    }

    @Test func aLaterLoadHasTheGreaterGeneration() throws {
        var session = PlayerHarness.playing(["a", "b", "c"])
        let former = try #require(session.standby?.generation)
        session.command(.seek(to: Self.seconds(20), track: nil))
        #expect(try #require(session.standby?.generation) > former)
    }

    /// An entry that the user names takes precedence over one whose turn has come.
    @Test func aCommandNamesItsEntryOrNone() {
        let id = EntryID(rawValue: 7)
        #expect(Command.playEntry(id).namedEntry == id)
        #expect(Command.jump(id).namedEntry == id)
        #expect(
            [Command.play, .next, .previous, .edit(.remove([id])), .rate(id, 1)].allSatisfy { $0.namedEntry == nil })
    }
}
