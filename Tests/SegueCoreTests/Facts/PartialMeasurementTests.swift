import SegueTestSupport
import Testing

@testable import SegueCore

/// The facts about the beginning and the end of a long track, before the rest is analysed.
@Suite struct PartialMeasurementTests {
    /// Returns the facts of the first 60 s and the last 90 s of a track, as two measurements would find them.
    private static func ends(of track: SyntheticTrack) throws -> TrackFacts {
        let (head, tail) = (
            SyntheticTrack(levels: Array(track.levels.prefix(600))),
            SyntheticTrack(levels: Array(track.levels.suffix(900)))
        )
        return TrackFacts(
            try #require(
                TrackFacts.Measurement(
                    beginning: head.facts.measurement, ending: tail.facts.measurement,
                    seconds: track.facts.measurement.seconds)))
    }

    private static let fade = SyntheticTrack().then(12, from: -14, to: -55)
    private static let intro = SyntheticTrack().then(9, from: -40, to: -16)

    @Test func theEndsAreWhatTheWholeSaysOfThem() throws {
        let track = SyntheticTrack.song(600, head: Self.intro, tail: Self.fade.thenSilence(4))
        let (whole, ends) = (track.facts, try Self.ends(of: track))
        #expect(ends.source == .ends && whole.source == .whole)
        for path in [\TrackFacts.beginning, \TrackFacts.ending] {
            let (known, all) = (try #require(ends[keyPath: path]), try #require(whole[keyPath: path]))
            #expect(abs(known.edge - all.edge) < 0.01)
            #expect(known.fade == all.fade)
            #expect(known.ramps == all.ramps)
        }
        #expect(ends.sustained == whole.sustained)
        #expect(ends.measurement.seconds == whole.measurement.seconds)
        #expect(ends.measurement.momentary.count == whole.measurement.momentary.count)
    }

    @Test func whatNeedsTheWholeIsNotKnown() throws {
        let ends = try Self.ends(of: .song(600))
        #expect(ends.measurement.loudness == nil && ends.measurement.range == nil && ends.truePeak == nil)
        // The silence in between does not count as one that hides music either.
        #expect(ends.lastGap == nil)
        let gap = try Self.ends(of: .song(560, tail: SyntheticTrack().thenSilence(20).then(20, from: -14)))
        #expect(gap.lastGap != nil)
    }

    @Test func aDepthThatIsReachedInBetweenHasNoDistance() throws {
        let soft = SyntheticTrack().then(70, from: -40)
        let ends = try Self.ends(of: SyntheticTrack(levels: soft.levels + SyntheticTrack.song(600).levels))
        #expect(ends.beginning?.ramps.first == .some(nil))
    }

    @Test func tooLittleInFrontOfTheSilenceTellsNothing() throws {
        let ends = try Self.ends(of: .song(600, tail: SyntheticTrack().thenSilence(70)))
        #expect(!ends.tellsEnding && ends.tellsBeginning)
        let quiet = SyntheticTrack().thenSilence(80)
        #expect(try !Self.ends(of: .song(600, head: quiet)).tellsBeginning)
        #expect(try !Self.ends(of: .song(600, tail: SyntheticTrack().thenSilence(100))).tellsEnding)
    }

    @Test func withoutAnythingInBetweenThereIsNoPart() {
        let half = SyntheticTrack.song(60).facts.measurement
        for seconds in [0, 60, 119] {
            #expect(TrackFacts.Measurement(beginning: half, ending: half, seconds: Double(seconds)) == nil)
        }
    }

    @Test func theTransitionIsPlannedByTheEndsUntilTheWholeIsKnown() throws {
        let uris = ["file:///a.flac", "file:///b.flac"]
        var harness = PlayerHarness(configuration: Configuration())
        for uri in uris {
            var metadata = TrackMetadata()
            metadata.duration = MediaTime(seconds: 612)
            harness.engine.library[uri] = metadata
        }
        harness.handle(.audio(.outputReady(name: "test", fallback: nil)))
        harness.command(.edit(.replace(uris.map { NewEntry(uri: $0) }, play: true)))
        harness.load()
        let track = SyntheticTrack.song(600, tail: Self.fade)
        for uri in uris { harness.handle(.analysed(uri, .facts(try Self.ends(of: track)))) }
        let early = try #require(harness.engine.plan)
        #expect(early.tier == .ramped)
        #expect(early.explanation.text.hasSuffix(" Both tracks are heard at both ends alone so far."))
        // The loudness of the track is not known yet, and neither is its envelope.
        #expect(early.incomingGain == 1)
        #expect(harness.player.facts(of: uris[0]) == nil)
        #expect(harness.events.allSatisfy { if case .analysed = $0 { false } else { true } })
        for uri in uris { harness.handle(.analysed(uri, .facts(track.facts))) }
        let late = try #require(harness.engine.plan)
        #expect(late.explanation.text.hasPrefix("The ending fades out by itself"))
        #expect(!late.explanation.text.contains("so far"))
        #expect(late.incomingGain != 1)
        #expect(harness.player.facts(of: uris[0]) != nil)
    }

    @Test func aFileThatBreaksInTheMiddleKeepsToItsEnds() throws {
        var harness = PlayerHarness.playing(["a.flac", "b.flac"])
        for uri in harness.analyses {
            harness.handle(.analysed(uri, .facts(try Self.ends(of: .song(600)))))
            harness.handle(.analysed(uri, .failed("no")))
        }
        #expect(harness.snapshot.planned?.plan.tier == .ramped)
        harness.command(.play)
        #expect(harness.analyses.count == 2, "not asked for again")
    }
}
