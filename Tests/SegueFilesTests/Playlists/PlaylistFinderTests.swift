import Foundation
import Glibc
import SegueCore
import SegueTestSupport
import Testing

@testable import SegueFiles

@Suite struct PlaylistFinderTests {
    private let folder = TemporaryFolder()

    /// A replacement for inotify, which assigns a number to each folder, and records the watched ones.
    private final class Watches {
        private var numbers: [String: Int32] = [:]
        private(set) var watched: Set<String> = []
        /// The number of watches that the kernel grants.
        var limit = Int.max
        private(set) var reads: [String] = []

        func find(_ finder: inout PlaylistFinder, _ changes: PlaylistFinder.Changes) -> PlaylistFinder.Finding {
            reads = []
            return finder.find(
                changes,
                watch: { path in
                    let name = String(cString: path)
                    guard FileManager.default.fileExists(atPath: name) else { return -1 }
                    guard watched.contains(name) || watched.count < limit else {
                        errno = ENOSPC
                        return -1
                    }
                    watched.insert(name)
                    reads.append(name)
                    return number(of: name)
                },
                unwatch: { number in
                    guard let name = numbers.first(where: { $0.value == number })?.key else { return }
                    watched.remove(name)
                })
        }

        func number(of name: String) -> Int32 {
            let number = numbers[name] ?? Int32(numbers.count + 1)
            numbers[name] = number
            return number
        }
    }

    private func names(_ finding: PlaylistFinder.Finding) -> [String] { finding.playlists.map(\.name) }

    private func findAll(_ roots: String..., limits: PlaylistFinder.Limits = .init()) -> PlaylistFinder.Finding {
        var finder = PlaylistFinder(roots: roots.map { LocalPath(folder.file($0)) }, limits: limits)
        return Watches().find(&finder, .everything)
    }

    // MARK: - Finding

    @Test func everyKindIsFoundByItsOwnNameOrItsFiles() throws {
        try folder.write("m/b 10.m3u", text: "x.mp3\n")
        try folder.write("m/b 9.M3U8", text: "x.mp3\n")
        try folder.write("m/deep/down/list.m3u", text: "#EXTM3U\n#PLAYLIST:Für Elise\nx.mp3\n")
        try folder.write("m/radio.pls", text: "[playlist]\nFile1=http://x/\n")
        try folder.write("own/e.xspf", text: "<playlist><title>A &amp; B</title><trackList/></playlist>")
        try folder.write("m/.hidden.m3u", text: "x.mp3\n")
        try folder.write("m/.trash/c.m3u", text: "x.mp3\n")
        try folder.write("m/song.mp3", text: "x")
        let finding = findAll("own", "m")
        #expect(names(finding) == ["A & B", "b 9", "b 10", "Für Elise", "radio"])
        #expect(finding.playlists[1].uri == "file://\(folder.path)/m/b%209.M3U8")
        #expect(finding.problems.isEmpty)
    }

    @Test func datesAndSizeAreThoseOfTheFile() throws {
        let path = try folder.write("a.m3u", text: "x.mp3\n")
        var times = [timespec(tv_sec: 1000, tv_nsec: 7), timespec(tv_sec: 2000, tv_nsec: 8)]
        #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
        let playlist = try #require(findAll("").playlists.first)
        #expect(playlist.stamp.modified == WallTime(nanoseconds: 2_000_000_000_008))
        #expect(playlist.stamp.size == 6)
        // Created today, regardless of its other dates; on a file system without a creation date, the other date
        // counts.
        #expect(playlist.created >= playlist.stamp.modified)
    }

    @Test func anXSPFShowsItsPictureIfItIsThere() throws {
        func list(_ image: String) -> String { "<playlist><image>\(image)</image></playlist>" }
        try folder.write("a b.png", text: "x")
        for (name, image) in [
            ("1", "a%20b.png"), ("2", "file://\(folder.path)/a%20b.png"), ("3", "https://x/y.png"), ("4", "gone.png"),
            ("5", "ftp://x/y.png"), ("6", "%zz"),
        ] { try folder.write("\(name).xspf", text: list(image)) }
        let icon = "file://\(folder.path)/a%20b.png"
        #expect(findAll("").playlists.map(\.iconURI) == [icon, icon, "https://x/y.png", nil, nil, nil])
    }

