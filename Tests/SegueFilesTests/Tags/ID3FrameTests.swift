import SegueTestSupport
import Testing

@testable import SegueFiles

@Suite struct ID3FrameTests {
    @Test func readsTextInEveryEncoding() {
        #expect(ID3Frame(SampleFiles.id3Frame("TEXT", [0, 0xE9])) == .text("TEXT", ["é"]))
        #expect(
            ID3Frame(SampleFiles.id3Frame("TEXT", [1, 0xFF, 0xFE, 0xE9, 0, 0, 0, 0xFF, 0xFE, 0x61, 0]))
                == .text("TEXT", ["é", "a"]))
        #expect(ID3Frame(SampleFiles.id3Frame("TEXT", [2, 0, 0xE9])) == .text("TEXT", ["é"]))
        #expect(ID3Frame(SampleFiles.id3Text("TEXT", "A", "B")) == .text("TEXT", ["A", "B"]))
    }

    @Test func readsLyricsUserTextAndPopularity() {
        let lyrics = [3] + Array("engtitle\0one\ntwo".utf8)
        #expect(ID3Frame(SampleFiles.id3Frame("USLT", lyrics)) == .lyrics("one\ntwo"))
        #expect(ID3Frame(SampleFiles.id3Text("TXXX", "KEY", "value")) == .userText("KEY", ["value"]))
        #expect(ID3Frame(SampleFiles.id3Frame("POPM", Array("me@x\0".utf8) + [196, 0])) == .popularity(0.8))
    }

    @Test func undoesUnsynchronisation() {
        let body: [UInt8] = [0, 0xFF, 0x00, 0x00, 0x61]
        #expect(ID3Frame(SampleFiles.id3Frame("TEXT", body, flags: 2)) == .text("TEXT", ["ÿ", "a"]))
    }

    @Test(
        arguments: [
            [], Array("TEXT".utf8), SampleFiles.id3Frame("TEXT", []), SampleFiles.id3Frame("TEXT", [9, 65]),
            SampleFiles.id3Frame("TEXT", [3, 65], flags: 8), SampleFiles.id3Frame("USLT", [3, 65]),
            SampleFiles.id3Frame("POPM", [65, 0]), SampleFiles.id3Frame("POPM", [65, 0, 0]),
            SampleFiles.id3Frame("PRIV", [1, 2, 3]), SampleFiles.id3Frame("TEXT", [3], flags: 1),
            [0xFF, 0xFE, 0xFD, 0xFC, 0, 0, 0, 1, 0, 0, 3],
        ] as [[UInt8]])
    func damagedOrOtherFramesAreNone(frame: [UInt8]) {
        #expect(ID3Frame(frame) == nil)
    }
}
