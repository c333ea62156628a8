import SDBus
import SegueClient
import SegueCore
import Testing

@testable import SegueWindowModel

/// Covers embedded in files, requested while the rows are visible.
@Suite struct EmbeddedCoversTests {
    private func row(_ number: Int, cover: String? = nil) -> MusicBrowser.Row {
        MusicBrowser.Row(
            title: "\(number)", icon: "", cover: cover, audio: "file:///\(number).flac",
            target: .track("file:///\(number).flac"))
    }

    @Test func eachFileIsAskedForOnce() {
        var covers = EmbeddedCovers()
        let rows = [row(1), row(2, cover: "file:///2.png"), row(1)]
        #expect(covers.request(for: rows) == ["file:///1.flac"])
        #expect(covers.uri(of: rows[0]) == nil)
        #expect(covers.uri(of: rows[1]) == "file:///2.png")
        covers.take(["file:///1.png"])
        #expect(covers.uri(of: rows[0]) == "file:///1.png")
        #expect(covers.request(for: rows) == nil)
        covers.forget()
        #expect(covers.request(for: rows) == ["file:///1.flac"])
    }

    @Test func oneQuestionIsUnderWay() {
        var covers = EmbeddedCovers()
        #expect(covers.request(for: [row(1)]) == ["file:///1.flac"])
        #expect(covers.request(for: [row(2)]) == nil)
        covers.take([""])
        #expect(covers.uri(of: row(1)) == nil)
        #expect(covers.request(for: [row(1), row(2)]) == ["file:///2.flac"])
        covers.take(nil)
        #expect(covers.request(for: [row(2)]) == nil, "a failure is not repeated")
    }

    @Test func aQuestionHasAtMost50Files() {
        var covers = EmbeddedCovers()
        let rows = (1...80).map { row($0) }
        let first = covers.request(for: rows) ?? []
        #expect(first.count == 50)
        covers.take(first)
        let second = covers.request(for: rows) ?? []
        #expect(second.count == 30 && Set(first).isDisjoint(with: second))
    }

    @Test func anAnswerThatIsTooShortLeavesNothingOpen() {
        var covers = EmbeddedCovers()
        _ = covers.request(for: [row(1), row(2)])
        covers.take([])
        #expect(covers.request(for: [row(1), row(2)]) == nil)
        #expect(covers.uri(of: row(1)) == nil)
    }

    @Test func anEntryIsAskedForOnceItsFactsAreKnown() throws {
        func entry(_ number: Int, length: MediaTime?, art: String? = nil) throws -> QueueRow {
            var track = try #require(TrackSummary(metadata: ["mpris:trackid": .objectPath("/\(number)")]))
            track.length = length
            track.artURI = art
            return QueueRow(track)
        }
        var covers = EmbeddedCovers()
        let unread = try entry(1, length: nil)
        let known = try entry(2, length: MediaTime(seconds: 60))
        let playing = try entry(3, length: MediaTime(seconds: 60), art: "file:///3.png")
        #expect(!covers.isOpen(unread) && covers.isOpen(known) && !covers.isOpen(playing))
        #expect(covers.request(for: [unread, known, playing]) == ["/2"])
        covers.take(["file:///2.png"])
        #expect(covers.uri(of: known) == "file:///2.png" && covers.uri(of: playing) == "file:///3.png")
    }
}
