import Foundation
import SegueCore
import SegueTestSupport

@testable import SegueAudio

/// A piece of music whose beats are known, or that has none.
struct ConstructedPiece {
    static let rate = 22050

    /// One channel at `rate`.
    private(set) var samples: [Float]
    /// The times of the beats, in seconds.
    private(set) var beats: [Double] = []
    /// The times of those beats that begin a bar.
    private(set) var bars: [Double] = []
    private var random: SeededRandom
    private var tones: [Tone: [Float]] = [:]

    /// Creates silence of this length.
    init(seconds: Double, seed: UInt64 = 7) {
        samples = Array(repeating: 0, count: Int(seconds * Double(Self.rate)))
        random = SeededRandom(state: seed)
    }

    var seconds: Double { Double(samples.count) / Double(Self.rate) }

    // MARK: - Instruments

    /// Adds samples that begin at `time`.
    private mutating func add(_ sound: [Float], at time: Double) {
        let start = Int((time * Double(Self.rate)).rounded())
        for index in 0..<max(0, min(sound.count, samples.count - start)) { samples[start + index] += sound[index] }
    }

    /// Returns the samples of a function of time.
    private static func samples(lasting seconds: Double, _ sound: (Double) -> Double) -> [Float] {
        (0..<Int(seconds * Double(rate))).map { Float(sound(Double($0) / Double(rate))) }
    }

    private static let kick = samples(lasting: 0.25) { time in
        0.8 * sin(2 * .pi * (45 * time + 6 * (1 - exp(-time * 35)))) * exp(-time / 0.09)
    }

    mutating func kick(at time: Double) { add(Self.kick, at: time) }

    mutating func noise(at time: Double, level: Double, decay: Double, lasting seconds: Double? = nil) {
        var random = random
        let noise = Self.samples(lasting: seconds ?? 6 * decay) {
            level * Double.random(in: -1...1, using: &random) * exp(-$0 / decay)
        }
        self.random = random
        add(noise, at: time)
    }

    mutating func snare(at time: Double) { noise(at: time, level: 0.6, decay: 0.05) }
    mutating func hat(at time: Double) { noise(at: time, level: 0.15, decay: 0.015) }

    /// A generated tone, which most pieces repeat.
    private struct Tone: Hashable {
        var note: Int
        var seconds: Double
        var level: Double
        var attack: Double
    }

    mutating func tone(at time: Double, note: Int, lasting seconds: Double, level: Double, attack: Double = 0.005) {
        let tone = Tone(note: note, seconds: seconds, level: level, attack: attack)
        let sound = tones[tone] ?? Self.samples(of: tone)
        tones[tone] = sound
        add(sound, at: time)
    }

    private static func samples(of tone: Tone) -> [Float] {
        let turn = 2 * .pi * 440 * pow(2, Double(tone.note - 69) / 12)
        return samples(lasting: tone.seconds) { time in
            let wave = sin(turn * time) + sin(2 * turn * time) / 4 + sin(3 * turn * time) / 9
            let level = tone.level * min(1, time / tone.attack, (tone.seconds - time) / 0.02)
            return level * wave * exp(-2 * time / tone.seconds)
        }
    }

