import SegueCore
import SegueTestSupport
import Testing

/// The next candidate is opened beside one that takes long (design.md, Navigation).
@Suite struct LookingAheadTests {
    /// Plays `a`, with these entries after it. None of them is opened yet.
    private static func session(_ next: String...) -> PlayerHarness {
        var session = PlayerHarness()
        session.handle(.audio(.outputReady(name: "test", fallback: nil)))
        let uris = ["file:///a"] + next.map { "http://host/\($0)" }
        session.command(.edit(.replace(uris.map { NewEntry(uri: $0) }, play: true)))
        session.load()
        return session
    }

    /// Returns the names of the streams that are being opened, in order.
    private static func opening(_ session: PlayerHarness) -> [String] {
        session.engine.live.filter { !$0.isLoaded }.map { String($0.uri.dropFirst("http://host/".count)) }
    }

    private static func load(_ name: String, in session: inout PlayerHarness) {
        guard let deck = session.engine.live.first(where: { $0.uri == "http://host/\(name)" }) else { return }
        session.happen(.loaded(deck.generation, session.engine.loadedTrack(deck)))
    }

    private static func fail(_ name: String, in session: inout PlayerHarness) {
        guard let deck = session.engine.live.first(where: { $0.uri == "http://host/\(name)" }) else { return }
        session.happen(.loadFailed(deck.generation, .fileNotFound(path: name)))
    }

    private static func shown(_ session: PlayerHarness) -> String? {
        session.snapshot.track.map { String($0.uri.dropFirst("http://host/".count)) }
    }

    private static func skipped(_ session: PlayerHarness) -> [String] {
        session.events.compactMap { event in
            if case .trackSkipped(let entry, _) = event { entry.displayName } else { nil }
        }
    }

    @Test func theNextCandidateTakesOverAtOnce() {
        var session = Self.session("slow", "next", "last")
        session.command(.next)
        let skip = session.ticket
        session.wait(MediaTime(seconds: 2.9))
        #expect(Self.opening(session) == ["slow"])
        session.wait(MediaTime(seconds: 0.2))
        #expect(Self.opening(session) == ["slow", "next"])
        Self.load("next", in: &session)
        #expect(session.snapshot.track?.uri == "file:///a", "what was asked for may still come")
        #expect(session.engine.plan == nil)
        session.wait(MediaTime(seconds: 7))
        #expect(session.engine.plan != nil, "the first one has failed, and the next one is ready")
        session.begin()
        #expect(session.outcomes[skip] == .done)
        #expect(Self.shown(session) == "next")
        #expect(Self.skipped(session) == ["slow"])
        #expect(session.engine.complaints == [])
    }

    @Test func whatWasAskedForWinsWithinItsLimit() {
        var session = Self.session("slow", "next", "last")
        session.command(.next)
        session.wait(MediaTime(seconds: 4))
        Self.load("next", in: &session)
        session.wait(MediaTime(seconds: 5))
        Self.load("slow", in: &session)
        session.begin()
        #expect(Self.shown(session) == "slow")
        #expect(session.engine.live.map(\.uri) == ["file:///a", "http://host/slow"])
        #expect(session.engine.complaints == [])
    }

    /// The candidate is reported once, when its turn comes.
    @Test func aNextCandidateThatFailsIsPassedOverInItsTurn() {
        var session = Self.session("slow", "dead", "last")
        session.command(.next)
        session.wait(MediaTime(seconds: 4))
        Self.fail("dead", in: &session)
        #expect(Self.skipped(session) == [])
        #expect(Self.opening(session) == ["slow"])
        session.wait(MediaTime(seconds: 6.1))
        #expect(Self.skipped(session) == ["slow", "dead"])
        #expect(Self.opening(session) == ["last"])
        Self.load("last", in: &session)
        session.begin()
        #expect(Self.shown(session) == "last")
        #expect(session.engine.complaints == [])
    }

    /// Each load has its own limit, counted from its opening.
    @Test func threeSlowOnesTakeTwentySeconds() {
        var session = Self.session("1", "2", "3", "4")
        session.command(.next)
        let skip = session.ticket
        session.wait(MediaTime(seconds: 10.1))
        #expect(Self.opening(session) == ["2", "3"], "the second one has taken 7 s already")
        session.wait(MediaTime(seconds: 3))
        #expect(Self.opening(session) == ["3"], "after three attempts, there is no fourth")
        session.wait(MediaTime(seconds: 6.5))
        #expect(session.outcomes[skip] == nil)
        session.wait(MediaTime(seconds: 0.5))
        guard case .failed(.skipFailed(3, _)) = session.outcomes[skip] else {
            Issue.record("\(String(describing: session.outcomes[skip]))")
            return
        }
        #expect(session.snapshot.track?.uri == "file:///a")
        #expect(session.state.kind == .playing)
        #expect(session.engine.complaints == [])
    }

    @Test func nextGoesToWhatIsOpenAlready() {
        var session = Self.session("slow", "next", "last")
        session.command(.next)
        session.wait(MediaTime(seconds: 4))
        Self.load("next", in: &session)
        session.command(.next)
        #expect(session.engine.plan != nil)
        session.begin()
        #expect(Self.shown(session) == "next")
        #expect(session.engine.complaints == [])
    }

    @Test func aCancelGivesUpBoth() {
        var session = Self.session("slow", "next")
        session.command(.next)
        session.wait(MediaTime(seconds: 4))
        session.command(.cancel)
        #expect(session.engine.live.map(\.uri) == ["file:///a"])
        session.command(.finish(fadeDuration: .zero))
        #expect(session.timers.isEmpty)
    }

    @Test func aJumpHasOneCandidate() {
        var session = Self.session("slow", "next")
        session.command(.jump(session.player.queue.entry(at: 1)?.id ?? EntryID(rawValue: 0)))
        session.wait(MediaTime(seconds: 9))
        #expect(Self.opening(session) == ["slow"])
    }

    @Test func afterAnEditAnotherOneIsOpened() {
        var session = Self.session("slow", "next", "last")
        session.command(.next)
        session.wait(MediaTime(seconds: 4))
        session.command(.edit(.remove([session.player.queue.entry(at: 2)?.id ?? EntryID(rawValue: 0)])))
        #expect(Self.opening(session) == ["slow", "last"])
        session.command(.edit(.remove([session.player.queue.entry(at: 2)?.id ?? EntryID(rawValue: 0)])))
        #expect(Self.opening(session) == ["slow"])
        #expect(session.engine.complaints == [])
    }

    /// If entries are inserted to be played, no others are tried.
    @Test func entriesThatAreOpenedAreTheOnlyCandidates() {
        var session = Self.session("other")
        let new = ["slow", "next"].map { NewEntry(uri: "http://host/\($0)") }
        session.command(.edit(.insert(new, at: .next, play: true)))
        session.wait(MediaTime(seconds: 4))
        #expect(Self.opening(session) == ["slow", "next"])
        session.wait(MediaTime(seconds: 6.1))
        #expect(Self.opening(session) == ["next"], "the entry after the new ones is not tried")
    }

    /// The track has ended: nothing is heard, and the next one is all the more important.
    @Test func whatFollowsByItselfLooksAheadToo() {
        var session = Self.session("slow", "next")
        session.happen(.ended(session.sounding[0].generation))
        session.wait(MediaTime(seconds: 4))
        Self.load("next", in: &session)
        session.wait(MediaTime(seconds: 6.1))
        #expect(session.sounding.map(\.uri) == ["http://host/next"])
        #expect(session.engine.complaints == [])
    }
}
