import SegueTestSupport
import Testing

@testable import SegueCore

/// MixRamp tags as a substitute for a measurement.
@Suite struct MixRampTests {
    /// A track that fades out over its last 20 s, and is silent for its last 4 s.
    private static let fading = "-60.00 4.00;-31.20 6.00;-24.10 9.00;-15.50 13.00;-9.05 16.00;-4.00 20.00;"
    private static let start = "-12.50 0.00;-3.10 0.20;"

    private func playing(_ ending: String?, _ beginning: String?, loudest: Double = 10) -> PlayerHarness {
        var configuration = Configuration()
        configuration.crossfadeDuration = MediaTime(seconds: loudest)
        var harness = PlayerHarness(configuration: configuration)
        harness.handle(.audio(.outputReady(name: "test", fallback: nil)))
        let ramps = [MixRamp(beginning: nil, ending: ending), MixRamp(beginning: beginning, ending: nil)]
        for (index, ramp) in ramps.enumerated() {
            var metadata = TrackMetadata()
            metadata.mixRamp = ramp
            metadata.duration = MediaTime(seconds: 240)
            harness.engine.library["file:///\(index).mp3"] = metadata
        }
        let entries = ramps.indices.map { NewEntry(uri: "file:///\($0).mp3") }
        harness.command(.edit(.replace(entries, play: true)))
        harness.load()
        return harness
    }

    @Test func aListOfPairsIsRead() throws {
        let ramp = try #require(MixRamp(beginning: "-90.00 0.00;-22.62 0.10;3.02 1.5", ending: "-18 0.1;"))
        #expect(ramp.beginning.map(\.decibels) == [-90, -22.62, 3.02])
        #expect(ramp.beginning.map(\.seconds) == [0, 0.1, 1.5])
        #expect(ramp.ending == [MixRamp.Point(decibels: -18, seconds: 0.1)])
        #expect(MixRamp(beginning: "-9 1;", ending: "what?")?.ending.isEmpty == true)
    }

    @Test(arguments: [
        "", ";;", "1", "1 2 3;", "a b;", "-9 -1;", "-9 nan;", "inf 1;", "-9 1e300;", "-9 2;-12 3;", "-9 3;-6 2;",
        "-9,5 1;", String(repeating: "-9 1;", count: 100_000),
    ])
    func whatIsNoSuchListCountsForNothing(text: String) {
        #expect(MixRamp(beginning: text, ending: text) == nil)
    }

    @Test(arguments: [30.0, 60, 240]) func whatHasNoTagIsNotKnown(seconds: Double) throws {
        let start = try #require(MixRamp(beginning: "-30 0;-9 1;", ending: nil)?.facts(seconds: seconds))
        let end = try #require(MixRamp(beginning: nil, ending: "-30 0;-9 1;")?.facts(seconds: seconds))
        #expect(!start.tellsEnding && !end.tellsBeginning)
        #expect(start.tellsBeginning == (seconds > 35) && end.tellsEnding == (seconds > 35))
    }

    @Test func untilBothAreMeasuredTheTagsDecide() throws {
        var harness = playing(Self.fading, Self.start)
        var plan = try #require(harness.engine.plan)
        #expect(plan.tier == .ramped)
        #expect(plan.explanation.text.hasSuffix(" Both tracks are known by MixRamp tags alone."))
        #expect(plan.fadeOut == nil)
        #expect((4...10.1).contains(plan.duration.seconds), "\(plan)")
        harness.handle(.analysed("file:///1.mp3", .facts(SyntheticTrack.song(240).facts)))
        plan = try #require(harness.snapshot.planned).plan
        #expect(plan.explanation.text.hasSuffix(" The track is known by MixRamp tags alone."))
        harness.handle(.analysed("file:///0.mp3", .facts(SyntheticTrack.song(240).facts)))
        plan = try #require(harness.engine.plan)
        #expect(plan.explanation.text == "The ending stops at its full level, and is kept whole.")
    }

    @Test func aFileThatCantBeAnalysedKeepsToItsTags() throws {
        var harness = playing(Self.fading, Self.start)
        for uri in harness.analyses { harness.handle(.analysed(uri, .failed("no"))) }
        #expect(try #require(harness.engine.plan).tier == .ramped)
    }

    @Test func withOneOfTheTwoTheFadeIsPlain() throws {
        for harness in [playing(Self.fading, nil), playing(nil, Self.start)] {
            let plan = try #require(harness.engine.plan)
            #expect(plan.tier == .plain && plan.duration == MediaTime(seconds: 10))
        }
    }

    /// With any tags, the track is heard to the end of its file. The next track does not overlap it for longer than a
    /// plain fade would.
    @Test(arguments: [
        "-90 0;-30 239;", "-20 86400;", "20 0;", "-150 0;-150 0;50 86400", "-90 30;-89 60;-88 90;-20 200;",
        "-10 25;-3 26;",
    ])
    func lyingTagsLoseNothing(ending: String) throws {
        for beginning in [Self.start, ending] {
            let plan = try #require(playing(ending, beginning, loudest: 6).engine.plan)
            guard case .at(let start) = plan.start, plan.kind != .gapless else { continue }
            #expect((start + plan.duration).seconds >= 240 - 0.001, "\(plan)")
            #expect(plan.duration.seconds <= 6.2, "\(plan)")
        }
    }

    @Test func gainsAndEnvelopesAreNotMadeOfTags() throws {
        let harness = playing(Self.fading, Self.start)
        #expect(try #require(harness.engine.plan).incomingGain == 1)
        #expect(harness.player.facts(of: "file:///0.mp3") == nil)
    }
}
