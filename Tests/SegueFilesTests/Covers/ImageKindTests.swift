import SegueTestSupport
import Testing

@testable import SegueFiles

@Suite struct ImageKindTests {
    @Test func tellsPicturesByTheirBytes() {
        func kind(_ start: [UInt8]) -> ImageKind? { ImageKind(start + [UInt8](repeating: 0, count: 40)) }
        #expect(kind([0xFF, 0xD8, 0xFF, 0xE0]) == .jpeg)
        #expect(kind(Array("RIFF".utf8) + [1, 2, 3, 4] + Array("WEBPVP8 ".utf8)) == .webp)
        #expect(kind(Array("GIF89a".utf8)) == .gif)
        #expect(kind(Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [40]) == .bmp)
        #expect(kind(Array("RIFF".utf8) + [1, 2, 3, 4] + Array("WAVE".utf8)) == nil)
        #expect(ImageKind(SampleFiles.png()) == .png)
    }
}
