import EventLoop
import Foundation
import SegueCore
import Testing

@testable import SegueAudio

/// Pauses of 3 s in a fade of 2 s, recorded; all at the same time, because they run in real time.
@Suite(.serialized) struct PauseInFadeTests {
    static let rate: Int64 = 44100
    static let fade: Int64 = 2 * rate
    static let block: Int64 = 4410
    static let ramp = 882

    /// One pause: the output stops before sample `stop`, at `progress` of the fade.
    final class Case {
        let progress: Double
        let live: Rehearsal
        let start: Int64
        let path: String
        let seconds: Double
        var held: Int64?
        var strategy: ResumeStrategy?

        init(progress: Double, seconds: Double = 3, folder: Folder, loop: EventLoop) throws {
            self.seconds = seconds
            self.progress = progress
            path = folder.file("\(progress).wav")
            live = try Rehearsal(AudioEngine.Options(mode: .live(output: "file:" + path)), on: loop)
            // The pause stops at the end of a block, so the fade is placed around that; 0 % is the fade's very first
            // sample.
            let offset = max(Int64(progress * Double(PauseInFadeTests.fade)), 1)
            let stop = ((offset + PauseInFadeTests.rate / 2) / PauseInFadeTests.block + 1) * PauseInFadeTests.block
            start = stop - offset
        }

        var wantedStop: Int64 { start + max(Int64(progress * Double(PauseInFadeTests.fade)), 1) }

        func prepare(_ first: String, _ second: String) {
            let start = MediaTime(samples: start, rate: Int32(PauseInFadeTests.rate))
            live.prepare([.load(.first, uri: first, position: .zero)]) { [unowned self] event in
                switch event {
                case .loaded(.first, _):
                    live.perform(.load(.second, uri: second, position: .zero))
                case .loaded(.second, _):
                    live.perform(.schedule(LiveTests.plan(.first, .second, .at(start), seconds: 2)))
                    live.perform(.playOut(.second))
                    live.perform(LiveTests.start(.first))
                    live.pause(at: wantedStop) { [unowned self] in
                        live.after(seconds) { [unowned self] in resume() }
                    }
                case .ended: live.finish()
                default: break
                }
            }
        }

        /// Resumes as the core does.
        private func resume() {
            let stop = live.engine.positions().last?.stopping.samples(rate: Int32(PauseInFadeTests.rate)) ?? 0
            held = start + stop
            // All audio before the pause is in the file, to the end of the ramp.
            let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int64
            // The header includes the mark of a recording.
            #expect(size == 70 + (start + stop) * 8)
            let strategy = ResumeStrategy(progress: Double(stop) / Double(PauseInFadeTests.fade))
            self.strategy = strategy
            if strategy == .quickFinish {
                live.perform(.quickFinish(incoming: .second, duration: MediaTime(seconds: 1)))
            }
            live.perform(.resume)
        }
    }

    @Test("With the pause cut out, a fade goes on as if nothing had been, or ends in a second; at every progress")
    func pauses() throws {
        let folder = try Folder()
        let outgoing = Signal.counting(on: .left, seconds: 5)
        let incoming = Signal.counting(on: .right, seconds: 3.3)
        try outgoing.write(to: folder.file("a.wav"))
        try incoming.write(to: folder.file("b.wav"))
        let loop = try EventLoop()
        let cases = try [0, 0.1, 0.3, 0.49, 0.5, 0.8, 0.96].map {
            try Case(progress: $0, folder: folder, loop: loop)
        }
        for each in cases { each.prepare(folder.uri("a.wav"), folder.uri("b.wav")) }
        Rehearsal.run(cases.map(\.live))
        for each in cases {
            #expect(!each.live.isTimedOut, "\(each.progress): \(each.live.events)")
            let span = FadeSpan(position: .zero, duration: MediaTime(seconds: 2))
            var expected: [AudioEvent] = [
                .transitionStarted(incoming: .second, span: span), .transitionFinished(incoming: .second),
                .ended(.second),
            ]
            if each.strategy == .quickFinish {
                let compressed = each.live.events.compactMap { event in
                    if case .quickFinishing(.second, let span) = event { span } else { nil }
                }
                #expect(compressed.count == 1 && compressed.allSatisfy { abs($0.progress - each.progress) < 0.02 })
                #expect(compressed.allSatisfy { $0.duration == MediaTime(seconds: 1) })
                expected.insert(contentsOf: compressed.map { .quickFinishing(incoming: .second, span: $0) }, at: 1)
            }
            #expect(each.live.events.suffix(expected.count) == expected[...])
            let recording = try Signal(reading: each.path)
            // The expected gains.
            let start = Int(each.start)
            let stop = try Int(#require(each.held))
            #expect(stop >= Int(each.wantedStop), "the pause came too early")
            #expect(recording.count == start + incoming.count, "\(each.progress)")
            try #require(recording.count >= start + incoming.count)
            switch try #require(each.strategy) {
            case .continueFromProgress:
                _ = try RenderedPair(
                    folder.uri("a.wav"), folder.uri("b.wav"), to: folder.file("render.wav"),
                    start: .at(MediaTime(samples: each.start, rate: Int32(Self.rate))),
                    duration: MediaTime(seconds: 2))
                let render = try Signal(reading: folder.file("render.wav"))
                compare(recording, render, stop: stop, each.progress)
            case .quickFinish:
                measureQuickFinish(recording, start: start, stop: stop, each.progress)
            }
        }
    }

