import SegueCore
import SegueTestSupport
import Testing

/// Commands before the previous one is heard.
@Suite struct PressTests {
    private static func seconds(_ seconds: Double) -> MediaTime { MediaTime(seconds: seconds) }

    private static func position(_ session: PlayerHarness) -> MediaTime {
        session.player.livePosition(at: session.moment).position
    }

    /// The second seek waits for the end of a drag while the first is already on its way to the output.
    @Test(arguments: [false, true]) func aSeekBehindOneThatIsAboutToBeHeardIsAnswered(pausing: Bool) {
        var session = PlayerHarness.playing(["a", "b"])
        session.wait(Self.seconds(5))
        session.command(.seek(to: Self.seconds(20), track: nil))
        session.load()
        session.command(.seek(to: Self.seconds(30), track: nil))
        let ticket = session.ticket
        session.begin()
        #expect(Self.position(session) == Self.seconds(30))
        if pausing { session.command(.pause) }
        session.wait(Self.seconds(0.2))
        session.load()
        if !pausing { session.begin() }
        #expect(session.outcomes[ticket] == .done)
        #expect(session.state.kind == (pausing ? .paused : .playing))
        #expect(session.sounding.last?.position == Self.seconds(30))
    }

    /// The audio before a cut is already replaced when the cut is on its way to the output.
    @Test(arguments: [Command.next, .previous, .seek(to: MediaTime(seconds: 30), track: nil)])
    func aCutOnItsWayToTheEarSoundsUntilTheNextPressHasLedElsewhere(press: Command) {
        var configuration = Configuration()
        configuration.skipCrossfadeDuration = .zero
        var session = PlayerHarness.playing(["a", "b", "c"], configuration: configuration)
        session.wait(Self.seconds(5))
        session.command(.next)
        session.load()
        session.engine.reachPlan()
        session.elapsed = .zero
        session.command(press)
        #expect(session.engine.live.contains { $0.uri == "file:///b" })
        session.wait(Self.seconds(0.2))
        session.load()
        #expect(session.engine.complaints == [])
        session.begin()
        #expect(session.state.kind == .playing)
        #expect(session.shownName == (press == .next ? "c" : press == .previous ? "a" : "b"))
        #expect(session.openTickets.isEmpty)
    }

    /// The outgoing side of the cut has ended before the second seek is loaded.
    @Test func aSeekOutlivesTheEndOfTheTrackThatTheFormerOneLeft() throws {
        var session = PlayerHarness.playing(["a", "b"])
        session.wait(Self.seconds(5))
        let playing = session.sounding[0].generation
        session.command(.seek(to: Self.seconds(20), track: nil))
        session.load()
        session.command(.seek(to: Self.seconds(30), track: nil))
        let ticket = session.ticket
        session.happen(.ended(playing))
        session.wait(Self.seconds(0.2))
        session.load()
        session.begin()
        #expect(session.outcomes[ticket] == .done)
        #expect(session.state.kind == .playing)
    }

    /// A seek into audio that can't be decoded, in a track that has nothing left either.
    @Test func whatFollowsComesWhenASeekFailsAndNothingSoundsAnyMore() {
        var session = PlayerHarness.playing(["a", "b"])
        session.wait(Self.seconds(5))
        let playing = session.sounding[0].generation
        session.command(.seek(to: Self.seconds(40), track: nil))
        let ticket = session.ticket
        session.happen(.failed(playing, .fileLoadFailed(path: "/a", reason: "it gives nothing more")))
        let seeking = session.standby?.generation ?? LoadGeneration(rawValue: 0)
        session.happen(.loadFailed(seeking, .loadTimeout(path: "/a", seconds: 10)))
        guard case .failed = session.outcomes[ticket] else {
            Issue.record("\(String(describing: session.outcomes[ticket]))")
            return
        }
        #expect(session.shownName == "b")
        session.load()
        #expect(session.state.kind == .playing)
    }

