import Foundation
import SegueCore
import Testing

@testable import SegueAudio

/// Every seam in a steady tone, recorded in real time: the signal never jumps.
@Suite(.serialized) struct SeamTests {
    /// The allowed step: 1.5 times the largest step of a sine of 100 Hz at half of full scale, plus the step of a ramp
    /// of 20 ms.
    static let allowed: Float = 1.5 * 0.5 * 2 * .pi * 100 / 44100 + ramp
    private static let ramp: Float = 0.5 / 882

    /// A crest of the tone, where a cut jumps most.
    static func crest(_ seconds: Double) -> MediaTime { MediaTime(seconds: seconds + 0.0025) }

    private func expectNoClick(_ path: String, atLeast seconds: Double) throws {
        let recording = try Signal(reading: path)
        #expect(Double(recording.count) > seconds * 44100)
        let steps = zip(recording.left, recording.left.dropFirst()).map { abs($1 - $0) }
        if let index = steps.firstIndex(where: { $0 > Self.allowed }) {
            Issue.record("a step of \(steps[index]) at sample \(index) of \(recording.count)")
        }
        // The recording begins and ends with silence; otherwise the loudspeaker would jump.
        #expect(abs(recording.left.first ?? 1) < Self.allowed)
    }

    @Test("Play, pause, resume, a pause taken back, volume, mute, cut, fade, release, stop")
    func seams() throws {
        let folder = try Folder()
        try Signal.sine(100, seconds: 20).write(to: folder.file("tone.wav"))
        let uri = folder.uri("tone.wav")
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "file:" + folder.file("live.wav"))))
        live.run([.setVolume(0.8), .load(.first, uri: uri, position: Self.crest(1))]) {
            [unowned live] event in
            switch event {
            case .loaded(.first, _):
                live.perform(LiveTests.start(.first))
                live.after(0.2) { live.perform(.setVolume(1)) }
                live.after(0.35) {
                    live.perform(.pause)
                    // While the gate closes, and then in the pause.
                    live.perform(.setVolume(0.5))
                }
                live.after(0.8) { live.perform(.setVolume(0.9)) }
                live.after(0.9) { live.perform(.resume) }
                live.after(1.2) { live.perform(.pause) }
                live.after(1.201) { live.perform(.resume) }
                live.after(1.4) {
                    live.perform(.setVolume(0))
                    live.after(0.3) {
                        live.perform(.setVolume(1))
                        live.perform(.setVolume(0.2))
                        live.after(0.001) { live.perform(.setVolume(1)) }
                        live.after(0.2) {
                            live.perform(.load(.second, uri: uri, position: Self.crest(7)))
                        }
                    }
                }
            case .loaded(.second, _):
                live.perform(.schedule(LiveTests.plan(.first, .second, .now, seconds: 0.02, kind: .cut)))
            case .transitionFinished(.second):
                live.perform(.load(.third, uri: uri, position: Self.crest(3)))
            case .loaded(.third, _):
                live.perform(.schedule(LiveTests.plan(.second, .third, .now, seconds: 1)))
                live.after(0.5) { live.perform(.unload(.second, ramp: MediaTime(seconds: 0.04))) }
                live.after(0.9) {
                    live.perform(.stop)
                    live.when({ live.engine.score.tape.state == .stopped }, live.finish)
                }
            default: break
            }
        }
        #expect(!live.isTimedOut, "\(live.events)")
        try expectNoClick(folder.file("live.wav"), atLeast: 2)
        let recording = try Signal(reading: folder.file("live.wav"))
        #expect(abs(recording.left.last ?? 1) < Self.allowed)
        // The mute was silent: a tenth of a second without a sound.
        let silence = recording.left.split { abs($0) > 1e-6 }.map(\.count).max() ?? 0
        #expect(silence > 4410)
    }

    @Test("A track that begins at full level does not click when it is played, nor does a change of output")
    func outputs() throws {
        let folder = try Folder()
        try Signal(rate: 44100, seconds: 5) { index in
            let value = Float(0.5 * cos(2 * .pi * 100 * Double(index) / 44100))
            return (value, value)
        }
        .write(to: folder.file("tone.wav"))
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "file:" + folder.file("one.wav"))))
        var held: MediaTime?
        live.run([.load(.first, uri: folder.uri("tone.wav"), position: .zero)]) { [unowned live] event in
            switch event {
            case .loaded(.first, _):
                live.perform(LiveTests.start(.first))
                live.after(0.4) { live.perform(.selectOutput("file:" + folder.file("two.wav"))) }
            case .outputReady(name: "file:" + folder.file("two.wav"), _):
                held = live.engine.positions().first?.heard
                live.after(0.4) {
                    live.perform(.stop)
                    live.when({ live.engine.score.tape.state == .stopped }, live.finish)
                }
            default: break
            }
        }
        #expect(!live.isTimedOut, "\(live.events)")
        try expectNoClick(folder.file("one.wav"), atLeast: 0.3)
        try expectNoClick(folder.file("two.wav"), atLeast: 0.3)
        let one = try Signal(reading: folder.file("one.wav"))
        #expect(abs(one.left.last ?? 1) < Self.allowed)
        // The second recording continues where the first one stops.
        #expect((0...4410).contains((held?.samples(rate: 44100) ?? 0) - Int64(one.count)))
    }
}
