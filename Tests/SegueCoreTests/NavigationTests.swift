import SegueCore
import SegueTestSupport
import Testing

/// The target of a command, and the history that it leaves.
@Suite struct NavigationTests {
    private static func seconds(_ seconds: Double) -> MediaTime { MediaTime(seconds: seconds) }

    @Test func aStopDuringASkipStaysWithTheNewTrack() throws {
        var session = PlayerHarness.playing(["a", "b", "c"])
        session.command(.jump(try #require(session.player.queue.entry(at: 2)).id))
        session.command(.finish(fadeDuration: .zero))
        #expect(session.shownName == "c")
        session.command(.play)
        session.load()
        #expect(session.sounding.map(\.uri) == ["file:///c"])
    }

    @Test func aReplacedTrackLeavesTheQueueWhenTheNewOneIsReady() {
        var session = PlayerHarness.playing(["a", "b"])
        session.command(.replaceTrack(NewEntry(uri: "file:///x"), crossfadeDuration: Self.seconds(4)))
        #expect(session.queueNames == ["a", "x", "b"])
        session.load()
        #expect(session.queueNames == ["x", "b"])
        #expect(session.engine.plan?.duration == Self.seconds(4))
        session.begin()
        #expect(session.shownName == "x")
    }

    @Test(arguments: [(0.0, 1.0), (7, 7), (90, 30)]) func aReplacementFadesForOneToThirtySeconds(
        asked: Double, heard: Double
    ) {
        var session = PlayerHarness.playing(["a", "b"])
        for name in ["a", "x"] { session.engine.library["file:///\(name)"] = TrackMetadata() }
        session.engine.library["file:///x"]?.duration = Self.seconds(200)
        session.command(.replaceTrack(NewEntry(uri: "file:///x"), crossfadeDuration: Self.seconds(asked)))
        session.load()
        #expect(session.engine.plan?.duration == Self.seconds(heard))
    }

    @Test func previousPassesOverWhatIsBrokenBackwards() throws {
        var session = PlayerHarness()
        session.handle(.audio(.outputReady(name: "test", fallback: nil)))
        let names = ["a", "bad", "c", "d"].map { NewEntry(uri: "file:///\($0)") }
        session.command(.edit(.replace(names, play: false)))
        session.command(.playEntry(try #require(session.player.queue.entry(at: 2)).id))
        session.load()
        #expect(session.shownName == "c")
        session.command(.previous)
        session.load()
        session.begin()
        #expect(session.shownName == "a")
    }

    @Test(arguments: [(2.0, "b"), (3.5, "c")]) func previousRestartsWhatHasPlayedForLong(
        position: Double, shown: String
    ) {
        var configuration = Configuration()
        configuration.previousRestartsAfter = Self.seconds(3)
        var session = PlayerHarness.playing(["b", "c"], configuration: configuration)
        session.command(.next)
        session.begin()
        session.complete()
        session.elapsed = Self.seconds(position)
        session.wait(Self.seconds(position))
        session.command(.previous)
        #expect(session.shownName == shown)
        #expect(session.player.livePosition(at: session.moment).position == .zero)
    }

    /// Nothing precedes the first track, and Previous still leads to its start.
    @Test(arguments: [(0.0, false), (3.0, true)]) func previousOfTheFirstTrackLeadsToItsStart(
        restartsAfter: Double, canGo: Bool
    ) {
        var configuration = Configuration()
        configuration.previousRestartsAfter = Self.seconds(restartsAfter)
        let session = PlayerHarness.playing(["b", "c"], configuration: configuration)
        #expect(session.snapshot.canGoPrevious == canGo)
    }
}
