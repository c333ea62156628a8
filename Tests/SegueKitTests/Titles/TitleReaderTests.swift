import EventLoop
import Foundation
import SegueCore
import SegueFiles
import SegueTestSupport
import Testing

@testable import SegueKit

/// Titles come from the helper once, and from the session's database afterwards.
@Suite struct TitleReaderTests {
    private let folder = TemporaryFolder()

    private static func tags(_ title: String?) -> TrackMetadata {
        var metadata = TrackMetadata()
        metadata.title = title
        metadata.artists = ["One \"and\"", "Two"]
        metadata.album = "Álbum\n2"
        metadata.albumArtists = ["Three"]
        metadata.trackNumber = 7
        metadata.discNumber = 2
        metadata.duration = MediaTime(nanoseconds: 123_456_789_012)
        metadata.sampleRate = 44100
        return metadata
    }

    @Test func aLineHoldsWhatListsShow() {
        for metadata in [Self.tags("Title"), Self.tags(nil)] {
            var more = metadata
            more.lyrics = "not for lists"
            more.artURI = "file:///cover"
            let line = more.titles ?? ""
            #expect(TrackMetadata(titles: line.utf8) == metadata)
        }
        #expect(TrackMetadata().titles == nil)
        for line in ["", "{}", "{\"title\":\"x\"}", "[", "{\"sampleRate\":99999999999}"] {
            #expect(TrackMetadata(titles: line.utf8) == nil)
        }
    }

    /// Returns the answers for these files. `script` records the titles that it was asked for.
    private func read(_ paths: [String], store: SessionStore?) throws -> [String?] {
        let line = Self.tags("T").titles ?? ""
        let script = """
            if [ "$1" = --content ]; then shift; for n; do if [ -e "$n" ]; then cat "$n"; else echo; fi; done; exit; fi
            for n; do
                case $n in */bad*) kill -9 $$;; esac
                basename "$n" >>'\(folder.file("asked"))'
                printf '%s\\n' '\(line)'
            done
            """
        let loop = try EventLoop()
        var answers: [MetadataAnswer] = []
        let reader = TitleReader(loop: loop, program: ["/bin/sh", "-c", script, "sh"], store: store) { found in
            #expect(!found.isEmpty && found.count <= TitleReader.resultLimit)
            answers += found
            if answers.count == paths.count { loop.stop() }
        }
        reader.read(
            paths.enumerated().map { index, path in
                MetadataRequest(id: EntryID(rawValue: UInt64(index)), uri: FileURI.uri(pathBytes: Array(path.utf8)))
            })
        loop.schedule(at: .now.advanced(byNanoseconds: 60_000_000_000)) { loop.stop() }
        loop.run()
        reader.close()
        answers.sort { $0.id < $1.id }
        #expect(answers.map(\.id.rawValue) == paths.indices.map { UInt64($0) })
        return answers.map { $0.metadata?.title }
    }

    private var asked: [String] {
        get throws { try folder.text(of: "asked").split(separator: "\n").map(String.init) }
    }

    @Test func whatWasReadIsNotReadAgain() throws {
        let path = folder.file("session.sqlite")
        let store = SessionStore(path: path, worker: DiskWorker()) { Issue.record("\($0)") }
        let files = try ["a", "b"].map { try folder.write($0, text: "content of \($0)\n") }
        #expect(try read(files + [folder.file("missing")], store: store) == ["T", "T", nil])
        #expect(try Set(asked) == ["a", "b"], "a file that can't be read is left alone")
        store.close()

        let second = SessionStore(path: path, worker: DiskWorker()) { Issue.record("\($0)") }
        let moved = try folder.write("moved", text: "content of a\n")
        let new = try folder.write("new", text: "content of new\n")
        #expect(try read([new, moved], store: second) == ["T", "T"])
        #expect(try asked.sorted() == ["a", "b", "new"])
        second.close()
    }

    /// Results come in parts, each file once, whether it was read or known.
    @Test func aLongListIsAnsweredInParts() throws {
        let path = folder.file("session.sqlite")
        let store = SessionStore(path: path, worker: DiskWorker()) { Issue.record("\($0)") }
        let files = try (0..<100).map { try folder.write("\($0)", text: "content of \($0)\n") }
        #expect(try read(files, store: store) == Array(repeating: "T", count: 100))
        #expect(try asked.sorted() == (0..<100).map { "\($0)" }.sorted())
        #expect(try read(files, store: store) == Array(repeating: "T", count: 100))
        #expect(try asked.count == 100, "all are known")
        store.close()
    }

    /// A file at which a helper ends is the only one without titles, in whichever process it is.
    @Test func aFileThatEndsAHelperCostsItsOwnTitle() throws {
        let files = try (0..<20).map { try folder.write($0 % 5 == 3 ? "bad\($0)" : "\($0)", text: "\($0)\n") }
        let titles = try read(files, store: nil)
        #expect(titles.indices.filter { titles[$0] == nil } == [3, 8, 13, 18])
    }

    @Test func withoutASessionAllIsRead() throws {
        let file = try folder.write("a", text: "x\n")
        #expect(try read([file, file], store: nil) == ["T", "T"])
        #expect(try asked == ["a", "a"])
    }
}
