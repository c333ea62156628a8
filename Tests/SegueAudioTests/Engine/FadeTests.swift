import Foundation
import SegueCore
import Testing

@testable import SegueAudio

/// The level of crossfades, sample by sample and by ear.
@Suite(.serialized) struct FadeTests {
    /// 0.05 dB as a ratio.
    private static let allowed = pow(10, -0.05 / 20)...pow(10, 0.05 / 20)

    @Test(
        "The incoming track starts on the intended sample, and both gains follow the formula of every curve",
        arguments: [1.0, 8, 30])
    func gains(seconds: Double) throws {
        let folder = try Folder()
        try Signal.constant(0.5, on: .left, seconds: 0.7 + seconds).write(to: folder.file("a.wav"))
        try Signal.constant(0.5, on: .right, seconds: seconds + 0.3).write(to: folder.file("b.wav"))
        let (start, length) = (30870, Int(seconds * 44100))
        for curve in FadeCurve.allCases {
            let render = try RenderedChain(
                [folder.uri("a.wav"), folder.uri("b.wav")], to: folder.file("out.wav"), rate: 44100, kind: .crossfade,
                start: .at(MediaTime(seconds: 0.7)), duration: MediaTime(seconds: seconds), curve: curve)
            #expect(render.isComplete, "\(render.events.suffix(3))")
            let out = try Signal(reading: folder.file("out.wav"))
            #expect(out.count == start + length + 13230)
            // A constant is first heard where the gain leaves 0: one sample after the start.
            #expect(Signal.onset(out.right) == start + 1)
            // Every sample near the ends, where the shapes are steep in decibels.
            for index in Array(0..<4000) + stride(from: 4000, to: length - 4000, by: 23) + ((length - 4000)..<length) {
                let progress = Double(index) / Double(length)
                for (sample, ideal) in [
                    (out.left[start + index], curve.outgoingGain(at: progress)),
                    (out.right[start + index], curve.gain(at: progress)),
                ] where ideal > 0.001 && !Self.allowed.contains(Double(sample) / 0.5 / ideal) {
                    Issue.record("\(curve), \(seconds) s, at \(index): \(20 * log10(Double(sample) / 0.5 / ideal)) dB")
                    return
                }
            }
        }
    }

    @Test(
        "A short transition that begins shortly before the last sample, wherever in a block, keeps no render waiting",
        arguments: [100, 400, 900, 2000, 3000, 4300] as [Int64], [200, 600, 2500] as [Int64])
    func inTheLastMoment(rest: Int64, length: Int64) throws {
        let folder = try Folder()
        try Signal.constant(0.5, on: .left, seconds: 1 + Double(rest) / 44100).write(to: folder.file("a.wav"))
        try Signal.constant(0.5, on: .right, seconds: 1).write(to: folder.file("b.wav"))
        let start = 44100 + rest - 90
        let pair = try RenderedPair(
            folder.uri("a.wav"), folder.uri("b.wav"), to: folder.file("out.wav"), kind: .cut,
            start: .at(MediaTime(samples: start, rate: 44100)), duration: MediaTime(samples: length, rate: 44100))
        #expect(!pair.isTimedOut, "\(pair.events)")
        let out = try Signal(reading: folder.file("out.wav"))
        #expect(out.count == Int(start) + 44100)
        #expect(Signal.onset(out.right).map { $0 - Int(start) }.map((0...20).contains) == true)
    }

    @Test("An equal-power fade of unrelated material keeps its level")
    func unrelated() throws {
        let folder = try Folder()
        try Signal.pinkNoise(seed: 1, seconds: 11).write(to: folder.file("a.wav"))
        try Signal.pinkNoise(seed: 2, seconds: 11).write(to: folder.file("b.wav"))
        let render = try RenderedChain(
            [folder.uri("a.wav"), folder.uri("b.wav")], to: folder.file("out.wav"), rate: 44100, kind: .crossfade,
            start: .at(MediaTime(seconds: 3)), duration: MediaTime(seconds: 8))
        #expect(render.isComplete, "\(render.events.suffix(3))")
        let out = try Signal(reading: folder.file("out.wav"))
        let before = try Signal(reading: folder.file("a.wav")).level(0..<11 * 44100)
        let after = try Signal(reading: folder.file("b.wav")).level(0..<11 * 44100)
        #expect(abs(before - after) < 0.1)
        for second in 2..<13 {
            let level = out.level(second * 44100..<(second + 1) * 44100)
            #expect(abs(level - (before + after) / 2) < 0.5, "in second \(second): \(level) dB, not \(before) dB")
        }
    }

    @Test("A linear fade of one and the same signal can't be heard")
    func same() throws {
        let folder = try Folder()
        // The same second of noise over and over: six seconds later, the audio is the same again.
        let second = Signal.pinkNoise(seed: 3, seconds: 1)
        let loop = Signal(
            rate: 44100, left: Array(repeatElement(second.left, count: 10).joined()),
            right: Array(repeatElement(second.right, count: 10).joined()))
        try loop.write(to: folder.file("a.wav"))
        let render = try RenderedChain(
            [folder.uri("a.wav"), folder.uri("a.wav")], to: folder.file("out.wav"), rate: 44100, kind: .crossfade,
            start: .at(MediaTime(seconds: 6)), duration: MediaTime(seconds: 4), curve: .linear)
        #expect(render.isComplete, "\(render.events.suffix(3))")
        let out = try Signal(reading: folder.file("out.wav"))
        let level = second.level(0..<44100)
        for half in 0..<31 {
            let found = out.level(half * 22050..<half * 22050 + 22050)
            let wanted = second.level(half % 2 * 22050..<half % 2 * 22050 + 22050)
            #expect(abs(found - wanted) < 0.1, "in half second \(half): \(found) dB, not \(wanted) dB")
        }
        #expect(out.error(against: loop, 0..<loop.count) < level - 60)
    }

    @Test(
        "A transition in the last samples of a converted track ends, whatever its filter gives at the end",
        arguments: [1, 10, 34, 60] as [Int64])
    func lastSamplesOfConvertedTrack(rest: Int64) throws {
        let folder = try Folder()
        // The rendered track ends this many samples after a block of 4,800.
        let end = 4 * 4800 + rest
        try Signal.counting(on: .left, seconds: Double(end) / 48000).write(to: folder.file("a.wav"))
        try Signal.counting(on: .right, rate: 48000, seconds: 0.5).write(to: folder.file("b.wav"))
        let render = try RenderedChain(
            [folder.uri("a.wav"), folder.uri("b.wav")], to: folder.file("out.wav"), rate: 48000, kind: .cut,
            start: .at(MediaTime(samples: end - 1, rate: 48000)), duration: MediaTime(seconds: 0.05))
        #expect(render.isComplete, "\(render.events)")
        #expect(try Signal(reading: folder.file("out.wav")).count == Int(end) - 1 + 24000)
    }
}
