import Foundation
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueAudio

/// Grids of pieces whose beats are known, and none of those that have no beats (design.md, Rhythm).
@Suite struct RhythmDetectorTests {
    /// Returns the grids of both ends of a piece with beats. A grid of a slow piece may count two beats for each, and
    /// then contains all of its beats.
    private static func grids(_ piece: ConstructedPiece, tempo: Double) throws -> [BeatGrid] {
        let rhythm = piece.rhythm()
        let grids = [try #require(rhythm.head.grid), try #require(rhythm.tail.grid)]
        for grid in grids {
            let octave = (grid.tempo / tempo).rounded()
            #expect([1, 2].contains(octave))
            #expect(abs(grid.tempo / tempo / octave - 1) <= 0.0005, "\(grid.tempo)")
            let distances = piece.beats.filter(grid.range.contains).map { abs(grid.distance(of: $0)) }
            #expect(distances.sorted()[distances.count / 2] <= 0.005, "\(distances)")
            #expect(try #require(distances.max()) <= 0.014, "\(distances)")
        }
        return grids
    }

    @Test("The beats of steady music are found, to 0.05 % and 5 ms", arguments: [72.3, 99.5, 133.3, 174])
    func steady(tempo: Double) throws {
        let piece = ConstructedPiece.song(tempo)
        for grid in try Self.grids(piece, tempo: tempo) {
            #expect(grid.isBeatCertain)
            // With two beats for one, the bar is as long as two of its beats.
            guard let bar = grid.bar, grid.tempo < tempo * 1.5 else { continue }
            let first = grid.time(ofBeat: bar.first)
            #expect(bar.beats == 4 && piece.bars.contains { abs($0 - first) < 0.02 }, "\(bar)")
        }
    }

    @Test("Clicks alone have beats")
    func clicks() throws {
        #expect(try Self.grids(.clicks(110), tempo: 110).allSatisfy(\.isBeatCertain))
    }

    @Test("The beat of a shuffle is not its swung eighth", arguments: [92.0])
    func shuffle(tempo: Double) throws {
        #expect(try Self.grids(.song(tempo, swing: 1.0 / 6), tempo: tempo).allSatisfy(\.isBeatCertain))
    }

    @Test("A waltz has bars of three beats, or none")
    func waltz() throws {
        let piece = ConstructedPiece.song(124, meter: 3)
        for grid in try Self.grids(piece, tempo: 124) {
            guard let bar = grid.bar else { continue }
            let first = grid.time(ofBeat: bar.first)
            #expect(bar.beats == 3 && piece.bars.contains { abs($0 - first) < 0.02 }, "\(bar)")
        }
    }

    @Test("Bars of five beats are no bars of three or four", arguments: [100.0, 138])
    func five(tempo: Double) throws {
        for grid in try Self.grids(.song(tempo, meter: 5), tempo: tempo) {
            #expect(grid.isBeatCertain && grid.bar == nil)
        }
    }

    @Test("What has no pulse has no grid")
    func pulseless() {
        let seed: UInt64 = 1
        let pieces: [(String, ConstructedPiece)] = [
            ("rubato", .rubato(seed: seed)), ("pad", .pad(seed: seed)), ("speech", .speech(seed: seed)),
            ("strokes", .strokes(seed: seed)), ("rain", .rain(seed: seed)),
        ]
        for (name, piece) in pieces {
            let rhythm = piece.rhythm()
            #expect(rhythm.head.grid == nil && rhythm.tail.grid == nil, "\(name)")
        }
    }

    @Test("A tempo that changes by some hundredths has no grid", arguments: [-0.08, 0.02])
    func drift(drift: Double) {
        let rhythm = ConstructedPiece.song(110, drift: drift).rhythm()
        #expect(rhythm.head.grid == nil && rhythm.tail.grid == nil)
    }

    @Test("Less than a minute of sound has no grid, whatever the length of the file")
    func short() {
        let silence = ConstructedPiece(seconds: 10)
        let rhythm = silence.then(.song(120, seconds: 59, start: 0)).then(silence).rhythm()
        #expect(rhythm == TrackRhythm(head: .unknown(.short), tail: .unknown(.short)))
        #expect(silence.rhythm() == rhythm)
    }

    @Test("Silence before and after the music moves the grid, and nothing else")
    func silence() throws {
        let piece = ConstructedPiece.song(120)
        let moved = ConstructedPiece(seconds: 13).then(piece).then(ConstructedPiece(seconds: 20)).rhythm()
        let (first, last) = (try #require(moved.head.grid), try #require(moved.tail.grid))
        for (grid, other) in [(first, piece.rhythm().head.grid), (last, piece.rhythm().tail.grid)] {
            let other = try #require(other)
            #expect(abs(grid.range.lowerBound - other.range.lowerBound - 13) < 0.02)
            #expect(abs(grid.period / other.period - 1) < 1e-4)
            #expect(abs(other.distance(of: grid.nearestBeat(to: 43) - 13)) < 0.002)
        }
    }

    @Test("Each end has its own tempo; the track has one only if both are on one grid")
    func ends() throws {
        let rhythm = ConstructedPiece.song(100).then(.song(130)).rhythm()
        #expect(abs(try #require(rhythm.head.grid).tempo - 100) < 0.05)
        #expect(abs(try #require(rhythm.tail.grid).tempo - 130) < 0.065)
        #expect(rhythm.tempo == nil)
        let steady = ConstructedPiece.song(120, seconds: 150).rhythm()
        #expect(abs(try #require(steady.tempo) - 120) < 0.01)
    }

    @Test("The pieces in which samples come make no difference")
    func pieces() {
        let piece = ConstructedPiece.song(133.3)
        #expect(piece.rhythm(piecesOf: 1234) == piece.rhythm())
    }

    @Test("A file of another rate and two channels has the same grid")
    func file() throws {
        let folder = try Folder()
        let piece = ConstructedPiece.song(120)
        let signal = Signal(rate: 48000, seconds: piece.seconds) { index in
            let place = Double(index) * Double(ConstructedPiece.rate) / 48000
            let (left, part) = (Int(place), Float(place - place.rounded(.down)))
            guard left + 1 < piece.samples.count else { return (0, 0) }
            let value = 0.5 * (piece.samples[left] * (1 - part) + piece.samples[left + 1] * part)
            return (value, value)
        }
        try signal.write(to: folder.file("a.wav"))
        let facts = try SoundAnalysis(uri: folder.uri("a.wav")).run().facts
        let grid = try #require(facts.measurement.rhythm?.head.grid)
        #expect(abs(grid.tempo - 120) < 0.06 && abs(grid.distance(of: piece.beats[20])) < 0.005)
    }
}
