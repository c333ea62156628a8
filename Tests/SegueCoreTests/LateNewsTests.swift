import SegueCore
import SegueTestSupport
import Testing

/// Late reports of the engine about a load that was discarded meanwhile.
@Suite struct LateNewsTests {
    private static let broken = AudioPlayerError.fileLoadFailed(path: "/c", reason: "it is corrupt")

    /// Returns a session on the way from `a` to `d`, with a load of `c` that was discarded for that.
    private static func session() throws -> (session: PlayerHarness, late: LoadGeneration) {
        var session = PlayerHarness.playing(["a", "b", "c", "d"])
        session.command(.jump(try #require(session.player.queue.entry(at: 2)).id))
        let late = try #require(session.standby).generation
        session.command(.jump(try #require(session.player.queue.entry(at: 3)).id))
        return (session, late)
    }

    @Test func aLoadThatWasGivenUpDoesNotStandInForTheNewOne() throws {
        var (session, late) = try Self.session()
        session.handle(.audio(.loaded(late, LoadedTrack(metadata: TrackMetadata()))))
        #expect(session.engine.complaints.isEmpty, "\(session.engine.complaints)")
        #expect(session.engine.plan == nil, "d is not there yet")
        #expect(session.shownName == "d")
        session.load()
        session.begin()
        #expect(session.shownName == "d")
        #expect(session.sounding.last?.uri == "file:///d")
    }

    @Test func whatBecomesOfItChangesNothing() throws {
        let (before, late) = try Self.session()
        let news: [AudioEvent] = [
            .loadFailed(late, Self.broken), .failed(late, Self.broken), .ended(late), .buffering(late, percent: 0),
            .transitionStarted(incoming: late), .transitionFinished(incoming: late),
            .quickFinishing(incoming: late, span: FadeSpan(position: .zero, duration: .zero)),
        ]
        for event in news {
            var session = before
            session.handle(.audio(event))
            #expect(session.snapshot == before.snapshot, "\(event)")
            #expect(session.engine.live == before.engine.live, "\(event)")
        }
    }

    /// The end of a fade that a skip has interrupted.
    @Test func theFadeThatIsHeardGoesOn() throws {
        var session = PlayerHarness.crossfading(at: 0.6)
        let former = try #require(session.engine.running)
        session.command(.next)
        session.load()
        session.begin()
        #expect(session.state.kind == .crossfading)
        session.handle(.audio(.transitionFinished(incoming: former.incoming)))
        #expect(session.state.kind == .crossfading)
        #expect(session.snapshot.fade != nil)
        session.complete()
        #expect(session.state.kind == .playing)
    }
}