    @Test func aPausedTrackThatGivesNothingMoreHasFailed() {
        var session = PlayerHarness.playing(["a", "b"])
        session.wait(Self.seconds(5))
        let playing = session.sounding[0].generation
        session.command(.pause)
        session.command(.seek(to: Self.seconds(40), track: nil))
        let ticket = session.ticket
        session.happen(.failed(playing, .fileLoadFailed(path: "/a", reason: "it gives nothing more")))
        let seeking = session.standby?.generation ?? LoadGeneration(rawValue: 0)
        let error = AudioPlayerError.fileNotFound(path: "/a")
        session.happen(.loadFailed(seeking, error))
        #expect(session.outcomes[ticket] == .failed(error))
        #expect(session.state == .failed(error: error))
        #expect(session.snapshot.problem == error)
        #expect(session.shownName == "a", "nobody asked for another one")
        #expect(session.engine.live.isEmpty)
    }

    private static func fourHeard() -> PlayerHarness {
        var session = PlayerHarness.playing(["a", "b", "c", "d"])
        for _ in 0..<3 {
            session.wait(seconds(5))
            session.command(.next)
            session.load()
            session.begin()
            session.complete()
        }
        session.wait(seconds(5))
        return session
    }

    @Test func twoPreviousGoBackTwice() {
        var session = Self.fourHeard()
        #expect(session.shownName == "d")
        session.command(.previous)
        #expect(session.shownName == "c")
        session.wait(Self.seconds(0.1))
        session.command(.previous)
        #expect(session.shownName == "b")
        session.wait(Self.seconds(0.1))
        session.command(.previous)
        #expect(session.shownName == "a")
        #expect(!session.snapshot.canGoPrevious, "told with the press, and not when it is heard")
        session.command(.next)
        #expect(session.shownName == "b")
        session.wait(Self.seconds(1))
        session.load()
        session.begin()
        session.complete()
        #expect(session.shownName == "b")
        session.command(.previous)
        #expect(session.shownName == "d", "what was heard before")
    }

    @Test func previousGoesBackWhileStopped() {
        var session = Self.fourHeard()
        session.command(.finish(fadeDuration: .zero))
        for name in ["c", "b", "a"] {
            session.command(.previous)
            #expect(session.shownName == name)
        }
        #expect(session.command(.previous) == .nothingToDo)
        session.command(.play)
        session.load()
        #expect(session.shownName == "a")
    }

    @Test func whatHasGoneBackForgetsTheWayAhead() {
        var session = Self.fourHeard()
        session.command(.previous)
        session.wait(Self.seconds(0.1))
        session.command(.previous)
        session.wait(Self.seconds(1))
        session.load()
        session.begin()
        session.complete()
        #expect(session.shownName == "b")
        session.command(.previous)
        #expect(session.shownName == "a")
    }

    @Test func nextIsAnsweredWhenItIsHeard() {
        var session = PlayerHarness.playing(["a", "b"])
        session.command(.next)
        let ticket = session.ticket
        #expect(session.engine.plan != nil, "ready, and on its way")
        #expect(session.outcomes[ticket] == nil)
        session.begin()
        #expect(session.outcomes[ticket] == .done)
    }

    @Test func inAPauseNextIsAnsweredWhenItIsReady() {
        var session = PlayerHarness.playing(["a", "b"])
        session.command(.pause)
        session.command(.next)
        session.load()
        #expect(session.outcomes[session.ticket] == .done)
        #expect(session.state.kind == .paused)
    }

    @Test func aStopAnswersWhoeverWaitsForTheNextTrack() {
        var session = PlayerHarness.playing(["a", "b"])
        session.command(.next)
        let ticket = session.ticket
        session.command(.stop)
        #expect(session.outcomes[ticket] == .superseded)
    }

    @Test func whatBreaksBeforeItIsHeardTellsWhoeverWaits() {
        var session = PlayerHarness.playing(["a", "b"])
        session.command(.next)
        let ticket = session.ticket
        session.happen(
            .loadFailed(session.standby?.generation ?? LoadGeneration(rawValue: 0), .fileNotFound(path: "/b")))
        guard case .failed = session.outcomes[ticket] else {
            Issue.record("\(String(describing: session.outcomes[ticket]))")
            return
        }
        #expect(session.shownName == "a")
    }

