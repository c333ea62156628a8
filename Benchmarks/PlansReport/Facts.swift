import Foundation
import SegueCore

/// A track in the output of `segue analyse --json --curves`.
struct Track: Decodable {
    struct Beats: Decodable {
        var certainty: String?
        var period: Double?
        var phase: Double?
        var range: [Double]?

        var rhythm: Rhythm {
            guard let certainty, let period, let phase, let range, range.count == 2 else { return .unknown(.weak) }
            return .grid(
                BeatGrid(
                    period: period, phase: phase, isBeatCertain: certainty != "pulse", bar: nil,
                    range: range[0]...range[1]))
        }
    }

    struct Ends: Decodable {
        var head: Beats
        var tail: Beats
    }

    var uri: String
    var seconds: Double
    var loudness: Double?
    var range: Double?
    var peak: Double
    var heardLoudness: Double?
    var heardPeak: Double
    var firstSound: Double?
    var lastSound: Double?
    var rhythm: Ends?
    var momentary: [Int]
    var low: [Int]
    var middle: [Int]
    var high: [Int]

    /// Returns the tracks of a file with one JSON object on each line. Only tracks with more than 40 s of audio, whose
    /// rhythm was analysed, are included.
    static func read(_ path: String) throws -> [Track] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
            try JSONDecoder().decode(Track.self, from: Data($0.utf8))
        }.filter { ($0.lastSound ?? 0) - ($0.firstSound ?? 0) > 40 && $0.rhythm != nil }
    }

    /// Returns the facts of the track, with its rhythm or without it.
    func facts(withRhythm: Bool) -> TrackFacts {
        TrackFacts(
            TrackFacts.Measurement(
                seconds: seconds, loudness: loudness, range: range, peak: peak, firstSound: firstSound,
                lastSound: lastSound, momentary: LoudnessCurve(hundredths: momentary.map { Int16($0) }),
                low: PeakCurve(steps: low), middle: PeakCurve(steps: middle), high: PeakCurve(steps: high),
                heard: TrackFacts.HeardLevels(loudness: heardLoudness, peak: heardPeak),
                rhythm: withRhythm
                    ? rhythm.map { TrackRhythm(head: $0.head.rhythm, tail: $0.tail.rhythm) } : nil))
    }
}
