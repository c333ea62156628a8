import SegueCore
import SegueTestSupport
import Testing

/// Streams that lag behind, break off and come back.
@Suite struct StreamTests {
    static let brokenOff = AudioPlayerError.fileLoadFailed(path: "a", reason: "the connection was lost")
    static let unreachable = AudioPlayerError.fileLoadFailed(path: "a", reason: "the server can't be reached")

    /// Returns a queue of streams with these names, playing the first one 7 s in.
    static func playing(
        _ names: [String], isLive: Bool = false, configuration: Configuration = Configuration()
    ) -> PlayerHarness {
        var session = PlayerHarness(configuration: configuration)
        session.handle(.audio(.outputReady(name: "test", fallback: nil)))
        session.command(.edit(.replace(names.map { NewEntry(uri: "http://host/\($0)") }, play: true)))
        load(&session, isLive: isLive)
        session.play(MediaTime(seconds: 7))
        return session
    }

    static func load(_ session: inout PlayerHarness, isLive: Bool) {
        guard isLive, let deck = session.engine.live.first(where: { !$0.isLoaded }) else { return session.load() }
        session.happen(
            .loaded(deck.generation, LoadedTrack(metadata: TrackMetadata(), isSeekable: false, isLive: true)))
    }

    /// Returns a session in a crossfade of 10 s from `a` to `b`, 3 s in.
    static func crossfading() -> PlayerHarness {
        var session = playing(["a", "b", "c"])
        session.elapsed = MediaTime(seconds: 31)
        session.wait(MediaTime(seconds: 24))
        session.load()
        session.begin()
        session.elapsed = MediaTime(seconds: 3)
        session.wait(MediaTime(seconds: 3))
        return session
    }

    // MARK: - Without positions

    @Test func aStationCanNotBeGoneIntoAndItsFadeGoesOn() {
        var session = Self.playing(["a", "b"])
        session.command(.next)
        Self.load(&session, isLive: true)
        session.begin()
        #expect(session.state.kind == .crossfading && !session.snapshot.canSeek)
        #expect(session.command(.seek(to: .zero, track: nil)) == .nothingToDo)
        #expect(session.state.kind == .crossfading)
        #expect(session.sounding.count == 2)
    }

    @Test func previousGoesBackFromAStationHoweverLongItHasPlayed() {
        var configuration = Configuration()
        configuration.previousRestartsAfter = MediaTime(seconds: 3)
        var session = Self.playing(["a", "b"], configuration: configuration)
        session.command(.next)
        Self.load(&session, isLive: true)
        session.begin()
        session.complete()
        session.elapsed = MediaTime(seconds: 20)
        session.wait(MediaTime(seconds: 20))
        session.command(.previous)
        session.load()
        session.begin()
        #expect(session.snapshot.track?.uri == "http://host/a")
    }

    // MARK: - Stalls

    @Test func aStalledStreamIsWaitedForInSilence() {
        var session = Self.playing(["a"])
        let deck = session.sounding[0].generation
        session.happen(.buffering(deck, percent: 10))
        #expect(session.state.statusText == "Buffering 10%")
        #expect(!session.engine.isRunning, "nothing may run on that would have to be made up for")
        #expect(session.snapshot.status == .playing)
        session.happen(.buffering(deck, percent: 60))
        #expect(session.state.statusText == "Buffering 60%")
        #expect(!session.engine.isRunning)
        session.happen(.buffering(deck, percent: 100))
        #expect(session.state.kind == .playing)
        #expect(session.engine.isRunning)
        #expect(session.player.livePosition(at: session.moment).position == MediaTime(seconds: 7))
    }

