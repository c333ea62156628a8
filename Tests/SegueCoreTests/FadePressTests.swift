import SegueCore
import SegueTestSupport
import Testing

/// Presses in the middle of a fade.
@Suite struct FadePressTests {
    private static func seconds(_ seconds: Double) -> MediaTime { MediaTime(seconds: seconds) }

    /// The incoming track is the louder one from 50 % on.
    @Test(arguments: [(0.1, "a"), (0.49, "a"), (0.5, "b"), (0.9, "b")], [false, true])
    func aSkipGoesOnFromTheLouderTrack(fade: (progress: Double, louder: String), paused: Bool) {
        var session = PlayerHarness.crossfading(at: fade.progress)
        if paused { session.command(.pause) }
        session.command(.next)
        #expect(session.shownName == "c")
        #expect(session.sounding.map(\.uri) == ["file:///\(fade.louder)"])
        #expect(session.engine.isRunning == !paused)
        session.load()
        session.begin()
        #expect(session.shownName == "c")
        #expect(session.state.kind == (paused ? .paused : .crossfading))
        #expect(session.engine.complaints.isEmpty, "\(session.engine.complaints)")
    }

    @Test(arguments: [(0.3, "a"), (0.7, "b")])
    func aSkipThatFailsComesBackToTheLouderTrack(progress: Double, louder: String) {
        var session = PlayerHarness.crossfading(["a", "b", "bad"], at: progress)
        session.command(.next)
        session.load()
        #expect(session.shownName == louder)
        #expect(session.state.kind == .playing)
        #expect(session.sounding.map(\.uri) == ["file:///\(louder)"])
    }

    /// The last report of the fade's progress is up to 100 ms old.
    @Test func aPauseHoldsTheFadeWhereItIsHeard() {
        var session = PlayerHarness.crossfading(at: 0.2)
        session.wait(Self.seconds(0.1))
        session.elapsed = Self.seconds(4.5)
        session.command(.pause)
        #expect(abs(session.state.fadeProgress - 0.45) < 0.001)
    }

    /// The gapless join is reported behind the pause.
    @Test func aJoinThatAPauseReachesIsTakenAsHeard() throws {
        var configuration = Configuration()
        configuration.crossfadeDuration = .zero
        var session = PlayerHarness.playing(["a", "b", "c"], configuration: configuration)
        let plan = try #require(session.engine.plan)
        #expect(plan.kind == .gapless)
        session.command(.pause)
        session.happen(.transitionStarted(incoming: plan.incoming))
        #expect(session.shownName == "b")
        #expect(session.state.kind == .paused)
        #expect(session.snapshot.status == .paused)
        session.command(.play)
        #expect(session.shownName == "b")
        #expect(session.engine.isRunning)
    }

    @Test func whatFollowsASilentOutgoingTrackIsWaitedForWhenItStalls() throws {
        var session = PlayerHarness.crossfading(at: 0.7)
        let fade = try #require(session.engine.running)
        session.happen(.ended(fade.outgoing))
        #expect(session.state.kind == .crossfading, "the other one goes on along its curve")
        session.happen(.buffering(fade.incoming, percent: 20))
        #expect(session.state.statusText == "Buffering 20%")
        #expect(session.shownName == "b")
        #expect(!session.engine.isRunning)
        session.happen(.buffering(fade.incoming, percent: 100))
        #expect(session.state.kind == .playing)
        #expect(session.engine.isRunning)
    }
}
