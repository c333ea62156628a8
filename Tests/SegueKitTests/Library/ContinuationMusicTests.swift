import SegueCore
import SegueFiles
import SegueTestSupport
import Testing

@testable import SegueKit

/// Music that the library chooses: random albums, and the continuation of the queue.
@Suite struct ContinuationMusicTests: IndexTests {
    let files: TaggedFiles

    init() throws { files = try TaggedFiles() }

    @Test func randomAlbumsAreEachPlayedOnce() throws {
        var random = SeededRandom.anew()
        let path = "\(folder.path)/state/random-albums"
        let albums = (0..<20).map { (id: Int64($0), key: "album \($0)") }
        var last: Int64?
        for _ in 0..<3 {
            var round: [Int64] = []
            // Each choice is made by another process.
            for _ in albums {
                var choice = RandomAlbums(path: path)
                round.append(try #require(choice.next(among: albums, using: &random)))
            }
            #expect(Set(round).count == albums.count)
            #expect(round.first != last)
            last = round.last
        }
        var none = RandomAlbums(path: "\(folder.path)/other")
        #expect(none.next(among: [], using: &random) == nil)
        #expect(none.next(among: [(5, "x")], using: &random) == 5)
        #expect(none.next(among: [(5, "x")], using: &random) == 5)
    }

    /// Returns the tracks that follow when the queue ends with this track, in many repetitions.
    private func more(
        _ kind: SegueCore.Configuration.QueueEnd, behind name: String, heard: [String] = []
    ) throws -> [Set<String>] {
        var random = SeededRandom.anew()
        let uri = FileURI.uri(pathBytes: music.appending("\(name).flac".utf8).bytes)
        let last = QueueEntry(id: EntryID(rawValue: 1), uri: uri)
        let known = heard.map { FileURI.uri(pathBytes: music.appending("\($0).flac".utf8).bytes) }
        let request = ContinuationRequest(end: last.id, last: last, kind: kind, heard: known + [uri])
        return try (0..<4).map { _ in
            let albums = RandomAlbums(path: "\(folder.path)/albums")
            let uris = try library().more(request, now: 0, albums: albums, using: &random)
            return Set(uris.map { ($0.split(separator: "/").last.map(String.init) ?? "").replacing(".flac", with: "") })
        }
    }

    @Test func musicFollowsTheQueue() throws {
        try add("one", "TITLE=1", "ARTIST=Ann", "ALBUM=A", "GENRE=Jazz", "DATE=1961")
        try add("two", "TITLE=2", "ARTIST=Bob", "ALBUM=B", "GENRE=Jazz", "DATE=1969")
        try add("three", "TITLE=3", "ARTIST=Cid", "ALBUM=B", "GENRE=Jazz", "DATE=1970")
        try add("four", "TITLE=4", "ARTIST=Ann", "ALBUM=C", "GENRE=Rock", "DATE=1990")
        try add("five", "TITLE=5", "ARTIST=Dee")
        try update()
        #expect(try more(.similar, behind: "one").allSatisfy { $0 == ["two"] }, "genre and decade")
        #expect(try more(.similar, behind: "one", heard: ["two"]).allSatisfy { $0 == ["four"] }, "the artist")
        let albums: Set<Set<String>> = [["one"], ["two"], ["three"], ["four"]]
        // Albums of one name in one folder, without an artist of the album, are one album.
        let known = albums.union([["two", "three"]])
        #expect(Set(try more(.similar, behind: "five")).isSubset(of: known), "an album, since nothing is similar")
        #expect(Set(try more(.randomAlbum, behind: "five")).isSubset(of: known))
        #expect(try more(.randomAlbum, behind: "elsewhere").allSatisfy { !$0.isEmpty })
        #expect(try more(.stop, behind: "one").allSatisfy(\.isEmpty))
    }
}
