import SegueCore
import SegueTestSupport
import Testing

/// A skip to a stream: the audible track is shown until the stream can be heard.
@Suite struct ConnectingTests {
    private static func session() -> PlayerHarness { .beforeSlowStream() }

    private static func position(_ session: PlayerHarness) -> MediaTime {
        session.player.livePosition(at: session.moment).position
    }

    @Test func whatIsHeardIsShownUntilTheServerAnswers() {
        var session = Self.session()
        session.command(.next)
        #expect(session.snapshot.track?.uri == "file:///a")
        #expect(Self.position(session) == MediaTime(seconds: 7))
        #expect(session.snapshot.statusText == "Connecting to slow")
        #expect(session.snapshot.connecting?.uri == "http://host/slow")
        #expect(session.snapshot.index == 0)
        #expect(session.snapshot.status == .playing)
        session.load()
        #expect(session.snapshot.track?.uri == "http://host/slow")
        #expect(session.snapshot.connecting == nil)
        session.begin()
        #expect(session.snapshot.track?.uri == "http://host/slow")
    }

    /// The target of a seek was announced, and is no longer heard.
    @Test func aSeekThatASkipReplacesIsTakenBack() {
        var session = Self.session()
        session.command(.seek(to: MediaTime(seconds: 40), track: nil))
        session.command(.next)
        #expect(Self.position(session) == MediaTime(seconds: 7))
        #expect(session.seeks == [MediaTime(seconds: 40), MediaTime(seconds: 7)])
    }

    @Test func nextGoesOnFromTheStream() {
        var session = Self.session()
        session.command(.next)
        session.wait(MediaTime(seconds: 1))
        session.command(.next)
        #expect(session.snapshot.track?.uri == "file:///c")
        #expect(session.snapshot.statusText == "Playing")
    }

    @Test func previousGivesTheStreamUp() {
        var session = Self.session()
        session.command(.next)
        session.command(.previous)
        #expect(session.snapshot.track?.uri == "file:///a")
        #expect(session.snapshot.connecting == nil)
    }

    @Test func aSeekIsAboutWhatIsHeard() {
        var session = Self.session()
        session.command(.next)
        let skip = session.ticket
        session.command(.seek(to: MediaTime(seconds: 30), track: session.snapshot.track?.id))
        #expect(session.outcomes[skip] == .superseded)
        #expect(session.state.kind == .seeking)
        session.load()
        session.begin()
        #expect(session.sounding.last?.uri == "file:///a")
        #expect(session.sounding.last?.position == MediaTime(seconds: 30))
    }

    @Test func aStopStaysWithWhatWasHeard() {
        var session = Self.session()
        session.command(.next)
        session.command(.finish(fadeDuration: .zero))
        #expect(session.snapshot.track?.uri == "file:///a")
        #expect(Self.position(session) == MediaTime(seconds: 7))
    }

    @Test func aServerThatDoesNotAnswerIsPassedOver() {
        var session = Self.session()
        session.command(.next)
        session.play(MediaTime(seconds: 10.1))
        #expect(session.snapshot.track?.uri == "file:///c")
        #expect(session.seeks.isEmpty)
    }

    @Test func removingTheStreamGoesOnBehindIt() {
        var session = Self.session()
        session.command(.next)
        session.command(.edit(.remove([session.player.queue.entry(at: 1)?.id ?? EntryID(rawValue: 0)])))
        #expect(session.snapshot.track?.uri == "file:///c")
    }
}

extension PlayerHarness {
    /// Plays `a` for 7 s, with a slow stream and `c` after it.
    static func beforeSlowStream() -> PlayerHarness {
        var session = PlayerHarness()
        session.handle(.audio(.outputReady(name: "test", fallback: nil)))
        let uris = ["file:///a", "http://host/slow", "file:///c"]
        session.command(.edit(.replace(uris.map { NewEntry(uri: $0) }, play: true)))
        session.load()
        session.play(MediaTime(seconds: 7))
        return session
    }
}
