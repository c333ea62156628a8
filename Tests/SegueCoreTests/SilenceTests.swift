import SegueCore
import SegueTestSupport
import Testing

/// Silence at the ends of tracks, and fades that are placed without it (design.md, Silence).
@Suite struct SilenceTests {
    private static func seconds(_ value: Double) -> MediaTime { MediaTime(seconds: value) }

    /// Two tracks of a minute: the first is audible up to 0:55, the second from 0:02 to 0:58.
    private static func session(_ change: (inout Configuration) -> Void = { _ in }) -> PlayerHarness {
        var configuration = Configuration()
        configuration.trimSilence = true
        change(&configuration)
        var session = PlayerHarness(configuration: configuration)
        session.engine.audible = [
            "file:///a": seconds(0.5)...seconds(55), "file:///b": seconds(2)...seconds(58),
            "file:///c": seconds(1)...seconds(60),
        ]
        return session
    }

    private static func play(_ session: inout PlayerHarness) {
        session.command(.edit(.replace(["a", "b", "c"].map { NewEntry(uri: "file:///\($0)") }, play: true)))
        session.load()
    }

    @Test func theFadeEndsWithTheSoundOfTheOneAndBeginsWithThatOfTheOther() {
        var session = Self.session()
        Self.play(&session)
        #expect(session.sounding.map(\.position) == [.zero], "the first one begins with its first sample")
        #expect(session.standby?.position == Self.seconds(2))
        #expect(session.engine.plan?.start == .at(Self.seconds(45)))
        #expect(session.engine.plan?.duration == Self.seconds(10))
        session.begin()
        // The files are not read here: the tags of the load are shown after the wait for the file's tags.
        session.wait(Self.seconds(0.3))
        #expect(session.snapshot.track?.metadata.duration == Self.seconds(60), "what is shown is the file")
        #expect(session.player.livePosition(at: session.moment).position == Self.seconds(2))
        session.elapsed = Self.seconds(10)
        session.complete()
        session.load()
        #expect(session.standby?.position == Self.seconds(1))
        #expect(session.engine.plan?.start == .at(Self.seconds(48)))
        #expect(session.engine.complaints == [])
    }

    @Test func whatIsKnownOfTheSoundIsNotMeasuredAgain() {
        var session = Self.session()
        Self.play(&session)
        let sound = SyntheticTrack().thenSilence(3).then(50, from: -14).thenSilence(7)
        session.handle(.analysed("file:///b", .facts(sound.facts)))
        #expect(session.standby?.position == Self.seconds(2))
        // With other limits, the file is opened again.
        var configuration = session.snapshot.configuration
        configuration.trimLimit = Self.seconds(9)
        session.command(.setConfiguration(configuration))
        #expect(session.standby?.silence == nil)
        session.load()
        #expect(session.standby?.position == Self.seconds(2.95))
        // With another threshold, the position would be another one.
        configuration.trimThreshold = -50
        session.command(.setConfiguration(configuration))
        #expect(session.standby?.silence != nil)
        session.load()
        #expect(session.standby?.position == Self.seconds(2))
        #expect(session.engine.complaints == [])
    }

    @Test func nothingIsMeasuredOrLeftOutUnlessItIsAskedFor() {
        for change: (inout Configuration) -> Void in [
            { $0.trimSilence = false }, { $0.trimLimit = .zero }, { $0.crossfadeDuration = .zero },
        ] {
            var session = Self.session(change)
            Self.play(&session)
            #expect(session.engine.live.allSatisfy { $0.silence == nil && $0.position == .zero })
            #expect([.at(Self.seconds(50)), .now].contains(session.engine.plan?.start))
        }
    }

    @Test func tracksOfAnAlbumKeepEverySample() {
        var session = Self.session()
        for (uri, number) in [("file:///a", 1), ("file:///b", 2)] {
            var metadata = TrackMetadata()
            metadata.album = "Album"
            metadata.artists = ["One"]
            metadata.trackNumber = Int32(number)
            session.engine.library[uri] = metadata
        }
        Self.play(&session)
        #expect(session.standby?.position == .zero)
        #expect(session.engine.plan?.kind == .gapless)
        session.begin()
        session.complete()
        session.load()
        #expect(session.standby?.position == Self.seconds(1), "the next one is another album's")
        #expect(session.engine.plan?.start == .at(Self.seconds(48)))
    }

    @Test func aFadeTakesAtMostHalfOfWhatSounds() {
        var session = Self.session()
        session.engine.audible["file:///b"] = Self.seconds(2)...Self.seconds(10)
        Self.play(&session)
        #expect(session.engine.plan?.duration == Self.seconds(4))
        #expect(session.engine.plan?.start == .at(Self.seconds(51)))
    }

    @Test func aSkipGoesToTheFirstSound() {
        var session = Self.session()
        Self.play(&session)
        session.command(.next)
        #expect(session.engine.plan?.incoming == session.standby?.generation, "what was ready is taken")
        #expect(session.standby?.position == Self.seconds(2))
        session.begin()
        session.complete()
        session.load()
        session.wait(Self.seconds(1))
        session.command(.previous)
        session.load()
        #expect(session.standby?.uri == "file:///a")
        #expect(session.standby?.position == Self.seconds(0.5))
        #expect(session.engine.complaints == [])
    }

    @Test func aSeekGoesWhereItWasAskedToAndTheEndStaysKnown() {
        var session = Self.session()
        Self.play(&session)
        session.command(.seek(to: .zero, track: nil))
        #expect(session.standby?.silence == nil, "the file is known already")
        #expect(session.standby?.position == .zero)
        session.load()
        session.begin()
        session.complete()
        #expect(session.engine.plan?.start == .at(Self.seconds(45)))
    }

    @Test func switchedOnWhilePlayingItGoesForWhatComesNext() {
        var session = Self.session { $0.trimSilence = false }
        Self.play(&session)
        #expect(session.standby?.position == .zero)
        var configuration = session.player.configuration
        configuration.trimSilence = true
        session.command(.setConfiguration(configuration))
        session.load()
        #expect(session.standby?.position == Self.seconds(2))
        #expect(session.engine.plan?.start == .at(Self.seconds(50)), "the end of what plays was not looked at")
        configuration.trimSilence = false
        session.command(.setConfiguration(configuration))
        session.load()
        #expect(session.standby?.position == .zero)
    }

    @Test func whatIsAudibleIsComputedFromTheFirstAndLastSound() {
        let limits = SilenceLimits(threshold: -60, longest: Self.seconds(10))
        #expect(abs(limits.amplitude - 0.001) < 1e-12)
        let minute = Self.seconds(60)
        func audible(_ first: Double?, _ last: Double?, of duration: MediaTime = minute) -> ClosedRange<MediaTime>? {
            limits.audible(from: first.map(Self.seconds), to: last.map(Self.seconds), of: duration)
        }
        #expect(audible(2, 55) == Self.seconds(1.95)...Self.seconds(55.05))
        #expect(audible(0.02, 59.97) == .zero...minute, "50 ms stay on either side")
        #expect(audible(nil, 55) == Self.seconds(10)...Self.seconds(55.05), "no more than the limit")
        #expect(audible(2, nil) == Self.seconds(1.95)...Self.seconds(50))
        #expect(audible(nil, nil) == Self.seconds(10)...Self.seconds(50))
        #expect(audible(nil, nil, of: Self.seconds(20)) == nil, "a silent track is played as it is")
        #expect(audible(nil, 9, of: Self.seconds(9.5)) == nil)
    }
}
