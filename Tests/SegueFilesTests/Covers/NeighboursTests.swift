import Glibc
import SegueTestSupport
import Testing

@testable import SegueFiles

@Suite struct NeighboursTests {
    private let folder = TemporaryFolder()

    @Test func findsCoverAndLyricsBesideTheFile() throws {
        let audio = try folder.write("Song.flac", [1])
        try folder.write("song.jpg", SampleFiles.png())
        try folder.write("FRONT.PNG", SampleFiles.png())
        try folder.write("Folder.jpg", SampleFiles.png())
        // Not a picture, although its name comes first.
        try folder.write("cover.jpg", text: "nothing to be seen here, and long enough")
        try folder.write("Song.LRC", text: "\u{FEFF}[00:01.00]la\r\n[00:02.00]la\r\n")
        try folder.write("Other.lrc", text: "other")
        let found = Neighbours(of: LocalPath(audio))
        #expect(found.cover?.description == folder.file("Folder.jpg"))
        #expect(found.lyricsText == "[00:01.00]la\n[00:02.00]la")
    }

    @Test func neighboursThatWouldBlockAreLeftAlone() throws {
        let audio = try folder.write("a.flac", [1])
        #expect(mkfifo(folder.file("cover.jpg"), 0o600) == 0)
        #expect(mkfifo(folder.file("a.lrc"), 0o600) == 0)
        let found = Neighbours(of: LocalPath(audio))
        #expect(found.cover == nil)
        #expect(found.lyricsText == nil)
    }
}