    @Test func whatIsBeingLoadedTellsHowFarItIs() throws {
        var session = Self.playing(["a", "b"])
        session.command(.next)
        let deck = try #require(session.engine.live.first { !$0.isLoaded }).generation
        session.happen(.buffering(deck, percent: 40))
        #expect(
            session.events.contains {
                if case .loadProgress(let entry, 40) = $0 { entry.uri == "http://host/b" } else { false }
            })
        session.load()
        session.begin()
        #expect(session.snapshot.track?.uri == "http://host/b")
    }

    @Test func aTrackThatEndsBehindASkipGivesWayToIt() {
        var session = Self.playing(["a", "b"])
        let former = session.sounding[0].generation
        session.command(.next)
        session.load()
        #expect(session.state.kind == .preparingCrossfade)
        // The transition was scheduled, and the end of the stream came first.
        session.happen(.ended(former))
        #expect(session.state.kind == .playing)
        #expect(session.snapshot.track?.uri == "http://host/b")
    }

    @Test func aPauseInAStallStaysOneAfterIt() {
        var session = Self.playing(["a"])
        let deck = session.sounding[0].generation
        session.happen(.buffering(deck, percent: 10))
        session.command(.pause)
        #expect(session.snapshot.status == .paused)
        session.happen(.buffering(deck, percent: 100))
        #expect(session.state.kind == .paused)
        #expect(!session.engine.isRunning)
        session.happen(.buffering(deck, percent: 20))
        session.command(.play)
        #expect(session.state.kind == .buffering, "there is nothing to play yet")
        #expect(!session.engine.isRunning)
        session.happen(.buffering(deck, percent: 100))
        #expect(session.engine.isRunning)
    }

    @Test func anOutgoingStreamThatStallsEndsItsFade() throws {
        var session = Self.crossfading()
        let plan = try #require(session.engine.running)
        session.happen(.buffering(plan.outgoing, percent: 5))
        #expect(session.state.kind == .playing)
        #expect(session.snapshot.track?.displayTitle == "b")
        #expect(session.sounding.map(\.generation) == [plan.incoming])
        #expect(session.engine.isRunning, "the other one goes on")
    }

    @Test func anIncomingStreamThatStallsIsBridgedByTheOutgoingOne() throws {
        var session = Self.crossfading()
        let plan = try #require(session.engine.running)
        session.happen(.buffering(plan.incoming, percent: 5))
        #expect(session.sounding.map(\.generation) == [plan.outgoing])
        #expect(session.engine.isRunning)
        #expect(session.snapshot.track?.displayTitle == "b", "what is shown stays")
        #expect(session.standby?.uri == "http://host/b")
        #expect(session.standby?.position == MediaTime(seconds: 3))
        #expect(session.player.livePosition(at: session.moment).position == MediaTime(seconds: 3))
        session.load()
        #expect(session.engine.plan?.incoming == session.standby?.generation)
        session.begin()
        #expect(session.snapshot.track?.displayTitle == "b")
    }

    @Test func bothStreamsOfAFadeMayStall() throws {
        var session = Self.crossfading()
        let plan = try #require(session.engine.running)
        session.happen(.buffering(plan.outgoing, percent: 5))
        session.happen(.buffering(plan.incoming, percent: 5))
        #expect(session.state.kind == .buffering)
        #expect(session.snapshot.track?.displayTitle == "b")
        session.happen(.buffering(plan.incoming, percent: 100))
        #expect(session.state.kind == .playing)
        #expect(session.engine.isRunning)
    }

    @Test func aSkipAwayFromAStalledStreamNeedsNothingOfIt() {
        var session = Self.playing(["a", "b", "c"])
        let deck = session.sounding[0].generation
        session.command(.next)
        session.happen(.buffering(deck, percent: 5))
        #expect(session.state.kind == .preparingCrossfade)
        #expect(!session.engine.isRunning)
        session.load()
        #expect(session.state.kind == .playing)
        #expect(session.engine.isRunning)
        #expect(session.sounding.map(\.uri) == ["http://host/b"])
    }

    @Test func aScheduledSkipStartsAtOnceWhenWhatItLeavesStalls() {
        var session = Self.playing(["a", "b", "c"])
        let deck = session.sounding[0].generation
        session.command(.next)
        session.load()
        #expect(session.state.kind == .preparingCrossfade)
        session.happen(.buffering(deck, percent: 5))
        #expect(session.state.kind == .playing)
        #expect(session.sounding.map(\.uri) == ["http://host/b"])
    }

    @Test func whatPlaysOnDuringALoadMayRecover() throws {
        var session = Self.playing(["a", "b"])
        let deck = session.sounding[0].generation
        session.command(.next)
        session.happen(.buffering(deck, percent: 5))
        session.happen(.buffering(deck, percent: 100))
        #expect(session.engine.isRunning)
        let failing = try #require(session.standby)
        session.happen(.buffering(deck, percent: 5))
        session.happen(.loadFailed(failing.generation, Self.unreachable))
        #expect(session.state.kind == .buffering, "back to what played, which has stalled")
        #expect(!session.engine.isRunning)
    }

    @Test func aSeekOutOfAStallNeedsNothingOfIt() {
        var session = Self.playing(["a"])
        let deck = session.sounding[0].generation
        session.command(.seek(to: MediaTime(seconds: 20), track: nil))
        session.load()
        session.happen(.buffering(deck, percent: 5))
        #expect(session.state.kind == .playing)
        #expect(session.engine.isRunning)
        #expect(session.sounding.map(\.position) == [MediaTime(seconds: 20)])
    }

    @Test func aFadeOutOfAStalledStreamIsOver() {
        var session = Self.playing(["a"])
        let deck = session.sounding[0].generation
        session.command(.stop)
        session.happen(.buffering(deck, percent: 5))
        #expect(session.state.kind == .finished)
        #expect(session.engine.live.isEmpty)
    }

    @Test func aStopEndsAtOnceWhatHasStalledBehindASkip() {
        var session = Self.playing(["a", "b"])
        let deck = session.sounding[0].generation
        session.command(.next)
        session.happen(.buffering(deck, percent: 5))
        session.command(.stop)
        #expect(session.state.kind == .finished)
        #expect(session.engine.live.isEmpty)
    }

    @Test func aFadeThatHadBegunUnheardIsTakenAsBegunInAStall() throws {
        for isPaused in [false, true] {
            var session = Self.playing(["a", "b"])
            session.elapsed = MediaTime(seconds: 31)
            session.wait(MediaTime(seconds: 24))
            session.load()
            let plan = try #require(session.engine.plan)
            session.happen(.buffering(plan.outgoing, percent: 5))
            #expect(session.state.kind == .buffering)
            #expect(session.engine.plan == plan, "what was planned stays so")
            if isPaused { session.command(.pause) }
            session.begin()
            #expect(session.snapshot.track?.displayTitle == "b")
            #expect(session.state.kind == (isPaused ? .crossfadePaused : .playing))
            #expect(session.engine.isRunning == !isPaused)
        }
    }

    // MARK: - Connections

    @Test func aStreamThatBreaksOffIsOpenedAgainAtItsPlace() throws {
        var session = Self.playing(["a"])
        let deck = session.sounding[0].generation
        let track = try #require(session.snapshot.track)
        session.happen(.failed(deck, Self.brokenOff))
        #expect(session.state.statusText == "Buffering 0%")
        #expect(session.snapshot.status == .playing)
        #expect(session.events.contains(.error(Self.brokenOff)))
        let attempt = try #require(session.engine.live.first { !$0.isLoaded })
        #expect(attempt.uri == "http://host/a")
        session.happen(.buffering(deck, percent: 100))
        #expect(session.state.kind == .buffering, "late news of the broken connection")
        session.load()
        #expect(session.state.kind == .playing)
        #expect(session.engine.isRunning)
        #expect(session.engine.live.count == 1)
        #expect(session.snapshot.track?.id == track.id)
        #expect(session.events.filter { $0.kind == "trackStarted" }.count == 1, "it is the same track")
        #expect(!session.events.contains { $0.kind == "trackSkipped" })
    }

    @Test func aStationThatBreaksOffGoesOnCounting() {
        var session = Self.playing(["radio"], isLive: true)
        session.happen(.failed(session.sounding[0].generation, Self.brokenOff))
        Self.load(&session, isLive: true)
        #expect(session.state.kind == .playing)
        #expect(!session.snapshot.canSeek)
        #expect(session.seeks.isEmpty)
    }

    @Test func aStreamThatCannotBeSoughtStartsOver() throws {
        var session = Self.playing(["a"])
        let deck = session.sounding[0].generation
        let positions = [
            DeckPosition(generation: deck, heard: MediaTime(seconds: 6.8), stopping: MediaTime(seconds: 7))
        ]
        var player = session.player
        let step = player.handle(
            .audio(.failed(deck, Self.brokenOff)), at: Moment(now: session.now, positions: positions))
        let load = step.effects.compactMap { effect -> LoadGeneration? in
            if case .audio(.load(let generation, _, MediaTime(seconds: 7), _, _)) = effect {
                generation
            } else {
                nil
            }
        }
        let generation = try #require(load.first)
        var minute = TrackMetadata()
        minute.duration = MediaTime(seconds: 60)
        let moment = Moment(now: session.now, positions: positions)
        let over = player.handle(
            .audio(.loaded(generation, LoadedTrack(metadata: minute, isSeekable: false))), at: moment)
        #expect(over.effects.contains(.seeked(.zero)))
        #expect(player.livePosition(at: Moment(now: session.now)).position == .zero)
        session.command(.stop)
    }

    @Test func attemptsBecomeRarerAndEnd() {
        var session = Self.playing(["a", "b"])
        session.happen(.failed(session.sounding[0].generation, Self.brokenOff))
        var attempts: [Double] = []
        let start = session.now
        while session.state.kind == .buffering, attempts.count < 20 {
            if let attempt = session.engine.live.first(where: { !$0.isLoaded }) {
                attempts.append((session.now - start).seconds)
                session.happen(.loadFailed(attempt.generation, Self.unreachable))
            } else {
                session.wait(MediaTime(seconds: 0.5))
            }
        }
        #expect(attempts == [0, 1, 3, 7, 15, 30])
        #expect(session.events.contains { $0.kind == "trackSkipped" })
        #expect(session.snapshot.track?.displayTitle == "b", "it goes on with what follows")
        session.load()
        #expect(session.state.kind == .playing)
        #expect(session.timers[.reconnect] == nil)
    }

    @Test func aLoadThatHangsIsAnAttemptToo() {
        var session = Self.playing(["a"])
        session.happen(.failed(session.sounding[0].generation, Self.brokenOff))
        session.wait(MediaTime(seconds: 200))
        #expect(session.state.kind == .failed)
        #expect(session.events.filter { $0.kind == "loadTimedOut" }.count == 6)
        #expect(session.engine.live.isEmpty)
        #expect(session.timers.isEmpty)
    }

    @Test func theFirstEntryIsShownWhenARemovedStreamIsGivenUp() throws {
        var session = Self.playing(["a", "b"])
        session.command(.edit(.remove([try #require(session.snapshot.track).id])))
        session.command(.cancel)
        session.happen(.failed(session.sounding[0].generation, Self.brokenOff))
        session.wait(MediaTime(seconds: 200))
        #expect(session.engine.live.isEmpty)
        #expect(session.snapshot.track?.displayTitle == "b")
    }

    @Test func aServerThatAnswersAndBreaksOffAtOnceIsGivenUp() {
        var session = Self.playing(["a"])
        session.elapsed = .zero
        var count = 0
        while session.state.kind != .failed, count < 20 {
            count += 1
            guard let deck = session.sounding.first else { break }
            session.happen(.failed(deck.generation, Self.brokenOff))
            while session.state.kind == .buffering, session.engine.live.count == 1 {
                session.wait(MediaTime(seconds: 0.5))
            }
            session.load()
        }
        #expect(session.state.kind == .failed)
        #expect(count == 7, "the first time, and once after each attempt")
    }

    @Test func aStreamThatIsGoneIsNotTriedAgain() throws {
        var session = Self.playing(["a", "b"])
        session.happen(.failed(session.sounding[0].generation, Self.brokenOff))
        let attempt = try #require(session.engine.live.first { !$0.isLoaded })
        session.happen(.loadFailed(attempt.generation, .fileNotFound(path: "http://host/a")))
        #expect(session.snapshot.track?.displayTitle == "b")
        session.load()
        #expect(session.state.kind == .playing)
    }

    @Test func nothingIsTriedInAPause() throws {
        var session = Self.playing(["a"])
        session.happen(.failed(session.sounding[0].generation, Self.brokenOff))
        session.command(.pause)
        #expect(session.state.kind == .paused)
        #expect(!session.engine.live.contains { !$0.isLoaded })
        #expect(session.timers[.reconnect] == nil && session.timers.isEmpty)
        session.command(.play)
        #expect(session.state.kind == .buffering)
        session.load()
        #expect(session.state.kind == .playing)
        #expect(session.engine.isRunning)

        // A stream that breaks off during the pause is noticed by the play.
        session.command(.pause)
        session.happen(.failed(try #require(session.sounding.first).generation, Self.brokenOff))
        #expect(session.state.kind == .paused)
        session.command(.play)
        #expect(session.state.kind == .buffering)
        session.load()
        #expect(session.engine.isRunning)
    }

    @Test func anIncomingStreamThatBreaksOffIsOpenedAgain() throws {
        var session = Self.crossfading()
        let plan = try #require(session.engine.running)
        session.happen(.failed(plan.incoming, Self.brokenOff))
        #expect(session.sounding.map(\.generation) == [plan.outgoing])
        #expect(session.snapshot.track?.displayTitle == "b")
        session.load()
        session.begin()
        #expect(session.snapshot.track?.displayTitle == "b")
        #expect(session.state.kind == .crossfading)
    }

    @Test func aFileThatBreaksIsStillPassedOver() {
        var session = PlayerHarness.playing(["a", "b"])
        session.happen(.failed(session.sounding[0].generation, Self.brokenOff))
        #expect(session.shownName == "b")
    }

    // MARK: - Titles

    @Test func theTitleOfAStationThatIsOpenedAgainIsWithoutTheLastArtist() throws {
        var session = Self.playing(["radio"], isLive: true)
        var song = TrackMetadata()
        song.artists = ["Artist"]
        song.title = "Song"
        session.happen(.metadataChanged(session.sounding[0].generation, song))
        session.command(.stop)
        session.happen(.fadeOutCompleted)
        session.complete()
        session.command(.play)
        var station = TrackMetadata()
        station.title = "Radio"
        session.happen(
            .loaded(
                try #require(session.engine.live.first { !$0.isLoaded }).generation,
                LoadedTrack(metadata: station, isSeekable: false, isLive: true)))
        session.begin()
        #expect(session.snapshot.track?.metadata.title == "Radio")
        #expect(session.snapshot.track?.metadata.artists == [])
    }

    @Test func aNewTitleTakesTheOldArtistAway() throws {
        var session = Self.playing(["radio"], isLive: true)
        let deck = session.sounding[0].generation
        let track = try #require(session.snapshot.track)
        var first = TrackMetadata()
        first.artists = ["Artist"]
        first.title = "Song"
        session.happen(.metadataChanged(deck, first))
        #expect(session.events.contains(.streamTitle("Artist – Song")))
        var second = TrackMetadata()
        second.title = "News"
        session.happen(.metadataChanged(deck, second))
        #expect(session.snapshot.track?.metadata.artists == [])
        #expect(session.events.contains(.streamTitle("News")))
        #expect(session.snapshot.track?.id == track.id)
        #expect(session.seeks.isEmpty)
        let count = session.events.count
        session.happen(.metadataChanged(deck, second))
        #expect(session.events.count == count)
    }
}
