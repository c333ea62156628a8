import SegueTestSupport
import Testing

@testable import SegueCore

/// The gain of a file of unknown loudness.
@Suite struct MeasuredLoudnessTests {
    private static let untagged = LoudnessTests.track(nil, album: nil, loudness: Loudness())

    @Test func aTypicalTrackIsPlayedAsLoudAsTheOthers() {
        let gain = LoudnessTests.whole(Self.untagged, typical: -8)
        #expect(abs(gain.decibels + 10) < 1e-9)
        #expect(LoudnessTests.whole(Self.untagged, typical: -30).linear == 1, "it may reach full scale")
        #expect(abs(LoudnessTests.whole(Self.untagged, typical: -8) { $0.preamplification = 4 }.decibels + 6) < 1e-9)
        #expect(LoudnessTests.whole(Self.untagged, typical: -8) { $0.fallbackGain = -3 }.decibels.rounded() == -3)
    }

    private func entry(_ number: Int, album: String? = nil) -> QueueEntry {
        var entry = QueueEntry(id: EntryID(rawValue: UInt64(number + 1)), uri: "file:///\(number)")
        entry.metadata = LoudnessTests.track(nil, album: album, loudness: Loudness())
        return entry
    }

    @Test func theMedianOfTheLastFilesCounts() {
        var measured = MeasuredLoudness()
        func typical() -> Double? { measured.typical(for: Self.untagged) { _ in nil } }
        for number in 0..<9 { measured.learn(entry(number), -20) }
        #expect(typical() == nil, "nine files tell nothing")
        measured.learn(entry(8), -14)
        #expect(typical() == nil, "a file counts once")
        measured.learn(entry(9), -14)
        #expect(typical() == -20)
        for number in 10..<210 { measured.learn(entry(number), number < 120 ? -10 : -12) }
        #expect(typical() == -10, "the first ones are forgotten")
    }

    @Test func whatEarlierSessionsMeasuredIsOlder() {
        var measured = MeasuredLoudness()
        measured.learn(entry(0), -30)
        measured.restore(Array(repeating: -9, count: 300))
        #expect(measured.typical(for: Self.untagged) { _ in nil } == -9)
        for number in 1..<200 { measured.learn(entry(number), -30) }
        #expect(measured.typical(for: Self.untagged) { _ in nil } == -30)
    }

    @Test func theTracksOfItsAlbumCountMore() {
        var measured = MeasuredLoudness()
        let files = [entry(0, album: "One"), entry(1, album: "Two"), entry(2)]
        for (file, level) in zip(files, [-11.0, -25, -30]) { measured.learn(file, level) }
        let (one, two) = (LoudnessTests.track(7, album: "One"), LoudnessTests.track(7, album: "Two"))
        func typical(_ track: TrackMetadata) -> Double? {
            measured.typical(for: track) { id in files.first { $0.id == id && $0 != files[1] } }
        }
        #expect(typical(one) == -11)
        #expect(typical(two) == nil, "its entry has left the queue")
        #expect(typical(Self.untagged) == nil, "no album is no album")
    }

    /// The gain on the bus is the applied gain, and a later measurement does not change it.
    @Test(arguments: [true, false])
    func aFirstPlayIsAsLoudAsOthersAndStaysSo(listens: Bool) throws {
        var configuration = Configuration()
        configuration.transitions = listens ? .listen : .plain
        var session = PlayerHarness(configuration: configuration)
        let end = TrackEnds.End(tempo: nil, level: -8, quiet: 0)
        let ends = TrackEnds(loudness: -8, head: end, tail: end, fadesOut: false)
        session.handle(.endsRestored((1...10).map { FileEnds(uri: "file:///\($0)", ends: ends) }))
        for name in ["a", "b"] { session.engine.library["file:///\(name)"] = Self.untagged }
        session.command(.edit(.replace([NewEntry(uri: "file:///a"), NewEntry(uri: "file:///b")], play: true)))
        session.load()
        let gain = try #require(session.snapshot.gain)
        #expect(gain.source == (listens ? .typical : .fallback))
        #expect(abs(gain.decibels - (listens ? -10 : 0)) < 1e-9)
        session.handle(.analysed("file:///a", .facts(SyntheticTrack().then(60, from: -30).facts)))
        session.load()
        #expect(session.snapshot.gain == gain)
        session.command(.seek(to: MediaTime(seconds: 20), track: nil))
        session.load()
        #expect(session.snapshot.gain == gain)
    }
}
