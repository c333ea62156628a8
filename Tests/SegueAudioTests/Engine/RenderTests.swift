import Foundation
import SegueCore
import Testing

@testable import SegueAudio

/// Renders through the same decks, mixer and automation that play, measured in the file.
@Suite(.serialized) struct RenderTests {
    @Test(
        "The incoming track starts on the intended sample, and both gains follow the formula",
        arguments: FadeCurve.allCases)
    func crossfade(curve: FadeCurve) throws {
        let folder = try Folder()
        try Signal.constant(0.5, on: .left, seconds: 8).write(to: folder.file("a.wav"))
        try Signal.constant(0.5, on: .right, seconds: 9).write(to: folder.file("b.wav"))
        let pair = try RenderedPair(
            folder.uri("a.wav"), folder.uri("b.wav"), to: folder.file("out.wav"),
            start: .at(MediaTime(seconds: 3)), duration: MediaTime(seconds: 5), curve: curve)
        #expect(!pair.isTimedOut, "\(pair.events)")
        let out = try Signal(reading: folder.file("out.wav"))
        #expect(out.count == 12 * 44100)
        // A constant is first heard where the gain first leaves 0: one sample behind the start.
        #expect(Signal.onset(out.right) == 3 * 44100 + 1)
        for index in 0..<(5 * 44100) {
            let progress = Double(index) / Double(5 * 44100)
            for (sample, ideal) in [
                (out.left[3 * 44100 + index], curve.outgoingGain(at: progress)),
                (out.right[3 * 44100 + index], curve.gain(at: progress)),
            ] where ideal > 0.001 {
                let error = abs(20 * log10(Double(sample) / 0.5 / ideal))
                if error > 0.05 {
                    Issue.record("\(curve) at sample \(index): \(error) dB")
                    return
                }
            }
        }
    }

    @Test("Every sample of both tracks is there once, at its place")
    func placement() throws {
        let folder = try Folder()
        try Signal.counting(on: .left, seconds: 4).write(to: folder.file("a.wav"))
        try Signal.counting(on: .right, seconds: 4).write(to: folder.file("b.wav"))
        _ = try RenderedPair(
            folder.uri("a.wav"), folder.uri("b.wav"), to: folder.file("out.wav"),
            start: .at(MediaTime(seconds: 2.5)), duration: MediaTime(seconds: 1.5))
        let out = try Signal(reading: folder.file("out.wav"))
        #expect(out.count == Int(6.5 * 44100))
        let start = Int(2.5 * 44100)
        for index in 0..<start { #expect(out.left[index] == Float(index + 1) / 1_048_576) }
        // The last sample of the fade may be short of its gain by a nanosecond of it.
        for index in (4 * 44100 + 1)..<out.count {
            #expect(out.right[index] == Float(index - start + 1) / 1_048_576)
        }
    }

    @Test("Gapless: one programme in two files is the uncut one again")
    func gapless() throws {
        let folder = try Folder()
        let whole = Signal.sine(441.7, seconds: 5)
        let cut = 100_003
        try Signal(rate: 44100, left: Array(whole.left[..<cut]), right: Array(whole.right[..<cut]))
            .write(to: folder.file("a.wav"))
        try Signal(rate: 44100, left: Array(whole.left[cut...]), right: Array(whole.right[cut...]))
            .write(to: folder.file("b.wav"))
        let pair = try RenderedPair(
            folder.uri("a.wav"), folder.uri("b.wav"), to: folder.file("out.wav"), kind: .gapless, start: .now)
        #expect(!pair.isTimedOut, "\(pair.events)")
        #expect(try Signal(reading: folder.file("out.wav")) == whole)
    }

    @Test("Two renders are the same, byte for byte")
    func repeatable() throws {
        let folder = try Folder()
        try Signal.sine(440, rate: 48000, seconds: 4).write(to: folder.file("a.wav"))
        try Signal.sine(330, seconds: 4).write(to: folder.file("b.wav"))
        for name in ["one.wav", "two.wav"] {
            _ = try RenderedPair(
                folder.uri("a.wav"), folder.uri("b.wav"), to: folder.file(name), start: .at(MediaTime(seconds: 2)),
                duration: MediaTime(seconds: 2))
        }
        let one = try Data(contentsOf: URL(fileURLWithPath: folder.file("one.wav")))
        #expect(one.count > 44 + 5 * 44100 * 8)
        #expect(try one == Data(contentsOf: URL(fileURLWithPath: folder.file("two.wav"))))
    }

    @Test("A track that ends before the planned fade is followed at once")
    func earlyEnd() throws {
        let folder = try Folder()
        try Signal.constant(0.5, on: .left, seconds: 2).write(to: folder.file("a.wav"))
        try Signal.constant(0.5, on: .right, seconds: 2).write(to: folder.file("b.wav"))
        _ = try RenderedPair(
            folder.uri("a.wav"), folder.uri("b.wav"), to: folder.file("out.wav"), start: .at(MediaTime(seconds: 3)),
            duration: MediaTime(seconds: 1))
        let out = try Signal(reading: folder.file("out.wav"))
        #expect(out.count == 4 * 44100)
        #expect(Signal.onset(out.right) == 2 * 44100)
        #expect(out.left.lastIndex { $0 != 0 } == 2 * 44100 - 1)
    }
}
