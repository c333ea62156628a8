import SegueKit
import Testing

@testable import segue

@Suite struct OutputTests {
    @Test("Tags can't steer the terminal")
    func printableText() {
        #expect(printable("a\u{1B}[2Jb\nc\u{7F}\u{9B}1m") == "a [2Jb c  1m")
        #expect(printable("left\u{202E}right\u{2066}") == "leftright")
        #expect(printable("Žluťoučký – 音楽 🎵") == "Žluťoučký – 音楽 🎵")
    }

    @Test("Text is cut and filled by columns, not by characters")
    func columns() {
        #expect("音楽".columns == 4)
        #expect("e\u{301}".columns == 1)
        #expect("🎵".columns == 2)
        #expect("Evening Walk".fitted(to: 8) == "Evening…")
        #expect("Evening Walk".fitted(to: 12) == "Evening Walk")
        #expect("音楽音楽".fitted(to: 4) == "音…")
        #expect("音".padded(to: 4) == "音  ")
        #expect("7".leftPadded(to: 3) == "  7")
    }

    @Test("The bar has its width and fills up")
    func bar() {
        #expect(ProgressBar.text(fraction: 0, width: 6) == "▕    ▏")
        #expect(ProgressBar.text(fraction: 0.5, width: 6) == "▕██  ▏")
        #expect(ProgressBar.text(fraction: 0.625, width: 6) == "▕██▌ ▏")
        #expect(ProgressBar.text(fraction: 1, width: 6) == "▕████▏")
        #expect(ProgressBar.text(fraction: 7, width: 6) == "▕████▏")
        #expect(ProgressBar.text(fraction: .nan, width: 6) == "▕    ▏")
    }

    @Test("The rhythm is claimed for the whole track only as far as both ends are known")
    func rhythm() {
        let head = BeatGrid(period: 0.5, phase: 10.2, isBeatCertain: true, range: 10...70)
        var tail = BeatGrid(period: 0.5, phase: 210.2, isBeatCertain: true, range: 200...260)
        func line(_ head: Rhythm, _ tail: Rhythm) -> String { RhythmText(TrackRhythm(head: head, tail: tail)).line }
        #expect(line(.grid(head), .grid(tail)) == "120.0 BPM throughout, beats certain")
        tail.isBeatCertain = false
        #expect(line(.grid(head), .grid(tail)) == "120.0 BPM throughout, pulse certain")
        (tail.isBeatCertain, tail.bar) = (true, BeatGrid.Bar(beats: 4, first: 0))
        #expect(
            line(.unknown(.weak), .grid(tail))
                == "no tempo (no pulse) at the beginning, 120.0 BPM (beats certain, bars of 4) at the end")
        #expect(line(.unknown(.unsteady), .unknown(.unsteady)) == "no tempo: the pulse is not steady")
    }

    @Test("JSON is what RFC 8259 allows, in the order that was given")
    func json() {
        let value = JSONValue.object([
            ("b", .string("a\"\\\n\t\u{1}\u{9B}é🎵")),
            ("a", .array([.null, .boolean(true), .integer(-3), .number(0.5)])),
            ("n", .number(.nan)), ("o", .optional(String?.none)),
        ])
        #expect(
            value.text
                == "{\"b\":\"a\\\"\\\\\\n\\t\\u0001\\u009bé🎵\",\"a\":[null,true,-3,0.5],\"n\":null,\"o\":null}")
    }
}
