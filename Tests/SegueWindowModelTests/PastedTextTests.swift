import SegueWindowModel
import Testing

@Suite struct PastedTextTests {
    @Test(arguments: [
        ("http://127.0.0.1:8000/radio.mp3", ["http://127.0.0.1:8000/radio.mp3"]),
        ("  https://a/b \r\n\n file:///c%20d.ogg\n", ["https://a/b", "file:///c%20d.ogg"]),
        ("/music/a b.flac", ["/music/a b.flac"]), ("", []), ("\n", []), ("evening walk", []), ("http:", []),
        ("://a", []), ("re: http://a", []), ("http://a\nand more", []), ("é://a", []),
    ])
    func addressesAreTaken(text: String, addresses: [String]) {
        #expect(PastedText.addresses(in: text) == addresses)
    }

    @Test func aBookIsNoList() {
        #expect(PastedText.addresses(in: String(repeating: "/a\n", count: 10_001)).isEmpty)
    }
}
