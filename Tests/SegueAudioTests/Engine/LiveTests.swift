import Foundation
import SegueCore
import Testing

@testable import SegueAudio

/// Plays in real time into a file of what would be heard, and measures that.
@Suite(.serialized) struct LiveTests {
    static func plan(
        _ outgoing: LoadGeneration, _ incoming: LoadGeneration, _ start: TransitionPlan.Start, seconds: Double,
        kind: TransitionPlan.Kind = .crossfade
    ) -> TransitionPlan {
        TransitionPlan(
            outgoing: outgoing, incoming: incoming, kind: kind, start: start, duration: MediaTime(seconds: seconds),
            curve: .equalPower, incomingGain: 1, reason: .endOfTrack)
    }

    static func start(_ generation: LoadGeneration) -> AudioInstruction {
        .start(generation, fadeIn: .zero, curve: .equalPower, gain: 1, paused: false)
    }

    @Test("A pause in a fade takes nothing away and repeats nothing", arguments: [1.0, 1.6, 2.2, 2.9])
    func pauseInFade(moment: Double) throws {
        let folder = try Folder()
        try Signal.counting(on: .left, seconds: 3).write(to: folder.file("a.wav"))
        try Signal.counting(on: .right, seconds: 3).write(to: folder.file("b.wav"))
        _ = try RenderedPair(
            folder.uri("a.wav"), folder.uri("b.wav"), to: folder.file("render.wav"),
            start: .at(MediaTime(seconds: 1)), duration: MediaTime(seconds: 2))
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "file:" + folder.file("live.wav"))))
        var held: [DeckPosition] = []
        live.run([.load(.first, node: .a, uri: folder.uri("a.wav"), position: .zero)]) { [unowned live] event in
            switch event {
            case .loaded(.first, _):
                live.perform(.load(.second, node: .b, uri: folder.uri("b.wav"), position: .zero))
            case .loaded(.second, _):
                live.perform(.schedule(Self.plan(.first, .second, .at(MediaTime(seconds: 1)), seconds: 2)))
                live.perform(.playOut(.second))
                live.perform(Self.start(.first))
                live.after(moment) {
                    live.perform(.pause)
                    live.after(0.4) {
                        held = live.engine.positions()
                        live.after(0.4) {
                            #expect(live.engine.positions() == held)
                            live.perform(.resume)
                        }
                    }
                }
            case .ended: live.finish()
            default: break
            }
        }
        #expect(!live.isTimedOut, "\(live.events)")
        #expect(!held.isEmpty)
        let render = try Signal(reading: folder.file("render.wav"))
        let recording = try Signal(reading: folder.file("live.wav"))
        try #require(recording.count == render.count)
        let different = render.left.indices.filter {
            render.left[$0] != recording.left[$0] || render.right[$0] != recording.right[$0]
        }
        // The ramps in front of the pause and behind it, 20 ms each, in one piece.
        #expect(different.count > 800 && different.count <= 2 * 882)
        if let first = different.first, let last = different.last { #expect(last - first < 2 * 882) }
        // It stopped where it said.
        if let middle = different.first.map({ $0 + 882 }), let position = held.first?.stopping {
            let start = held.first?.generation == .second ? 44100 : 0
            #expect(abs(position.samples(rate: 44100) - Int64(middle - start)) < 900)
        }
        #expect(
            live.events.suffix(3) == [
                .transitionStarted(incoming: .second), .transitionFinished(incoming: .second), .ended(.second),
            ])
    }

    @Test("Seams of a steady tone don't click")
    func clicks() throws {
        let folder = try Folder()
        try Signal.sine(100, seconds: 20).write(to: folder.file("tone.wav"))
        let uri = folder.uri("tone.wav")
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "file:" + folder.file("live.wav"))))
        live.run([.load(.first, node: .a, uri: uri, position: MediaTime(seconds: 1.0025))]) { [unowned live] event in
            switch event {
            case .loaded(.first, _):
                live.perform(Self.start(.first))
                live.after(0.5) { live.perform(.pause) }
                live.after(1.0) { live.perform(.resume) }
                live.after(1.5) { live.perform(.pause) }
                live.after(1.501) { live.perform(.resume) }
                live.after(2.0) { live.perform(.setVolume(0.3)) }
                live.after(2.3) { live.perform(.setVolume(1)) }
                live.after(2.6) {
                    live.perform(.load(.second, node: .b, uri: uri, position: MediaTime(seconds: 7.0025)))
                }
            case .loaded(.second, _):
                live.perform(.schedule(Self.plan(.first, .second, .now, seconds: 0.02, kind: .cut)))
            case .transitionFinished(.second):
                live.perform(.load(.third, node: .a, uri: uri, position: MediaTime(seconds: 3)))
            case .loaded(.third, _):
                live.perform(.schedule(Self.plan(.second, .third, .now, seconds: 1)))
                live.after(0.5) { live.perform(.unload(.second, ramp: MediaTime(seconds: 0.04))) }
                live.after(1.0) { live.perform(.stop) }
                live.after(1.5) { live.finish() }
            default: break
            }
        }
        #expect(!live.isTimedOut, "\(live.events)")
        let recording = try Signal(reading: folder.file("live.wav"))
        #expect(recording.count > 3 * 44100)
        // The tone's own step, and that of a linear ramp of 20 ms from 0.5 to nothing.
        let allowed = Float(0.5 * 2 * .pi * 100 / 44100) * 1.5
        for (index, step) in zip(recording.left, recording.left.dropFirst()).map({ abs($1 - $0) }).enumerated()
        where step > allowed {
            Issue.record("a step of \(step) at sample \(index) of \(recording.count)")
            break
        }
    }

    @Test("Skipping in a fade goes on from the louder deck, without a third one")
    func skipInFade() throws {
        let folder = try Folder()
        try Signal.constant(0.5, on: .left, seconds: 10).write(to: folder.file("a.wav"))
        try Signal.constant(0.5, on: .right, seconds: 10).write(to: folder.file("b.wav"))
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "file:" + folder.file("live.wav"))))
        live.run([.load(.first, node: .a, uri: folder.uri("a.wav"), position: .zero)]) { [unowned live] event in
            switch event {
            case .loaded(.first, _):
                live.perform(Self.start(.first))
                live.perform(.load(.second, node: .b, uri: folder.uri("b.wav"), position: .zero))
            case .loaded(.second, _):
                live.perform(.schedule(Self.plan(.first, .second, .at(MediaTime(seconds: 0.5)), seconds: 2)))
            case .transitionStarted(.second):
                live.after(1.3) {
                    live.perform(.unload(.first, ramp: MediaTime(seconds: 0.04)))
                    live.perform(.load(.third, node: .a, uri: folder.uri("a.wav"), position: MediaTime(seconds: 5)))
                }
            case .loaded(.third, _):
                live.perform(.schedule(Self.plan(.second, .third, .now, seconds: 0.5)))
            case .transitionFinished(.third):
                live.after(0.3) { live.finish() }
            default: break
            }
        }
        #expect(!live.isTimedOut, "\(live.events)")
        let recording = try Signal(reading: folder.file("live.wav"))
        // No gain jumps: 0.04 s is the shortest ramp.
        let allowed = Float(0.5 * .pi / 2 / (0.02 * 44100))
        #expect(Signal.largestStep(recording.left[...]) < allowed)
        #expect(Signal.largestStep(recording.right[...]) < allowed)
        #expect(recording.left.last == 0.5)
        #expect(recording.right.last == 0)
    }

    @Test("A quick finish ends a second after the resume, without a jump")
    func quickFinish() throws {
        let folder = try Folder()
        try Signal.constant(0.5, on: .left, seconds: 8).write(to: folder.file("a.wav"))
        try Signal.constant(0.5, on: .right, seconds: 8).write(to: folder.file("b.wav"))
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "file:" + folder.file("live.wav"))))
        var paused: Int64 = 0
        live.run([.load(.first, node: .a, uri: folder.uri("a.wav"), position: .zero)]) { [unowned live] event in
            switch event {
            case .loaded(.first, _):
                live.perform(Self.start(.first))
                live.perform(.load(.second, node: .b, uri: folder.uri("b.wav"), position: .zero))
            case .loaded(.second, _):
                live.perform(.schedule(Self.plan(.first, .second, .at(MediaTime(seconds: 0.5)), seconds: 5)))
            case .transitionStarted(.second):
                live.after(3) { live.perform(.pause) }
                live.after(3.5) {
                    paused = live.engine.heardSample
                    live.perform(.compressFade(incoming: .second, duration: MediaTime(seconds: 1)))
                    live.perform(.resume)
                }
            case .transitionFinished(.second):
                live.after(0.3) { live.finish() }
            default: break
            }
        }
        #expect(!live.isTimedOut, "\(live.events)")
        let recording = try Signal(reading: folder.file("live.wav"))
        let silent = recording.left.lastIndex { $0 != 0 } ?? 0
        #expect(abs(Double(Int64(silent) - paused) / 44100 - 1) < 0.05)
        let fade = Int(paused) + 900
        for index in fade..<silent {
            let power = recording.left[index] * recording.left[index] + recording.right[index] * recording.right[index]
            #expect(abs(power - 0.25) < 0.001)
            let isFalling = recording.left[index] <= recording.left[index - 1]
            #expect(isFalling, "sample \(index), paused at \(paused)")
            if abs(power - 0.25) >= 0.001 || !isFalling { break }
        }
    }

    @Test("A fade-out ends in silence, says so, and the next start is at full level")
    func fadeOut() throws {
        let folder = try Folder()
        try Signal.constant(0.5, on: .both, seconds: 8).write(to: folder.file("a.wav"))
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "file:" + folder.file("live.wav"))))
        live.run([.load(.first, node: .a, uri: folder.uri("a.wav"), position: .zero)]) { [unowned live] event in
            switch event {
            case .loaded(.first, _):
                live.perform(Self.start(.first))
                live.after(0.5) { live.perform(.fadeOut(duration: MediaTime(seconds: 1), curve: .linear)) }
            case .fadeOutCompleted:
                live.perform(.load(.second, node: .a, uri: folder.uri("a.wav"), position: .zero))
            case .loaded(.second, _):
                live.perform(Self.start(.second))
                live.after(0.5) { live.finish() }
            default: break
            }
        }
        #expect(!live.isTimedOut, "\(live.events)")
        let recording = try Signal(reading: folder.file("live.wav"))
        guard let silence = recording.left.firstIndex(where: { $0 < 1e-4 }) else {
            Issue.record("it never fell silent")
            return
        }
        let start = recording.left.firstIndex { $0 < 0.4999 } ?? 0
        #expect(abs(silence - start - 44100) < 200)
        #expect(recording.left[silence...].contains(0.5))
    }
}
