import Foundation
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueAudio

/// The results of an analysis of files whose audio is known (design.md, Facts).
@Suite struct SoundAnalysisTests {
    private static let rate = 11025

    /// Returns noise with this amplitude at each second, on both channels.
    private static func noise(seconds: Double, seed: UInt64 = 1, _ amplitude: (Double) -> Double) -> Signal {
        var random = SeededRandom(state: seed)
        return Signal(rate: rate, seconds: seconds) { index in
            let value = Float(amplitude(Double(index) / Double(rate)) * Double.random(in: -1...1, using: &random))
            return (value, value)
        }
    }

    private static func facts(_ folder: Folder, _ signal: Signal) throws -> TrackFacts {
        try signal.write(to: folder.file("a.wav"))
        return try SoundAnalysis(uri: folder.uri("a.wav")).run().facts
    }

    @Test("A fade-out is found with its length; the rest is measured")
    func fadeOut() throws {
        let folder = try Folder()
        let facts = try Self.facts(
            folder, Self.noise(seconds: 40) { 0.3 * min(1, pow(10, -max(0, $0 - 30) * 5 / 20)) })
        let fade = try #require(facts.ending?.fade)
        #expect(abs(fade - 10) <= 0.7, "\(fade)")
        #expect(facts.beginning?.fade == nil)
        #expect(facts.lastGap == nil)
        #expect(facts.measurement.seconds == 40)
        #expect(facts.measurement.channels == 2)
        #expect(facts.measurement.momentary.count == 401)
        #expect(facts.measurement.low.count == 400)
    }

    @Test("A cold ending is no fade; silence at both ends is found to the sample")
    func coldEnding() throws {
        let folder = try Folder()
        let facts = try Self.facts(folder, Self.noise(seconds: 20) { (2.5..<17).contains($0) ? 0.3 : 0 })
        #expect(facts.ending?.fade == nil && facts.beginning?.fade == nil)
        #expect(abs(try #require(facts.beginning?.edge) - 2.5) < 0.01)
        #expect(abs(try #require(facts.ending?.edge) - 17) < 0.01)
        // The body is reached within the window of momentary loudness.
        #expect(try #require(facts.ending?.ramps.first ?? nil) <= 0.4)
    }

    @Test("Music behind a long silence is a hidden part")
    func hidden() throws {
        let folder = try Folder()
        let facts = try Self.facts(folder, Self.noise(seconds: 40) { (10..<25).contains($0) ? 0 : 0.2 })
        let gap = try #require(facts.lastGap)
        #expect(abs(gap.lowerBound - 10) <= 0.5 && abs(gap.upperBound - 25) <= 0.5)
    }

    @Test("Silence has no loudness; a moment of sound has no range")
    func silence() throws {
        let folder = try Folder()
        let silent = try Self.facts(folder, Self.noise(seconds: 4) { _ in 0 })
        #expect(silent.measurement.loudness == nil && silent.beginning == nil && silent.truePeak == nil)
        #expect(silent.measurement.firstSound == nil && silent.measurement.seconds == 4)
        let short = try Self.facts(folder, Self.noise(seconds: 0.25) { _ in 0.2 })
        #expect(short.measurement.range == nil && short.measurement.momentary.count == 4)
        #expect(abs(short.measurement.seconds - 0.25) < 0.001)
    }

    @Test("Each band has the sound that belongs to it", arguments: [(50.0, 0), (1000, 1), (9000, 2)])
    func bands(frequency: Double, band: Int) throws {
        let folder = try Folder()
        let facts = try Self.facts(folder, .sine(frequency, amplitude: 0.5, rate: 44100, seconds: 1))
        let curves = [facts.measurement.low, facts.measurement.middle, facts.measurement.high]
        for (number, curve) in curves.enumerated() {
            if number == band { #expect(abs(curve[5] + 6) <= 1) } else { #expect(curve[5] < -20) }
        }
    }

    @Test("Samples that are no numbers, or absurd, do no harm")
    func hostile() throws {
        let folder = try Folder()
        var signal = Self.noise(seconds: 8) { _ in 0.2 }
        let clean = try Self.facts(folder, signal)
        for (index, value) in [Float.nan, .infinity, -.infinity, 1e38].enumerated() {
            signal.left[11025 + index * 500] = value
        }
        let facts = try Self.facts(folder, signal)
        // The last value counts as 1000, which is 60 dB above full scale; the others as silence.
        #expect(facts.measurement.loudness?.isFinite == true)
        #expect(facts.measurement.peak < 3000)
        #expect(facts.measurement.momentary[60] == clean.measurement.momentary[60])
        #expect(facts.measurement.low[70] == clean.measurement.low[70])
    }

    @Test("What can't be analysed says why")
    func failures() throws {
        let folder = try Folder()
        try Data("no sound at all".utf8).write(to: URL(fileURLWithPath: folder.file("text.wav")))
        try Data().write(to: URL(fileURLWithPath: folder.file("empty.wav")))
        for (uri, words) in [
            (folder.uri("text.wav"), "is not audio"), (folder.uri("empty.wav"), "empty"),
            (folder.uri("missing.wav"), "no such file"), (URL(fileURLWithPath: folder.path).absoluteString, "folder"),
            ("https://radio.example/live", "only files"),
        ] {
            let error = #expect(throws: AudioPlayerError.self) { try SoundAnalysis(uri: uri).run() }
            #expect(error?.description.contains(words) == true, "\(String(describing: error))")
        }
    }

    @Test("Of a file that was cut off, what is there is measured")
    func cutOff() throws {
        let folder = try Folder()
        try Self.noise(seconds: 20) { _ in 0.3 }.write(to: folder.file("a.wav"), as: .int16)
        try Encoding.flac.encode("a", in: folder)
        let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file("a.flac")))
        try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: folder.file("half.flac")))
        let facts = try SoundAnalysis(uri: folder.uri("half.flac")).run().facts
        #expect((8...11).contains(facts.measurement.seconds))
        #expect(facts.ending?.fade == nil)
    }

    @Test("An analysis that is called off, before or meanwhile, fails")
    func cancel() throws {
        let folder = try Folder()
        try Self.noise(seconds: 20) { _ in 0.3 }.write(to: folder.file("a.wav"))
        let early = SoundAnalysis(uri: folder.uri("a.wav"))
        early.cancel()
        #expect(throws: AudioPlayerError.self) { try early.run() }
        let late = SoundAnalysis(uri: folder.uri("a.wav"))
        #expect(throws: AudioPlayerError.self) { try late.run { _ in late.cancel() } }
    }
}
