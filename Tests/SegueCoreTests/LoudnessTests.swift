import Foundation
import SegueTestSupport
import Testing

@testable import SegueCore

@Suite struct LoudnessTests {
    static func track(
        _ number: Int32?, album: String? = "Album", artist: String = "Artist", disc: Int32? = nil,
        loudness: Loudness = Loudness(trackGain: -6, trackPeak: 0.9, albumGain: -3, albumPeak: 0.95)
    ) -> TrackMetadata {
        var metadata = TrackMetadata()
        metadata.album = album
        metadata.artists = [artist]
        metadata.trackNumber = number
        metadata.discNumber = disc
        metadata.loudness = loudness
        return metadata
    }

    static func gain(
        _ track: TrackMetadata, after: TrackMetadata? = nil, facts: TrackFacts? = nil, albumGain: Double? = nil,
        _ change: (inout Configuration) -> Void = { _ in }
    ) -> Double {
        whole(track, after: after, facts: facts, albumGain: albumGain, change).linear
    }

    static func whole(
        _ track: TrackMetadata, after: TrackMetadata? = nil, facts: TrackFacts? = nil, albumGain: Double? = nil,
        typical: Double? = nil, _ change: (inout Configuration) -> Void = { _ in }
    ) -> TrackGain {
        var configuration = Configuration()
        change(&configuration)
        let surroundings = LoudnessPolicy.Surroundings(
            after: after, facts: facts, albumGain: albumGain.map { TrackGain(linear: $0, source: .measured) },
            typical: { typical })
        return LoudnessPolicy.gain(of: track, surroundings, configuration)
    }

