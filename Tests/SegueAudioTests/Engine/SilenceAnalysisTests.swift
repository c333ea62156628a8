import Foundation
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueAudio

/// The beginning and the end of a file's audio, measured by decoding its ends.
@Suite struct SilenceAnalysisTests {
    /// Writes `lead` s of silence, a tone on one side that begins and ends at its peak, and silence again.
    private static func write(
        _ path: String, on side: Signal.Side = .right, lead: Double, tone: Double, tail: Double, floor: Float = 0
    ) throws {
        let (start, end) = (Int(lead * 44100), Int((lead + tone) * 44100))
        let wave = Signal(rate: 44100, seconds: lead + tone + tail) { index in
            guard index >= start, index < end else {
                return index.isMultiple(of: 2) ? (floor, -floor) : (-floor, floor)
            }
            let value = Float(0.5 * cos(2 * .pi * Double(index - start) / 100))
            return side == .left ? (value, 0) : (0, value)
        }
        try wave.write(to: path)
    }

    private static func scan(_ uri: String, longest: Double = 10) throws -> ClosedRange<MediaTime>? {
        try GStreamerLibrary.initialize()
        let limits = SilenceLimits(threshold: -60, longest: MediaTime(seconds: longest))
        return limits.analysis(of: uri, record: OpeningRecord()).run().flatMap(limits.audible)
    }

    @Test("Sound is found on its sample, on one channel, in a short file and at the ends of a long one")
    func exact() throws {
        let folder = try Folder()
        for (lead, tone, tail) in [(1.25, 2.0, 0.75), (4, 30, 6.5)] {
            try Self.write(folder.file("a.wav"), lead: lead, tone: tone, tail: tail)
            let audible = try #require(try Self.scan(folder.uri("a.wav")))
            let kept = SilenceLimits.kept
            #expect((audible.lowerBound + kept).samples(rate: 44100) == Int64(lead * 44100))
            #expect((audible.upperBound - kept).samples(rate: 44100) == Int64((lead + tone) * 44100))
        }
    }

    @Test("What is softer than the threshold is silence, and no more than the limit is left out")
    func bounds() throws {
        let folder = try Folder()
        try Self.write(folder.file("a.wav"), lead: 3, tone: 5, tail: 4, floor: 0.0009)
        #expect(try Self.scan(folder.uri("a.wav"), longest: 2) == MediaTime(seconds: 2)...MediaTime(seconds: 10))
        let wide = try #require(try Self.scan(folder.uri("a.wav")))
        #expect(wide.lowerBound.samples(rate: 44100) == Int64(2.95 * 44100))
        try Self.write(folder.file("a.wav"), lead: 3, tone: 5, tail: 4, floor: 0.0011)
        #expect(try Self.scan(folder.uri("a.wav")) == .zero...MediaTime(seconds: 12))
    }

    @Test("Silence that is off by a constant is silence", arguments: [0.0011, -0.02, 0.4])
    func offset(by offset: Float) throws {
        let folder = try Folder()
        let wave = Signal(rate: 44100, seconds: 12) { index in
            let isSound = (3 * 44100..<8 * 44100).contains(index)
            let value = isSound ? Float(0.3 * sin(2 * .pi * Double(index) / 100)) : 0
            return (value + offset, value + offset)
        }
        try wave.write(to: folder.file("a.wav"))
        let audible = try #require(try Self.scan(folder.uri("a.wav")))
        #expect(abs(audible.lowerBound.seconds - 2.95) <= 0.01 && abs(audible.upperBound.seconds - 8.05) <= 0.01)
        let facts = try SoundAnalysis(uri: folder.uri("a.wav")).run().facts
        #expect(abs(try #require(facts.beginning?.edge) - 3) <= 0.01)
        #expect(abs(try #require(facts.ending?.edge) - 8) <= 0.01)
    }

