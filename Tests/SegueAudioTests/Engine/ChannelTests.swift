import Foundation
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueAudio

/// Renders of files with any number of channels, in stereo.
@Suite(.serialized) struct ChannelTests {
    private func rendered(_ channels: [[Float]]) throws -> Signal {
        let folder = try Folder()
        try Signal.write(channels, rate: 44100, to: folder.file("a.wav"))
        let render = try RenderedChain([folder.uri("a.wav")], to: folder.file("out.wav"), rate: 44100)
        #expect(render.isComplete, "\(render.events.suffix(3))")
        return try Signal(reading: folder.file("out.wav"))
    }

    @Test("One channel is heard on both sides, as loud as it is")
    func mono() throws {
        let source = Signal.noise(seed: 1, seconds: 1)
        let out = try rendered([source.left])
        let isSame = out.left == source.left && out.right == source.left
        #expect(isSame)
    }

    @Test(
        "Channels without speakers are taken in the usual order",
        arguments: [3, 4, 5, 6, 7, 8], [SampleFiles.Speakers.none, .unnamed])
    func withoutSpeakers(count: Int, speakers: SampleFiles.Speakers) throws {
        let folder = try Folder()
        // A constant in each channel in turn, a tenth of a second long.
        let channels = (0..<count).map { channel in
            (0..<count).map { [Int16](repeating: $0 == channel ? 16384 : 0, count: 4410) }.flatMap(\.self)
        }
        let wav = SampleFiles.wav(channels, speakers: speakers)
        try Data(wav).write(to: URL(fileURLWithPath: folder.file("a.wav")))
        let render = try RenderedChain([folder.uri("a.wav")], to: folder.file("out.wav"), rate: 44100)
        #expect(render.isComplete, "\(render.events.suffix(3))")
        let out = try Signal(reading: folder.file("out.wav"))
        let sides = (0..<count).map { channel -> String in
            let (left, right) = (out.left[channel * 4410 + 2000], out.right[channel * 4410 + 2000])
            return left == right ? "c" : left > right ? "l" : "r"
        }
        let usual = ["", "", "", "lrc", "lrlr", "lrclr", "lrcclr", "lrccclr", "lrcclrlr"]
        // GStreamer gives these two counts the first speakers of its internal list.
        let first = speakers == .unnamed ? [4: "lrcc", 8: "lrcclrlr"] : [:]
        #expect(sides.joined() == first[count] ?? usual[count])
        #expect(try SoundAnalysis(uri: folder.uri("a.wav")).run().facts.measurement.channels == count)
    }

    @Test("Of more channels than there is an order for, that is what is said")
    func tooManyWithoutSpeakers() throws {
        let folder = try Folder()
        let wav = SampleFiles.wav(Array(repeating: [Int16](repeating: 1000, count: 4410), count: 10), speakers: .none)
        try Data(wav).write(to: URL(fileURLWithPath: folder.file("a.wav")))
        let live = try Rehearsal(AudioEngine.Options(mode: .live(output: "null")))
        var failure: AudioPlayerError?
        live.run(limit: 10, [.load(.first, uri: folder.uri("a.wav"), position: .zero)]) { event in
            if case .loadFailed(_, let error) = event { failure = error }
            if case .outputReady = event { return }
            live.finish()
        }
        let expected = AudioPlayerError.unsupportedFormat(
            path: folder.file("a.wav"), reason: "it has 10 channels, but does not name their speakers")
        #expect(failure == expected)
        #expect(throws: expected) { try SoundAnalysis(uri: folder.uri("a.wav")).run() }
    }

    @Test("Two channels stay what they are")
    func stereo() throws {
        let source = Signal.noise(seed: 1, seconds: 1)
        let isSame = try rendered([source.left, source.right]) == source
        #expect(isSame)
    }

    @Test("What an analysis takes for the loudness that is heard is that of the render", arguments: [1, 2, 4, 6, 8])
    func analysed(count: Int) throws {
        let folder = try Folder()
        let channels = (0..<count).map { Signal.noise(seed: UInt64($0 + 1), seconds: 4).left }
        try Signal.write(channels, rate: 44100, to: folder.file("a.wav"))
        try rendered(channels).write(to: folder.file("heard.wav"))
        let found = try SoundAnalysis(uri: folder.uri("a.wav")).run().facts.measurement
        let heard = try SoundAnalysis(uri: folder.uri("heard.wav")).run().facts.measurement
        #expect(found.channels == count && heard.channels == 2)
        #expect(abs(try #require(found.heard.loudness) - (try #require(heard.loudness))) < 0.01)
        #expect(abs(found.heard.peak / heard.peak - 1) < 0.01)
        for index in stride(from: 2, to: 38, by: 4) {
            #expect(abs(found.momentary[index] - heard.momentary[index]) < 0.02)
        }
        // The standard loudness counts each channel once.
        let difference = try #require(found.heard.loudness) - (try #require(found.loudness))
        if count == 1 { #expect(abs(difference - 3.01) < 0.01) }
        if count == 2 { #expect(difference == 0) }
    }

    @Test("Of 5.1 channels each is heard where it belongs, and together they don't clip")
    func surround() throws {
        // A tone for each: front left and right, center, low frequencies, rear left and right.
        let tones = [300.0, 400, 500, 60, 700, 800]
        func tone(_ frequency: Double) -> [Float] {
            (0..<44100).map { Float(sin(2 * .pi * frequency * Double($0) / 44100)) }
        }
        let channels = tones.map(tone)
        let out = try rendered(channels)
        let root = 0.5.squareRoot()
        // The share of each channel, such that all shares add up to 1.
        let matrix = [[1, 0, root, 1, 0.5, 0], [0, 1, root, 1, 0, 0.5]].map { row in
            row.map { $0 / row.reduce(0, +) }
        }
        for (side, row) in zip([out.left, out.right], matrix) {
            for (channel, wanted) in zip(channels, row) {
                let found = zip(side, channel).reduce(0.0) { $0 + Double($1.0 * $1.1) } / 22050
                #expect(abs(found - wanted) < 0.002)
            }
        }
        let square = [Float](repeating: 1, count: 22050) + [Float](repeating: -1, count: 22050)
        let loudest = try rendered(Array(repeating: square, count: 6))
        #expect(loudest.left.allSatisfy { abs($0) <= 1.000_1 })
        #expect(loudest.right.allSatisfy { abs($0) <= 1.000_1 })
    }
}