    @Test func followsItsMode() {
        let track = Self.track(1)
        #expect(abs(Self.gain(track) - pow(10, -6.0 / 20)) < 1e-9, "alone, auto is the track's")
        #expect(
            abs(Self.gain(track, after: Self.track(2)) - pow(10, -3.0 / 20)) < 1e-9, "in an album, auto is the album's")
        #expect(Self.gain(track) { $0.loudnessMode = .off } == 1)
        #expect(abs(Self.gain(track) { $0.loudnessMode = .album } - pow(10, -3.0 / 20)) < 1e-9)
        #expect(abs(Self.gain(track, after: Self.track(2)) { $0.loudnessMode = .track } - pow(10, -6.0 / 20)) < 1e-9)
        #expect(abs(Self.gain(track) { $0.preamplification = 4 } - pow(10, -2.0 / 20)) < 1e-9)
    }

    @Test func neverClips() {
        let quiet = Self.track(1, loudness: Loudness(trackGain: 12, trackPeak: 0.5))
        #expect(abs(Self.gain(quiet) - 2) < 1e-9, "at most 1 / peak")
        #expect(abs(Self.gain(Self.track(1, loudness: Loudness(trackGain: 6))) - pow(10, 6.0 / 20)) < 1e-9)
        #expect(Self.gain(Self.track(1, loudness: Loudness(trackGain: 3, trackPeak: 0))) > 1, "silence can't clip")
        #expect(
            abs(Self.gain(Self.track(1, loudness: Loudness())) { $0.fallbackGain = -9 } - pow(10, -9.0 / 20)) < 1e-9)
    }

    @Test func aGainTellsWhereItComesFrom() {
        let facts = SyntheticTrack().then(60, from: -30).facts
        let untagged = Self.track(1, loudness: Loudness())
        #expect(Self.whole(Self.track(1)).source == .track)
        #expect(Self.whole(Self.track(1), after: Self.track(2)).source == .album)
        #expect(Self.whole(Self.track(1, loudness: Loudness(albumGain: 2))).source == .album, "for want of another")
        #expect(Self.whole(untagged, facts: facts).source == .measured)
        #expect(Self.whole(untagged, after: Self.track(2), facts: facts, albumGain: 0.5).source == .predecessor)
        #expect(Self.whole(untagged).source == .fallback)
        #expect(Self.whole(untagged, typical: -12).source == .typical)
        #expect(Self.whole(untagged, facts: facts, typical: -12).source == .measured)
        #expect(Self.whole(Self.track(1), typical: -12).source == .track)
        #expect(Self.whole(untagged, typical: -12) { $0.fallbackGain = 0 }.source == .fallback)
        #expect(Self.whole(Self.track(1)) { $0.loudnessMode = .off }.source == .off)
        #expect(abs(Self.whole(Self.track(1)).decibels + 6) < 1e-9)
    }

    @Test func whatIsNotTaggedIsMeasured() {
        let quiet = SyntheticTrack().then(60, from: -30).facts
        let loud = SyntheticTrack().then(60, from: -8).facts
        let untagged = Self.track(1, loudness: Loudness())
        #expect(abs(Self.gain(untagged, facts: quiet) - pow(10, 12.0 / 20)) < 1e-3)
        #expect(abs(Self.gain(untagged, facts: loud) - pow(10, -10.0 / 20)) < 1e-3)
        #expect(Self.gain(untagged, facts: quiet) { $0.loudnessMode = .off } == 1)
        let tagged = Self.track(1)
        #expect(Self.gain(tagged, facts: loud) == Self.gain(tagged), "a tag counts more")
        #expect(abs(Self.gain(Self.track(1, loudness: Loudness(trackGain: 30))) - 10) < 1e-9, "at most 20 dB")
        // The peak is 6 dB above the level.
        let louder = Self.track(1, loudness: Loudness(trackGain: 60))
        let calm = SyntheticTrack().then(60, from: -20).facts
        #expect(abs(Self.gain(louder, facts: calm) - pow(10, 14.0 / 20)) < 1e-3, "at most 1 / measured peak")
    }

    @Test func anAlbumWithoutTagsKeepsItsDifferences() {
        let loud = SyntheticTrack().then(60, from: -8).facts
        let second = Self.track(2, loudness: Loudness())
        #expect(Self.gain(second, after: Self.track(3), facts: loud, albumGain: 0.7) == 0.7)
        #expect(Self.gain(second, facts: loud) { $0.loudnessMode = .track } != 0.7)
        // After a quiet introduction that is played louder, the first loud track does not clip: its peak is at 0 dB.
        let full = SyntheticTrack().then(60, from: -6).facts
        #expect(abs(Self.gain(second, after: Self.track(3), facts: full, albumGain: 4) - 1) < 1e-3)
    }

    @Test func anAlbumWithoutTagsIsAsLoudAsItIsInAll() throws {
        let (quiet, loud) = (SyntheticTrack().then(60, from: -30).facts, SyntheticTrack().then(120, from: -12).facts)
        func album(_ tracks: TrackFacts...) -> [LoudnessDistribution] { tracks.map { LoudnessDistribution($0) } }
        // The quiet track is more than 10 LU below the mean: the gate excludes it.
        let all = try #require(LoudnessDistribution.loudness(of: album(quiet, loud)))
        #expect(abs(all + 12) < 0.06)
        let calmer = SyntheticTrack().then(120, from: -18).facts
        let mean = 10 * log10((2 * pow(10, -1.2) + 2 * pow(10, -1.8)) / 4)
        #expect(abs(try #require(LoudnessDistribution.loudness(of: album(loud, calmer))) - mean) < 0.06)
        #expect(LoudnessDistribution.loudness(of: []) == nil)
        #expect(LoudnessDistribution.loudness(of: album(SyntheticTrack().thenSilence(9).facts)) == nil)

        let first = Self.track(1, loudness: Loudness())
        func gain(_ album: [LoudnessDistribution], before: TrackGain? = nil) -> TrackGain {
            LoudnessPolicy.gain(
                of: first,
                LoudnessPolicy.Surroundings(after: Self.track(2), facts: quiet, albumGain: before, album: { album }),
                Configuration())
        }
        #expect(gain(album(quiet, loud)).source == .measuredAlbum)
        #expect(abs(gain(album(quiet, loud)).decibels + 6) < 0.06, "not 12 dB more, as the first track by itself")
        // The first track of an unknown album is not raised: the next one may be far louder.
        #expect(gain([]) == TrackGain(linear: 1, source: .measured))
        // The audible part of the album already determines the gain.
        #expect(gain(album(quiet, loud), before: TrackGain(linear: 0.3, source: .fallback)).linear == 0.3)
        // A peak 1 dB below full scale in any of its tracks leaves room for 1 dB.
        let peaky = SyntheticTrack().then(60, from: -27).then(0.1, from: -7).facts
        #expect(abs(gain(album(SyntheticTrack().then(60, from: -27).facts, peaky)).decibels - 1) < 0.06)
    }

    @Test func anAlbumIsPlayedByOneGainOnceAllOfItIsKnown() throws {
        let names = ["other", "one", "two", "three", "last"]
        var session = PlayerHarness()
        for (number, name) in names.enumerated() {
            session.engine.library["file:///\(name)"] = Self.track(
                Int32(number), album: name == "other" || name == "last" ? name : "Album", loudness: Loudness())
        }
        session.command(.edit(.replace(names.map { NewEntry(uri: "file:///\($0)") }, play: true)))
        for entry in session.player.queue.entries(in: 0..<names.count) {
            session.handle(.metadataRead(entry.id, session.engine.library[entry.uri]))
        }
        session.load()
        let levels = ["one": -28.0, "two": -13, "three": -14, "last": -30]
        for (name, level) in levels.sorted(by: { $0.key > $1.key }) where name != "three" {
            session.handle(.analysed("file:///\(name)", .facts(SyntheticTrack().then(60, from: level).facts)))
        }
        let plan = try #require(session.engine.plan)
        #expect(plan.incomingGain == 1, "the first track alone is known, and is not raised")
        session.handle(.analysed("file:///three", .facts(SyntheticTrack().then(60, from: -14).facts)))
        let whole = 10 * log10((pow(10, -1.3) + pow(10, -1.4)) / 2)
        let gain = try #require(session.engine.plan).incomingGain
        #expect(abs(20 * log10(gain) - (-18 - whole)) < 0.1)
        session.begin()
        session.complete()
        #expect(session.snapshot.gain?.source == .measuredAlbum)
        session.load()
        #expect(session.engine.plan?.kind == .gapless)
        #expect(session.engine.plan?.incomingGain == gain, "the album keeps it")
    }

    @Test func anAlbumsGainIsTheSameForAllItsTracks() {
        let track = Self.track(1, loudness: Loudness(albumGain: 8))
        for level in [-7.0, -16] {
            let facts = SyntheticTrack().then(60, from: level).facts
            #expect(abs(Self.gain(track, after: Self.track(2), facts: facts) - pow(10, 8.0 / 20)) < 1e-9)
        }
    }

    @Test func knowsWhatFollowsOnAnAlbum() {
        let first = Self.track(1)
        #expect(first.isFollowed(by: Self.track(2)))
        #expect(!first.isFollowed(by: Self.track(3)))
        #expect(!first.isFollowed(by: Self.track(2, album: "Other")))
        #expect(!first.isFollowed(by: Self.track(2, artist: "Other")))
        #expect(!first.isFollowed(by: Self.track(nil)))
        #expect(!Self.track(1, album: nil).isFollowed(by: Self.track(2, album: nil)))
        #expect(Self.track(9, disc: 1).isFollowed(by: Self.track(1, disc: 2)))
        #expect(!Self.track(9, disc: 1).isFollowed(by: Self.track(2, disc: 2)))
        var compilation = Self.track(1, artist: "One")
        compilation.albumArtists = ["Various"]
        var next = Self.track(2, artist: "Two")
        next.albumArtists = ["Various"]
        #expect(compilation.isFollowed(by: next))
    }

    @Test func consecutiveTracksOfAnAlbumAreJoinedWithoutAGap() {
        for (isOn, kind) in [(true, TransitionPlan.Kind.gapless), (false, .crossfade)] {
            var configuration = Configuration()
            configuration.gaplessAlbums = isOn
            var session = PlayerHarness(configuration: configuration)
            session.engine.library = ["file:///a": Self.track(1), "file:///b": Self.track(2)]
            session.command(.edit(.replace([NewEntry(uri: "file:///a"), NewEntry(uri: "file:///b")], play: true)))
            session.load()
            #expect(session.engine.plan?.kind == kind)
            session.begin()
            #expect(session.state.kind == (isOn ? .playing : .crossfading))
            #expect(session.shownName == "b")
        }
    }

    @Test func aDiscThatFadesOutByItselfIsNotJoinedWithTheNextOne() {
        let fading = SyntheticTrack.song(48, tail: SyntheticTrack().then(12, from: -14, to: -55)).facts
        for (disc, kind) in [(Int32(1), TransitionPlan.Kind.gapless), (2, .crossfade)] {
            var session = PlayerHarness()
            session.engine.library = [
                "file:///a": Self.track(1, disc: 1), "file:///b": Self.track(disc == 1 ? 2 : 1, disc: disc),
            ]
            session.command(.edit(.replace([NewEntry(uri: "file:///a"), NewEntry(uri: "file:///b")], play: true)))
            session.load()
            #expect(session.engine.plan?.kind == .gapless)
            session.handle(.analysed("file:///a", .facts(fading)))
            #expect(session.engine.plan?.kind == kind)
        }
    }

    @Test func shortTracksGetShortFades() {
        for (seconds, kind, duration) in [
            (60.0, TransitionPlan.Kind.crossfade, 10.0), (8, .crossfade, 4), (0.5, .gapless, 0),
        ] {
            var session = PlayerHarness()
            var short = TrackMetadata()
            short.duration = MediaTime(seconds: seconds)
            session.engine.library = ["file:///b": short]
            session.command(.edit(.replace([NewEntry(uri: "file:///a"), NewEntry(uri: "file:///b")], play: true)))
            session.load()
            #expect(session.engine.plan?.kind == kind)
            #expect(session.engine.plan?.duration == MediaTime(seconds: duration))
        }
    }
}
