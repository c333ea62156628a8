import Foundation
import SegueCore
import Testing

@testable import SegueAudio

/// Sound servers and devices that are lost during playback, and the audio before and after, as the server's own
/// monitors record it.
@Suite(.serialized) struct OutputLossTests {
    /// Repeats an instruction that opens an output: the server needs a moment until it listens.
    private static func retry(_ live: Rehearsal, _ instruction: AudioInstruction) {
        live.after(0.05) { live.perform(instruction) }
    }

    /// Calls `action` once this load has been heard up to this position.
    private static func whenHeard(
        _ live: Rehearsal, _ generation: LoadGeneration, _ seconds: Double, _ action: @escaping () -> Void
    ) {
        let position = live.engine.positions().first { $0.generation == generation }
        guard let position, position.heard > MediaTime(seconds: seconds) else {
            live.after(0.02) { whenHeard(live, generation, seconds, action) }
            return
        }
        action()
    }

    @Test("A sound server that is killed three times in a fade: the fade goes on where it was, with both tracks")
    func killedInFade() throws {
        let folder = try Folder()
        try Signal.constant(0.5, on: .left, seconds: 12).write(to: folder.file("a.wav"))
        try Signal.constant(0.5, on: .right, seconds: 12).write(to: folder.file("b.wav"))
        let server = try SoundServer()
        try server.start("0")
        let live = try Rehearsal(
            AudioEngine.Options(mode: .live(output: "pulsesink server=unix:\(server.socket)")))
        let fade = 3.0
        var deaths = 0
        var held: [[DeckPosition]] = []
        var found: [[DeckPosition]] = []
        func dieInFade() {
            Self.whenHeard(live, .second, 0.6 * Double(deaths + 1)) { server.end(SIGKILL) }
        }
        live.run([.load(.first, uri: folder.uri("a.wav"), position: .zero)]) { [unowned live] event in
            switch event {
            case .loaded(.first, _):
                live.perform(.load(.second, uri: folder.uri("b.wav"), position: .zero))
            case .loaded(.second, _):
                live.perform(.schedule(LiveTests.plan(.first, .second, .at(MediaTime(seconds: 0.5)), seconds: fade)))
                live.perform(LiveTests.start(.first))
            case .transitionStarted: dieInFade()
            case .outputLost:
                deaths += 1
                held.append(live.engine.positions())
                try? server.start("\(deaths)")
                live.perform(.reopenOutput)
            case .outputRefused: Self.retry(live, .reopenOutput)
            case .outputReady where deaths > 0:
                found.append(live.engine.positions())
                live.perform(.resume)
                if deaths < 3 { dieInFade() }
            case .transitionFinished: live.after(0.5) { live.finish() }
            default: break
            }
        }
        server.end(SIGTERM)
        try #require(!live.isTimedOut, "\(live.events)")
        #expect(held.count == 3 && held.allSatisfy { $0.count == 2 }, "\(held)")
        // Exact to a sample, because a position between two samples counts as one of them.
        #expect(held.count == found.count)
        for (lost, back) in zip(held.joined(), found.joined()) {
            #expect(abs((lost.heard - back.heard).nanoseconds) < 50_000, "\(lost), \(back)")
        }
        // The loads stayed the same.
        #expect(live.events.filter { if case .loaded = $0 { true } else { false } }.count == 2)

        // The two levels are those of an equal-power fade throughout, so their ratio gives its progress at each sample.
        var last = 0.0
        for index in 0...3 {
            let part = try server.recording("\(index)")
            let progress = zip(part.left, part.right).compactMap { left, right -> Double? in
                let power = Double(left * left + right * right)
                // Not in the ramps around a pause, nor in silence.
                guard abs(power - 0.25) < 0.0025 else { return nil }
                return atan2(Double(right), Double(left)) / (.pi / 2)
            }
            let fading = progress.filter { $0 > 0.001 && $0 < 0.999 }
            let (first, end) = (try #require(fading.first), try #require(fading.last))
            #expect(zip(fading, fading.dropFirst()).allSatisfy { $0 <= $1 + 1e-4 }, "part \(index) is one fade")
            let lost = (first - last) * fade
            print("Heard from \(first * fade) s to \(end * fade) s of the fade, \(lost) s lost before.")
            // At most the samples in the device, and those that the recorder had not written yet.
            if index > 0 { #expect(abs(lost) < 0.5) }
            last = end
        }
        #expect(last > 0.99)
    }

    @Test("Without a device there is a server and no output; with one, the sound goes on where it was")
    func unloadedSink() throws {
        let folder = try Folder()
        try Signal.counting(on: .both, seconds: 15).write(to: folder.file("a.wav"))
        let server = try SoundServer()
        try server.start("before")
        let live = try Rehearsal(
            AudioEngine.Options(mode: .live(output: "pulsesink server=unix:\(server.socket)")))
        var refusals = 0
        live.run([.load(.first, uri: folder.uri("a.wav"), position: .zero)]) { [unowned live] event in
            switch event {
            case .loaded:
                live.perform(LiveTests.start(.first))
                Self.whenHeard(live, .first, 1) { try? server.unloadSinks() }
            case .outputLost: live.perform(.reopenOutput)
            case .outputRefused:
                refusals += 1
                if refusals == 3 {
                    try? server.add("after")
                }
                Self.retry(live, .reopenOutput)
            case .outputReady where refusals > 0:
                live.perform(.resume)
                Self.whenHeard(live, .first, 1.6) { live.finish() }
            default: break
            }
        }
        server.end(SIGTERM)
        try #require(!live.isTimedOut, "\(live.events)")
        #expect(refusals >= 3, "a server without a device is no output")
        try Self.expectContinuation(of: try server.recording("before"), by: try server.recording("after"))
    }

    @Test("What a server's end does to a pause is found at the resume, which goes on where it was")
    func lostInPause() throws {
        let folder = try Folder()
        try Signal.counting(on: .both, seconds: 15).write(to: folder.file("a.wav"))
        let server = try SoundServer()
        try server.start("before")
        let live = try Rehearsal(
            AudioEngine.Options(mode: .live(output: "pulsesink server=unix:\(server.socket)")))
        var paused: [DeckPosition] = []
        live.run([.load(.first, uri: folder.uri("a.wav"), position: .zero)]) { [unowned live] event in
            switch event {
            case .loaded:
                live.perform(LiveTests.start(.first))
                Self.whenHeard(live, .first, 1) {
                    live.perform(.pause)
                    live.after(0.6) {
                        paused = live.engine.positions()
                        server.end(SIGKILL)
                        try? server.start("after")
                        live.perform(.resume)
                    }
                }
            case .outputLost:
                #expect(live.engine.positions() == paused)
                live.perform(.reopenOutput)
            case .outputRefused: Self.retry(live, .reopenOutput)
            case .outputReady where !paused.isEmpty:
                live.perform(.resume)
                Self.whenHeard(live, .first, 1.6) { live.finish() }
            default: break
            }
        }
        server.end(SIGTERM)
        try #require(!live.isTimedOut, "\(live.events)")
        try Self.expectContinuation(of: try server.recording("before"), by: try server.recording("after"))
    }

    @Test(
        "A server gets each sample of a track as it is, at the track's rate, before it is killed and after",
        arguments: [44100, 48000, 96000])
    func ownRate(_ rate: Int) throws {
        let folder = try Folder()
        try Signal.counting(on: .both, rate: rate, seconds: 4).write(to: folder.file("a.wav"))
        let server = try SoundServer(rate: rate)
        try server.start("before")
        let live = try Rehearsal(
            AudioEngine.Options(mode: .live(output: "pulsesink server=unix:\(server.socket)")))
        var held: [DeckPosition] = []
        live.run([.load(.first, uri: folder.uri("a.wav"), position: .zero)]) { [unowned live] event in
            switch event {
            case .loaded:
                live.perform(LiveTests.start(.first))
                Self.whenHeard(live, .first, 1) { server.end(SIGKILL) }
            case .outputLost:
                held = live.engine.positions()
                try? server.start("after")
                live.perform(.reopenOutput)
            case .outputRefused: Self.retry(live, .reopenOutput)
            case .outputReady where !held.isEmpty:
                for (lost, back) in zip(held, live.engine.positions()) {
                    #expect(abs((lost.heard - back.heard).nanoseconds) < 50_000, "\(lost), \(back)")
                }
                live.perform(.resume)
                Self.whenHeard(live, .first, (held.first?.heard.seconds ?? 0) + 0.8) { live.finish() }
            default: break
            }
        }
        server.end(SIGTERM)
        try #require(!live.isTimedOut, "\(live.events)")
        #expect(SampleRateTests.rates(live) == [OutputRates(mixed: Int32(rate), output: Int32(rate))])
        let parts = try ["before", "after"].map { try server.recording($0) }
        try Self.expectContinuation(of: parts[0], by: parts[1])
        for part in parts {
            // Converted samples would not encode their numbers. A server that gets too little processor time leaves
            // some samples out, and so does its recorder.
            let count = Self.numbers(of: part).count
            #expect(count > rate / 4, "\(count) samples are as they were")
        }
    }

    @Test("The output is changed while playing and in a pause, and not a sample is lost")
    func change() throws {
        let folder = try Folder()
        try Signal.counting(on: .both, seconds: 15).write(to: folder.file("a.wav"))
        let server = try SoundServer()
        try server.start("one", "two", "three")
        func sink(_ name: String) -> String { "pulsesink server=unix:\(server.socket) device=\(name)" }
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: sink("one"))))
        live.run([.load(.first, uri: folder.uri("a.wav"), position: .zero)]) { [unowned live] event in
            switch event {
            case .loaded:
                live.perform(LiveTests.start(.first))
                Self.whenHeard(live, .first, 0.8) {
                    // The output is refused, and so leaves no trace in the audio.
                    live.perform(.selectOutput("pulsesink server=unix:\(server.folder.file("nothing"))"))
                }
            case .outputRefused: live.perform(.selectOutput(sink("two")))
            case .outputReady(sink("two"), _):
                Self.whenHeard(live, .first, 1.8) {
                    live.perform(.pause)
                    live.after(0.6) { live.perform(.selectOutput(sink("three"))) }
                }
            case .outputReady(sink("three"), _):
                live.perform(.resume)
                Self.whenHeard(live, .first, 2.6) { live.finish() }
            default: break
            }
        }
        server.end(SIGTERM)
        try #require(!live.isTimedOut, "\(live.events)")
        let parts = try ["one", "two", "three"].map { try server.recording($0) }
        try Self.expectContinuation(of: parts[0], by: parts[1], isExact: true)
        try Self.expectContinuation(of: parts[1], by: parts[2], isExact: true)
    }

    /// Expects the samples of the second recording, which encode their numbers, to follow those of the first. The
    /// sequence is exact with `isExact`, and otherwise has a gap of at most the samples in a device.
    private static func expectContinuation(of first: Signal, by second: Signal, isExact: Bool = false) throws {
        let (before, after) = (numbers(of: first), numbers(of: second))
        let (last, next) = (try #require(before.last), try #require(after.first))
        print("Heard to sample \(last), and on from sample \(next).")
        if isExact {
            // In the ramps down and up, samples don't encode their numbers; the last sample of the first recording or
            // the first sample of the second may be at full gain.
            let ramps = 2 * Int(MediaTime.ramp.samples(rate: Int32(first.rate)))
            #expect((ramps...ramps + 2).contains(next - last))
        } else {
            #expect(abs(next - last) < first.rate / 2)
        }
    }

    /// The numbers of the samples at full level that are followed by the next number.
    private static func numbers(of signal: Signal) -> [Int] {
        zip(signal.left, signal.left.dropFirst()).compactMap { value, next in
            let number = Double(value) * 1_048_576
            guard number >= 1, abs(number - number.rounded()) < 0.01, abs(Double(next - value) * 1_048_576 - 1) < 0.01
            else { return nil }
            return Int(number.rounded()) - 1
        }
    }
}
