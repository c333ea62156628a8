import EventLoop
import Foundation
import SegueCore
import Testing

@testable import SegueAudio

/// The audible gains of fades, all recorded at the same time.
@Suite(.serialized) struct LiveGainTests {
    @Test("In a recording of playing, both gains follow the formula, sample by sample; all curves, short and long")
    func formula() throws {
        let folder = try Folder()
        try Signal.constant(0.5, on: .left, seconds: 31).write(to: folder.file("a.wav"))
        try Signal.constant(0.5, on: .right, seconds: 31).write(to: folder.file("b.wav"))
        let loop = try EventLoop()
        // Neither at the start of a block nor on a whole nanosecond.
        let start = 13001
        var lives: [(live: Rehearsal, curve: FadeCurve, seconds: Double, path: String)] = []
        for curve in FadeCurve.allCases {
            for seconds in [1.0, 30] {
                let path = folder.file("\(curve)-\(seconds).wav")
                let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "file:" + path)), on: loop)
                var plan = LiveTests.plan(
                    .first, .second, .at(MediaTime(samples: Int64(start), rate: 44100)), seconds: seconds)
                plan.curve = curve
                live.prepare([.load(.first, uri: folder.uri("a.wav"), position: .zero)]) {
                    [unowned live, plan] event in
                    switch event {
                    case .loaded(.first, _):
                        live.perform(.load(.second, uri: folder.uri("b.wav"), position: .zero))
                    case .loaded(.second, _):
                        live.perform(.schedule(plan))
                        live.perform(LiveTests.start(.first))
                    case .transitionFinished: live.finish()
                    default: break
                    }
                }
                lives.append((live, curve, seconds, path))
            }
        }
        Rehearsal.run(lives.map(\.live))
        for (live, curve, seconds, path) in lives {
            #expect(!live.isTimedOut, "\(curve), \(seconds) s: \(live.events)")
            let recording = try Signal(reading: path)
            let length = Int(seconds * 44100)
            try #require(recording.count >= start + length)
            // The incoming track's first sample has no gain yet.
            #expect(Signal.onset(recording.right) == start + 1)
            // Every sample near the ends, where the shapes are steep in decibels.
            let looked = Array(0..<4000) + stride(from: 4000, to: length - 4000, by: 23) + ((length - 4000)..<length)
            let wrong = looked.first { index in
                let progress = Double(index) / Double(length)
                let pairs = [
                    (recording.left[start + index], curve.outgoingGain(at: progress)),
                    (recording.right[start + index], curve.gain(at: progress)),
                ]
                return pairs.contains { sample, ideal in
                    ideal > 0.001 && abs(20 * log10(Double(sample) / 0.5 / ideal)) > 0.05
                }
            }
            #expect(wrong == nil, "\(curve), \(seconds) s: sample \(wrong ?? 0) of the fade")
        }
    }
}
