import Foundation
import SegueCore
import Testing

@testable import SegueAudio

/// Two tracks at full scale that are in phase: in the middle of an equal-power fade they reach +3 dB.
@Suite(.serialized) struct ClippingTests {
    private static let frequency = 441.0
    /// A whole period of the tone, so that both tracks are in phase.
    private static let start = 44100

    private func expectLimited(_ out: Signal, whole: Signal, start: Int, fade: Int) {
        #expect(out.left.allSatisfy { abs($0) <= 1 })
        // The limiter was needed, and reduces no more than it has to.
        #expect((out.left[(start + fade / 3)..<(start + fade / 2)].map(abs).max() ?? 0) > 0.98)
        // The tone's own step at +3 dB, and the gain's descent from 1 to -3 dB over the look-ahead.
        let allowed = Float(1.4143 * 2 * .pi * Self.frequency / 44100 + 1.4143 * 0.3 / 220)
        #expect(Signal.largestStep(out.left[300...]) < allowed)
        // A track that sounds alone is the same bit for bit, except for the 5 ms of look-ahead.
        #expect(out.left[300..<(start - 221)] == whole.left[300..<(start - 221)])
        let release = start + fade + 44100 / 3
        #expect(out.left[release...] == whole.left[(release - start)..<(out.count - start)])
    }

    @Test("A fade of two tracks at full scale does not clip, and each alone is untouched; rendered and played alike")
    func fade() throws {
        let folder = try Folder()
        let tone = Signal.sine(Self.frequency, amplitude: 1, seconds: 3)
        try tone.write(to: folder.file("a.wav"))
        try tone.write(to: folder.file("b.wav"))
        let start = MediaTime(samples: Int64(Self.start), rate: 44100)
        let pair = try RenderedPair(
            folder.uri("a.wav"), folder.uri("b.wav"), to: folder.file("render.wav"), start: .at(start),
            duration: MediaTime(seconds: 1))
        #expect(!pair.isTimedOut, "\(pair.events)")
        let render = try Signal(reading: folder.file("render.wav"))
        #expect(render.count == Self.start + tone.count)
        expectLimited(render, whole: tone, start: Self.start, fade: 44100)

        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "file:" + folder.file("live.wav"))))
        live.run([.load(.first, uri: folder.uri("a.wav"), position: .zero)]) { [unowned live] event in
            switch event {
            case .loaded(.first, _):
                live.perform(.load(.second, uri: folder.uri("b.wav"), position: .zero))
            case .loaded(.second, _):
                live.perform(.schedule(LiveTests.plan(.first, .second, .at(start), seconds: 1)))
                live.perform(.playOut(.second))
                live.perform(LiveTests.start(.first))
                // The loudest part of the fade.
                live.pause(at: 15 * 4410) { [unowned live] in live.perform(.resume) }
            case .ended: live.finish()
            default: break
            }
        }
        #expect(!live.isTimedOut, "\(live.events)")
        let recording = try Signal(reading: folder.file("live.wav"))
        #expect(recording.count == render.count)
        expectLimited(recording, whole: tone, start: Self.start, fade: 44100)
    }

    @Test("A gain that takes a track above full scale is limited, too")
    func loudness() throws {
        let folder = try Folder()
        try Signal.sine(Self.frequency, amplitude: 0.8, seconds: 1).write(to: folder.file("a.wav"))
        let target = RenderTarget(path: folder.file("out.wav"), container: .wav, format: .float32)
        let render = try Rehearsal(AudioEngine.Options(mode: .render(target)))
        render.run([.load(.first, uri: folder.uri("a.wav"), position: .zero)]) { [unowned render] event in
            switch event {
            case .loaded:
                render.perform(.playOut(.first))
                render.perform(.start(.first, fadeIn: .zero, curve: .linear, gain: 2, paused: false))
            case .ended: render.finish()
            default: break
            }
        }
        #expect(!render.isTimedOut, "\(render.events)")
        let out = try Signal(reading: folder.file("out.wav"))
        #expect(out.count == 44100)
        #expect(out.left.allSatisfy { abs($0) <= 1 })
        #expect(out.left[22050...].contains { abs($0) > 0.99 })
    }
}
