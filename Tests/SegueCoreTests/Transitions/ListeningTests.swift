import SegueTestSupport
import Testing

@testable import SegueCore

/// The meeting point of two analysed tracks.
@Suite struct ListeningTests {
    private func meeting(
        _ last: SyntheticTrack, _ first: SyntheticTrack, loudest: Double = 10, longest: Double = 60
    ) throws -> Listening.Meeting {
        let listening = try #require(
            Listening(
                from: Listening.Side(facts: last.facts, gain: 1), to: Listening.Side(facts: first.facts, gain: 1),
                loudest: loudest, curve: .equalPower))
        return listening.meet(longest: longest)
    }

    @Test func aColdEndingIsKeptAndFollowedAtOnce() throws {
        let meeting = try meeting(.song(), .song())
        #expect(meeting.overlap <= 0.4)
        #expect(!meeting.fadesOut)
        #expect(meeting.reason.description == "The ending stops at its full level, and is kept whole.")
    }

    @Test func aQuietBeginningLiesUnderAColdEnding() throws {
        let intro = SyntheticTrack().then(12, from: -36)
        let meeting = try meeting(.song(), .song(head: intro))
        #expect(abs(meeting.overlap - 12) <= 1)
        #expect(!meeting.fadesOut)
        #expect(meeting.reason.description.contains("kept whole"))
    }

    @Test func aTrackThatFadesOutKeepsItsOwnFade() throws {
        let fade = SyntheticTrack().then(10, from: -14, to: -55)
        let meeting = try meeting(.song(tail: fade), .song())
        #expect(!meeting.fadesOut)
        #expect(meeting.overlap > 5 && meeting.overlap < 12)
        #expect(meeting.reason.description.hasPrefix("The ending fades out by itself over 1"))
    }

    @Test func silenceAtTheEndOfTheFileIsNoPartOfTheTrack() throws {
        let fade = SyntheticTrack().then(10, from: -14, to: -55)
        let padded = try meeting(.song(tail: fade.thenSilence(20)), .song())
        #expect(padded == (try meeting(.song(tail: fade), .song())))
    }

    @Test func whatIsLoudStruckOrOfManyLevelsIsNotCalm() throws {
        let calm = SyntheticTrack().then(180, from: -20)
        let wall = SyntheticTrack().then(180, from: -9)
        let varied = SyntheticTrack().then(90, from: -32).then(90, from: -20)
        for other in [wall, varied] {
            #expect(try !meeting(other, calm).fadesOut)
            if other.levels[0] > -10 { #expect(try !meeting(calm, other).fadesOut) }
        }
        // A drum in the low band only.
        var measurement = calm.facts.measurement
        measurement.low = PeakCurve(linear: (0..<1800).map { $0 % 5 == 0 ? 0.2 : 0.05 })
        let struck = Listening.Side(facts: TrackFacts(measurement), gain: 1)
        let even = Listening.Side(facts: calm.facts, gain: 1)
        for (last, first) in [(struck, even), (even, struck), (even, even)] {
            let listening = try #require(Listening(from: last, to: first, loudest: 10, curve: .equalPower))
            let isCalm = last.facts == first.facts
            #expect(listening.meet(longest: 60).fadesOut == isCalm)
        }
        // If only the ends of a track are analysed, it is not known to be even.
        measurement = calm.facts.measurement
        measurement.range = nil
        let unknown = Listening.Side(facts: TrackFacts(measurement), gain: 1)
        let listening = try #require(Listening(from: unknown, to: even, loudest: 10, curve: .equalPower))
        #expect(!listening.meet(longest: 60).fadesOut)
    }

    @Test func twoCalmPiecesOverlapForLong() throws {
        let calm = SyntheticTrack().then(180, from: -20)
        #expect(try meeting(calm, calm, loudest: 30).overlap == 16)
        let meeting = try meeting(calm, calm)
        #expect(meeting.overlap == 10)
        #expect(meeting.fadesOut)
        #expect(meeting.fadeIn == 10)
    }

    @Test func whatIsLoudTogetherStaysWithinTheSetting() throws {
        let tail = SyntheticTrack().then(25, from: -14, to: -20, swing: 2)
        for limit in [1.0, 4, 10] {
            let meeting = try meeting(.song(tail: tail), .song(head: tail), loudest: limit)
            // A track that fades in is not loud at first.
            #expect(meeting.overlap - 0.2 * meeting.fadeIn <= limit + 0.2)
        }
    }

    @Test func aPieceHiddenBehindSilenceIsFollowedAtItsEnd() throws {
        let hidden = try meeting(SyntheticTrack.song().thenSilence(180).then(10, from: -16, swing: 3), .song())
        #expect(hidden.overlap <= 0.4)
        #expect(!hidden.fadesOut)
        // The silence before a click overlaps the next track.
        let click = try meeting(SyntheticTrack.song().thenSilence(40).then(0.2, from: -20), .song())
        #expect(click.overlap == 30)
        #expect(!click.fadesOut)
    }

    @Test func nothingIsPlannedForSilence() {
        let silence = SyntheticTrack().thenSilence(60).facts
        let song = SyntheticTrack.song().facts
        let sides = [silence, song].map { Listening.Side(facts: $0, gain: 1) }
        #expect(Listening(from: sides[0], to: sides[1], loudest: 10, curve: .equalPower) == nil)
        #expect(Listening(from: sides[1], to: sides[0], loudest: 10, curve: .equalPower) == nil)
    }

    /// Over endings and beginnings of every kind, nothing adds up, and the level hardly ever sags.
    @Test func theLevelStaysEven() throws {
        var random = SeededRandom(state: 3)
        var dips: [Double] = []
        for _ in 0..<80 {
            let last = SyntheticTrack.random(&random, isEnding: true)
            let first = SyntheticTrack.random(&random, isEnding: false)
            let meeting = try meeting(last, first)
            let sum = Sum(last.facts, first.facts, meeting)
            #expect(sum.rise <= 1.5, "\(meeting)")
            dips.append(sum.dip)
        }
        dips.sort()
        #expect(dips[40] <= 0.5, "\(dips)")
        #expect(dips.count { $0 > 6 } <= 4, "\(dips)")
    }
}
