import SegueCore
import Testing

/// The beats of a grid, at any time (design.md, Rhythm).
@Suite struct BeatGridTests {
    private static let grid = BeatGrid(period: 0.5, phase: 10.2, isBeatCertain: true, range: 10...70)

    @Test func theBeatsOfAnIntervalAreThoseWithinIt() {
        #expect(Self.grid.beats(in: 10.2...11.2) == [10.2, 10.7, 11.2])
        #expect(Self.grid.beats(in: 10.3...10.6) == [])
        let early = Self.grid.beats(in: 0...1)
        #expect(early.count == 2 && abs(early[0] - 0.2) < 1e-9 && abs(early[1] - 0.7) < 1e-9)
        #expect(Self.grid.beats(in: 0...1e9) == [])
        #expect(Self.grid.beats(in: 1e300...1e301) == [])
    }

    @Test func theNearestBeatIsAtMostHalfAPeriodAway() {
        #expect(abs(Self.grid.nearestBeat(to: 10.3) - 10.2) < 1e-9)
        #expect(abs(Self.grid.nearestBeat(to: 10.46) - 10.7) < 1e-9)
        #expect(abs(Self.grid.nearestBeat(to: 0) - 0.2) < 1e-9)
        #expect(abs(Self.grid.distance(of: 10.1) + 0.1) < 1e-9)
        for step in 0..<1000 { #expect(abs(Self.grid.distance(of: Double(step) * 0.037)) <= 0.25 + 1e-9) }
    }

    @Test func halfBeatsLieBetweenBeats() {
        let times = Self.grid.halved.beats(in: 10.1...11)
        #expect(times.count == 4 && zip(times, [10.2, 10.45, 10.7, 10.95]).allSatisfy { abs($0 - $1) < 1e-9 })
        #expect(Self.grid.halved.certainty == .pulse)
    }

    @Test func certaintyFollowsFromWhatIsKnown() {
        var grid = Self.grid
        #expect(grid.certainty == .beat && grid.tempo == 120)
        grid.bar = BeatGrid.Bar(beats: 4, first: 1)
        #expect(grid.certainty == .bar)
        grid.isBeatCertain = false
        #expect(grid.certainty == .pulse)
    }

    // MARK: - The tempo of a track

    private static func rhythm(tail: BeatGrid) -> TrackRhythm {
        TrackRhythm(head: .grid(grid), tail: .grid(tail))
    }

    @Test func aTrackWhoseEndsAgreeHasATempo() throws {
        let tail = BeatGrid(period: 0.50002, phase: 210.21, isBeatCertain: true, range: 200...260)
        let tempo = try #require(Self.rhythm(tail: tail).tempo)
        // The head's period is valid up to the tail, and the beats between both are counted.
        #expect(abs(tempo - 120) < 0.01)
    }

    @Test func endsThatDisagreeHaveNone() {
        let apart = BeatGrid(period: 0.5, phase: 210.3, isBeatCertain: true, range: 200...260)
        #expect(Self.rhythm(tail: apart).tempo == nil)
        let faster = BeatGrid(period: 0.498, phase: 210.2, isBeatCertain: true, range: 200...260)
        #expect(Self.rhythm(tail: faster).tempo == nil)
        let twice = BeatGrid(period: 0.25, phase: 210.2, isBeatCertain: true, range: 200...260)
        #expect(Self.rhythm(tail: twice).tempo == nil)
        #expect(TrackRhythm(head: .grid(Self.grid), tail: .unknown(.weak)).tempo == nil)
    }

    @Test func halfABeatApartIsOneTempoWhereTheBeatIsUncertain() throws {
        var tail = BeatGrid(period: 0.5, phase: 210.45, isBeatCertain: true, range: 200...260)
        #expect(Self.rhythm(tail: tail).tempo == nil)
        tail.isBeatCertain = false
        #expect(abs(try #require(Self.rhythm(tail: tail).tempo) - 120) < 0.01)
    }
}