    private mutating func number(in range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &random)
    }

    // MARK: - Pieces

    private static let chords = [[57, 60, 64], [53, 57, 60], [48, 52, 55], [55, 59, 62]]

    /// Returns a band at a constant tempo from `start` on: drums, bass, chords that change with the bar. The second of
    /// two hats comes half a beat after the first, and `swing` beats later. The length of a beat grows by `drift` over
    /// the piece.
    static func song(
        _ tempo: Double, seconds: Double = 64, meter: Int = 4, swing: Double = 0, drift: Double = 0, start: Double = 0.4
    ) -> ConstructedPiece {
        var piece = ConstructedPiece(seconds: seconds)
        var (time, count) = (start, 0)
        while time < seconds - 0.3 {
            let period = 60 / tempo * (1 + drift * time / seconds)
            let (position, chord) = (count % meter, chords[count / meter % 4])
            piece.beats.append(time)
            if position == 0 {
                piece.bars.append(time)
                for note in chord {
                    piece.tone(at: time, note: note, lasting: period * Double(meter), level: 0.1, attack: 0.01)
                }
            }
            if position == 0 || meter == 4 && position == 2 || meter == 5 && position == 3 {
                piece.kick(at: time)
            } else {
                piece.snare(at: time)
            }
            piece.hat(at: time)
            piece.hat(at: time + (0.5 + swing) * period)
            if position == 0 { piece.tone(at: time, note: chord[0] - 24, lasting: period, level: 0.3) }
            time += period
            count += 1
        }
        return piece
    }

    /// Returns clicks and nothing else.
    static func clicks(_ tempo: Double) -> ConstructedPiece {
        var piece = ConstructedPiece(seconds: 64)
        for time in stride(from: 0.25, to: 63.9, by: 60 / tempo) {
            piece.beats.append(time)
            piece.noise(at: time, level: 0.5, decay: 0.004)
        }
        return piece
    }

    /// Returns a melody whose beats are 0.7 to 1.3 of their mean.
    static func rubato(seed: UInt64) -> ConstructedPiece {
        var piece = ConstructedPiece(seconds: 64, seed: seed)
        let period = 60 / piece.number(in: 60...100)
        var (time, count) = (0.5, 0)
        while time < 62 {
            piece.tone(at: time, note: chords[count / 4 % 4][count % 3], lasting: 1.2, level: 0.2)
            if count % 4 == 0 { piece.tone(at: time, note: chords[count / 4 % 4][0] - 12, lasting: 2.5, level: 0.2) }
            time += period * (1 + 0.18 * sin(Double(count) * .pi / 8) + piece.number(in: -0.12...0.12))
            count += 1
        }
        return piece
    }

    /// Returns chords that swell and fade, with wind.
    static func pad(seed: UInt64) -> ConstructedPiece {
        var piece = ConstructedPiece(seconds: 64, seed: seed)
        let swells = (0..<3).map { _ in piece.number(in: 5...17) }
        for (note, swell) in zip(chords[Int(seed % 4)], swells) {
            let frequency = 440 * pow(2, Double(note - 69) / 12)
            let chord = samples(lasting: 64) {
                0.1 * sin(2 * .pi * frequency * $0 + 0.3 * sin($0 / 2)) * (1 + 0.5 * sin(2 * .pi * $0 / swell))
            }
            piece.add(chord, at: 0)
        }
        var (wind, random) = (0.0, piece.random)
        let gusts = samples(lasting: 64) {
            wind = 0.99 * wind + 0.002 * Double.random(in: -1...1, using: &random)
            return wind * (1 + sin(2 * .pi * $0 / swells[0]))
        }
        piece.add(gusts, at: 0)
        return piece
    }

    /// Returns syllables of uneven length, in groups with pauses between them.
    static func speech(seed: UInt64) -> ConstructedPiece {
        var piece = ConstructedPiece(seconds: 64, seed: seed)
        var time = 0.5
        while time < 62 {
            for _ in 0..<Int(piece.number(in: 3...9)) {
                piece.tone(
                    at: time, note: Int(piece.number(in: 42...57)), lasting: 0.2, level: 0.3, attack: 0.02)
                piece.hat(at: time)
                time += piece.number(in: 0.1...0.34)
            }
            time += piece.number(in: 0.3...1.2)
        }
        return piece
    }

    /// Returns strokes at random times.
    static func strokes(seed: UInt64) -> ConstructedPiece {
        var piece = ConstructedPiece(seconds: 64, seed: seed)
        var time = 0.5
        while time < 62 {
            piece.snare(at: time)
            time += 0.05 - 0.35 * log(piece.number(in: 0.0001...1))
        }
        return piece
    }

    /// Returns noise, as of rain.
    static func rain(seed: UInt64) -> ConstructedPiece {
        var piece = ConstructedPiece(seconds: 64, seed: seed)
        piece.noise(at: 0, level: 0.3, decay: 1000, lasting: 64)
        return piece
    }

    // MARK: - Parts

    /// Returns this piece, with `other` from its end on.
    func then(_ other: ConstructedPiece) -> ConstructedPiece {
        var piece = self
        piece.samples += other.samples
        piece.beats += other.beats.map { $0 + seconds }
        piece.bars += other.bars.map { $0 + seconds }
        return piece
    }

    /// Returns the rhythm that the detector finds, with samples in pieces of `length`.
    func rhythm(piecesOf length: Int = 2205) -> TrackRhythm {
        var edges = SoundEdges(above: Float(TrackFacts.silentAmplitude), rate: Self.rate, channels: 1)
        var recorder = BandRecorder(rate: Self.rate)
        samples.withUnsafeBufferPointer { samples in
            for start in stride(from: 0, to: samples.count, by: length) {
                let part = UnsafeBufferPointer(rebasing: samples[start..<min(start + length, samples.count)])
                edges.take(part)
                recorder.take(part, channels: 1, first: edges.first, last: edges.last)
            }
        }
        recorder.finish(first: edges.first, last: edges.last)
        return RhythmDetector.rhythm(of: recorder, first: edges.firstSound, last: edges.lastSound)
    }
}