    @Test func aPictureOfATrackIsNotThatOfThePlaylist() {
        let text = """
            <playlist><trackList><track><title>t</title><image>t.png</image><location>x</location></track></trackList>
            <extension><title>no</title></extension><title>List</title></playlist>
            """
        let playlist = Playlist(Array(text.utf8), kind: .xspf)
        #expect(playlist.title == "List")
        #expect(playlist.image == nil)
        #expect(playlist.items.map(\.title) == ["t"])
    }

    @Test func linksAreFollowedAndNeverRoundAgain() throws {
        try folder.write("m/a/a.m3u", text: "x\n")
        try folder.write("else/e.m3u", text: "x\n")
        for (link, target) in [("m/a/up", ".."), ("m/loop", "loop"), ("m/out", "../else"), ("m/l.m3u", "a/a.m3u")] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.file(link), withDestinationPath: target)
        }
        let finding = findAll("m", "m/a")
        #expect(names(finding) == ["a", "e", "l"])
    }

    @Test func whatCannotBeReadIsNamedAndPassedOver() throws {
        try folder.write("m/a.m3u", text: "x\n")
        try folder.write("m/closed/b.m3u", text: "x\n")
        mkfifo(folder.file("m/pipe.m3u"), 0o600)
        chmod(folder.file("m/closed"), 0)
        defer { chmod(folder.file("m/closed"), 0o700) }
        let finding = findAll("m", "gone")
        guard getuid() != 0 else { return #expect(names(finding) == ["a", "b"]) }
        #expect(names(finding) == ["a"])
        #expect(finding.problems.count == 1)
        #expect(finding.problems.first?.contains("closed") == true)
    }

    @Test func thereIsAnEndToWhatIsLookedAt() throws {
        for name in ["1", "2", "3"] {
            try folder.write("m/\(name)/\(name).m3u", text: "x\n")
            try folder.write("m/\(name)/deep/\(name) deep.m3u", text: "x\n")
        }
        var limits = PlaylistFinder.Limits()
        limits.folders = 4
        let near = findAll("m", limits: limits)
        #expect(names(near) == ["1", "2", "3"])
        #expect(near.problems.count == 1)
        limits = .init()
        limits.playlists = 2
        #expect(findAll("m", limits: limits).playlists.count == 2)
        limits = .init()
        limits.names = 1
        let few = findAll("m", limits: limits)
        #expect(few.playlists.count <= 2)
        #expect(few.problems.allSatisfy { $0.hasSuffix(".") } && !few.problems.isEmpty)
    }

    @Test func aFolderThatMayNotBeWatchedIsReadEveryTime() throws {
        try folder.write("m/a/a.m3u", text: "x\n")
        var finder = PlaylistFinder(roots: [LocalPath(folder.file("m"))])
        let watches = Watches()
        watches.limit = 1
        let first = watches.find(&finder, .everything)
        #expect(names(first) == ["a"])
        #expect(first.problems.count == 1)
        try folder.write("m/a/b.m3u", text: "x\n")
        #expect(names(watches.find(&finder, .none)) == ["a", "b"])
    }

    // MARK: - Repeated searches

    @Test func onlyWhatHasChangedIsReadAgain() throws {
        try folder.write("m/a/a.m3u", text: "x\n")
        try folder.write("m/b/b.m3u", text: "x\n")
        var finder = PlaylistFinder(roots: [LocalPath(folder.file("m"))])
        let watches = Watches()
        func changed(_ name: String) -> PlaylistFinder.Changes {
            PlaylistFinder.Changes(watches: [watches.number(of: folder.file(name))])
        }
        #expect(names(watches.find(&finder, .everything)) == ["a", "b"])
        #expect(watches.reads.count == 3)

        try folder.write("m/a/new.m3u", text: "x\n")
        try folder.write("m/b/unseen.m3u", text: "x\n")
        #expect(names(watches.find(&finder, changed("m/a"))) == ["a", "b", "new"])
        #expect(watches.reads == [folder.file("m/a")])

        try folder.write("m/c/d/c.m3u", text: "#PLAYLIST:C\n")
        #expect(names(watches.find(&finder, changed("m"))) == ["a", "b", "C", "new"])
        try folder.write("m/c/d/c.m3u", text: "#PLAYLIST:Sea\n")
        #expect(names(watches.find(&finder, changed("m/c/d"))) == ["a", "b", "new", "Sea"])

        try FileManager.default.removeItem(atPath: folder.file("m/c"))
        #expect(names(watches.find(&finder, changed("m"))) == ["a", "b", "new"])
        #expect(watches.watched == Set(["m", "m/a", "m/b"].map { folder.file($0) }))
        #expect(names(watches.find(&finder, .everything)) == ["a", "b", "new", "unseen"])
    }

    @Test func aRootThatIsMissingIsWaitedForWhereItWillCome() throws {
        var finder = PlaylistFinder(roots: [LocalPath(folder.file("x/music"))])
        let watches = Watches()
        #expect(names(watches.find(&finder, .everything)) == [])
        #expect(watches.watched == [folder.path])
        try folder.write("x/music/a.m3u", text: "x\n")
        let changes = PlaylistFinder.Changes(watches: [watches.number(of: folder.path)])
        #expect(names(watches.find(&finder, changes)) == ["a"])
        #expect(watches.watched == [folder.file("x/music")])
    }

    // MARK: - Writing

    @Test func aQueueThatIsWrittenIsReadAsItWas() throws {
        var first = QueueEntry(id: EntryID(rawValue: 1), uri: "file:///music/a%20b%FF.flac")
        first.metadata.title = "A <b> & \"c\"\u{FFFE}"
        first.metadata.artists = ["One", "Two"]
        first.metadata.album = "Album"
        first.metadata.duration = MediaTime(seconds: 12.5)
        let second = QueueEntry(id: EntryID(rawValue: 2), uri: "https://radio.example/live?a=1&b=2")
        let document = try #require(XSPFWriter.document(title: "R & B", entries: [first, second]))
        let playlist = Playlist(document, kind: .xspf)
        #expect(playlist.title == "R & B")
        #expect(playlist.items.map { String(decoding: $0.location, as: UTF8.self) } == [first.uri, second.uri])
        #expect(playlist.items.map(\.title) == ["A <b> & \"c\"", nil])
        #expect(playlist.items.map(\.artist) == ["One, Two", nil])
        #expect(String(decoding: document, as: UTF8.self).contains("<duration>12500</duration>"))
    }

    @Test func whatIsTooLongToBeReadIsNotWritten() {
        let entry = QueueEntry(id: EntryID(rawValue: 1), uri: "file:///x")
        let whole = XSPFWriter.document(title: "Long", entries: [entry], limit: 1000)
        let length = whole?.count ?? 0
        #expect(length > 100)
        #expect(XSPFWriter.document(title: "Long", entries: [entry], limit: length) == whole)
        #expect(XSPFWriter.document(title: "Long", entries: [entry], limit: length - 1) == nil)
    }

    @Test func savedSearchesAreFoundInTheirFolderAlone() throws {
        for name in ["own/Short.search", "own/deeper/no.search", "m/no.search"] {
            try folder.write(name, Array("length:<3m\n".utf8))
        }
        var finder = PlaylistFinder(
            roots: ["own", "m"].map { LocalPath(folder.file($0)) }, own: LocalPath(folder.file("own")))
        let finding = finder.find(.everything, watch: { _ in 1 }, unwatch: { _ in })
        #expect(finding.playlists.map(\.name) == ["Short"])
        #expect(PlaylistFinder.isPlaylist(name: Array("a.search".utf8)))
    }

    /// Its own playlists are renamed and copied in a file manager, which does not change their titles.
    @Test func aPlaylistOfThePlayersFolderIsNamedLikeItsFile() throws {
        let document = try #require(XSPFWriter.document(title: "Title", entries: []))
        for name in ["own/Copy.xspf", "m/other.xspf"] { try folder.write(name, document) }
        var finder = PlaylistFinder(
            roots: ["own", "m"].map { LocalPath(folder.file($0)) }, own: LocalPath(folder.file("own")))
        let finding = finder.find(.everything, watch: { _ in 1 }, unwatch: { _ in })
        #expect(finding.playlists.map(\.name) == ["Copy", "Title"])
    }
}
