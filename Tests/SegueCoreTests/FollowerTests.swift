import SegueCore
import SegueTestSupport
import Testing

/// The loads that are prepared one after the other (design.md, Navigation).
@Suite struct FollowerTests {
    private static func seconds(_ value: Double) -> MediaTime { MediaTime(seconds: value) }

    /// Plays the first of these tracks; all but `long` ones last 20 ms.
    private static func playing(
        _ names: [String], long: Set<String> = [], _ change: (inout Configuration) -> Void = { _ in }
    ) -> PlayerHarness {
        var configuration = Configuration()
        change(&configuration)
        var session = PlayerHarness(configuration: configuration)
        for name in names where !long.contains(name) {
            var metadata = TrackMetadata()
            metadata.duration = seconds(0.02)
            session.engine.library["file:///\(name)"] = metadata
        }
        session.command(.edit(.replace(names.map { NewEntry(uri: "file:///\($0)") }, play: true)))
        session.load()
        return session
    }

    private static func names(_ session: PlayerHarness) -> [String] {
        session.engine.live.map { String($0.uri.suffix(1)) }
    }

    private static func plans(_ step: Step) -> [TransitionPlan] {
        step.effects.compactMap { effect in
            guard case .audio(.schedule(let plan)) = effect else { return nil }
            return plan
        }
    }

    /// The transition away from the new position is set before the one to it. After that one, half a second of the new
    /// position may be mixed at once, past the place where the next track should begin.
    @Test func whatFollowsIsPlannedInTheStepThatCommitsASeek() throws {
        var session = PlayerHarness.playing(["a", "b", "c"])
        session.elapsed = Self.seconds(5)
        let follower = try #require(session.standby?.generation)
        session.command(.seek(to: Self.seconds(59.95), track: nil))
        let seeking = try #require(session.standby)
        let step = session.happen(.loaded(seeking.generation, session.engine.loadedTrack(seeking)))
        let plans = Self.plans(step)
        #expect(plans.map(\.outgoing) == [seeking.generation, session.sounding[0].generation])
        #expect(plans.map(\.incoming) == [follower, seeking.generation])
        #expect(plans.first?.kind == .gapless || plans.first?.kind == .cut, "there is no room for a fade")
        session.begin()
        #expect(session.engine.plan?.incoming == follower)
        session.begin()
        #expect(session.shownName == "b")
        #expect(session.engine.complaints == [])
    }

    /// A fade-out keeps the gain at which it begins: in the ramp of the seek, that is next to nothing.
    @Test func noFadeBeginsInTheRampOfASeek() throws {
        var session = PlayerHarness.playing(["a", "b", "c"])
        session.elapsed = Self.seconds(5)
        let place = Self.seconds(58)
        session.command(.seek(to: place, track: nil))
        let seeking = try #require(session.standby)
        let step = session.happen(.loaded(seeking.generation, session.engine.loadedTrack(seeking)))
        let plan = try #require(Self.plans(step).first)
        #expect(plan.outgoing == seeking.generation && plan.kind == .crossfade)
        guard case .at(let start) = plan.start else { throw Missing() }
        #expect(start >= place + Self.seconds(0.02))
        #expect(start + plan.duration == Self.seconds(60))
    }

    private struct Missing: Error {}

    @Test func everyPlaceOfADragKeepsWhatFollows() throws {
        var session = PlayerHarness.playing(["a", "b", "c"])
        let follower = try #require(session.standby?.generation)
        for place in [20.0, 30, 40, 59.9] {
            session.command(.seek(to: Self.seconds(place), track: nil))
            session.wait(Self.seconds(0.2))
        }
        session.load()
        session.begin()
        #expect(session.engine.plan?.incoming == follower)
        #expect(Self.names(session).filter { $0 == "b" } == ["b"])
        #expect(session.engine.complaints == [])
    }

    @Test func aNextDuringASeekFindsItsTrackOpen() throws {
        var session = PlayerHarness.playing(["a", "b", "c"])
        let follower = try #require(session.standby?.generation)
        session.command(.seek(to: Self.seconds(20), track: nil))
        session.command(.next)
        #expect(session.engine.plan?.incoming == follower)
        session.begin()
        #expect(session.shownName == "b")
        #expect(session.engine.complaints == [])
    }

    @Test func behindAShortTrackTheNextOnesAreOpen() {
        let names = "abcdefghijklmnop".map(String.init)
        var session = Self.playing(names)
        #expect(Self.names(session) == Array(names.prefix(13)))
        for name in ["b", "c", "d"] {
            session.begin()
            #expect(session.shownName == name)
        }
        session.load()
        #expect(session.engine.plan != nil)
        #expect(session.engine.complaints == [])
    }

    @Test func behindALongTrackOneIsOpen() {
        var session = Self.playing(["a", "b", "c"], long: ["b"])
        #expect(Self.names(session) == ["a", "b"])
        session.begin()
        session.complete()
        session.load()
        #expect(Self.names(session) == ["b", "c"])
    }

    @Test func aFollowerThatCannotBePlayedIsPassedOverInItsTurn() {
        var session = Self.playing(["a", "b", "bad", "d"])
        func skipped() -> Int {
            session.events.count { if case .trackSkipped = $0 { true } else { false } }
        }
        #expect(skipped() == 0, "its turn has not come")
        session.begin()
        session.complete()
        session.load()
        #expect(skipped() == 1)
        session.begin()
        #expect(session.shownName == "d")
        #expect(session.engine.complaints == [])
    }

    @Test func aTrackIsRepeatedAsOftenAsItWasAskedFor() {
        var session = Self.playing(["a"]) { $0.repeatCount = 2 }
        session.command(.setRepeat(.track))
        session.load()
        #expect(Self.names(session) == ["a", "a", "a"])
        for _ in 0..<2 {
            session.begin()
            session.complete()
            session.load()
        }
        #expect(Self.names(session) == ["a"], "it was heard three times")
        #expect(session.engine.complaints == [])
    }

    @Test func anEditReplacesWhatFollows() throws {
        var session = Self.playing(["a", "b", "c", "d"])
        let removed = try #require(session.player.queue.entry(at: 2))
        session.command(.edit(.remove([removed.id])))
        session.load()
        #expect(Self.names(session) == ["a", "b", "d"])
        session.begin()
        session.begin()
        #expect(session.shownName == "d")
        #expect(session.engine.complaints == [])
    }

    @Test func aPauseStandsStillAtTheBeginningOfWhatIsNotHeard() throws {
        var session = PlayerHarness.playing(["a", "b", "c"])
        let follower = try #require(session.standby?.generation)
        session.command(.seek(to: Self.seconds(59.95), track: nil))
        session.load()
        session.command(.pause)
        #expect(session.state.kind == .paused)
        #expect(session.engine.plan?.incoming == follower)
        session.command(.play)
        session.begin()
        #expect(session.shownName == "b")
        #expect(session.engine.complaints == [])
    }
}
