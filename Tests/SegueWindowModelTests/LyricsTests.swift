import SegueCore
import SegueWindowModel
import Testing

@Suite("Lyrics")
struct LyricsTests {
    private func seconds(_ seconds: Double) -> MediaTime { MediaTime(seconds: seconds) }

    @Test("Lines with times are sung in their order, a refrain at each of its turns")
    func order() {
        let lyrics = Lyrics(tag: "[ar:A]\n[00:05.50]Verse\n[00:01.00][00:20]Refrain\n[01:00.250]")
        #expect(lyrics.lines.map(\.text) == ["Refrain", "Verse", "Refrain", ""])
        #expect(lyrics.lines.map(\.start) == [1, 5.5, 20, 60.25].map { seconds($0) })
        #expect(lyrics.line(at: seconds(0.9)) == nil)
        #expect(lyrics.line(at: seconds(1)) == 0)
        #expect(lyrics.line(at: seconds(19.99)) == 1)
        #expect(lyrics.line(at: seconds(500)) == 3)
        #expect(lyrics.nextStart(after: .zero) == seconds(1))
        #expect(lyrics.nextStart(after: seconds(1)) == seconds(5.5))
        #expect(lyrics.nextStart(after: seconds(61)) == nil)
    }

    @Test(
        "An offset moves all lines, none before the beginning",
        arguments: [("500", [0.5, 1.5]), ("+1500", [0, 0.5]), (" -1000", [2, 3]), ("soon", [1, 2])])
    func offset(value: String, starts: [Double]) {
        let lyrics = Lyrics(tag: "[offset:\(value)]\n[00:01]One\n[00:02]Two")
        #expect(lyrics.lines.map(\.start) == starts.map { seconds($0) })
    }

    @Test("Words without a time go on from the line before them")
    func continued() {
        let lyrics = Lyrics(tag: "Before\n[00:01]One\nand on\n\n[00:02]<00:02.0>Two <00:03>words")
        #expect(lyrics.lines.map(\.text) == ["One\nand on", "Two words"])
    }

    @Test("Without times there are no lines, and hostile ones are no times")
    func plain() {
        #expect(Lyrics(tag: "One\nTwo").lines.isEmpty)
        #expect(Lyrics(tag: "").lines.isEmpty)
        #expect(Lyrics(tag: "<00:01>One").lines.isEmpty)
        let far = Lyrics(tag: "[999999999999:999999999999999.9]One\n[1:2:3:4:5:6:7:8:9]Two")
        #expect(far.lines.map(\.text) == ["Two", "One"] || far.lines.map(\.text) == ["One", "Two"])
        let long = (0..<5000).map { "[00:\($0 % 60)]Line" }.joined(separator: "\n")
        #expect(Lyrics(tag: long).lines.isEmpty)
    }
}
