import Foundation
import SegueCore
import Testing

/// The facts that follow from a measurement (design.md, Facts).
@Suite struct TrackFactsTests {
    /// Returns the facts of a track with a loudness of `level` at each time, in LUFS, which is audible above −60.
    static func facts(seconds: Double, _ level: (Double) -> Double) -> TrackFacts {
        let values = (0...Int(seconds * 10)).map { level(Double($0) / 10) }
        let first = values.firstIndex { $0 > -60 }
        let last = values.lastIndex { $0 > -60 }
        let silence = PeakCurve(linear: values.map { _ in 0 })
        return TrackFacts(
            TrackFacts.Measurement(
                seconds: seconds, loudness: -14, range: 5, peak: 1, firstSound: first.map { Double($0) / 10 },
                lastSound: last.map { Double($0) / 10 }, momentary: LoudnessCurve(values), low: silence,
                middle: silence, high: silence))
    }

    /// Returns a level that fluctuates by `swing` decibels, as music does.
    static func music(_ time: Double, swing: Double = 1) -> Double {
        -14 + swing * ((time * 1.7).truncatingRemainder(dividingBy: 1) - 0.5)
    }

    @Test("The body of a track is its median, without what is far below")
    func sustained() throws {
        let facts = Self.facts(seconds: 60) { $0 < 20 ? -50 : Self.music($0, swing: 0) }
        #expect(facts.sustained == -14)
        #expect(try #require(facts.truePeak) == 0)
    }

    @Test("A fade-out is found with its length, linear in decibels or in amplitude", arguments: [8.0, 10, 20])
    func fadeOut(length: Double) throws {
        func part(_ time: Double) -> Double { max(0, time - (90 - length)) / length }
        let decibels = Self.facts(seconds: 90) { Self.music($0) - part($0) * 45 }
        let amplitude = Self.facts(seconds: 90) { Self.music($0) + 20 * log10(max(1 - part($0), 1e-9)) }
        for facts in [decibels, amplitude] {
            #expect(abs(try #require(facts.ending?.fade) - length) <= 1.5)
            #expect(facts.beginning?.fade == nil)
        }
    }

    @Test("A fade-in is found, the same mirrored")
    func fadeIn() throws {
        let facts = Self.facts(seconds: 90) { Self.music($0) - max(0, 12 - $0) / 12 * 50 }
        #expect(abs(try #require(facts.beginning?.fade) - 12) <= 1.5)
        #expect(facts.ending?.fade == nil)
    }

    @Test("A cold ending, a short fade, a last chord that dies away and steps down are no fades")
    func noFade() {
        #expect(Self.facts(seconds: 60) { Self.music($0) }.ending?.fade == nil)
        #expect(Self.facts(seconds: 60) { Self.music($0) - max(0, $0 - 57) / 3 * 40 }.ending?.fade == nil)
        #expect(Self.facts(seconds: 60) { Self.music($0) - ($0 > 50 ? 6 : 0) }.ending?.fade == nil)
        // Music that gets 4 dB softer over 8 s, and then ends within 2 s.
        let drifting = Self.facts(seconds: 60) { Self.music($0) - max(0, $0 - 50) / 2 - max(0, $0 - 58) * 15 }
        #expect(drifting.ending?.fade == nil)
        // Back up by 14 dB in the middle of the fade.
        let restless = Self.facts(seconds: 60) { time in
            Self.music(time, swing: 0) - max(0, time - 50) * 4 + (time > 54 ? 14 : 0)
        }
        #expect((restless.ending?.fade ?? 0) < 7)
    }

    @Test("Ramps tell how far from an edge each level is passed for the first time")
    func ramps() throws {
        // 1 dB per second, from the end inward.
        let facts = Self.facts(seconds: 100) { -14 - max(0, $0 - 60) }
        let ending = try #require(facts.ending)
        for (depth, ramp) in zip(Flank.depths, ending.ramps) {
            #expect(abs(try #require(ramp) - (40 - depth)) <= 0.2, "−\(depth) dB")
        }
        #expect(abs(try #require(ending.floor) - 20) <= 0.2)
        #expect(facts.beginning?.ramps == Flank.depths.map { _ in 0 })
    }

    @Test("The last long silence inside of a track is its gap; a short one is none")
    func gap() throws {
        let hidden = Self.facts(seconds: 200) { (100..<150).contains($0) ? -70 : Self.music($0) }
        let gap = try #require(hidden.lastGap)
        #expect(abs(gap.lowerBound - 100) <= 0.2 && abs(gap.upperBound - 150) <= 0.2)
        #expect(Self.facts(seconds: 60) { (30..<35).contains($0) ? -70 : Self.music($0) }.lastGap == nil)
        #expect(Self.facts(seconds: 60) { $0 > 50 ? -70 : Self.music($0) }.lastGap == nil)
        // A fade that continues below the threshold hides nothing.
        #expect(Self.facts(seconds: 60) { $0 > 45 ? -61 : Self.music($0) }.lastGap == nil)
    }

    @Test("Silence has no flanks and no body")
    func silence() {
        let facts = Self.facts(seconds: 10) { _ in -70 }
        #expect(facts.sustained == nil && facts.beginning == nil && facts.ending == nil && facts.lastGap == nil)
    }

    @Test("Curves keep hundredths of a LUFS and half decibels, and take anything")
    func curves() {
        let loudness = LoudnessCurve([-14.123, -.infinity, .nan, 1e9])
        #expect((0..<5).map { loudness[$0] } == [-14.12, -70, -70, 100, -70])
        let peaks = PeakCurve(linear: [1, 0.5, 0, 2, .nan])
        #expect(peaks.steps == [0, 12, 255, 0, 255])
        #expect(PeakCurve(steps: [0, 12, 255, 256, -1]).steps == [0, 12, 255, 255, 255])
        #expect(peaks[1] == -6 && peaks[9] == -127.5)
    }
}
