import SegueTestSupport
import Testing

@testable import SegueCore

/// The possible alignments of the beats of two tracks where the tracks meet.
@Suite struct BeatMatchTests {
    @Test(
        arguments: [
            (120, 120, "same"), (120, 122, "same"), (120, 60, "same"), (64, 128, "same"), (53, 210, "same"),
            (120, 80, "related"), (90, 120, "related"), (120, 160, "related"), (110, 140, "apart"), (100, 108, "apart"),
            (120, 125, "apart"), (102.9, 100, "same"), (103.1, 100, "apart"), (131, 180, "apart"),
        ] as [(Double, Double, String)])
    func temposAreFolded(_ last: Double, _ first: Double, _ relation: String) {
        for (last, first) in [(last, first), (first, last)] {
            let match = match(last, first)
            #expect("\(match.relation)".hasPrefix(relation), "\(last) and \(first): \(match.relation)")
        }
    }

    @Test func withoutARhythmThereIsNone() {
        let side = Listening.Side(facts: SyntheticTrack.song().facts, gain: 1)
        #expect(BeatMatch(from: side, to: side) == nil)
    }

    @Test func oneBeatThatIsAGuessMakesHalfBeatsOfBoth() {
        let match = match(120, 120, isCertain: false)
        #expect(!match.isCertain)
        #expect(match.leaving.period == 0.25 && match.coming.period == 0.25)
        #expect(match.tempi == (120, 120))
    }

    @Test func theFurtherApartTheShorterTheyStayTogether() {
        #expect(match(120, 120).fits(run: 60))
        #expect(!match(120, 120).fits(run: 1.9), "there is hardly anything that could be on the beat")
        let close = match(120, 120.6)
        // Half a percent of 4.4 s is 22 ms from the middle to either end.
        #expect(abs(close.longestRun - 8.8) < 0.1)
        #expect(close.fits(run: 8.7) && !close.fits(run: 8.9))
        #expect(match(120, 123).longestRun == 4)
        #expect(match(110, 140).longestRun == 4)
        #expect(!match(110, 140).fits(run: 3))
    }

    /// For random tempi and phases, the beats coincide with each offered overlap.
    @Test func beatsFallOnBeats() throws {
        var random = SeededRandom(state: 17)
        for _ in 0..<2000 {
            let last = Double.random(in: 54...210, using: &random)
            let octave = try #require([0.5, 1, 2].randomElement(using: &random))
            let first = last * octave * Double.random(in: 0.98...1.02, using: &random)
            let match = match(
                last, first, isCertain: .random(using: &random),
                phases: (.random(in: 0...1, using: &random), .random(in: 0...1, using: &random)))
            let overlap = Double.random(in: 0...20, using: &random)
            let time = -Double.random(in: 0...overlap, using: &random)
            let overlaps = match.overlaps(near: overlap, at: time).flatMap(\.self)
            let slower = max(match.leaving.period, match.coming.period)
            #expect(overlaps.contains { abs($0 - overlap) <= slower })
            for other in overlaps {
                #expect(abs(other - overlap) <= match.bar)
                let reach = match.bar + slower
                let beats = match.leaving.beats(in: time - reach...time + reach)
                let nearest = beats.map { abs(match.coming.distance(of: $0 + other)) }.min()
                #expect(try #require(nearest) < 1e-6, "\(last) \(first) \(overlap) \(time)")
            }
            for entry in match.entries(near: overlap) {
                let beats = match.coming.beats(in: -0.1 * match.coming.period - 1e-9...match.coming.period)
                #expect(beats.contains { abs(match.leaving.distance(of: $0 - entry)) < 1e-6 })
            }
        }
    }

    @Test func whereABeatIsAGuessTheGuessesAgreeFirst() {
        let match = match(120, 120, isCertain: false)
        func areOn(_ period: Double, _ overlaps: [Double]) -> Bool {
            overlaps.allSatisfy { overlap in
                let turns = (overlap - 0.1) / period
                return abs(turns - turns.rounded()) < 1e-6
            }
        }
        let alternatives = match.overlaps(near: 5, at: -3)
        let (beats, pulses) = (alternatives[0], alternatives[1])
        #expect(!beats.isEmpty && areOn(0.5, beats))
        #expect(pulses.count > beats.count && areOn(0.25, pulses))
        #expect(alternatives.count == 2 && self.match(120, 120).overlaps(near: 5, at: -3).count == 1)
    }

    private func match(
        _ last: Double, _ first: Double, isCertain: Bool = true, phases: (Double, Double) = (0.1, 0.2)
    ) -> BeatMatch {
        BeatMatch(
            leaving: BeatGrid(period: 60 / last, phase: phases.0, isBeatCertain: true, range: -60...0),
            coming: BeatGrid(period: 60 / first, phase: phases.1, isBeatCertain: isCertain, range: 0...60))
    }
}
