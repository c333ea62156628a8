import SegueTestSupport
import Testing

@testable import SegueCore

/// The meeting point of two tracks whose beats are known.
@Suite struct ListeningBeatsTests {
    /// An ending and a beginning that are soft enough to overlap, and loud enough to be heard separately.
    private static let soft = SyntheticTrack().then(9, from: -15.5, swing: 1)
    private let last = SyntheticTrack.song(tail: soft).facts
    private let first = SyntheticTrack.song(head: soft).facts

    private func listening(_ last: TrackFacts, _ first: TrackFacts) throws -> Listening {
        try #require(
            Listening(
                from: Listening.Side(facts: last, gain: 1), to: Listening.Side(facts: first, gain: 1), loudest: 10,
                curve: .equalPower))
    }

    private func loud(_ last: TrackFacts, _ first: TrackFacts, _ meeting: Listening.Meeting) throws -> Double {
        let shape = Listening.Shape(
            overlap: Int((meeting.overlap * 10).rounded()), fadeIn: Int((meeting.fadeIn * 10).rounded()),
            fadesOut: meeting.fadesOut, curve: meeting.curve)
        return try listening(last, first).loudTogether(shape)
    }

    @Test func twoRhythmsAreLoudTogetherForFourSeconds() throws {
        let free = try listening(last, first).meet(longest: 60)
        #expect(try loud(last, first, free) > 6)
        let (ending, beginning) = (last.beating(110), first.beating(140))
        let meeting = try listening(ending, beginning).meet(longest: 60)
        #expect(meeting.tier == .ramped)
        #expect(try loud(ending, beginning, meeting) <= 4)
        #expect(meeting.reason.description.hasPrefix("Their rhythms differ (110 and 140 BPM): they are "))
        let match = try #require(try listening(ending, beginning).beats)
        #expect(abs(match.leaving.distance(of: 0.2 + 60 / 140 - meeting.overlap)) < 0.3)
    }

    /// The steeper a fade, the longer its inaudible first part: at most 0.1 s are below -60 dB.
    @Test func noFadeSkipsWhatIsAudible() throws {
        for level in stride(from: -30.0, through: -10, by: 2) {
            for seconds in [6.0, 12, 20, 29] {
                let soft = SyntheticTrack().then(seconds, from: level, swing: 1)
                let ending = SyntheticTrack.song(tail: soft).facts.beating(110)
                let beginning = SyntheticTrack.song(head: soft).facts.beating(140)
                let meeting = try listening(ending, beginning).meet(longest: 60)
                guard meeting.fadeIn > 0.1 else { continue }
                let gain = meeting.curve.gain(at: 0.101 / meeting.fadeIn)
                #expect(gain >= 0.001, "\(seconds) s at \(level): \(meeting)")
            }
        }
    }

    @Test func oneTempoIsOnTheBeat() throws {
        for (isCertain, tier, word) in [(true, TransitionPlan.Tier.onBeat, "beat"), (false, .onPulse, "pulse")] {
            for (tempo, words) in [(124, "Both pulse at 124 BPM"), (62, "They pulse at 124 and 62 BPM")] {
                let (ending, beginning) = (last.beating(124), first.beating(Double(tempo), isCertain: isCertain))
                let meeting = try listening(ending, beginning).meet(longest: 60)
                #expect(meeting.tier == tier)
                #expect(meeting.reason.description == "\(words): the next track begins on the \(word).")
                #expect(try loud(ending, beginning, meeting) > 4, "nothing is shortened")
                let match = try #require(try listening(ending, beginning).beats)
                for beat in match.coming.beats(in: 0...meeting.overlap) {
                    #expect(abs(match.leaving.distance(of: beat - meeting.overlap)) < 0.001)
                }
            }
        }
    }

    /// After a seek into the planned overlap, or an analysis that came late, the tracks can only meet later.
    @Test func aLateMeetingWaitsForTheBeats() throws {
        var random = SeededRandom(state: 77)
        var (late, aligned) = (0, 0)
        for _ in 0..<200 {
            let last = SyntheticTrack.random(&random, isEnding: true).facts
            let first = SyntheticTrack.random(&random, isEnding: false).facts
            let tempo = Double.random(in: 80...160, using: &random)
            let (ending, beginning) = (
                last.beating(tempo), first.beating(tempo, phase: .random(in: 0...1, using: &random))
            )
            let most = try listening(ending, beginning).meet(longest: 60).overlap * .random(in: 0.4...1, using: &random)
            let meeting = try listening(ending, beginning).meet(longest: most)
            #expect(meeting.overlap <= most)
            guard try loud(ending, beginning, meeting) > 2.5 else { continue }
            late += 1
            guard meeting.tier == .onBeat else { continue }
            aligned += 1
            let unaligned = try listening(last, first).meet(longest: most)
            #expect(Sum(last, first, meeting).dip <= max(Sum(last, first, unaligned).dip, 0) + 3, "\(meeting)")
        }
        #expect(late > 30 && aligned * 10 >= late * 9, "\(aligned) of \(late)")
    }

    @Test func temposThatShareBeatsAreLeftAlone() throws {
        let free = try listening(last, first).meet(longest: 60)
        #expect(try listening(last.beating(120), first.beating(80)).meet(longest: 60) == free)
    }

    @Test func withoutOneOfTheRhythmsNothingChanges() throws {
        var random = SeededRandom(state: 5)
        for _ in 0..<6 {
            let last = SyntheticTrack.random(&random, isEnding: true).facts
            let first = SyntheticTrack.random(&random, isEnding: false).facts
            let free = try listening(last, first).meet(longest: 60)
            #expect(try listening(last.beating(120), first).meet(longest: 60) == free)
            #expect(try listening(last, first.beating(120)).meet(longest: 60) == free)
        }
    }

    /// Over endings, beginnings and tempi of every kind, nothing adds up. Two rhythms are loud together for long only
    /// if there would be a hole otherwise.
    @Test func theLevelStaysEvenForTheSakeOfNoRhythm() throws {
        var random = SeededRandom(state: 23)
        var (clashes, free) = (0, 0)
        for _ in 0..<30 {
            let last = SyntheticTrack.random(&random, isEnding: true).facts
            let first = SyntheticTrack.random(&random, isEnding: false).facts
            let (ending, beginning) = (
                last.beating(.random(in: 54...210, using: &random), phase: .random(in: 0...1, using: &random)),
                first.beating(.random(in: 54...210, using: &random), phase: .random(in: 0...1, using: &random))
            )
            let most = Double.random(in: 0...40, using: &random)
            let meeting = try listening(ending, beginning).meet(longest: most)
            #expect(meeting.overlap >= 0 && meeting.overlap <= most)
            let former = try listening(last, first).meet(longest: most)
            let (sum, before) = (Sum(last, first, meeting), Sum(last, first, former))
            #expect(sum.rise <= 1.5, "\(meeting)")
            #expect(sum.dip <= max(before.dip, 0) + 3.5, "\(meeting) after \(former)")
            guard try listening(ending, beginning).beats?.relation == .apart else { continue }
            clashes += try loud(ending, beginning, meeting) > 4 ? 1 : 0
            free += try loud(last, first, former) > 4 ? 1 : 0
        }
        #expect(free > 3 && clashes * 4 < free, "\(clashes) of \(free)")
    }
}

extension TrackFacts {
    /// Returns the same track with a steady rhythm at both ends.
    func beating(_ tempo: Double, phase: Double = 0.2, isCertain: Bool = true) -> TrackFacts {
        var measurement = measurement
        let grid = BeatGrid(
            period: 60 / tempo, phase: phase, isBeatCertain: isCertain, range: 0...measurement.seconds)
        measurement.rhythm = TrackRhythm(head: .grid(grid), tail: .grid(grid))
        return TrackFacts(measurement)
    }
}
