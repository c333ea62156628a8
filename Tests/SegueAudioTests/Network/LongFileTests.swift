import Foundation
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueAudio

/// Files from servers that are longer than what is kept of them.
@Suite(.serialized) final class LongFileTests {
    private let folder: Folder
    private let server: MediaServer

    init() throws {
        folder = try Folder()
        server = try MediaServer()
    }

    deinit {
        server.close()
    }

    /// Returns noise that is the same in each run, and that no encoder makes much smaller, followed by silence.
    private static func noise(seconds: Double, of total: Double) -> Signal {
        var state: UInt64 = 1
        func next() -> Float {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Float(Int16(truncatingIfNeeded: state >> 48)) / 65536
        }
        return Signal(rate: 44100, seconds: total) { Double($0) < seconds * 44100 ? (next(), next()) : (0, 0) }
            .roundedTo16Bits
    }

    private func encoded(_ signal: Signal, by encoder: String) throws -> [UInt8] {
        try signal.write(to: folder.file("long.wav"), as: .int16)
        try SampleFiles.encode(folder.file("long.wav"), to: folder.file("long"), by: encoder)
        return try SampleFiles.contents(folder.file("long"))
    }

    /// Plays 1 s from `position`, after another load has shown that the file has positions. Returns what is heard,
    /// without the ramp at the start.
    private func hear(_ uri: String, from position: Double) throws -> ArraySlice<Float> {
        let stage = try NetworkTests.Stage(server)
        stage.live.run([.load(.first, uri: uri, position: .zero)]) { event in
            switch event {
            case .loaded(.first, _):
                stage.live.perform(.load(.second, uri: uri, position: MediaTime(seconds: position)))
            case .loaded:
                stage.live.perform(LiveTests.start(.second))
                stage.live.when({ stage.live.engine.heardSample > 44100 }) {
                    let shown = stage.live.engine.positions().first { $0.generation == .second }?.heard.seconds ?? 0
                    #expect(abs(shown - position - 1) < 0.5, "shown is \(shown)")
                    stage.live.finish()
                }
            case .failed, .ended, .loadFailed: stage.live.finish()
            default: break
            }
        }
        #expect(!stage.live.isTimedOut, "\(stage.live.events)")
        let recording = try stage.recording
        #expect(recording.count > 44100)
        return recording.left.prefix(44100).dropFirst(1000)
    }

    @Test(
        "Where frames state their time, a position far inside is exact, and what precedes it is not transferred",
        arguments: ["flacenc seekpoints=0", "flacenc seekpoints=0 blocksize=16384 streamable-subset=false"])
    func framesWithTimes(encoder: String) throws {
        let noise = Self.noise(seconds: 40, of: 40)
        let file = try encoded(noise, by: encoder)
        server.serve(.file(file, type: "audio/flac", ranges: true), at: "/a")
        let heard = try hear(server.url("/a"), from: 33.25)
        let start = Int(33.25 * 44100)
        let different = heard.indices.filter { heard[$0] != noise.left[start + $0] }
        #expect(different.isEmpty, "\(different.count), from \(different.first ?? 0) on")
        #expect(server.requests("/a").contains { $0.start ?? 0 > file.count / 2 })
    }

    @Test("Where frames must be counted, none is replaced by what comes later: the position is that of the local file")
    func countedFrames() throws {
        // Frames of noise are ten times as long as those of silence: a piece from elsewhere has another number of them.
        let part = try encoded(Self.noise(seconds: 6, of: 15), by: "lamemp3enc target=quality quality=0")
        let file = Array(repeatElement(part, count: 18).joined())
        try Data(file).write(to: URL(fileURLWithPath: folder.file("a.mp3")))
        server.serve(.file(file, type: "audio/mpeg", ranges: true), at: "/a.mp3")
        let (local, remote) = try (hear(folder.uri("a.mp3"), from: 258), hear(server.url("/a.mp3"), from: 258))
        #expect(local.contains { abs($0) > 0.1 })
        let different = local.indices.filter { local[$0] != remote[$0] }
        #expect(different.isEmpty, "\(different.count), from \(different.first ?? 0) on")
    }
}
