import Foundation
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueFiles

@Suite struct MediaScanTests {
    private let folder = TemporaryFolder()

    private func expand(_ arguments: String...) -> (names: [String], problems: [AudioPlayerError]) {
        let (entries, problems) = MediaScan.expand(arguments, workingDirectory: folder.path, progress: nil)
        let prefix = "file://" + folder.path + "/"
        return (entries.map { $0.uri.hasPrefix(prefix) ? String($0.uri.dropFirst(prefix.count)) : $0.uri }, problems)
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: folder.file(name), withDestinationPath: target)
    }

    @Test func foldersAreReadInNaturalOrderWithoutHiddenAndOtherFiles() throws {
        for name in [
            "m/10 x.mp3", "m/9 x.FLAC", "m/CD2/1.ogg", "m/cd10/1.ogg", "m/.hidden.mp3", "m/.git/1.mp3", "m/cover.jpg",
            "m/list.m3u", "m/notes.txt",
        ] {
            try folder.write(name, text: "x")
        }
        let found = expand("m")
        #expect(found.names == ["m/9%20x.FLAC", "m/10%20x.mp3", "m/CD2/1.ogg", "m/cd10/1.ogg"])
        #expect(found.problems.isEmpty)
    }

    /// Returns an MP3 with a tag of these frames.
    private func tagged(_ album: String, disc: String? = nil, track: String?) -> [UInt8] {
        SampleFiles.id3Tag(
            [("TALB", album), ("TPOS", disc), ("TRCK", track)].compactMap { name, value in
                value.map { SampleFiles.id3Text(name, $0) }
            })
    }

    @Test func theFilesOfAnAlbumAreInTheOrderOfItsTracks() throws {
        try folder.write("m/a.mp3", tagged("One", disc: "2", track: "1/2"))
        try folder.write("m/b.mp3", tagged("One", disc: "1/2", track: "10"))
        try folder.write("m/bonus/x.mp3", text: "x")
        try folder.write("m/c.mp3", tagged("One", track: "02"))
        try folder.write("m/d.mp3", tagged("One", disc: "2", track: "1"))
        #expect(expand("m").names == ["m/c.mp3", "m/b.mp3", "m/bonus/x.mp3", "m/a.mp3", "m/d.mp3"])
    }

    @Test("A search leaves no file and no folder open")
    func descriptors() throws {
        try folder.write("m/a.mp3", tagged("One", track: "1"))
        try folder.write("m/b.mp3", tagged("One", track: "2"))
        try folder.write("list.m3u", text: "m/a.mp3\n")
        func count() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
        _ = expand("m", "list.m3u")
        let before = try count()
        for _ in 0..<10 { _ = expand("m", "list.m3u") }
        #expect(try count() == before)
    }

    @Test func otherFilesAreInTheOrderOfTheirNames() throws {
        try folder.write("albums/a.mp3", tagged("One", track: "2"))
        try folder.write("albums/b.mp3", tagged("Two", track: "1"))
        try folder.write("part/a.mp3", tagged("One", track: "2"))
        try folder.write("part/b.mp3", tagged("One", track: "1"))
        try folder.write("part/c.mp3", tagged("One", track: nil))
        try folder.write("other/a.mp3", tagged("One", track: "2"))
        try folder.write("other/b.wav", SampleFiles.wav(samples: 10))
        #expect(expand("albums").names == ["albums/a.mp3", "albums/b.mp3"])
        #expect(expand("part").names == ["part/a.mp3", "part/b.mp3", "part/c.mp3"])
        #expect(expand("other").names == ["other/a.mp3", "other/b.wav"])
    }

    @Test func filesAreTakenAsTheyAreNamed() throws {
        try folder.write("b.dat", text: "x")
        try folder.write("dir/.hidden.mp3", text: "x")
        #expect(
            expand("b.dat", "dir/../dir/./.hidden.mp3", folder.file("b.dat")).names == [
                "b.dat", "dir/.hidden.mp3", "b.dat",
            ])
    }

    @Test func linksThatLeadBackAreFollowedOnce() throws {
        try folder.write("m/a.mp3", text: "x")
        try folder.write("other/b.mp3", text: "x")
        try link("m/self", to: ".")
        try link("m/up", to: folder.path)
        try link("m/song.mp3", to: folder.file("other/b.mp3"))
        try link("m/dangling.mp3", to: "/nowhere")
        let found = expand("m")
        #expect(found.names == ["m/a.mp3", "m/song.mp3", "m/up/other/b.mp3"])
        // A folder that is named twice is expanded twice.
        #expect(expand("m", "m").names.count == 6)
    }

    @Test func everyProblemIsASentence() throws {
        try folder.write("empty.mp3")
        try folder.write("docs/readme.txt", text: "x")
        try folder.write("none.m3u", text: "#EXTM3U\n")
        try folder.write("gone.m3u", text: "a.mp3\nb.mp3\n")
        #expect(mkfifo(folder.file("fifo.mp3"), 0o600) == 0)
        let found = expand(
            "nowhere.mp3", "docs", "empty.mp3", "none.m3u", "gone.m3u", "fifo.mp3", "gopher://x/y", "http://", "")
        #expect(found.names.isEmpty)
        #expect(
            found.problems == [
                .fileNotFound(path: folder.file("nowhere.mp3")),
                .fileLoadFailed(path: folder.file("docs"), reason: "there is no audio file in this folder"),
                .fileLoadFailed(path: folder.file("empty.mp3"), reason: "the file is empty"),
                .fileLoadFailed(path: folder.file("none.m3u"), reason: "the playlist has no entries"),
                .fileLoadFailed(
                    path: folder.file("gone.m3u"), reason: "none of its 2 entries can be found, the first is a.mp3"),
                .unsupportedFormat(
                    path: folder.file("fifo.mp3"), reason: "it is a device, a pipe or a socket, not a file"),
                .unsupportedFormat(path: "gopher://x/y", reason: "gopher is not one of file, http and https"),
                .unsupportedFormat(path: "http://", reason: "the address names no host"),
                .fileLoadFailed(path: "''", reason: "the name is empty"),
            ])
    }

    @Test func aFolderThatCanNotBeReadIsNamed() throws {
        // A path longer than the kernel accepts: not readable for root either.
        try folder.write("m/a.mp3", text: "x")
        let name = String(repeating: "d", count: 250)
        var deep = open(folder.file("m"), O_RDONLY | O_DIRECTORY)
        for _ in 0..<17 {
            #expect(mkdirat(deep, name, 0o700) == 0)
            let next = openat(deep, name, O_RDONLY | O_DIRECTORY)
            close(deep)
            deep = next
        }
        close(deep)
        let found = expand("m")
        #expect(found.names == ["m/a.mp3"])
        guard case .fileLoadFailed(_, let reason)? = found.problems.first else {
            Issue.record("no problem was reported: \(found.problems)")
            return
        }
        #expect(reason == "the folder can't be read: File name too long")
    }

    @Test func addressesAreTaken() throws {
        try folder.write("a b.mp3", text: "x")
        let uri = FileURI.uri(path: folder.file("a b.mp3"))
        let found = expand("http://host:8000/a b?x=1#y", "HTTPS://host/%20", uri)
        #expect(found.names == ["http://host:8000/a%20b?x=1#y", "HTTPS://host/%20", "a%20b.mp3"])
        #expect(found.problems.isEmpty)
        #expect(expand("file://elsewhere/a.mp3").problems.count == 1)
    }

    @Test func playlistsGiveWhatIsInThem() throws {
        try folder.write("music/a #1.mp3", text: "x")
        try folder.write("music/b.mp3", text: "x")
        try folder.write(rawName: Array("caf".utf8) + [0xE9] + Array(".mp3".utf8), [1])
        try folder.write("music/é.mp3", text: "x")
        let lines =
            Array("a #1.mp3\nsub\\..\\b.mp3\n../caf".utf8) + [0xE9] + Array(".mp3\n".utf8) + [0xE9]
            + Array(".mp3\n".utf8) + Array(folder.file("music/b.mp3").utf8)
        try FileManager.default.createDirectory(atPath: folder.file("music/sub"), withIntermediateDirectories: true)
        try folder.write("music/list.m3u", lines)
        let found = expand("music/list.m3u")
        #expect(found.names == ["music/a%20%231.mp3", "music/b.mp3", "caf%E9.mp3", "music/%C3%A9.mp3", "music/b.mp3"])
        #expect(found.problems.isEmpty)
    }

    @Test func filesOfPlaylistsAreFoundWhereTheyAreNow() throws {
        try folder.write("new.mp3", text: "x")
        try folder.write("list.m3u", text: "old.mp3\n\(folder.file("old.mp3"))\ngone.mp3\n")
        let uri = "file://\(folder.file("old.mp3"))"
        try folder.write(
            "list.xspf",
            text: "<playlist><trackList><track><location>\(uri)</location></track></trackList></playlist>")
        let (new, old) = (LocalPath(folder.file("new.mp3")), LocalPath(folder.file("old.mp3")))
        for (list, count) in [("list.m3u", 2), ("list.xspf", 1)] {
            let (entries, problems) = MediaScan.expand(
                [list], workingDirectory: folder.path, progress: nil, present: { $0 == old ? new : nil })
            #expect(entries.map(\.uri) == Array(repeating: FileURI.uri(new), count: count), "\(problems)")
        }
    }

    @Test func xspfLocationsAreURIs() throws {
        try folder.write("a b.mp3", text: "x")
        try folder.write(
            "list.xspf",
            text: """
                <playlist><trackList><track><location>a%20b.mp3</location><title>Given</title></track>
                <track><location>http://host/stream</location><title>Radio</title><creator>Me</creator></track>
                <track><location>gone.mp3</location></track></trackList></playlist>
                """)
        let (entries, problems) = MediaScan.expand(["list.xspf"], workingDirectory: folder.path, progress: nil)
        #expect(entries.map(\.uri) == [FileURI.uri(path: folder.file("a b.mp3")), "http://host/stream"])
        // The title of a file goes first, once that has been read.
        #expect(entries.map(\.metadata.title) == ["Given", "Radio"])
        #expect(entries.map(\.metadata.artists) == [[], ["Me"]])
        #expect(
            problems == [
                .playlistIncomplete(
                    path: folder.file("list.xspf"), reason: "1 of its 3 entries can't be found, the first is gone.mp3")
            ])
    }

    @Test func playlistsThatContainEachOtherEnd() throws {
        try folder.write("a.m3u", text: "b.m3u\n")
        try folder.write("b.m3u", text: "a.m3u\n")
        let found = expand("a.m3u")
        #expect(found.names.isEmpty)
        #expect(found.problems.count == 1)
        #expect(found.problems.first?.description.contains("contain each other") == true)
    }

    @Test("Playlists that multiply each other end with one sentence")
    func playlistsThatMultiply() throws {
        try folder.write("real.mp3", text: "x")
        try folder.write("self.m3u", text: String(repeating: "self.m3u\n", count: 1000))
        let selfish = expand("self.m3u", "real.mp3")
        #expect(selfish.names == ["real.mp3"])
        #expect(selfish.problems.count == 1)
        for level in 0..<3 {
            try folder.write(
                "level\(level).m3u",
                text: String(repeating: level < 2 ? "level\(level + 1).m3u\n" : "real.mp3\n", count: 1000))
        }
        let many = expand("level0.m3u", "real.mp3")
        #expect(many.names.count <= 100_001 && many.names.last == "real.mp3")
        #expect(many.problems.map(\.description).allSatisfy { $0.contains("more than 100000 entries") })
        #expect(many.problems.count <= 3 && !many.problems.isEmpty)
    }

    @Test("A name of megabytes is shortened in the sentence")
    func longName() throws {
        try folder.write("line.m3u", text: String(repeating: "a", count: 1 << 20))
        #expect(try #require(expand("line.m3u").problems.first).description.utf8.count < 1000)
    }

    @Test func aManifestIsPlayedItself() throws {
        try folder.write("live.m3u8", text: "#EXTM3U\n#EXT-X-TARGETDURATION:8\nseg.ts\n")
        #expect(expand("live.m3u8").names == ["live.m3u8"])
    }

    @Test func progressIsToldAndLargeFoldersAreQuick() throws {
        try FileManager.default.createDirectory(atPath: folder.file("m"), withIntermediateDirectories: true)
        for number in 0..<3000 {
            let descriptor = open(folder.file("m/\(number).mp3"), O_CREAT | O_WRONLY, 0o600)
            close(descriptor)
        }
        var told: [ScanProgress] = []
        let (entries, _) = MediaScan.expand(["m"], workingDirectory: folder.path) { told.append($0) }
        #expect(entries.count == 3000)
        #expect(entries.last?.uri.hasSuffix("/2999.mp3") == true)
        #expect(told.last?.found == 3000)
        #expect(told.last?.part == 1)
        #expect(told.count > 10)
        #expect(told.allSatisfy { $0.location == "m" })
        #expect(zip(told, told.dropFirst()).allSatisfy { $0.found <= $1.found && $0.part <= $1.part })
    }
}
