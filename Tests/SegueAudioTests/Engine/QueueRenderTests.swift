import Foundation
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueAudio

/// Renders of the core's plans: short tracks, loops, albums.
@Suite(.serialized) struct QueueRenderTests {
    /// 0.05 dB as a ratio.
    private static let allowed = pow(10, -0.05 / 20)...pow(10, 0.05 / 20)

    @Test("Tracks shorter than two fades: each fade takes half of one, and none comes late")
    func shortTracks() throws {
        let folder = try Folder()
        try Signal.constant(0.25, on: .left, seconds: 4.1).write(to: folder.file("a.wav"))
        try Signal.constant(0.25, on: .right, seconds: 4.03).write(to: folder.file("b.wav"))
        let files = ["a.wav", "b.wav", "a.wav", "b.wav", "a.wav"].map { folder.uri($0) }
        let queue = try RenderedQueue(files, to: folder.file("out.wav"))
        #expect(queue.isComplete)
        #expect(queue.joins.count == 4)
        guard queue.joins.count == 4 else { return }
        let lengths = [180_810, 177_723, 180_810, 177_723, 180_810]
        var trackStart = 0
        var settled = 0
        let out = try Signal(reading: folder.file("out.wav"))
        for (index, join) in queue.joins.enumerated() {
            #expect(join.plan.kind == .crossfade)
            // The fade ends with its outgoing track, and takes half of the shorter track. The render needs a part of
            // that to continue, up to the end of a block, until the fade before is over.
            let trackEnd = trackStart + lengths[index]
            #expect(abs(join.end - trackEnd) <= 1, "\(index): \(join), not \(trackEnd)")
            // Less a block, so that the render can continue to the end of the fade before.
            let half = 177_723 / 2
            #expect(join.end - join.start <= half + 1)
            #expect(join.end - join.start >= half - 4410)
            #expect(join.start >= settled)
            #expect(abs(Double(join.end - join.start) - join.plan.duration.seconds * 44100) <= 1)
            let (outgoing, incoming) = index % 2 == 0 ? (out.left, out.right) : (out.right, out.left)
            for sample in stride(from: join.start, to: join.end, by: 7) {
                let progress = Double(sample - join.start) / Double(join.end - join.start)
                for (value, ideal) in [
                    (outgoing[sample], FadeCurve.equalPower.outgoingGain(at: progress)),
                    (incoming[sample], FadeCurve.equalPower.gain(at: progress)),
                ] where ideal > 0.001 && !Self.allowed.contains(Double(value) / 0.25 / ideal) {
                    Issue.record("fade \(index) at \(sample - join.start): \(value / 0.25), not \(ideal)")
                    return
                }
            }
            trackStart = join.start
            settled = join.end
        }
        #expect(out.count == trackStart + lengths[4])
    }

    @Test("Tracks too short for a fade are joined without a gap", arguments: [0.5, 0.09, 0.01])
    func tinyTracks(seconds: Double) throws {
        let folder = try Folder()
        let whole = Signal.noise(seed: 5, seconds: seconds * 5)
        let length = whole.count / 5
        let files = try (0..<5).map { index in
            try whole[index * length..<(index + 1) * length].write(to: folder.file("\(index).wav"))
            return folder.uri("\(index).wav")
        }
        let queue = try RenderedQueue(files, to: folder.file("out.wav"))
        #expect(queue.isComplete)
        #expect(queue.joins.map(\.plan.kind) == [.gapless, .gapless, .gapless, .gapless])
        let isSame = try Signal(reading: folder.file("out.wav")) == whole[0..<5 * length]
        #expect(isSame)
    }

    @Test("A demuxer that is ahead of its decoder loses nothing: AIFF files in a row")
    func aheadOfTheDecoder() throws {
        let folder = try Folder()
        try Signal.constant(0.5, on: .both, seconds: 0.5).write(to: folder.file("a.wav"))
        try Tool.run("sox", folder.file("a.wav"), "-b", "16", folder.file("a.aiff"))
        let queue = try RenderedQueue(
            Array(repeating: folder.uri("a.aiff"), count: 40), to: folder.file("out.wav"))
        #expect(queue.isComplete)
        #expect(queue.count == 40 * 22050)
        #expect(queue.joins.count == 39)
    }

    @Test("A loop crossfades into itself, as often as it was asked to")
    func loop() throws {
        let folder = try Folder()
        // The audio is the same every second, so a linear fade of the track into itself is inaudible.
        let second = Signal.noise(seed: 9, seconds: 1)
        let track = Signal(
            rate: 44100, left: Array(repeatElement(second.left, count: 6).joined()),
            right: Array(repeatElement(second.right, count: 6).joined()))
        try track.write(to: folder.file("a.wav"))
        let queue = try RenderedQueue([folder.uri("a.wav")], to: folder.file("out.wav")) {
            $0.enableLooping = true
            $0.repeatCount = 2
            $0.crossfadeDuration = MediaTime(seconds: 2)
            $0.fadeCurve = .linear
        }
        #expect(queue.isComplete)
        #expect(queue.joins.map(\.start) == [4 * 44100, 8 * 44100])
        #expect(queue.joins.map(\.plan.reason) == [.loop, .loop])
        let out = try Signal(reading: folder.file("out.wav"))
        #expect(out.count == 14 * 44100)
        let expected = Signal(
            rate: 44100, left: Array(repeatElement(second.left, count: 14).joined()),
            right: Array(repeatElement(second.right, count: 14).joined()))
        guard out.count == expected.count else { return }
        #expect(out.error(against: expected, 0..<out.count) < second.level(0..<44100) - 60)
    }

    @Test("Consecutive tracks of an album are joined without a gap, all others fade")
    func album() throws {
        let folder = try Folder()
        let whole = Signal.sweep(seconds: 12).roundedTo16Bits
        let files = try (0..<3).map { index in
            try whole[index * 176_400..<(index + 1) * 176_400].write(to: folder.file("\(index).wav"), as: .int16)
            return "\(index)"
        }
        func tag(_ file: String, number: Int, disc: Int) throws -> String {
            try Tool.run(
                "flac", "-s", "-f", "-T", "ALBUM=One", "-T", "ALBUMARTIST=Somebody", "-T", "TRACKNUMBER=\(number)",
                "-T",
                "DISCNUMBER=\(disc)", folder.file(file + ".wav"), "-o", folder.file("\(file)-\(disc)-\(number).flac"))
            return folder.uri("\(file)-\(disc)-\(number).flac")
        }
        // The last track of a disc, and the first track of the next.
        let consecutive = try [
            tag(files[0], number: 7, disc: 1), tag(files[1], number: 8, disc: 1), tag(files[2], number: 1, disc: 2),
        ]
        let inOrder = try RenderedQueue(consecutive, to: folder.file("out.wav"))
        #expect(inOrder.isComplete)
        #expect(inOrder.joins.map(\.plan.kind) == [.gapless, .gapless])
        let isSame = try Signal(reading: folder.file("out.wav")) == whole
        #expect(isSame)
        let backwards = try RenderedQueue(consecutive.reversed(), to: folder.file("out.wav"))
        #expect(backwards.joins.map(\.plan.kind) == [.crossfade, .crossfade])
    }
}
