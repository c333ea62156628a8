import SegueCore
import SegueTestSupport
import Testing

/// Requests that can't be played: nothing is lost, and the reason is kept.
@Suite struct FailureTests {
    private static let notFound = AudioPlayerError.fileLoadFailed(path: "http://host/404", reason: "not found")

    private static func replaced(_ names: [String], in session: inout PlayerHarness) {
        session.command(.edit(.replace(names.map { NewEntry(uri: "http://host/\($0)") }, play: true)))
    }

    private static func fail(_ session: inout PlayerHarness) {
        while let deck = session.engine.live.first(where: { !$0.isLoaded }), deck.uri.hasPrefix("http") {
            session.happen(.loadFailed(deck.generation, notFound))
        }
    }

    @Test func whatPlayedGoesOnWhereNothingOfTheNewQueueCanBePlayed() {
        var session = PlayerHarness.playing(["a", "b", "c"])
        session.command(.next)
        session.begin()
        session.complete()
        Self.replaced(["404"], in: &session)
        let ticket = session.ticket
        #expect(session.sounding.map(\.uri) == ["file:///b"])
        Self.fail(&session)
        guard case .failed = session.outcomes[ticket] else {
            Issue.record("\(String(describing: session.outcomes[ticket]))")
            return
        }
        #expect(session.state.kind == .playing)
        #expect(session.shownName == "b")
        #expect(session.queueNames == ["a", "b", "c"])
        #expect(session.engine.isRunning)
        #expect(session.snapshot.problem != nil)
        session.command(.previous)
        #expect(session.shownName == "a", "and the way back is what it was")
    }

    /// A track that was removed while it faded out does not come back when the incoming one fails.
    @Test func aRemovedTrackIsNoBridgeToNothing() {
        var session = PlayerHarness.crossfading(["a", "b"], at: 0.5)
        let entries = session.player.queue.entries(in: 0..<2)
        session.command(.edit(.remove([entries[0].id])))
        let incoming = session.engine.live.first { $0.uri == "file:///b" }
        session.happen(.failed(incoming?.generation ?? LoadGeneration(rawValue: 0), Self.notFound))
        #expect(session.shownName != "a")
        #expect(session.state.kind != .playing)
    }

    /// Under repeat, the neighbour of the only entry is that entry.
    @Test func aDeadAddressIsTriedAndNamedOnce() {
        var session = PlayerHarness.playing(["a"])
        session.command(.setRepeat(.queue))
        Self.replaced(["404"], in: &session)
        Self.fail(&session)
        #expect(
            session.outcomes[session.ticket] == .failed(.noValidTracksInPlaylist(reason: Self.notFound.description)))
        #expect(session.events.count { if case .trackSkipped = $0 { true } else { false } } == 1)
        #expect(session.snapshot.problem?.description == "http://host/404: could not be played: not found.")
    }

    /// Entries tried for the end of the track are not tried again for a skip, and count all the same.
    @Test func aSkipCountsWhatWasPassedOver() {
        var session = PlayerHarness()
        session.handle(.audio(.outputReady(name: "test", fallback: nil)))
        session.command(.edit(.replace(["a", "b", "c"].map { NewEntry(uri: "file:///\($0)") }, play: true)))
        func happen(_ event: (LoadGeneration) -> AudioEvent) {
            let deck = session.engine.live.first { !$0.isLoaded }
            session.happen(event(deck?.generation ?? LoadGeneration(rawValue: 0)))
        }
        happen { .loaded($0, LoadedTrack(metadata: TrackMetadata())) }
        happen { .loadFailed($0, Self.notFound) }
        session.command(.next)
        let ticket = session.ticket
        happen { .loadFailed($0, Self.notFound) }
        let reason = "None of these 2 tracks could be played. The last problem: \(Self.notFound.description)"
        #expect(session.outcomes[ticket] == .failed(.noValidTracksInPlaylist(reason: reason)))
        #expect(session.shownName == "a")
    }

    /// A repeated queue skips the entries that can't be played.
    @Test func aRepeatedQueuePassesOverADeadAddress() {
        var session = PlayerHarness.playing(["a", "bad"])
        session.command(.setRepeat(.queue))
        for _ in 0..<3 {
            session.load()
            #expect(session.engine.plan != nil)
            session.begin()
            session.complete()
            #expect(session.shownName == "a")
            #expect(session.state.kind == .playing)
        }
        #expect(session.engine.complaints.isEmpty, "\(session.engine.complaints)")
    }

    @Test(arguments: [Command.stop, .pause]) func anEntryThatIsGoneToPlays(former: Command) throws {
        var session = PlayerHarness.playing(["a", "b", "c"])
        session.command(former)
        if former == .stop { session.happen(.fadeOutCompleted) }
        session.command(.playEntry(try #require(session.player.queue.entry(at: 2)).id))
        session.load()
        #expect(session.shownName == "c")
        #expect(session.snapshot.status == .playing)
        #expect(session.engine.isRunning)
    }

    @Test func theReasonStaysUntilSomethingIsHeard() {
        var session = PlayerHarness()
        session.handle(.audio(.outputReady(name: "test", fallback: nil)))
        Self.replaced(["404"], in: &session)
        Self.fail(&session)
        #expect(session.state.kind == .failed)
        #expect(session.snapshot.queueCount == 0)
        #expect(session.snapshot.problem != nil)
        session.command(.edit(.replace([NewEntry(uri: "file:///a")], play: true)))
        #expect(session.snapshot.problem != nil)
        session.load()
        #expect(session.snapshot.problem == nil)
    }

    @Test func oneThatCanBePlayedIsEnough() {
        var session = PlayerHarness.playing(["a"])
        Self.replaced(["404", "500", "ok"], in: &session)
        for _ in 0..<2 {
            let deck = session.engine.live.first { !$0.isLoaded }
            session.happen(.loadFailed(deck?.generation ?? LoadGeneration(rawValue: 0), Self.notFound))
        }
        session.load()
        session.begin()
        #expect(session.snapshot.track?.uri == "http://host/ok")
        #expect(session.snapshot.queueCount == 3)
    }

    @Test func anEditOfTheNewQueueKeepsIt() {
        var session = PlayerHarness.playing(["a"])
        Self.replaced(["404"], in: &session)
        session.command(.edit(.insert([NewEntry(uri: "file:///x")], at: .last, play: false)))
        Self.fail(&session)
        #expect(session.player.queue.count == 2, "what was added since is not lost")
    }

    @Test func identitiesAreNeverGivenOutTwice() throws {
        var session = PlayerHarness.playing(["a"])
        Self.replaced(["404"], in: &session)
        let failed = try #require(session.snapshot.track?.id)
        Self.fail(&session)
        session.command(.edit(.insert([NewEntry(uri: "file:///x")], at: .last, play: false)))
        let added = try #require(session.player.queue.entry(at: 1)?.id)
        #expect(added > failed)
    }
}
