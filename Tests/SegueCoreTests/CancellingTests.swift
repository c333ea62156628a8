import SegueCore
import SegueTestSupport
import Testing

/// Cancellation of what is not ready, while the audible track plays on (design.md, Cancelling).
@Suite struct CancellingTests {
    private static func session() -> PlayerHarness { .beforeSlowStream() }

    private static func cancelled(_ name: String) -> CommandOutcome {
        .failed(.cancelled(attempted: "Opening \(name)"))
    }
    private static let toSlow = cancelled("http://host/slow")

    private static func entry(_ session: PlayerHarness, _ index: Int) -> EntryID {
        session.player.queue.entry(at: index)?.id ?? EntryID(rawValue: 0)
    }

    private static func loads(_ session: PlayerHarness) -> Int {
        session.events.count { if case .loadStarted = $0 { true } else { false } }
    }

    /// Returns the files that are being opened.
    private static func opening(_ session: PlayerHarness) -> [String] {
        session.engine.live.filter { !$0.isLoaded }.map(\.uri)
    }

    @Test func whatPlaysGoesOnAndTheCallerIsTold() {
        var session = Self.session()
        session.command(.next)
        let skip = session.ticket
        session.wait(MediaTime(seconds: 5))
        #expect(session.command(.cancel) == .done)
        #expect(session.outcomes[skip] == Self.toSlow)
        #expect(session.state.kind == .playing)
        #expect(session.shownName == "a")
        #expect(session.snapshot.connecting == nil)
        #expect(session.snapshot.problem == nil)
        #expect(!session.events.contains { if case .error = $0 { true } else { false } })
        #expect(session.engine.isRunning)
        #expect(Self.opening(session) == [])
        #expect(session.command(.cancel) == .nothingToDo)
        session.command(.next)
        #expect(session.snapshot.connecting?.uri == "http://host/slow", "a later skip goes there again")
    }

    @Test func aFadeGoesOn() {
        var session = PlayerHarness.crossfading(["a", "b", "c"], at: 0.3)
        session.command(.next)
        #expect(session.shownName == "c")
        #expect(session.command(.cancel) == .done)
        #expect(session.state.kind == .crossfading)
        #expect(session.shownName == "b")
    }

    @Test func aPauseStaysAPause() {
        var session = Self.session()
        session.command(.pause)
        session.command(.playEntry(Self.entry(session, 1)))
        #expect(session.command(.cancel) == .done)
        #expect(session.state.kind == .paused)
        #expect(session.shownName == "a")
    }

    @Test func theQueueBeforeComesBack() {
        var session = Self.session()
        session.command(.edit(.replace([NewEntry(uri: "http://host/slow"), NewEntry(uri: "file:///x")], play: true)))
        let open = session.ticket
        #expect(session.command(.cancel) == .done)
        #expect(session.outcomes[open] == Self.toSlow)
        #expect(session.player.queue.count == 3)
        #expect(session.shownName == "a")
        #expect(session.state.kind == .playing)
    }

    @Test func aReplacementLeavesTheTrack() {
        var session = Self.session()
        session.command(.replaceTrack(NewEntry(uri: "http://host/slow"), crossfadeDuration: MediaTime(seconds: 3)))
        #expect(session.command(.cancel) == .done)
        #expect(session.player.queue.count == 3)
        #expect(session.shownName == "a")
    }

    @Test func aReplacementThatWasTheLastEntryLeavesSilence() throws {
        var session = Self.session()
        session.command(.replaceTrack(NewEntry(uri: "http://host/slow"), crossfadeDuration: MediaTime(seconds: 3)))
        let candidate = try #require(session.snapshot.connecting)
        session.command(.edit(.crop([candidate.id])))
        #expect(session.command(.cancel) == .done)
        #expect(session.player.queue.isEmpty)
        #expect(session.snapshot.track == nil)
        #expect(session.state.kind == .finished)
        #expect(!session.engine.isRunning)
    }