    /// Returns true in the ramps of 20 ms around the stop, and in the ramp into the beginning of the first track.
    private func isRamp(_ index: Int, stop: Int) -> Bool { index < 221 || abs(index - stop) <= Self.ramp }

    private func compare(_ recording: Signal, _ render: Signal, stop: Int, _ progress: Double) {
        let peak = (render.left + render.right).map(abs).max() ?? 0
        let wrong = render.left.indices.first { index in
            !isRamp(index, stop: stop)
                && (abs(render.left[index] - recording.left[index]) > peak / 1000
                    || abs(render.right[index] - recording.right[index]) > peak / 1000)
        }
        #expect(wrong == nil, "\(progress): different at \(wrong ?? 0), stopped at \(stop)")
        // In the ramps, the signal is the same, but softer.
        let louder = render.left.indices.first { recording.left[$0] > render.left[$0] * 1.001 + 1e-6 }
        #expect(louder == nil, "\(progress): louder at \(louder ?? 0)")
    }

    private func measureQuickFinish(_ recording: Signal, start: Int, stop: Int, _ progress: Double) {
        let left = recording.left.enumerated().map { Double($1) * 1_048_576 / Double($0 + 1) }
        let right = recording.right.enumerated().map {
            $0 < start ? 0 : Double($1) * 1_048_576 / Double($0 - start + 1)
        }
        let silent = left.lastIndex { $0 > 1e-6 } ?? 0
        let full = right.indices.first { $0 > stop + Self.ramp && right[$0] > 1 - 1e-7 } ?? 0
        #expect(abs(Double(silent - stop) / 44100 - 1) < 0.05, "\(progress): silent \(silent - stop) after the resume")
        // A curve is flat at its end: sin(π/2 (1 - x)) is within 1e-7 of 1 for x below √2e-7 / (π/2). The later the
        // stop, the larger is the share of the rest of the fade that this takes.
        let rest = 1 - Double(stop - start) / Double(Self.fade)
        let flat = (2e-7).squareRoot() / (Double.pi / 2 * max(rest, 1e-6))
        #expect(
            abs(Double(full - stop) / 44100 - 1) < 0.05 + flat, "\(progress): full \(full - stop) after the resume")
        // The steepest step of the original fade, which the second never exceeds, plus the error of straight lines.
        let allowed = Double.pi / 2 / Double(Self.fade) * 1.25
        let wrong = (start + 1..<right.count).first { index in
            guard !isRamp(index, stop: stop), !isRamp(index - 1, stop: stop) else { return false }
            let (fall, rise) = (left[index - 1] - left[index], right[index] - right[index - 1])
            return fall < -1e-6 || fall > allowed || rise < -1e-6 || rise > allowed
                || abs(left[index] * left[index] + right[index] * right[index] - 1) > 0.001
        }
        #expect(
            wrong == nil,
            "\(progress): \(wrong.map { "\($0 - stop): \(left[$0 - 1...$0]) \(right[$0 - 1...$0])" } ?? "")")
    }

    @Test("A quick finish does not outlast the outgoing track, which ends where it ends, at no gain")
    func endOfMaterial() throws {
        let folder = try Folder()
        try Signal.constant(0.5, on: .right, seconds: 2.8).write(to: folder.file("b.wav"))
        let each = try Case(progress: 0.8, seconds: 0.1, folder: folder, loop: EventLoop())
        // The fade ends with the track, 0.4 s after the pause.
        let length = each.start + Self.fade
        try Signal.constant(0.5, on: .left, seconds: Double(length) / 44100).write(to: folder.file("a.wav"))
        each.prepare(folder.uri("a.wav"), folder.uri("b.wav"))
        Rehearsal.run([each.live])
        #expect(!each.live.isTimedOut, "\(each.live.events)")
        let recording = try Signal(reading: each.path)
        let stop = try Int(#require(each.held))
        let silent = recording.left.lastIndex { $0 > 1e-6 } ?? 0
        #expect(abs(silent - Int(length)) < 100)
        let full = recording.right.indices.first { $0 > stop + Self.ramp && recording.right[$0] > 0.5 - 1e-6 } ?? 0
        #expect(abs(Double(full - stop) / 44100 - 1) < 0.05)
        let tail = recording.left[(stop + Self.ramp)...]
        #expect(Signal.largestStep(tail) < Float(0.5 * .pi / 2 / 0.4 / 44100))
    }
}
