import Foundation
import SegueCore
import SegueFiles
import SegueTestSupport
import Testing

@testable import SegueKit

/// Cue sheets and chapters in the index: a row for each track (design.md, Music library).
@Suite struct SheetIndexTests: IndexTests {
    let files: TaggedFiles
    /// 20 s of silence as FLAC.
    private let long: [UInt8]

    init() throws {
        files = try TaggedFiles()
        let wave = try files.folder.write("long.wav", SampleFiles.wav(samples: 20 * 44100))
        try SampleFiles.encode(wave, to: "\(wave).flac", by: "flacenc")
        long = try SampleFiles.contents("\(wave).flac")
    }

    private func addLong(_ name: String, _ comments: String...) throws {
        try folder.write("music/\(name)", SampleFiles.flac(long, comments: comments))
    }

    private func sheet(_ titles: String..., album: String = "Album") -> String {
        let tracks = titles.enumerated().map { number, title in
            "TRACK \(number + 1) AUDIO\nTITLE \"\(title)\"\nINDEX 01 00:0\(number * 3):00\n"
        }
        return "PERFORMER \"Band\"\nTITLE \"\(album)\"\nREM DATE 1991\nFILE \"a.wav\" WAVE\n\(tracks.joined())"
    }

    private func rows() throws -> [String] {
        try library().tracks(LibraryQuery(), now: 0).map { track in
            "\(track.displayTitle) \(track.excerpt?.fragment ?? "whole") \(track.tags.length ?? 0)"
        }
    }

    @Test func aSheetBesideAFileHasARowForEachTrack() throws {
        try addLong("x/a.flac", "TITLE=Whole", "ALBUM=Other", "GENRE=Rock", "TRACKNUMBER=9")
        try folder.write("music/x/a.cue", text: sheet("First", "Second", "Third"))
        let report = try update()
        #expect(report.found == 1 && report.total == 3)
        #expect(try rows() == ["First #t=0,3 3000", "Second #t=3,6 3000", "Third #t=6 14000"])
        let second = try #require(library().tracks(LibraryQuery("second"), now: 0).first)
        #expect(second.uri == "\(FileURI.uri(music.appending("x/a.flac".utf8)))#t=3,6")
        #expect(second.tags.album == "Album" && second.tags.artists == ["Band"] && second.tags.track == 2)
        #expect(second.tags.year == 1991 && second.tags.genres == ["Rock"] && second.tags.codec == "FLAC")
        #expect(try found("whole").isEmpty && found("band year:1991 genre:rock").count == 3)
        let album = try #require(library().albums(LibraryQuery(), now: 0).first)
        #expect(album.title == "Album" && album.count == 3)
        #expect(try library().track(second.uri)?.tags.title == "Second")
        #expect(try library().track(at: second.path) == nil)
        #expect(try !update().isChange)
    }

