import SegueCore
import SegueTestSupport
import Testing

/// The position of clients that never query it and rely on announcements.
@Suite struct DrawnPositionTests {
    private static func seconds(_ value: Double) -> MediaTime { MediaTime(seconds: value) }

    private static func opening(_ name: String) -> PlayerHarness {
        var session = PlayerHarness()
        session.handle(.audio(.outputReady(name: "test", fallback: nil)))
        session.command(.edit(.replace([NewEntry(uri: "file:///\(name)")], play: true)))
        return session
    }

    /// Clients draw from the start of the audio, and slow speakers begin later.
    @Test(arguments: [0.0, 0.5, 2]) func slowSpeakersAreToldOnceTheyBegin(latency: Double) {
        var configuration = Configuration()
        configuration.outputLatency = MediaTime(seconds: latency)
        var session = PlayerHarness.playing(["a", "b"], configuration: configuration)
        for isResume in [false, true] {
            if isResume {
                session.command(.pause)
                session.command(.play)
            }
            let told = session.seeks.count
            // Nothing is heard for the latency, and then a quarter of a second.
            session.elapsed = isResume ? MediaTime(seconds: 0.5) : MediaTime(seconds: 0.25)
            session.wait(MediaTime(seconds: latency + 0.3))
            #expect(session.seeks.dropFirst(told) == (latency > 0 ? [session.elapsed] : []))
        }
    }

    /// Clients extrapolate from the moment at which the track is shown.
    @Test(arguments: [(0.1, false), (3, true)])
    func aTrackThatLoadsSlowlyIsToldWhenItStarts(time: Double, isTold: Bool) {
        var session = Self.opening("a")
        #expect(session.snapshot.status == .playing)
        session.wait(Self.seconds(time))
        #expect(session.seeks.isEmpty, "it stands at its start, and would be told for ever")
        session.load()
        #expect(session.state.kind == .playing)
        #expect(session.seeks == (isTold ? [.zero] : []))
        session.play(Self.seconds(20))
        session.command(.setVolume(0.5))
        #expect(session.seeks.count == (isTold ? 1 : 0), "once")
    }

    @Test func aSkipThatLoadsSlowlyIsToldWhenItIsHeard() {
        var session = PlayerHarness.playing(["a", "b", "c"])
        session.play(Self.seconds(10))
        session.command(.jump(session.player.queue.entry(at: 2)?.id ?? EntryID(rawValue: 0)))
        session.play(Self.seconds(2))
        #expect(session.shownName == "c")
        session.load()
        #expect(session.seeks.isEmpty)
        session.begin()
        #expect(session.seeks == [.zero])
    }

    @Test func aStallIsToldWhenItIsOver() {
        var session = StreamTests.playing(["a"])
        let deck = session.sounding[0].generation
        session.happen(.buffering(deck, percent: 10))
        session.wait(Self.seconds(5))
        #expect(session.snapshot.status == .playing)
        #expect(session.seeks.isEmpty)
        session.happen(.buffering(deck, percent: 100))
        #expect(session.seeks == [Self.seconds(7)])
    }
}
