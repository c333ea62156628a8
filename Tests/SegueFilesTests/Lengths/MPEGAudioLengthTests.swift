import SegueCore
import SegueTestSupport
import Testing

@testable import SegueFiles

@Suite struct MPEGAudioLengthTests {
    private let folder = TemporaryFolder()

    /// MPEG 1 layer 3, 128 kbit/s, 44.1 kHz, stereo: 417 bytes a frame without padding.
    private static let header: [UInt8] = [0xFF, 0xFB, 0x90, 0x00]

    private static func frame(_ body: [UInt8] = []) -> [UInt8] {
        header + body + [UInt8](repeating: 0, count: 413 - body.count)
    }

    private static func big(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) }
    }

    /// Returns the frame that LAME writes first; `delay` and `padding` are in samples.
    private static func info(
        frames: Int, bytes: Int, delay: Int, padding: Int, encoder: String = "LAME3.100"
    ) -> [UInt8] {
        let lengths = [UInt8(delay >> 4), UInt8(delay & 15) << 4 | UInt8(padding >> 8), UInt8(padding & 255)]
        let extra = Array(encoder.utf8) + [UInt8](repeating: 0, count: 12) + lengths
        let toc = [UInt8](repeating: 0, count: 100)
        return frame(
            [UInt8](repeating: 0, count: 32) + Array("Info".utf8) + big(15) + big(frames) + big(bytes) + toc + big(0)
                + extra)
    }

    private func length(_ content: [UInt8]) throws -> Int64? {
        MPEGAudioLength.read(LocalPath(try folder.write("a.mp3", content)))?.samples(rate: 44_100)
    }

    private func frames(_ count: Int) -> [UInt8] {
        Array(repeatElement(Self.frame(), count: count).joined())
    }

    @Test func delayAndPaddingAreNotHeard() throws {
        let file = Self.info(frames: 100, bytes: 101 * 417, delay: 576, padding: 1105) + frames(100)
        #expect(try length(file) == 100 * 1152 - 576 - 1105)
        let tagged =
            SampleFiles.id3Tag([SampleFiles.id3Text("TIT2", "T")]) + file + Array("TAG".utf8)
            + [UInt8](repeating: 0, count: 125)
        #expect(try length(tagged) == 100 * 1152 - 576 - 1105)
    }

    @Test(arguments: ["Lavc59.37", "Lavf58.29"]) func theHeadersOfFFmpegMeanTheSame(encoder: String) throws {
        let file = Self.info(frames: 100, bytes: 0, delay: 576, padding: 1105, encoder: encoder) + frames(100)
        #expect(try length(file) == 100 * 1152 - 576 - 1105)
    }

    @Test func whatOthersPadIsNotTrimmed() throws {
        let file = Self.info(frames: 100, bytes: 0, delay: 576, padding: 1105, encoder: "Gogo3.13.") + frames(100)
        #expect(try length(file) == 100 * 1152)
    }

    @Test func aFileThatWasCutOffIsCounted() throws {
        let file =
            Self.info(frames: 100, bytes: 101 * 417, delay: 576, padding: 1105) + frames(40) + Self.frame().prefix(200)
        #expect(try length(file) == 40 * 1152 - 576 - 529)
    }

    /// Two files, one after the other: the header of the first one describes that alone.
    @Test func joinedFilesAreCounted() throws {
        let file = Self.info(frames: 100, bytes: 101 * 417, delay: 576, padding: 1105) + frames(100)
        let tag = SampleFiles.id3Tag([SampleFiles.id3Text("TIT2", "T")])
        for between in [[], tag] { #expect(try length(file + between + file) == 201 * 1152 - 576 - 529) }
        let tail = Array("TAG".utf8) + [UInt8](repeating: 0, count: 125)
        #expect(try length(file + tail) == 100 * 1152 - 576 - 1105)
    }

    @Test func withoutAHeaderFramesAreCounted() throws {
        #expect(try length(frames(50)) == 50 * 1152)
        #expect(try length([1, 2, 3] + frames(20) + [9, 9, 9] + frames(30)) == 50 * 1152)
    }

    @Test func fraunhofersHeaderCounts() throws {
        let header =
            [UInt8](repeating: 0, count: 32) + Array("VBRI".utf8) + [UInt8](repeating: 0, count: 10) + Self.big(77)
        #expect(try length(Self.frame(header) + frames(3)) == 77 * 1152)
    }

    @Test func otherFilesHaveNone() throws {
        #expect(try length([]) == nil)
        #expect(try length(Array(repeatElement(Array("no music".utf8), count: 20_000).joined())) == nil)
        #expect(try length([UInt8](repeating: 0xFF, count: 100_000)) == nil)
        #expect(try length(frames(2) + [UInt8](repeating: 7, count: 100_000)) == nil)
        #expect(MPEGAudioLength.read(LocalPath(folder.path)) == nil)
        #expect(MPEGAudioLength.read(LocalPath("/nowhere")) == nil)
    }

    @Test func randomBytesAreHarmless() throws {
        var random = SeededRandom.anew()
        for _ in 0..<50 {
            let noise = (0..<2000).map { _ in UInt8.random(in: 0...255, using: &random) }
            _ = try length(SampleFiles.id3Tag([]) + Self.frame() + noise + frames(2))
            _ = try length(Self.info(frames: 1, bytes: 0, delay: 4095, padding: 4095) + noise)
        }
    }
}