    @Test func aBurstIsGivenUp() {
        var session = Self.session()
        session.command(.next)
        session.command(.next)
        #expect(session.command(.cancel) == .done)
        #expect(session.shownName == "a")
        session.wait(MediaTime(seconds: 1))
        #expect(session.state.kind == .playing)
        #expect(session.openTickets.isEmpty)
    }

    @Test func inSilenceThePlayerStopsAndPlayTriesAgain() {
        var session = Self.session()
        session.command(.finish(fadeDuration: .zero))
        session.command(.playEntry(Self.entry(session, 1)))
        let play = session.ticket
        #expect(session.command(.cancel) == .done)
        #expect(session.outcomes[play] == Self.toSlow)
        #expect(session.state == .idle)
        #expect(session.snapshot.statusText == "Stopped")
        #expect(session.snapshot.track?.uri == "http://host/slow")
        session.command(.play)
        #expect(Self.opening(session) == ["http://host/slow"])
    }

    @Test func aResumeKeepsItsPosition() {
        var session = Self.session()
        session.command(.finish(fadeDuration: .zero))
        session.command(.play)
        session.command(.cancel)
        #expect(session.state == .idle)
        #expect(session.player.livePosition(at: session.moment).position == MediaTime(seconds: 7))
    }

    /// The track has ended, and its successor is still being opened.
    @Test func whatFollowsIsGivenUpInSilence() {
        var session = PlayerHarness.playing(["a", "b"])
        session.command(.edit(.remove([Self.entry(session, 1)])))
        session.command(.edit(.insert([NewEntry(uri: "file:///slow")], at: .last, play: false)))
        session.happen(.ended(session.sounding[0].generation))
        #expect(session.state.kind == .preparingCrossfade)
        #expect(session.command(.cancel) == .done)
        #expect(session.state == .finished)
        #expect(session.shownName == "slow")
        #expect(session.engine.live.isEmpty)
    }

    @Test func aSeekGoesBack() {
        var session = Self.session()
        session.command(.seek(to: MediaTime(seconds: 40), track: nil))
        let seek = session.ticket
        #expect(session.command(.cancel) == .done)
        #expect(session.outcomes[seek] == .failed(.cancelled(attempted: "The seek in /a")))
        #expect(session.state.kind == .playing)
        #expect(session.seeks == [MediaTime(seconds: 40), MediaTime(seconds: 7)])
        #expect(Self.opening(session) == [])
    }

    @Test func whatIsOnItsWayToTheEarIsHeard() {
        var session = PlayerHarness.playing(["a", "b", "c"])
        session.command(.next)
        #expect(session.command(.cancel) == .nothingToDo, "it was ready")
        session.begin()
        #expect(session.shownName == "b")
    }

    // MARK: - The same entry again

    @Test func theSameEntryAgainCancels() {
        var session = Self.session()
        session.command(.playEntry(Self.entry(session, 1)))
        let first = session.ticket
        session.wait(MediaTime(seconds: 2))
        #expect(session.command(.playEntry(Self.entry(session, 1))) == .done)
        #expect(session.outcomes[first] == Self.toSlow)
        #expect(session.shownName == "a")
        #expect(session.state.kind == .playing)
    }

    /// A double click may come as two identical commands. The file is opened once.
    @Test func aBounceIsOnePress() {
        var session = Self.session()
        session.command(.playEntry(Self.entry(session, 1)))
        let (first, loads) = (session.ticket, Self.loads(session))
        session.wait(MediaTime(seconds: 0.2))
        session.command(.playEntry(Self.entry(session, 1)))
        let second = session.ticket
        #expect(session.outcomes[first] == .superseded)
        #expect(Self.loads(session) == loads)
        session.load()
        session.begin()
        #expect(session.outcomes[second] == .done)
        #expect(session.snapshot.track?.uri == "http://host/slow")
    }

    @Test func anotherCommandForTheSameEntryDoesNotCancel() {
        var session = Self.session()
        session.command(.pause)
        session.command(.next)
        session.wait(MediaTime(seconds: 2))
        session.command(.playEntry(Self.entry(session, 1)))
        session.load()
        #expect(session.state.kind == .playing)
        #expect(session.snapshot.track?.uri == "http://host/slow")
    }
}
