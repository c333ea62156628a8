import Foundation
import SegueCore
import SegueFiles
import SegueTestSupport
import Testing

@testable import SegueKit

/// Moved and renamed files keep their tags, their age and their plays (design.md, Music library).
@Suite struct MovedFileTests: IndexTests {
    let files: TaggedFiles

    init() throws { files = try TaggedFiles() }

    private func move(_ name: String, to other: String) throws {
        let target = "\(music)/\(other)"
        try FileManager.default.createDirectory(
            atPath: LocalPath(target).parent.description, withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: "\(music)/\(name)", toPath: target)
    }

    /// Sets the modification time of a file in whole seconds, as some file systems and archives do.
    private func date(_ name: String, _ seconds: TimeInterval) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: "\(music)/\(name).flac")
    }

    private func uri(_ name: String) -> String { FileURI.uri(music.appending("\(name).flac".utf8)) }

    private func stamp(_ name: String) throws -> FileStamp {
        let status = try LocalFile.status(of: music.appending("\(name).flac".utf8))
        return FileStamp(size: status.size, modified: status.modified, inode: status.inode)
    }

    @Test func aMovedFileKeepsItsTagsAndItsAge() throws {
        try add("a/one", "TITLE=One", "ALBUM=A")
        try add("b/two", "TITLE=Two", "ALBUM=B")
        try update(now: 0)
        let time = try stamp("a/one").modified
        try move("a/one.flac", to: "b/renamed.flac")
        // If the tags were read again, they would differ.
        try add("b/renamed", "TITLE=Eno", "ALBUM=A")
        var times = [timespec(), timespec()]
        for place in 0...1 {
            times[place] = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
        }
        #expect(utimensat(AT_FDCWD, "\(music)/b/renamed.flac", times, 0) == 0)
        let report = try update(now: 500_000)
        #expect(report.changed == 1 && report.found == 0 && report.removed == 0 && report.total == 2, "\(report)")
        #expect(try found("one") == ["One"])
        #expect(try Set(found("added:>4d", now: 500_000)) == ["One", "Two"])
        #expect(try library().tracks(LibraryQuery("one"), now: 0).first?.path == music.appending("b/renamed.flac".utf8))
        #expect(try library().folders(in: nil).map(\.count) == [2])
        // The same if the follower examines both folders.
        try add("c/three", "TITLE=Three")
        try update(now: 600_000)
        try move("b/renamed.flac", to: "c/again.flac")
        let folders = Set(["b", "c"].map { music.appending($0.utf8) })
        let refreshed = try #require(
            try LibraryWriter.refresh(folders, articles: "the a die", in: database, now: 900_000))
        #expect(refreshed.changed == 1 && refreshed.found == 0 && refreshed.removed == 0, "\(refreshed)")
        #expect(try Set(found("added:>9d", now: 900_000)) == ["One", "Two"])
    }

    @Test func aFileIsFoundWhereItWas() throws {
        let paths = ["a/one", "b/two", "c/three"].map { music.appending("\($0).flac".utf8) }
        try add("a/one", "TITLE=One")
        try update()
        for (old, new) in [("a/one", "b/two"), ("b/two", "c/three")] {
            try move("\(old).flac", to: "\(new).flac")
            try update()
        }
        for path in paths { #expect(try library().track(at: path)?.path == paths[2], "\(path)") }
        #expect(try library().track(at: music.appending("never.flac".utf8)) == nil)
        // Another file at the former path is found there.
        try add("b/two", "TITLE=Two", "COMMENT=longer")
        try update()
        #expect(try paths.map { try library().track(at: $0)?.tags.title } == ["One", "Two", "One"])
        folder.remove("music/c/three.flac")
        try update()
        #expect(try paths.map { try library().track(at: $0)?.tags.title } == [nil, "Two", nil])
    }

    @Test func aCopyIsAnotherFile() throws {
        try add("one", "TITLE=One")
        try update(now: 0)
        try FileManager.default.copyItem(atPath: "\(music)/one.flac", toPath: "\(music)/copy.flac")
        let status = try stamp("one")
        try date("copy", TimeInterval(status.modified / 1_000_000_000))
        try date("one", TimeInterval(status.modified / 1_000_000_000))
        #expect(try update(now: 500_000).found == 1)
        #expect(try found("added:<1d", now: 500_000).count == 1)
        // A file that replaces a removed file is no copy of it either.
        try move("one.flac", to: "other.flac")
        #expect(try update(now: 600_000).total == 2)
    }

    /// Files of one size and one time can be distinguished only by their names.
    @Test func aFolderOfEqualsIsFollowed() throws {
        for name in ["1", "2", "3"] {
            try add("old/\(name)", "TITLE=T\(name)")
            try date("old/\(name)", 1_700_000_000)
        }
        try update()
        var known: [String: FileStamp?] = [:]
        for name in ["1", "2", "3"] { known[uri("old/\(name)")] = try stamp("old/\(name)") }
        #expect(try library().whereabouts(of: known).isEmpty)
        try move("old", to: "new/place")
        try move("new/place/3.flac", to: "new/place/4.flac")
        try update()
        #expect(try found("t") == ["T1", "T2", "T3"])
        var moves = [uri("old/1"): uri("new/place/1"), uri("old/2"): uri("new/place/2")]
        // A move to another file system changes the inode.
        let copied = known.mapValues { $0.map { FileStamp(size: $0.size, modified: $0.modified, inode: 0) } }
        #expect(try library().whereabouts(of: copied) == TrackWhereabouts(moves: moves))
        moves[uri("old/3")] = uri("new/place/4")
        #expect(try library().whereabouts(of: known) == TrackWhereabouts(moves: moves))
    }

    /// Many files have the same size as others, and copying takes no time.
    @Test func anotherFileOfTheSameSizeAndTimeIsRead() throws {
        try add("old", "TITLE=One")
        try date("old", 1_700_000_000)
        try update(now: 0)
        try add("new", "TITLE=Two")
        try date("new", 1_700_000_000)
        folder.remove("music/old.flac")
        try update(now: 500_000)
        #expect(try found("") == ["Two"])
    }

    @Test func whatIsNotLostStays() throws {
        try add("one", "TITLE=One")
        try add("two", "TITLE=Two")
        try update()
        let stamp = try stamp("one")
        let former = FileStamp(size: stamp.size, modified: stamp.modified, inode: stamp.inode + 100_000)
        let outside = try folder.write("outside.flac", text: "x")
        let known: [String: FileStamp?] = [
            uri("one"): nil, uri("two"): former, FileURI.uri(LocalPath(outside)): stamp, "http://127.0.0.1/": nil,
            uri("never"): nil, uri("lost"): FileStamp(size: 1, modified: 1, inode: 1),
        ]
        let found = try library().whereabouts(of: known)
        #expect(found.moves.isEmpty)
        #expect(found.stamps == [uri("one"): stamp, uri("two"): try self.stamp("two")])
    }

    /// Programs that renumber files do this.
    @Test func filesThatChangePlacesAreFollowed() throws {
        for name in ["1", "2"] { try add(name, "TITLE=T\(name)", "COMMENT=\(name == "1" ? "longer" : "")") }
        try add("copy", "TITLE=C")
        try update()
        var known: [String: FileStamp?] = [uri("1"): try stamp("1"), uri("2"): try stamp("2")]
        try move("2.flac", to: "3.flac")
        try move("1.flac", to: "2.flac")
        try update()
        #expect(try found("t1") == ["T1"])
        #expect(try library().whereabouts(of: known).moves == [uri("1"): uri("2"), uri("2"): uri("3")])
        // Editing tags is no move, whatever copies of the former file exist.
        known = [uri("copy"): try stamp("copy")]
        let time = try TimeInterval(stamp("copy").modified / 1_000_000_000)
        try date("copy", time)
        try update()
        known = [uri("copy"): try stamp("copy")]
        try FileManager.default.copyItem(atPath: "\(music)/copy.flac", toPath: "\(music)/backup.flac")
        try date("backup", time)
        try add("copy", "TITLE=Edited")
        try update()
        let edited = try library().whereabouts(of: known)
        #expect(edited.moves.isEmpty)
        #expect(edited.stamps == [uri("copy"): try stamp("copy")])
    }

    @Test func playsFollowAFile() async throws {
        let path = "\(folder.path)/session.sqlite"
        func store() -> SessionStore { SessionStore(path: path, worker: DiskWorker()) { _ in } }
        func known(_ store: SessionStore) async -> [String: TrackStatistics] {
            await withCheckedContinuation { done in
                store.statistics(of: ["file:///a", "file:///b", "file:///c"]) { done.resume(returning: $0) }
            }
        }
        func stamps(_ store: SessionStore) async -> [String: FileStamp?] {
            await withCheckedContinuation { done in store.stamps { done.resume(returning: $0) } }
        }
        let first = store()
        for time in ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"] { first.recordUse(of: "file:///a", at: time) }
        first.recordRating(0.8, of: "file:///a")
        first.recordUse(of: "file:///b", at: "2025-01-01T00:00:00Z")
        var whereabouts = TrackWhereabouts()
        let stamp = FileStamp(size: 5, modified: 7, inode: 9)
        whereabouts.stamps = ["file:///a": stamp, "file:///c": stamp]
        first.record(whereabouts)
        first.flush()
        #expect(await stamps(first) == ["file:///a": stamp, "file:///b": nil])
        first.close()

        let second = store()
        #expect(await stamps(second) == ["file:///a": stamp, "file:///b": nil])
        whereabouts = TrackWhereabouts()
        // The first track moves to the former URI of the second one.
        whereabouts.moves = ["file:///a": "file:///b", "file:///b": "file:///c", "file:///d": "file:///e"]
        second.record(whereabouts)
        var former = TrackStatistics(useCount: 2, lastUsed: "2026-01-02T00:00:00Z", userRating: 0.8)
        former.stamp = stamp
        let latter = TrackStatistics(useCount: 1, lastUsed: "2025-01-01T00:00:00Z")
        #expect(await known(second) == ["file:///b": former, "file:///c": latter])
        second.close()
        let third = store()
        #expect(await known(third) == ["file:///b": former, "file:///c": latter])
        whereabouts.moves = ["file:///b": "file:///c"]
        third.record(whereabouts)
        former.useCount = 3
        #expect(await known(third) == ["file:///c": former])
        third.close()
        #expect(await known(store()) == ["file:///c": former])
    }
}
