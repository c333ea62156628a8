import Foundation
import SegueCore
import Testing

@testable import SegueAudio

/// The positions of tracks of every format and rate in a render: the render is correlated with the output of the
/// formats' own decoders.
@Suite(.serialized) struct AlignmentTests {
    /// All ordered pairs of formats, in one chain.
    private static let chain: [Encoding] = {
        let formats = Encoding.allCases
        let pairs = formats.indices.flatMap { first in
            [formats[first]] + formats[(first + 1)...].flatMap { [formats[first], $0] }
        }
        return pairs + [formats[0]]
    }()

    @Test("The chain has all ordered pairs")
    func pairs() {
        let pairs = Set(zip(Self.chain, Self.chain.dropFirst()).map { "\($0) \($1)" })
        #expect(pairs.count == Encoding.allCases.count * Encoding.allCases.count)
    }

    @Test(
        "The incoming track lies on the intended sample, for each pair of formats",
        arguments: [(44100, 44100), (48000, 48000), (44100, 48000), (48000, 44100)])
    func everyPair(fileRate: Int, rate: Int) throws {
        let folder = try Folder()
        var decoded: [Encoding: Signal] = [:]
        for (index, format) in Encoding.allCases.enumerated() {
            try Signal.noise(seed: UInt64(index), rate: fileRate, seconds: 1.25)
                .write(to: folder.file("\(format).wav"), as: .int16)
            try format.encode("\(format)", in: folder)
            decoded[format] = try format.decode("\(format)", in: folder, rate: rate)
        }
        // Not a whole number of samples or blocks.
        let step = MediaTime(seconds: 0.800_07)
        let render = try RenderedChain(
            Self.chain.map { folder.uri("\($0).\($0.rawValue)") }, to: folder.file("out.wav"), rate: rate,
            kind: .crossfade, start: .at(step), duration: MediaTime(seconds: 0.3))
        #expect(render.isComplete, "\(render.events.suffix(3))")
        let out = try Signal(reading: folder.file("out.wav"))
        // A position where each track sounds alone.
        let alone = rate * 35 / 100
        for (index, format) in Self.chain.enumerated() {
            guard let reference = decoded[format] else { continue }
            let start = index * Int(step.samples(rate: Int32(rate)))
            let found = out.lag(at: start + alone, behind: reference, at: alone)
            let former = index > 0 ? "\(Self.chain[index - 1]) → " : ""
            #expect(abs(found.samples) <= 1, "\(former)\(format): \(found)")
            #expect(found.likeness > 0.99, "\(former)\(format): \(found)")
        }
    }

    @Test("A track that begins inside begins with the sample of that position", arguments: Encoding.allCases)
    func positions(format: Encoding) throws {
        let folder = try Folder()
        try Signal.noise(seed: 7, seconds: 2.6).write(to: folder.file("a.wav"), as: .int16)
        try format.encode("a", in: folder)
        for rate in [44100, 48000] {
            let decoded = try format.decode("a", in: folder, rate: rate)
            for seconds in [0.000_7, 0.37, 1.5, 2.218_28] {
                let render = try RenderedChain(
                    [folder.uri("a.\(format.rawValue)")], to: folder.file("out.wav"), rate: rate,
                    position: MediaTime(seconds: seconds))
                #expect(render.isComplete, "\(render.events.suffix(3))")
                let out = try Signal(reading: folder.file("out.wav"))
                let place = Int((seconds * Double(rate)).rounded())
                // After the ramp of 20 ms that hides the jump into the middle.
                let found = out.lag(at: 1000, behind: decoded, at: place + 1000)
                #expect(abs(found.samples) <= 1, "\(format) at \(seconds) s, \(rate) Hz: \(found)")
                // A sample at one rate need not exist at the other.
                #expect(found.likeness > 0.9, "\(format) at \(seconds) s, \(rate) Hz: \(found)")
                #expect(abs(out.count - (decoded.count - place)) <= 1, "\(format) at \(seconds) s: \(out.count)")
            }
        }
    }
}