    @Test("A demuxer that is ahead of its decoder is given another go")
    func aheadOfTheDecoder() throws {
        let folder = try Folder()
        try Self.write(folder.file("a.wav"), lead: 1, tone: 1, tail: 1)
        try Tool.run("sox", folder.file("a.wav"), "-b", "16", folder.file("a.aiff"))
        for _ in 0..<20 { #expect(try Self.scan(folder.uri("a.aiff")) != nil) }
    }

    @Test("A silent file, one that is none, and one that is not there are not trimmed")
    func nothing() throws {
        let folder = try Folder()
        try Signal.constant(0, on: .both, seconds: 3).write(to: folder.file("silent.wav"))
        try Data("no sound".utf8).write(to: URL(fileURLWithPath: folder.file("text.wav")))
        for name in ["silent.wav", "text.wav", "missing.wav"] { #expect(try Self.scan(folder.uri(name)) == nil) }
    }

    @Test("A render leaves silence out, and places the fade on what sounds", arguments: ["wav", "flac"])
    func rendered(format: String) throws {
        let folder = try Folder()
        try Self.write(folder.file("a.wav"), on: .left, lead: 0.5, tone: 5.5, tail: 3)
        try Self.write(folder.file("b.wav"), lead: 2, tone: 6, tail: 1)
        if format == "flac" {
            for name in ["a", "b"] {
                // In 24 bits, each of these samples stays below the threshold.
                let sox = try Process.run(
                    URL(fileURLWithPath: "/usr/bin/env"),
                    arguments: ["sox", folder.file("\(name).wav"), "-b", "24", folder.file("\(name).flac")])
                sox.waitUntilExit()
            }
        }
        let target = RenderTarget(path: folder.file("out.wav"), container: .wav, format: .float32)
        let limits = SilenceLimits(threshold: -60, longest: MediaTime(seconds: 10))
        var audible: [LoadGeneration: ClosedRange<MediaTime>] = [:]
        let render = try Rehearsal(AudioEngine.Options(mode: .render(target)))
        func load(_ generation: LoadGeneration, _ name: String, at position: MediaTime = .zero)
            -> AudioInstruction
        {
            .load(
                generation, uri: folder.uri("\(name).\(format)"), position: position,
                silence: position == .zero ? limits : nil)
        }
        render.run([load(.first, "a")]) { [unowned render] event in
            switch event {
            case .loaded(let generation, let track):
                audible[generation] = track.audible
                switch generation {
                case .first:
                    render.perform(.start(.first, fadeIn: .zero, curve: .linear, gain: 1, paused: false))
                    render.perform(load(.second, "b"))
                case .second:
                    render.perform(.unload(.second, ramp: .zero))
                    render.perform(load(.third, "b", at: track.audible?.lowerBound ?? .zero))
                default:
                    guard let end = audible[.first]?.upperBound else { return }
                    let duration = MediaTime(seconds: 2)
                    render.perform(
                        .schedule(
                            TransitionPlan(
                                outgoing: .first, incoming: .third, kind: .crossfade, start: .at(end - duration),
                                duration: duration, curve: .linear, incomingGain: 1, reason: .endOfTrack)))
                }
            case .transitionFinished: render.perform(.playOut(.third))
            case .ended, .failed, .loadFailed: render.finish()
            default: break
            }
        }
        #expect(!render.isTimedOut, "\(render.events)")
        let out = try Signal(reading: folder.file("out.wav"))
        // 50 ms are kept after the audio of the first file and before that of the second.
        let fade = Int((4.05 * 44100).rounded())
        #expect(out.count == fade + Int((7.05 * 44100).rounded()))
        #expect(Signal.onset(out.left) == 22050)
        #expect(out.left.lastIndex { $0 != 0 } == 6 * 44100 - 1)
        #expect(Signal.onset(out.right) == fade + 2205)
        #expect(out.right.lastIndex { $0 != 0 } == fade + 2205 + 6 * 44100 - 1)
    }
}
