import EventLoop
import Foundation
import SegueCore
import Testing

@testable import SegueAudio

/// The sample rates of outputs, in real time.
@Suite(.serialized) struct SampleRateTests {
    static func rates(_ live: Rehearsal) -> [OutputRates] {
        live.events.compactMap { event in
            if case .outputRates(let rates) = event { rates } else { nil }
        }
    }

    /// Returns the rates without any conversion after the mixer.
    private static func plain(_ rates: Int32...) -> [OutputRates] { rates.map { OutputRates(mixed: $0, output: $0) } }

    @Test("A track of another rate than 44.1 kHz goes out bit for bit, and what follows is converted, on its sample")
    func firstTrack() throws {
        let folder = try Folder()
        try Signal.counting(on: .left, rate: 48000, seconds: 1.5).write(to: folder.file("a.wav"))
        try Signal.sine(1000, seconds: 1.5).write(to: folder.file("b.wav"))
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "file:" + folder.file("live.wav"))))
        live.run([.load(.first, uri: folder.uri("a.wav"), position: .zero)]) { [unowned live] event in
            switch event {
            case .loaded(.first, _):
                live.perform(.load(.second, uri: folder.uri("b.wav"), position: .zero))
            case .loaded(.second, _):
                live.perform(.schedule(LiveTests.plan(.first, .second, .at(MediaTime(seconds: 1)), seconds: 0.5)))
                live.perform(.playOut(.second))
                live.perform(LiveTests.start(.first))
            case .ended: live.finish()
            default: break
            }
        }
        #expect(!live.isTimedOut, "\(live.events)")
        #expect(Self.rates(live) == Self.plain(48000))
        let recording = try Signal(reading: folder.file("live.wav"))
        #expect(recording.rate == 48000)
        #expect(recording.count == Int(2.5 * 48000))
        // After the ramp into the beginning of the track.
        for index in 300..<48000 where recording.left[index] != Float(index + 1) / 1_048_576 {
            Issue.record("sample \(index) is \(recording.left[index])")
            break
        }
        #expect(abs((Signal.onset(recording.right) ?? 0) - 48000) <= 2)
        // The tone has its pitch, and its level to 0.01 dB.
        let tail = recording.right[(2 * 48000)..<(2 * 48000 + 4800)]
        #expect(zip(tail, tail.dropFirst()).count { $0 < 0 && $1 >= 0 } == 100)
        #expect(abs((tail.map(abs).max() ?? 0) - 0.5) < 0.0006)
    }

    @Test("Every start takes the rate of its track, if the output takes it, and else the nearest")
    func starts() throws {
        let folder = try Folder()
        try Signal.sine(1000, seconds: 1).write(to: folder.file("cd.wav"))
        try Signal.sine(1000, rate: 96000, seconds: 1).write(to: folder.file("studio.wav"))
        let loop = try EventLoop()
        let lives = try ["null", "capsfilter caps=audio/x-raw,rate={48000,88200} ! fakesink sync=true"].map {
            try Rehearsal(AudioEngine.Options(mode: .live(output: $0)), on: loop)
        }
        for live in lives {
            live.prepare([.load(.first, uri: folder.uri("cd.wav"), position: .zero)]) {
                [unowned live] event in
                switch event {
                case .loaded(.first, _):
                    live.perform(LiveTests.start(.first))
                    live.when({ live.engine.heardSample > 8820 }) {
                        live.perform(.stop)
                        live.perform(.load(.second, uri: folder.uri("studio.wav"), position: .zero))
                    }
                case .loaded(.second, _): live.perform(LiveTests.start(.second))
                case .outputRates(let rates) where rates.mixed > 50000:
                    live.when({ live.engine.heardSample > Int64(rates.mixed) / 5 }) {
                        // Positions count in the track's own time.
                        let position = live.engine.positions().first?.heard.seconds ?? 0
                        #expect(abs(position - Double(live.engine.heardSample) / Double(rates.mixed)) < 0.1)
                        live.finish()
                    }
                default: break
                }
            }
        }
        Rehearsal.run(lives, limit: 60)
        for live in lives { #expect(!live.isTimedOut, "\(live.events)") }
        #expect(Self.rates(lives[0]) == Self.plain(44100, 96000))
        #expect(Self.rates(lives[1]) == Self.plain(48000, 88200))
    }

    @Test("A start in a long fade-out ends it at once, also if its track has another rate", arguments: [false, true])
    func startInFadeOut(paused: Bool) throws {
        let folder = try Folder()
        try Signal.sine(1000, seconds: 30).write(to: folder.file("a.wav"))
        try Signal.sine(1000, rate: 96000, seconds: 30).write(to: folder.file("b.wav"))
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "null")))
        var started = MonotonicTime.now
        live.run([.load(.first, uri: folder.uri("a.wav"), position: .zero)]) { [unowned live] event in
            switch event {
            case .loaded(.first, _):
                live.perform(LiveTests.start(.first))
                live.when({ live.engine.heardSample > 22050 }) {
                    live.perform(.fadeOut(duration: MediaTime(seconds: 10), curve: .linear))
                    live.perform(.load(.second, uri: folder.uri("b.wav"), position: .zero))
                }
            case .loaded(.second, _):
                started = .now
                live.perform(.start(.second, fadeIn: .zero, curve: .linear, gain: 1, paused: paused))
                live.when({ live.engine.score.tape.state == .stopped || live.engine.score.tape.rate == 96000 }) {
                    live.finish()
                }
            default: break
            }
        }
        #expect(!live.isTimedOut, "\(live.events)")
        #expect(MonotonicTime.now < started.advanced(byNanoseconds: 2_000_000_000))
    }

    @Test("An output of another rate takes over in the middle: the timeline keeps its own, and no sample is lost")
    func exchange() throws {
        let folder = try Folder()
        try Signal.counting(on: .left, rate: 48000, seconds: 20).write(to: folder.file("a.wav"))
        let files = ["one", "two"].map { "file:" + folder.file("\($0).wav") }
        let converted = "capsfilter caps=audio/x-raw,rate=44100 ! fakesink sync=true"
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: files[0])))
        func whenHeard(_ seconds: Double, _ action: @escaping () -> Void) {
            live.when({ live.engine.heardSample > Int64(48000 * seconds) }, action)
        }
        var held: [Int64] = []
        live.run([.load(.first, uri: folder.uri("a.wav"), position: .zero)]) { [unowned live] event in
            switch event {
            case .loaded:
                live.perform(LiveTests.start(.first))
                whenHeard(0.4) { live.perform(.selectOutput(converted)) }
            case .outputReady(converted, _):
                held.append(live.engine.heardSample)
                whenHeard(1) { live.perform(.selectOutput(files[1])) }
            case .outputReady(files[1], _):
                held.append(live.engine.heardSample)
                whenHeard(1.6) {
                    live.perform(.stop)
                    live.when({ live.engine.score.tape.state == .stopped }, live.finish)
                }
            default: break
            }
        }
        try #require(!live.isTimedOut && held.count == 2, "\(live.events)")
        let same = OutputRates(mixed: 48000, output: 48000)
        #expect(Self.rates(live) == [same, OutputRates(mixed: 48000, output: 44100), same])
        for (file, start) in zip(["one", "two"], [0, Int(held[1]) - 4800]) {
            let recording = try Signal(reading: folder.file("\(file).wav"))
            #expect(recording.rate == 48000)
            // Between the ramps at both ends.
            let ramp = Int(MediaTime.ramp.samples(rate: 48000))
            let first = Int((recording.left[ramp] * 1_048_576).rounded()) - 1 - ramp
            #expect((max(start, 0)...start + 4800).contains(first))
            for index in ramp..<recording.count - ramp
            where recording.left[index] != Float(first + index + 1) / 1_048_576 {
                Issue.record("sample \(index) of \(file) is \(recording.left[index])")
                break
            }
            if start == 0 { #expect((0...4800).contains(Int(held[0]) - recording.count)) }
        }
    }

    @Test("A rate that no device has, or that would take the treble off what follows, is not that of the mixer")
    func unusual() {
        let cases: [(Int32, Int32)] = [
            (44100, 44100), (48000, 48000), (88200, 88200), (96000, 96000), (176_400, 176_400), (192_000, 192_000),
            (8000, 48000), (11025, 44100), (22050, 44100), (32000, 48000), (352_800, 176_400), (384_000, 192_000),
            (50000, 88200), (200_001, 192_000),
        ]
        for (own, mixed) in cases { #expect(SampleRates.mixed(own) == mixed, "\(own)") }
    }
}