    /// Between the command and the first sample of the new track, loading or loaded.
    @Test(arguments: [false, true]) func aSeekIsTakenByTheTrackThatIsNotHeardYet(isReady: Bool) {
        var session = PlayerHarness.playing(["a", "b", "c"])
        if !isReady { session.command(.jump(session.player.queue.entry(at: 2)?.id ?? EntryID(rawValue: 0))) }
        if isReady { session.command(.next) }
        let skip = session.ticket
        let shown = session.shownName
        #expect(session.snapshot.canSeek)
        #expect(session.command(.seek(to: Self.seconds(30), track: session.snapshot.track?.id)) == .done)
        #expect(session.shownName == shown)
        #expect(Self.position(session) == Self.seconds(30))
        #expect(session.seeks.last == Self.seconds(30))
        session.command(.seekBy(Self.seconds(5)))
        session.load()
        session.begin()
        #expect(session.sounding.last?.position == Self.seconds(35))
        #expect(session.shownName == shown)
        #expect(session.outcomes[skip] == .done)
        #expect(session.engine.complaints.isEmpty, "\(session.engine.complaints)")
    }
}

/// Files that are shorter than they state.
@Suite struct BehindTheEndTests {
    private func seek(_ session: inout PlayerHarness, to seconds: Double) {
        session.command(.seek(to: MediaTime(seconds: seconds), track: nil))
        session.happen(.ended(session.standby?.generation ?? LoadGeneration(rawValue: 0)))
    }

    @Test func aSeekBehindTheSoundLeadsToTheNextTrack() {
        for isPaused in [false, true] {
            var session = PlayerHarness.playing(["a", "b"])
            if isPaused { session.command(.pause) }
            seek(&session, to: 59.99)
            let ticket = session.ticket
            session.load()
            session.begin()
            #expect(session.shownName == "b")
            #expect(session.outcomes[ticket] == .done)
            #expect(session.snapshot.status == (isPaused ? .paused : .playing))
            #expect(session.snapshot.problem == nil)
        }
    }

    @Test func behindTheSoundOfTheLastTrackPlayingEnds() {
        var session = PlayerHarness.playing(["a"])
        seek(&session, to: 59.99)
        #expect(session.state.kind == .finished)
        #expect(session.outcomes[session.ticket] == .done)
    }

    @Test func behindTheSoundOfTheLastTrackAPauseStaysWhereItIs() {
        for isSecondSeek in [false, true] {
            var session = PlayerHarness.playing(["a"])
            session.elapsed = MediaTime(seconds: 20)
            session.command(.pause)
            if isSecondSeek {
                session.command(.seek(to: MediaTime(seconds: 40), track: nil))
                session.command(.seek(to: MediaTime(seconds: 61), track: nil))
            } else {
                seek(&session, to: 59.99)
            }
            #expect(session.state.kind == .paused)
            #expect(session.player.livePosition(at: session.moment).position == MediaTime(seconds: 20))
            #expect(session.outcomes[session.ticket] == .nothingToDo)
            session.command(.play)
            #expect(session.state.kind == .playing)
        }
    }

    @Test func aSessionThatStoodBehindTheSoundBeginsAgain() {
        var session = PlayerHarness()
        session.handle(
            .restore(
                SavedSession(
                    entries: [QueueEntry(id: EntryID(rawValue: 7), uri: "file:///a")], current: 0,
                    position: MediaTime(seconds: 59.99))))
        session.handle(.audio(.outputReady(name: "test", fallback: nil)))
        session.happen(.ended(session.standby?.generation ?? LoadGeneration(rawValue: 0)))
        session.load()
        #expect(session.state.kind == .paused)
        #expect(session.player.livePosition(at: session.moment).position == .zero)
    }
}
