import SegueCore
import SegueTestSupport
import Testing

/// The time limit of a load follows from the durations of earlier loads of its source, or from the setting.
@Suite struct LoadTimeTests {
    /// Appends an address to the queue and jumps there.
    private static func open(_ uri: String, in session: inout PlayerHarness) {
        session.command(.edit(.insert([NewEntry(uri: uri)], at: .last, play: false)))
        let last = session.player.queue.entry(at: session.player.queue.count - 1)?.id
        session.command(.jump(last ?? EntryID(rawValue: 0)))
    }

    /// Lets a load of this address become ready after this many seconds.
    private static func learn(_ uri: String, _ seconds: Double, in session: inout PlayerHarness) {
        open(uri, in: &session)
        session.wait(MediaTime(seconds: seconds))
        session.load()
        session.begin()
        session.complete()
    }

    /// Returns the limit of a load of this address, in seconds, as stated by the error.
    private static func limit(_ uri: String, in session: inout PlayerHarness) -> Int? {
        open(uri, in: &session)
        let ticket = session.ticket
        let start = session.now
        while session.outcomes[ticket] == nil, session.now < start + MediaTime(seconds: 200) {
            session.wait(MediaTime(seconds: 0.5))
        }
        guard case .failed(.loadTimeout(_, let seconds)) = session.outcomes[ticket] else { return nil }
        #expect((session.now - start).seconds == Double(seconds))
        return seconds
    }

    @Test(arguments: [(0.1, 10), (3, 10), (4.5, 14), (8, 24), (19.9, 60)])
    func theLimitIsThreeTimesWhatWasSeen(seen: Double, limit: Int) {
        var session = PlayerHarness.playing(["a", "b"], configuration: Self.configuration(120))
        Self.learn("http://host/1", seen, in: &session)
        session.command(.setConfiguration(Self.configuration(nil)))
        #expect(Self.limit("http://host/2", in: &session) == limit)
        #expect(Self.limit("http://HOST:8000/3", in: &session) == limit, "a host is one source, whatever its ports")
        #expect(Self.limit("http://other/", in: &session) == 10, "nothing is known of it")
    }

    @Test(arguments: [2, 45, 120]) func aSettingCountsForEverySource(seconds: Int) {
        var session = PlayerHarness.playing(["a", "b"])
        Self.learn("http://host/1", 8, in: &session)
        session.command(.setConfiguration(Self.configuration(seconds)))
        #expect(Self.limit("http://host/2", in: &session) == seconds)
        #expect(Self.limit("file:///mnt/c", in: &session) == seconds)
    }

    @Test func aFileBelongsToTheMountPointThatItIsUnder() {
        var session = PlayerHarness.playing(["a", "b"])
        session.handle(.system(.mounted(at: ["/", "/mnt/share", "/mnt/share/inner", "/mnt/a b"])))
        Self.learn("file:///mnt/share/x.flac", 5, in: &session)
        Self.learn("file:///mnt/a%20b/x.flac", 6, in: &session)
        #expect(Self.limit("file:///mnt/share/deep/y.flac", in: &session) == 15)
        #expect(Self.limit("file:///mnt/a%20b/y.flac", in: &session) == 18)
        #expect(Self.limit("file:///mnt/share/inner/y.flac", in: &session) == 10)
        #expect(Self.limit("file:///mnt/shared/y.flac", in: &session) == 10, "that is another folder")
        // The share is unmounted: its folder belongs to the disk.
        session.handle(.system(.mounted(at: ["/"])))
        #expect(Self.limit("file:///mnt/share/z.flac", in: &session) == 10)
    }

    @Test func theLastLoadsCount() {
        var session = PlayerHarness.playing(["a", "b"])
        Self.learn("http://host/slow", 8, in: &session)
        for index in 0..<31 { Self.learn("http://host/\(index)", 0.5, in: &session) }
        #expect(Self.limit("http://host/x", in: &session) == 24)
        Self.learn("http://host/31", 0.5, in: &session)
        #expect(Self.limit("http://host/x", in: &session) == 10)
    }

    @Test func theSourcesReadFromLastAreKept() {
        var session = PlayerHarness.playing(["a", "b"])
        Self.learn("http://slow/", 8, in: &session)
        for index in 0..<63 { Self.learn("http://host\(index)/", 0.5, in: &session) }
        #expect(Self.limit("http://slow/", in: &session) == 24)
        for index in 63..<65 { Self.learn("http://host\(index)/", 0.5, in: &session) }
        #expect(Self.limit("http://slow/", in: &session) == 10)
    }

    private static func configuration(_ seconds: Int?) -> Configuration {
        var configuration = Configuration()
        configuration.loadTimeout = seconds
        return configuration
    }

    @Test(
        arguments: [
            ("http://radio.example/a", "radio.example"), ("https://me:pw@Radio.Example:8443/a?b@c", "radio.example"),
            ("http://radio.example?x", "radio.example"), ("http://[::1]:8000/a", "::1"), ("http:///a", nil),
            ("file:///a", nil), ("nonsense", nil), ("http://", nil),
        ] as [(String, String?)])
    func aHostIsWhatNamesTheServer(uri: String, host: String?) {
        #expect(ResourceName.host(of: uri) == host)
    }
}
