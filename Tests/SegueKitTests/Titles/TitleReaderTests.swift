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

    /// The answers for these files, of which `script` tells: it writes down which titles it was asked for.
    private func read(_ paths: [String], store: SessionStore?) throws -> [String?] {
        let line = Self.tags("T").titles ?? ""
        let script = """
            if [ "$1" = --content ]; then shift; for n; do if [ -e "$n" ]; then cat "$n"; else echo; fi; done; exit; fi
            for n; do basename "$n" >>'\(folder.file("asked"))'; printf '%s\\n' '\(line)'; done
            """
        let loop = try EventLoop()
        var answers: [MetadataAnswer] = []
        let reader = TitleReader(loop: loop, program: ["/bin/sh", "-c", script, "sh"], store: store) { found in
            answers = found
            loop.stop()
        }
        reader.read(
            paths.enumerated().map { index, path in
                MetadataRequest(id: EntryID(rawValue: UInt64(index)), uri: FileURI.uri(pathBytes: Array(path.utf8)))
            })
        loop.schedule(at: .now.advanced(byNanoseconds: 60_000_000_000)) { loop.stop() }
        loop.run()
        reader.close()
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
        #expect(try asked == ["a", "b"], "a file that can't be read is left alone")
        store.close()

        let second = SessionStore(path: path, worker: DiskWorker()) { Issue.record("\($0)") }
        let moved = try folder.write("moved", text: "content of a\n")
        let new = try folder.write("new", text: "content of new\n")
        #expect(try read([new, moved], store: second) == ["T", "T"])
        #expect(try asked == ["a", "b", "new"])
        second.close()
    }

    @Test func withoutASessionAllIsRead() throws {
        let file = try folder.write("a", text: "x\n")
        #expect(try read([file, file], store: nil) == ["T", "T"])
        #expect(try asked == ["a", "a"])
    }
}
