import SegueCore
import SegueTestSupport
import Testing

/// Commands in the middle of a fade.
@Suite struct FadePressTests {
    private static func seconds(_ seconds: Double) -> MediaTime { MediaTime(seconds: seconds) }

    private static func hasFailed(_ ticket: UInt64, _ session: PlayerHarness) -> Bool {
        if case .failed = session.outcomes[ticket] { true } else { false }
    }

    @Test(arguments: [0.1, 0.49, 0.5, 0.9], [false, true])
    func bothTracksGoOnUntilASkipIsHeard(progress: Double, paused: Bool) {
        var session = PlayerHarness.crossfading(at: progress)
        if paused { session.command(.pause) }
        session.command(.next)
        #expect(session.shownName == "c")
        #expect(session.sounding.map(\.uri) == ["file:///a", "file:///b"])
        #expect(session.engine.isRunning == !paused)
        #expect(session.snapshot.fade?.isSuspended == paused)
        session.load()
        session.begin()
        #expect(session.shownName == "c")
        #expect(session.state.kind == (paused ? .paused : .crossfading))
        #expect(session.engine.complaints.isEmpty, "\(session.engine.complaints)")
    }

    /// If any requested entry can't be played, the fade continues, and the queue is unchanged.
    @Test(
        arguments: [
            Command.next, .edit(.replace([NewEntry(uri: "http://bad/")], play: true)),
            .edit(.insert([NewEntry(uri: "http://bad/")], at: .next, play: true)),
            .replaceTrack(NewEntry(uri: "http://bad/"), crossfadeDuration: MediaTime(seconds: 3)),
        ], [(0.3, false), (0.3, true), (0.7, false), (0.7, true)])
    func whatFailsLeavesTheFadeAsItWas(command: Command, fade: (progress: Double, isPaused: Bool)) {
        var session = PlayerHarness.crossfading(["a", "b", "bad"], at: fade.progress)
        session.wait(Self.seconds(0.1))
        if fade.isPaused { session.command(.pause) }
        let before = session.state
        session.command(command)
        session.load()
        #expect(Self.hasFailed(session.ticket, session))
        #expect(session.state == before)
        #expect(session.shownName == "b")
        #expect(session.queueNames == ["a", "b", "bad"])
        #expect(session.sounding.map(\.uri) == ["file:///a", "file:///b"])
        #expect(session.engine.isRunning == !fade.isPaused)
        session.command(.play)
        session.complete()
        #expect(session.state.kind == .playing)
        #expect(session.engine.complaints.isEmpty, "\(session.engine.complaints)")
    }

    /// The fade may be over before the candidate has failed.
    @Test func aFadeThatEndsMeanwhileIsOver() {
        var session = PlayerHarness.crossfading(["a", "b", "bad"], at: 0.9)
        session.command(.next)
        session.complete()
        #expect(session.snapshot.fade == nil)
        session.load()
        #expect(session.state.kind == .playing)
        #expect(session.shownName == "b")
    }

    /// Playback does not depend on the queue: neither track of the fade is in it any more.
    @Test(arguments: [0.3, 0.7]) func whatHasLeftTheQueueGoesOn(progress: Double) throws {
        var session = PlayerHarness.crossfading(at: progress)
        let fade = try #require(session.engine.running)
        session.command(.edit(.replace([NewEntry(uri: "http://bad/1")], play: true)))
        let ticket = session.ticket
        session.command(.edit(.insert([NewEntry(uri: "http://bad/2")], at: .last, play: false)))
        session.load()
        #expect(Self.hasFailed(ticket, session))
        #expect(session.state.kind == .crossfading)
        #expect(session.shownName == "b")
        #expect(session.sounding.map(\.uri) == ["file:///a", "file:///b"])
        session.complete()
        #expect(session.shownName == "b")
        session.command(.edit(.remove(session.player.queue.entries(in: 1..<2).map(\.id))))
        #expect(session.state.kind == .playing)
        session.happen(.ended(fade.incoming))
        #expect(session.state.kind == .finished)
        #expect(session.snapshot.track?.uri == "http://bad/1")
        #expect(session.engine.complaints.isEmpty, "\(session.engine.complaints)")
    }

    /// A stop continues to fade out, although the entry requested meanwhile can't be played.
    @Test(arguments: [false, true]) func aFadeOutGoesOn(isOver: Bool) {
        var session = PlayerHarness.playing(["a", "b"])
        session.command(.stop)
        session.command(.edit(.replace([NewEntry(uri: "http://bad/")], play: true)))
        #expect(session.engine.isFadingOut)
        if isOver { session.happen(.fadeOutCompleted) }
        session.load()
        #expect(Self.hasFailed(session.ticket, session))
        #expect(session.state.kind == (isOver ? .failed : .fadingOut))
        #expect(session.engine.isFadingOut == !isOver)
        #expect(session.queueNames == ["a", "b"])
        if !isOver { session.happen(.fadeOutCompleted) }
        session.command(.play)
        session.load()
        #expect(session.shownName == "a")
        #expect(session.engine.complaints.isEmpty, "\(session.engine.complaints)")
    }

    @Test func aPlayableTrackTakesTheFadeOutsPlace() {
        var session = PlayerHarness.playing(["a", "b"])
        session.command(.stop)
        session.command(.edit(.replace([NewEntry(uri: "file:///c")], play: true)))
        #expect(session.engine.isFadingOut)
        session.load()
        #expect(session.sounding.map(\.uri) == ["file:///c"])
        #expect(session.state.kind == .playing)
        #expect(session.engine.complaints.isEmpty, "\(session.engine.complaints)")
    }

    /// A pause announces the position at which the audio stops, which the ramp reaches `ahead` seconds later.
    @Test(arguments: [(0.05, false), (0.005, false), (0.05, true)])
    func aResumeWithinTheRampOfAPauseAnnouncesThePosition(ahead: Double, isOver: Bool) {
        var session = PlayerHarness.playing(["a", "b"])
        session.play(Self.seconds(7))
        session.ahead = Self.seconds(ahead)
        session.command(.pause)
        #expect(session.player.livePosition(at: session.moment).position == Self.seconds(7) + session.ahead)
        if isOver { (session.elapsed, session.ahead) = (session.elapsed + session.ahead, .zero) }
        session.command(.play)
        #expect(session.seeks == (isOver ? [] : [Self.seconds(7)]))
    }

    /// The last report of the fade's progress is up to 100 ms old.
    @Test func aPauseHoldsTheFadeWhereItIsHeard() {
        var session = PlayerHarness.crossfading(at: 0.2)
        session.wait(Self.seconds(0.1))
        session.elapsed = Self.seconds(4.5)
        session.command(.pause)
        #expect(abs(session.state.fadeProgress - 0.45) < 0.001)
    }

    /// The gapless join is reported after the pause.
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
