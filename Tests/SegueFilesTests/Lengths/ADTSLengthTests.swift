import SegueCore
import SegueTestSupport
import Testing

@testable import SegueFiles

@Suite struct ADTSLengthTests {
    private let folder = TemporaryFolder()

    /// Returns a frame of AAC-LC at 44.1 kHz, stereo, with this number of bytes and of blocks of 1,024 samples.
    private static func frame(_ length: Int, blocks: Int = 1, mono: Bool = false) -> [UInt8] {
        let head: [UInt8] = [
            0xFF, 0xF1, 0x50, (mono ? 0x40 : 0x80) | UInt8(length >> 11), UInt8(length >> 3 & 0xFF),
            UInt8(length & 7) << 5 | 0x1F, 0xFC | UInt8(blocks - 1),
        ]
        return head + [UInt8](repeating: 0x55, count: length - 7)
    }

    private func samples(_ content: [UInt8]) throws -> Int64? {
        FileLength.read(LocalPath(try folder.write("a.aac", content)))?.samples(rate: 44_100)
    }

    @Test func framesAreCounted() throws {
        var random = SeededRandom(state: 7)
        let frames = (0..<500).flatMap { _ in Self.frame(.random(in: 7...1500, using: &random)) }
        #expect(try samples(frames) == 500 * 1024)
        #expect(try samples(Array((0..<100).map { _ in Self.frame(300, blocks: 3) }.joined())) == 300 * 1024)
    }

    @Test func tagsJunkAndTheCutEndDoNotCount() throws {
        let tag: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 20] + [UInt8](repeating: 0xFF, count: 20)
        let frames = Array((0..<50).map { _ in Self.frame(400) }.joined())
        #expect(try samples(tag + frames) == 50 * 1024)
        #expect(try samples(frames + [1, 2, 3] + frames + Self.frame(400).prefix(200)) == 100 * 1024)
        #expect(try samples(frames + Array("TAG".utf8) + [UInt8](repeating: 0, count: 125)) == 50 * 1024)
    }

    @Test func otherFilesHaveNoLength() throws {
        #expect(try samples(Self.frame(400)) == nil)
        #expect(try samples(Self.frame(400) + Self.frame(400, mono: true)) == nil)
        #expect(try samples([0xFF, 0xF1]) == nil)
        let damaged = Self.frame(400) + Self.frame(400) + [UInt8](repeating: 0, count: 70_000) + Self.frame(400)
        #expect(try samples(damaged) == nil)
    }
}
