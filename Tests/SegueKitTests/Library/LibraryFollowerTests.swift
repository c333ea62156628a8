import EventLoop
import Foundation
import SegueCore
import SegueFiles
import SegueTestSupport
import Testing

@testable import SegueKit

/// The index while music comes and goes (design.md, Music library).
@Suite struct LibraryFollowerTests {
    private let folder = TemporaryFolder()

    private var music: LocalPath { LocalPath(folder.path).appending("music".utf8) }
    private var database: String { "\(folder.path)/cache/library.db" }

    private func path(_ name: String) -> String { "\(music)/\(name)" }

    private func library() throws -> LibrarySearch { try #require(LibrarySearch(path: database)) }

    /// Runs `body` beside a follower that has completed its first update.
    private func following(_ body: (EventLoop, @escaping () -> [LibraryNews]) throws -> Void) throws {
        let loop = try EventLoop()
        var news: [LibraryNews] = []
        let follower = try #require(
            LibraryFollower([music], articles: "the a die", index: database, on: loop) { news.append($0) })
        follower.start()
        #expect(loop.run(until: { news.contains { if case .updated = $0 { true } else { false } } }))
        try body(loop) { news }
        loop.remove(follower)
    }

    /// Waits until the index has this many tracks.
    private func expect(_ count: Int, _ loop: EventLoop) throws {
        let database = database
        #expect(loop.run(until: { (try? LibrarySearch(path: database)?.count(LibraryQuery(), now: 0)) == count }))
    }

    @Test func aTrackNumberOfAnySizeIsShown() {
        var tags = FileTags()
        tags.track = .max
        #expect(LibraryTrack(path: LocalPath("/a.flac"), tags).metadata.trackNumber == .max)
    }

    @Test("Settings that change twice at once start one process")
    func settingsThatChangeTwice() throws {
        let loop = try EventLoop()
        var configuration = Configuration()
        let helper = LibraryHelper(
            loop: loop, program: ["/bin/sh", "-c", "exec sleep 1000"], settings: LibrarySettings(configuration)
        ) { _ in }
        let before = OpenDescriptors.count("pipe:")
        for folder in ["/a", "/b"] {
            configuration.musicFolders = folder
            helper.follow(LibrarySettings(configuration))
        }
        loop.schedule(at: .now) { loop.stop() }
        loop.run()
        #expect(OpenDescriptors.count("pipe:") == before + 1)
        helper.close()
    }

    @Test func whatComesAndGoesIsFound() throws {
        try folder.write("music/1.wav", SampleFiles.wav(samples: 10))
        try following { loop, _ in
            try expect(1, loop)
            try folder.write("music/2.wav", SampleFiles.wav(samples: 10))
            try expect(2, loop)
            try folder.write("music/new/deep/3.wav", SampleFiles.wav(samples: 10))
            try expect(3, loop)
            // A folder that came later is watched too.
            try folder.write("music/new/deep/4.wav", SampleFiles.wav(samples: 10))
            try expect(4, loop)
            try FileManager.default.moveItem(atPath: path("new"), toPath: "\(folder.path)/elsewhere")
            try expect(2, loop)
            try FileManager.default.moveItem(atPath: "\(folder.path)/elsewhere", toPath: path("back"))
            try expect(4, loop)
            #expect(try library().count(LibraryQuery("folder:back"), now: 0) == 2)
            try FileManager.default.removeItem(atPath: path("1.wav"))
            try expect(3, loop)
        }
    }

    @Test func aMusicFolderMayComeLater() throws {
        try following { loop, _ in
            try expect(0, loop)
            try folder.write("music/1.wav", SampleFiles.wav(samples: 10))
            try expect(1, loop)
            try folder.write("music/2.wav", SampleFiles.wav(samples: 10))
            try expect(2, loop)
            try FileManager.default.removeItem(atPath: path(""))
            try expect(0, loop)
            try folder.write("music/a/3.wav", SampleFiles.wav(samples: 10))
            try expect(1, loop)
        }
    }

    @Test func aFileThatIsWrittenSlowlyIsReadToItsEnd() throws {
        try folder.write("music/1.wav", SampleFiles.wav(samples: 10))
        try following { loop, _ in
            let bytes = SampleFiles.wav(samples: 44_100)
            let path = try folder.write("music/2.wav", Array(bytes[..<10]))
            let handle = try #require(FileHandle(forWritingAtPath: path))
            try expect(2, loop)
            try handle.write(contentsOf: Data(bytes))
            try handle.close()
            let (database, query) = (database, try LibraryQuery("length:>=1"))
            #expect(loop.run(until: { (try? LibrarySearch(path: database)?.count(query, now: 0)) == 1 }))
        }
    }

    /// After many rapid changes, the index equals a fresh one.
    @Test func aStormIsSurvived() throws {
        var random = SeededRandom.anew()
        let folders = ["", "a", "a/b", "c", "d/e/f"]
        func name() -> String {
            let folder = folders[Int.random(in: 0..<folders.count, using: &random)]
            return "\(folder)/\(Int.random(in: 0..<40, using: &random)).wav"
        }
        try folder.write("music/0.wav", SampleFiles.wav(samples: 10))
        try following { loop, _ in
            let files = FileManager.default
            for round in 0..<4 {
                for _ in 0..<250 {
                    let folder = folders[Int.random(in: 1..<folders.count, using: &random)]
                    switch Int.random(in: 0..<12, using: &random) {
                    case 0...5:
                        try self.folder.write(
                            "music/\(name())", SampleFiles.wav(samples: Int.random(in: 1...999, using: &random)))
                    case 6...7: try? files.removeItem(atPath: path(name()))
                    case 8...9: try? files.moveItem(atPath: path(name()), toPath: path(name()))
                    case 10: try? files.moveItem(atPath: path(folder), toPath: path("moved"))
                    default: try? files.removeItem(atPath: path(folder))
                    }
                }
                // The last change ensures that the others have been handled.
                try self.folder.write("music/last \(round).wav", SampleFiles.wav(samples: 10))
                let other = "\(folder.path)/fresh/\(round).db"
                _ = try LibraryWriter.update([music], articles: "the a die", in: other, now: 0)
                let fresh = try #require(LibrarySearch(path: other))
                let expected = try Set(fresh.tracks(LibraryQuery(), now: 0))
                let isSame = loop.run(until: { [database] in
                    (try? LibrarySearch(path: database)?.tracks(LibraryQuery(), now: 0)).map { Set($0) } == expected
                })
                #expect(isSame, "round \(round)")
                try expectSameLists(library(), fresh)
            }
        }
    }

    @Test(arguments: [
        LibraryNews.reading(files: 7), .updated(tracks: 3, isChanged: true), .updated(tracks: 3, isChanged: false),
        .failed("no room: at all"), .nothing,
    ])
    func aLineSaysOneThing(news: LibraryNews) {
        #expect(LibraryNews(line: Array(news.line.utf8)) == news)
    }

    @Test(arguments: ["", "x", "reading", "reading x", "changed -", "same"])
    func otherLinesSayNothing(line: String) {
        #expect(LibraryNews(line: Array(line.utf8)) == nil)
    }
}
