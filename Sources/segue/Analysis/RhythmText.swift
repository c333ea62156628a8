import SegueKit

/// The rhythm of a track as a line for people: the tempo of the whole track or of each end, or the reason why there is
/// none.
struct RhythmText {
    private let rhythm: TrackRhythm

    init(_ rhythm: TrackRhythm) {
        self.rhythm = rhythm
    }

    var line: String {
        switch (rhythm.head, rhythm.tail) {
        case (.grid(let head), .grid(let tail)):
            guard let tempo = rhythm.tempo else { break }
            return "\(Self.number(tempo)) BPM throughout, \(Self.knowledge(of: head, and: tail))"
        case (.unknown(let first), .unknown(let second)) where first == second:
            return "no tempo: \(Self.words(for: first))"
        case (.grid, .unknown), (.unknown, .grid), (.unknown, .unknown): break
        }
        return "\(Self.text(rhythm.head)) at the beginning, \(Self.text(rhythm.tail)) at the end"
    }

    private static func text(_ rhythm: Rhythm) -> String {
        switch rhythm {
        case .grid(let grid): "\(number(grid.tempo)) BPM (\(knowledge(of: grid)))"
        case .unknown(let reason): "no tempo (\(words(for: reason)))"
        }
    }

    /// Returns the facts that are known for both ends: a fact about one end is not claimed for the whole track.
    private static func knowledge(of head: BeatGrid, and tail: BeatGrid) -> String {
        let (first, last) = (knowledge(of: head), knowledge(of: tail))
        if first == last { return first }
        return [head, tail].contains { $0.certainty == .pulse } ? "pulse certain" : "beats certain"
    }

    private static func knowledge(of grid: BeatGrid) -> String {
        switch grid.certainty {
        case .pulse: "pulse certain"
        case .beat: "beats certain"
        case .bar: "beats certain, bars of \(grid.bar?.beats ?? 0)"
        }
    }

    private static func words(for reason: Rhythm.Reason) -> String {
        switch reason {
        case .short: "less than 60 s of sound"
        case .weak: "no pulse"
        case .unsteady: "the pulse is not steady"
        }
    }

    private static func number(_ tempo: Double) -> String { "\((tempo * 10).rounded() / 10)" }
}
