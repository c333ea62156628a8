import SegueCore
import SegueTestSupport
import Testing

/// A stop keeps the position; MPRIS's stop returns to the start.
@Suite struct StoppingTests {
    private static func seconds(_ seconds: Double) -> MediaTime { MediaTime(seconds: seconds) }

    private static func position(_ session: PlayerHarness) -> MediaTime {
        session.player.livePosition(at: session.moment).position
    }

    private static func fading(_ stop: (inout PlayerHarness) -> Void) -> PlayerHarness {
        var session = PlayerHarness.playing(["a", "b"])
        session.play(seconds(20))
        stop(&session)
        session.play(seconds(3))
        return session
    }

    @Test func theTrackRunsOnWhileItFadesAndGoesOnThere() {
        var session = Self.fading { $0.command(.stop) }
        #expect(session.state.kind == .fadingOut)
        #expect(Self.position(session) == Self.seconds(23))
        session.elapsed = Self.seconds(26)
        session.wait(Self.seconds(3))
        session.happen(.fadeOutCompleted)
        #expect(session.snapshot.statusText == "Stopped")
        #expect(session.snapshot.status == .stopped)
        #expect(session.shownName == "a")
        let place = Self.position(session)
        #expect(place == Self.seconds(26), "where it fell silent")
        #expect(session.player.savedSession(at: session.moment).position == place)
        session.command(.play)
        #expect(Self.position(session) == place)
        session.load()
        session.elapsed = .zero
        #expect(session.sounding.first?.position == place)
    }

    /// With speakers that play 2 s later, the audio that is on its way is still heard.
    @Test(arguments: [0.0, 6]) func whatIsOnItsWayIsNotHeardTwice(fade: Double) {
        var session = PlayerHarness.playing(["a", "b"])
        session.ahead = Self.seconds(2)
        session.play(Self.seconds(20))
        session.command(.finish(fadeDuration: Self.seconds(fade)))
        if fade > 0 {
            session.play(Self.seconds(fade))
            session.happen(.fadeOutCompleted)
        }
        #expect(session.snapshot.status == .stopped)
        #expect(Self.position(session) == Self.seconds(22 + fade))
    }

    @Test(arguments: [false, true]) func aTrackThatEndsWithTheStopIsFollowed(isLast: Bool) {
        var session = PlayerHarness.playing(isLast ? ["a"] : ["a", "b"])
        // Tracks last a minute.
        session.play(Self.seconds(58))
        session.command(.stop)
        session.play(Self.seconds(3))
        session.happen(.fadeOutCompleted)
        #expect(session.snapshot.status == .stopped)
        #expect(session.shownName == (isLast ? "a" : "b"))
        #expect(Self.position(session) == .zero)
        session.command(.play)
        #expect(session.standby?.position == .zero)
        #expect(session.seeks.isEmpty)
    }

    @Test func theSleepTimerKeepsThePlace() {
        var session = Self.fading {
            $0.command(.sleep(after: .zero))
            $0.wait(Self.seconds(0.01))
        }
        session.happen(.fadeOutCompleted)
        #expect(Self.position(session) >= Self.seconds(23))
    }

    @Test func playInTheFadeOutGoesOnWhereItIs() {
        var session = Self.fading { $0.command(.stop) }
        #expect(session.command(.play) == .done)
        #expect(session.state.kind == .playing && session.engine.isRunning)
        #expect(session.shownName == "a" && session.sounding.count == 1)
        #expect(Self.position(session) == Self.seconds(23))
        #expect(session.standby != nil, "the next track is prepared again")
        #expect(session.timers[.reopenOutput] == nil && session.engine.complaints.isEmpty)
        // The audio that faded out is heard again, and the end of the fade-out is no longer awaited.
        session.happen(.fadeOutCompleted)
        #expect(session.state.kind == .playing)
    }

    @Test(arguments: ["next", "go to", "remove"]) func anotherTrackInTheFadeOutIsAtItsStart(_ way: String) throws {
        var session = Self.fading { $0.command(.stop) }
        let a = try #require(session.player.queue.entry(at: 0)?.id)
        let b = try #require(session.player.queue.entry(at: 1)?.id)
        switch way {
        case "next": session.command(.next)
        case "go to": session.command(.jump(b))
        default: session.command(.edit(.remove([a])))
        }
        #expect(session.shownName == "b" && session.state.kind == .fadingOut)
        #expect(Self.position(session) == .zero)
        #expect(session.player.savedSession(at: session.moment).position == .zero)
        session.command(.play)
        #expect(session.standby?.position == .zero)
    }