    @Test("A sheet that comes, changes and goes changes the rows, whatever its date")
    func changes() throws {
        try addLong("x/a.flac", "TITLE=Whole")
        let path = "music/x/a.cue"
        let place = Set([music.appending("x".utf8)])
        func date(_ seconds: TimeInterval) throws {
            let time = Date(timeIntervalSince1970: seconds)
            try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: folder.file(path))
        }
        func refresh() throws -> Bool? {
            try LibraryWriter.refresh(place, articles: "the a die", in: database, now: 0)?.isChange
        }
        try update()
        #expect(try rows() == ["Whole whole 20000"])
        try folder.write(path, text: sheet("First", "Second"))
        try date(1000)
        #expect(try refresh() == true)
        #expect(try rows() == ["First #t=0,3 3000", "Second #t=3 17000"])
        #expect(try refresh() == false)
        try folder.write(path, text: sheet("First", "Changed", "Third"))
        try date(900)
        #expect(try refresh() == true)
        #expect(try Set(rows()) == ["First #t=0,3 3000", "Changed #t=3,6 3000", "Third #t=6 14000"])
        #expect(try found("second").isEmpty)
        folder.remove(path)
        #expect(try refresh() == true)
        #expect(try rows() == ["Whole whole 20000"])
        #expect(try found("changed").isEmpty && library().albums(LibraryQuery(), now: 0).isEmpty)
    }

    @Test func sheetsAndChaptersInsideAFileCount() throws {
        try addLong("a/a.flac", "TITLE=Whole", "CUESHEET=\(sheet("First", "Second"))")
        try addLong(
            "b/b.flac", "TITLE=Talk", "ARTIST=Speaker", "CHAPTER001=00:00:00.000", "CHAPTER001NAME=Opening",
            "CHAPTER002=00:00:12.250", "CHAPTER002NAME=Middle", "CHAPTER003=00:01:00.000")
        try update()
        // The third chapter would begin after the end of the file.
        #expect(
            try rows()
                == ["First #t=0,3 3000", "Second #t=3 17000", "Opening #t=0,12.25 12250", "Middle #t=12.25,60 7750"])
        let middle = try #require(library().tracks(LibraryQuery("middle"), now: 0).first)
        #expect(middle.tags.album == "Talk" && middle.tags.artists == ["Speaker"] && middle.tags.track == 2)
    }

    @Test func aSheetNamesFilesWithoutTitles() throws {
        try addLong("x/1.flac")
        try addLong("x/2.flac", "TITLE=Own", "ARTIST=Self")
        let tracks = (1...2).map { "FILE \"\($0).wav\" WAVE\nTRACK \($0) AUDIO\nTITLE \"T\($0)\"\nINDEX 01 00:00:00\n" }
        try folder.write("music/x/x.cue", text: "TITLE Album\nPERFORMER Band\n\(tracks.joined())")
        try update()
        #expect(try rows() == ["Own whole 20000", "T1 whole 20000"])
        let first = try #require(library().tracks(LibraryQuery("t1"), now: 0).first)
        #expect(first.tags.album == "Album" && first.tags.artists == ["Band"] && first.tags.track == 1)
    }

    @Test func chaptersOfID3AreRead() throws {
        let wave = try folder.write("tone.wav", SampleFiles.wav(samples: 20 * 44100))
        try SampleFiles.encode(wave, to: "\(wave).mp3", by: "lamemp3enc")
        func frame(_ name: String, _ body: [UInt8]) -> [UInt8] {
            let size = (0..<4).reversed().map { UInt8(body.count >> ($0 * 7) & 0x7F) }
            return Array(name.utf8) + size + [0, 0] + body
        }
        func chapter(_ name: String, _ start: UInt32, _ title: String) -> [UInt8] {
            let times = [start, start + 1, .max, .max].flatMap { time in
                (0..<4).reversed().map { UInt8(time >> ($0 * 8) & 0xFF) }
            }
            return frame("CHAP", Array(name.utf8) + [0] + times + frame("TIT2", [3] + Array(title.utf8)))
        }
        let frames = chapter("c1", 5000, "Second") + chapter("c0", 0, "First")
        let size = (0..<4).reversed().map { UInt8(frames.count >> ($0 * 7) & 0x7F) }
        let sound = try SampleFiles.contents("\(wave).mp3")
        try folder.write("music/a.mp3", Array("ID3".utf8) + [4, 0, 0] + size + frames + sound)
        try update()
        #expect(try library().tracks(LibraryQuery(), now: 0).map(\.excerpt?.fragment) == ["#t=0,5", "#t=5"])
        #expect(try found("") == ["First", "Second"])
    }

    @Test func playsBelongToATrackOfTheSheetAndFollowItsFile() throws {
        try addLong("x/a.flac")
        try folder.write("music/x/a.cue", text: sheet("First", "Second"))
        try update()
        let session = folder.file("session.sqlite")
        let store = SessionStore(path: session, worker: DiskWorker()) { Issue.record("\($0)") }
        let uri = try #require(library().tracks(LibraryQuery("second"), now: 0).first).uri
        store.recordRating(0.8, of: uri)
        store.flush()
        let index = try #require(LibrarySearch(path: database, session: session))
        #expect(try index.tracks(LibraryQuery("rating:4"), now: 0).map(\.tags.title) == ["Second"])
        let status = try LocalFile.status(of: music.appending("x/a.flac".utf8))
        let stamp = FileStamp(size: status.size, modified: status.modified, inode: status.inode)
        try FileManager.default.moveItem(atPath: "\(music)/x", toPath: "\(music)/y")
        try update()
        let moved = try library().whereabouts(of: [uri: stamp])
        let new = music.appending("y/a.flac".utf8)
        #expect(moved.moves == [uri: "\(FileURI.uri(new))#t=3"])
        // Playlists with the former path find the file, and each of its tracks.
        #expect(try library().present(of: music.appending("x/a.flac".utf8)) == new)
        for fragment in ["#t=0,3", "#t=3"] {
            let former = "\(FileURI.uri(music.appending("x/a.flac".utf8)))\(fragment)"
            #expect(try library().track(former)?.uri == "\(FileURI.uri(new))\(fragment)")
        }
        store.close()
    }
}
