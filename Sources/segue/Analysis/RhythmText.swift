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
            let known = Self.knowledge(of: head)
            // Facts known for only one end are not claimed for the whole track.
            return
                "\(Self.number(tempo)) BPM throughout, \(known == Self.knowledge(of: tail) ? known : "pulse certain")"
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