    @Test func playingOnTellsThePosition() {
        var session = Self.fading { $0.command(.stop) }
        session.happen(.fadeOutCompleted)
        let told = session.seeks.count
        session.command(.play)
        #expect(session.seeks.dropFirst(told) == [Self.seconds(23)])
        session.elapsed = .zero
        session.load()
        #expect(session.seeks.count == told + 1)
        // From the start, no seek has to be announced.
        var other = PlayerHarness.playing(["a", "b"])
        other.command(.stopAndRewind)
        other.happen(.fadeOutCompleted)
        other.command(.play)
        #expect(other.seeks.isEmpty)
    }

    @Test func aStopInAPauseKeepsThePlace() {
        var session = PlayerHarness.playing(["a", "b"])
        session.elapsed = Self.seconds(12)
        session.command(.pause)
        session.command(.stop)
        #expect(session.snapshot.statusText == "Stopped")
        #expect(Self.position(session) == Self.seconds(12))
        session.command(.play)
        #expect(session.standby?.position == Self.seconds(12))
    }

    @Test func mprisStopGoesBackToTheStart() {
        var session = Self.fading { $0.command(.stopAndRewind) }
        #expect(Self.position(session) == .zero)
        session.happen(.fadeOutCompleted)
        #expect(Self.position(session) == .zero)
        #expect(session.snapshot.statusText == "Stopped")
        session.command(.play)
        #expect(session.standby?.position == .zero)
    }

    /// In the fade-out of a stop that keeps the position, and after it.
    @Test(arguments: [false, true]) func mprisStopGoesBackToTheStartAlsoAfterAStop(isSilent: Bool) {
        var session = Self.fading { $0.command(.stop) }
        if isSilent { session.happen(.fadeOutCompleted) }
        #expect(Self.position(session) > .zero)
        session.command(.stopAndRewind)
        #expect(Self.position(session) == .zero)
        if !isSilent { session.happen(.fadeOutCompleted) }
        #expect(Self.position(session) == .zero)
        session.command(.play)
        #expect(session.standby?.position == .zero)
    }

    @Test func aStopThatEndsTheFadeOutStopsThere() {
        var session = Self.fading { $0.command(.stop) }
        #expect(session.command(.finish(fadeDuration: .zero)) == .done)
        #expect(session.state == .finished)
        #expect(Self.position(session) == Self.seconds(23), "three of six seconds were heard")
    }

    /// The engine reports the end of the fade-out late.
    @Test func theTrackRunsOnNoLongerThanItsFadeOut() {
        var session = Self.fading { $0.command(.finish(fadeDuration: Self.seconds(5))) }
        session.wait(Self.seconds(30))
        session.happen(.fadeOutCompleted)
        #expect(Self.position(session) == Self.seconds(25))
    }

    @Test func anotherTrackBeginsAtItsStartAndTheStoppedOneWhereItWas() {
        var session = Self.fading { $0.command(.finish(fadeDuration: .zero)) }
        let place = Self.position(session)
        session.command(.next)
        #expect(Self.position(session) == .zero)
        session.command(.previous)
        #expect(session.shownName == "a")
        #expect(Self.position(session) == place)
    }

    @Test func theEndOfTheQueueIsFinished() {
        var session = PlayerHarness.playing(["a"])
        session.happen(.ended(session.sounding[0].generation))
        #expect(session.snapshot.statusText == "Finished")
        #expect(Self.position(session) == .zero)
        session.command(.edit(.clear))
        #expect(PlayerHarness().snapshot.statusText == "Ready")
    }

    /// Nothing is left to fade out, and the requested entry is still being opened.
    @Test func aFadeOutThatStallsIsOverWhileAnotherEntryLoads() {
        var session = PlayerHarness.playing(["a", "b", "c"])
        let playing = session.sounding[0].generation
        session.command(.stop)
        session.command(.playEntry(session.player.queue.entry(at: 2)?.id ?? EntryID(rawValue: 0)))
        #expect(session.state.kind == .preparing)
        session.happen(.buffering(playing, percent: 0))
        #expect(session.sounding.isEmpty)
        #expect(session.state.kind == .preparing)
        let loading = session.engine.live.first { !$0.isLoaded }?.generation
        session.happen(.loadFailed(loading ?? LoadGeneration(rawValue: 0), .fileNotFound(path: "/c")))
        #expect(session.state.kind == .failed)
    }

    /// A track that has left the queue is shown only while it is loaded.
    @Test func theFirstEntryIsShownWhenARemovedTrackStallsInItsFadeOut() throws {
        var session = PlayerHarness.beforeSlowStream()
        let playing = session.sounding[0].generation
        session.command(.edit(.remove([try #require(session.snapshot.track).id])))
        session.command(.cancel)
        #expect(session.shownName == "a")
        session.command(.finish(fadeDuration: Self.seconds(19)))
        session.happen(.buffering(playing, percent: 30))
        #expect(session.state.kind == .finished)
        #expect(session.snapshot.track?.uri == "http://host/slow")
    }
}
