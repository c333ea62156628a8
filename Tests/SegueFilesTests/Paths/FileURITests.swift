import Testing

@testable import SegueFiles

@Suite struct FileURITests {
    @Test(arguments: [
        ("/music/a #1 100% é?.flac", "file:///music/a%20%231%20100%25%20%C3%A9%3F.flac"),
        ("/it's (live) [x] &;.mp3", "file:///it's%20(live)%20%5Bx%5D%20&%3B.mp3"),
    ])
    func encodesAsFileManagersDo(path: String, uri: String) {
        #expect(FileURI.uri(path: path) == uri)
        #expect(FileURI.pathBytes(of: uri) == Array(path.utf8))
    }

    @Test func everyByteSurvives() {
        let bytes = [UInt8(ascii: "/")] + (1...255).filter { $0 != UInt8(ascii: "/") }.map { UInt8($0) }
        #expect(FileURI.pathBytes(of: FileURI.uri(pathBytes: bytes)) == bytes)
    }

    @Test func relativePathsBecomeAbsolute() {
        #expect(FileURI.uri(path: "a/./b.mp3", relativeTo: "/home/me/") == "file:///home/me/a/b.mp3")
        #expect(FileURI.uri(path: "../b.mp3", relativeTo: "/home/me") == "file:///home/me/../b.mp3")
        #expect(FileURI.uri(path: ".", relativeTo: "/") == "file:///")
    }

    @Test(arguments: ["file:/a", "file:///a", "file://localhost/a", "FILE:///%61"])
    func acceptsEveryFormOfALocalURI(uri: String) {
        #expect(FileURI.pathBytes(of: uri) == Array("/a".utf8))
    }

    @Test(arguments: [
        "", "/a", "http://x/a", "file://other/a", "file:a", "file:///%", "file:///%4", "file:///%zz", "file:///%00",
    ])
    func refusesWhatIsNoLocalPath(uri: String) {
        #expect(FileURI.pathBytes(of: uri) == nil)
    }

    @Test(arguments: [
        ("/a/b.tar.gz", "b.tar", "gz", "/a"), ("/.hidden", ".hidden", "", "/"), ("name", "name", "", "."),
        ("/a/B.MP3", "B", "mp3", "/a"),
    ])
    func partsOfPaths(path: String, stem: String, fileExtension: String, parent: String) {
        let path = LocalPath(path)
        #expect(String(decoding: path.stem, as: UTF8.self) == stem)
        #expect(path.fileExtension == fileExtension)
        #expect(path.parent.description == parent)
    }
}
