import Testing

@testable import SegueFiles

@Suite struct TagTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("  a \t b \u{85}", "a   b"), ("\u{FEFF}title", "title"), ("a\u{0}b\u{7}c", "abc"),
        ("one\r\ntwo\nthree", "one two three"), ("\u{2028}x", "x"), ("é🎵", "é🎵"),
    ])
    func lineIsFitToBeShown(text: String, expected: String) {
        #expect(TagText.line(text) == expected)
    }

    @Test(arguments: ["", " ", "\n\t\u{0}", "\u{FEFF}"])
    func nothingIsLeftOfNothing(text: String) {
        #expect(TagText.line(text) == nil)
    }

    @Test func lineBreaksStayInTexts() {
        #expect(TagText.lines("a\r\nb\rc\n", limit: 100) == "a\nb\nc")
    }

    @Test func cutsAtACharacter() {
        #expect(TagText.line(String(repeating: "é", count: 10), limit: 5) == "éé")
        #expect(TagText.line(String(repeating: "x", count: 1 << 20))?.utf8.count == TagText.lineLimit)
        #expect(TagText.line(String(repeating: " ", count: 1 << 20) + "x") == "x")
    }

    @Test func decodesByMarkThenUTF8ThenLatin1() {
        #expect(TextDecoding.text([0xEF, 0xBB, 0xBF, 0x61]) == "a")
        #expect(TextDecoding.text([0xFF, 0xFE, 0xE9, 0x00]) == "é")
        #expect(TextDecoding.text([0xFE, 0xFF, 0x00, 0xE9]) == "é")
        #expect(TextDecoding.text([0xC3, 0xA9]) == "é")
        #expect(TextDecoding.text([0xE9]) == "é")
    }
}
