import EventLoop
import Foundation
import Logging
import SegueCore
import SegueFiles
import SegueMPRIS
import SegueTestSupport
import Testing

@testable import SegueKit

@Suite(.timeLimit(.minutes(1))) struct PlaylistLibraryTests {
    private let folder = TemporaryFolder()

    init() throws {
        try FileManager.default.createDirectory(atPath: folder.file("music"), withIntermediateDirectories: true)
    }

    /// A library on a separate loop, with its reports.
    private final class Library: Sendable {
        let loop: EventLoop
        let store: SessionStore
        let library: LoopConfined<PlaylistLibrary>
        private let stream: AsyncStream<PlaylistCatalog>
        private let continuation: AsyncStream<PlaylistCatalog>.Continuation

        init(_ folder: TemporaryFolder) async throws {
            let loop = try EventLoop.startThread(name: "test")
            let (stream, continuation) = AsyncStream.makeStream(of: PlaylistCatalog.self)
            let store = SessionStore(path: folder.file("state/session.sqlite"), worker: DiskWorker()) { _ in }
            library = LoopConfined(
                PlaylistLibrary(
                    own: folder.file("data/playlists"), music: [LocalPath(folder.file("music"))], loop: loop,
                    store: store, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                    onCatalog: { continuation.yield($0) }))
            self.loop = loop
            self.store = store
            self.stream = stream
            self.continuation = continuation
            let known = await store.load()?.playlists ?? []
            await onLoop { $0.start(known) }
        }

        func onLoop<Value: Sendable>(_ body: @escaping @Sendable (PlaylistLibrary) -> Value) async -> Value {
            await withCheckedContinuation { continuation in
                loop.perform { [library] in continuation.resume(returning: body(library.value)) }
            }
        }

        func end() async {
            await onLoop { $0.stop() }
            store.close()
            loop.stop()
            continuation.finish()
        }

        func save(_ uris: [String], as name: String, replacing: Bool = false) async -> Result<String, PlaylistSaveError>
        {
            await withCheckedContinuation { continuation in
                loop.perform { [library] in
                    library.value.save(
                        { uris.map { QueueEntry(id: EntryID(rawValue: 1), uri: $0) } }, as: name, replacing: replacing
                    ) {
                        continuation.resume(returning: $0)
                    }
                }
            }
        }

        func change(
            _ body: @escaping @Sendable (PlaylistLibrary, @escaping (Result<String, PlaylistSaveError>) -> Void) -> Void
        ) async -> Result<String, PlaylistSaveError> {
            await withCheckedContinuation { continuation in
                loop.perform { [library] in body(library.value) { continuation.resume(returning: $0) } }
            }
        }

        /// Returns the first catalog that has exactly these names.
        @discardableResult
        func catalog(_ names: String...) async throws -> [PlaylistDescription] {
            for await catalog in stream {
                let playlists = Array(catalog.page(from: 0, limit: 100, by: .alphabetical, reversed: false))
                if playlists.map(\.name) == names { return playlists }
            }
            throw CancellationError()
        }
    }

    @Test func whatComesGoesAndChangesIsSeen() async throws {
        try folder.write("music/b.m3u", text: "x.mp3\n")
        let library = try await Library(folder)
        try await library.catalog("b")
        try folder.write("data/playlists/c.m3u", text: "x.mp3\n")
        try await library.catalog("b", "c")
        try FileManager.default.createDirectory(
            atPath: folder.file("music/new/deep"), withIntermediateDirectories: true)
        try folder.write("music/new/deep/a.m3u", text: "x.mp3\n")
        let before = try await library.catalog("a", "b", "c")
        try folder.replace("music/b.m3u", with: "#PLAYLIST:Dusk\nx.mp3\n")
        let titled = try await library.catalog("a", "c", "Dusk")
        #expect(titled.map(\.id) == [before[0].id, before[2].id, before[1].id])
        try FileManager.default.moveItem(atPath: folder.file("music/new"), toPath: folder.file("music/moved"))
        try FileManager.default.moveItem(
            atPath: folder.file("data/playlists/c.m3u"), toPath: folder.file("music/z.m3u"))
        let moved = try await library.catalog("a", "Dusk", "z")
        #expect(moved.map(\.id) == [before[0].id, before[1].id, before[2].id])
        #expect(moved[0].uri == "file://\(folder.file("music/moved/deep/a.m3u"))")
        try FileManager.default.removeItem(atPath: folder.file("music"))
        try await library.catalog()
        try FileManager.default.createDirectory(atPath: folder.file("music"), withIntermediateDirectories: true)
        try folder.write("music/b.m3u", text: "x.mp3\n")
        try await library.catalog("b")
        await library.end()
    }

    @Test("Other music folders replace the former ones")
    func otherFolders() async throws {
        try folder.write("music/a.m3u", text: "x.mp3\n")
        try folder.write("data/playlists/b.m3u", text: "x.mp3\n")
        let library = try await Library(folder)
        try await library.catalog("a", "b")
        let others = [LocalPath(folder.file("second")), LocalPath(folder.file("third"))]
        await library.onLoop { $0.follow(others) }
        try await library.catalog("b")
        // Folders that come later are found.
        for name in ["second/c.m3u", "third/deep/d.m3u", "music/e.m3u"] { try folder.write(name, text: "x.mp3\n") }
        try await library.catalog("b", "c", "d")
        await library.end()
    }

    @Test func theFirstSearchesAreSavedOnce() async throws {
        let record = folder.file("state/first-searches")
        let mine = "<playlist version='1' xmlns='http://xspf.org/ns/0/'><trackList/></playlist>"
        try folder.write("data/playlists/Favourites.xspf", text: mine)
        let first = try await Library(folder)
        await first.onLoop { $0.saveFirstSearches(record: record) }
        let lists = try await first.catalog("Favourites", "Most Played", "Not Played for a Year", "Recently Added")
        #expect(lists[0].uri.hasSuffix("/Favourites.xspf"), "a person's own")
        #expect(lists[3].uri.hasSuffix("/Recently%20Added.search"))
        _ = await first.change { $0.remove("Most Played", $1) }
        await first.end()

        let second = try await Library(folder)
        await second.onLoop { $0.saveFirstSearches(record: record) }
        _ = await second.save(["file:///x"], as: "New")
        try await second.catalog("Favourites", "New", "Not Played for a Year", "Recently Added")
        await second.end()
    }

    @Test func identitiesAndDatesOutliveThePlayer() async throws {
        try folder.write("music/a.m3u", text: "x.mp3\n")
        try folder.write("music/b.m3u", text: "x.mp3\n")
        let first = try await Library(folder)
        let before = try await first.catalog("a", "b")
        let played = before[0].id
        await first.onLoop { $0.notePlayed(played) }
        let after = try await first.catalog("a", "b")
        #expect(after.map { $0.lastPlayed != nil } == [true, false])
        await first.end()

        try FileManager.default.moveItem(atPath: folder.file("music/a.m3u"), toPath: folder.file("music/c.m3u"))
        let second = try await Library(folder)
        let later = try await second.catalog("b", "c")
        #expect(later.map(\.id) == [before[1].id, before[0].id])
        #expect(later[1].lastPlayed == after[0].lastPlayed)
        #expect(later.map(\.created) == [before[1].created, before[0].created])
        await second.end()
    }

    @Test func aSavedQueueIsAPlaylistWhenItsCallerIsAnswered() async throws {
        let library = try await Library(folder)
        let saved = await library.save(["file:///a.flac", "http://b/c"], as: "Evening")
        #expect(saved == .success("file://\(folder.file("data/playlists/Evening.xspf"))"))
        let catalog = try await library.catalog("Evening")
        #expect(catalog.first?.uri == (try? saved.get()))
        #expect(try folder.text(of: "data/playlists/Evening.xspf").contains("<location>http://b/c</location>"))

        let path = folder.file("data/playlists/Evening.xspf")
        #expect(await library.save(["file:///b.flac"], as: "Evening") == .failure(.exists(path: path)))
        #expect(try folder.text(of: "data/playlists/Evening.xspf").contains("http://b/c"))
        #expect(try await library.save(["file:///b.flac"], as: "Evening", replacing: true).get() == saved.get())
        #expect(try !folder.text(of: "data/playlists/Evening.xspf").contains("http://b/c"))
        await library.end()
    }

    @Test("Removed playlists come back, over none of the same name")
    func restored() async throws {
        let library = try await Library(folder)
        for name in ["One", "Two"] { _ = try await library.save(["file:///a.flac"], as: name).get() }
        let text = try folder.text(of: "data/playlists/Two.xspf")
        for name in ["One", "Two"] { _ = try await library.change { $0.remove(name, $1) }.get() }
        try await library.catalog()
        _ = try await library.change { $0.restore("One", $1) }.get()
        try await library.catalog("One")
        #expect(await library.change { $0.restore("One", $1) } == .failure(.unknown(name: "One")))
        _ = try await library.change { $0.remove("One", $1) }.get()
        _ = try await library.save([], as: "Two").get()
        let path = folder.file("data/playlists/Two.xspf")
        #expect(await library.change { $0.restore("Two", $1) } == .failure(.exists(path: path)))
        // The playlist that was removed last is restored.
        _ = try await library.save(["file:///a.flac"], as: "Two", replacing: true).get()
        _ = try await library.change { $0.remove("Two", $1) }.get()
        _ = try await library.change { $0.restore("Two", $1) }.get()
        try await library.catalog("Two")
        #expect(try folder.text(of: "data/playlists/Two.xspf") == text)
        #expect(await library.change { $0.restore("Two", $1) } == .failure(.exists(path: path)), "the one before")
        // An edit of another playlist takes nothing from a removal.
        _ = try await library.change { $0.remove("Two", $1) }.get()
        _ = try await library.change { $0.append([NewEntry(uri: "file:///b.flac")], to: "Three", $1) }.get()
        _ = try await library.change { $0.restore("Two", $1) }.get()
        #expect(try folder.text(of: "data/playlists/Two.xspf") == text)
        // A saved search is restored as one.
        _ = try await library.change { $0.save(search: "year:1990", as: "Nineties", $1) }.get()
        _ = try await library.change { $0.remove("Nineties", $1) }.get()
        _ = try await library.change { $0.restore("Nineties", $1) }.get()
        #expect(try folder.text(of: "data/playlists/Nineties.search") == "year:1990\n")
        await library.end()
    }

    @Test("A list and a saved search never share a name")
    func oneName() async throws {
        let library = try await Library(folder)
        func files() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder.file("data/playlists"))
                .filter { !$0.hasPrefix(".") }.sorted()
        }
        for name in ["Old", "Rock"] {
            _ = try await library.change { $0.save(search: "genre:rock", as: name, $1) }.get()
        }
        let search = folder.file("data/playlists/Rock.search")
        #expect(await library.save(["file:///a.flac"], as: "Rock") == .failure(.exists(path: search)))
        _ = try await library.save(["file:///a.flac"], as: "List").get()
        #expect(await library.change { $0.rename("List", to: "Rock", $1) } == .failure(.exists(path: search)))
        let list = folder.file("data/playlists/List.xspf")
        #expect(await library.change { $0.rename("Rock", to: "List", $1) } == .failure(.exists(path: list)))
        #expect(try files() == ["List.xspf", "Old.search", "Rock.search"])
        // A list replaces the search, which comes back once the list is gone.
        _ = try await library.save(["file:///a.flac"], as: "Rock", replacing: true).get()
        #expect(try files() == ["List.xspf", "Old.search", "Rock.xspf"])
        #expect(try folder.text(of: "data/playlists/Rock.xspf").contains("file:///a.flac"))
        let path = folder.file("data/playlists/Rock.xspf")
        #expect(await library.change { $0.restore("Rock", $1) } == .failure(.exists(path: path)))
        try FileManager.default.removeItem(atPath: path)
        _ = try await library.change { $0.restore("Rock", $1) }.get()
        #expect(try folder.text(of: "data/playlists/Rock.search") == "genre:rock\n")
        await library.end()
    }

    @Test("What was appended last is taken out again, with the playlist if that made it")
    func appendUndone() async throws {
        let library = try await Library(folder)
        let append = { await library.change { $0.append([NewEntry(uri: "file:///a.flac")], to: "New", $1) } }
        _ = try await append().get()
        let text = try folder.text(of: "data/playlists/New.xspf")
        _ = try await append().get()
        _ = try await library.change { $0.restore("New", $1) }.get()
        #expect(try folder.text(of: "data/playlists/New.xspf") == text)
        _ = try await library.change { $0.restore("New", $1) }.get()
        #expect(!FileManager.default.fileExists(atPath: folder.file("data/playlists/New.xspf")))
        #expect(await library.change { $0.restore("New", $1) } == .failure(.unknown(name: "New")))
        _ = try await append().get()
        _ = try await library.change { $0.remove("New", $1) }.get()
        _ = try await append().get()
        _ = try await library.change { $0.restore("New", $1) }.get()
        #expect(!FileManager.default.fileExists(atPath: folder.file("data/playlists/New.xspf")))
        // The removal before it can still be undone.
        _ = try await library.change { $0.restore("New", $1) }.get()
        #expect(try folder.text(of: "data/playlists/New.xspf") == text)
        await library.end()
    }

    @Test("Tracks are removed and moved, and come back unless somebody has changed the list since")
    func arranged() async throws {
        let library = try await Library(folder)
        let uris = ["file:///a.flac", "file:///b.flac", "file:///c.flac", "file:///d.flac"]
        _ = try await library.save(uris, as: "One").get()
        let names = { () throws -> [String] in
            let content = try Array(folder.bytes(of: "data/playlists/One.xspf"))
            return Playlist(content, kind: .xspf).items.map { String(decoding: $0.location, as: UTF8.self) }
        }
        let text = try folder.text(of: "data/playlists/One.xspf")
        _ = try await library.change { $0.moveTrack(from: 0, to: 2, of: "One", $1) }.get()
        #expect(try names() == [1, 2, 0, 3].map { uris[$0] })
        _ = try await library.change { $0.removeTracks([3, 0], of: "One", $1) }.get()
        #expect(try names() == [2, 0].map { uris[$0] })
        // The changes are taken back, the last one first.
        _ = try await library.change { $0.restore("One", $1) }.get()
        #expect(try names() == [1, 2, 0, 3].map { uris[$0] })
        _ = try await library.change { $0.restore("One", $1) }.get()
        #expect(try folder.text(of: "data/playlists/One.xspf") == text)
        #expect(await library.change { $0.restore("One", $1) } == .failure(.unknown(name: "One")))
        for _ in 1...25 { _ = try await library.change { $0.moveTrack(from: 0, to: 3, of: "One", $1) }.get() }
        for step in 1...20 {
            _ = try await library.change { $0.restore("One", $1) }.get()
            let first = (25 - step) % 4
            #expect(try names() == Array(uris[first...] + uris[..<first]), "after \(step) steps")
        }
        #expect(await library.change { $0.restore("One", $1) } == .failure(.unknown(name: "One")))
        _ = try await library.change { $0.moveTrack(from: 3, to: 0, of: "One", $1) }.get()
        #expect(try names() == uris)
        let outside = Result<String, PlaylistSaveError>.failure(.noSuchTrack(name: "One"))
        #expect(await library.change { $0.removeTracks([4], of: "One", $1) } == outside)
        #expect(await library.change { $0.moveTrack(from: 4, to: 0, of: "One", $1) } == outside)
        #expect(await library.change { $0.moveTrack(from: 0, to: 4, of: "One", $1) } == outside)
        // Restoring does not lose tracks that another program has added since.
        _ = try await library.change { $0.removeTracks([0], of: "One", $1) }.get()
        let path = folder.file("data/playlists/One.xspf")
        let rest = try folder.text(of: "data/playlists/One.xspf")
        let track = "<track><location>file:///new.flac</location></track></trackList>"
        try rest.replacing("</trackList>", with: track).write(toFile: path, atomically: true, encoding: .utf8)
        #expect(await library.change { $0.restore("One", $1) } == .failure(.exists(path: path)))
        #expect(try names() == uris.dropFirst() + ["file:///new.flac"])
        _ = try await library.change { $0.removeTracks([0, 1, 2, 3], of: "One", $1) }.get()
        #expect(try names() == [])
        #expect(
            await library.change { $0.removeTracks([0], of: "None", $1) } == .failure(.unknown(name: "None")))
        await library.end()
    }

    @Test("A playlist can be changed while it is renamed, and may keep its name")
    func renaming() async throws {
        let library = try await Library(folder)
        _ = await library.save(["file:///a"], as: "a")
        let renamed = try await library.change { $0.rename("a", to: "b", $1) }.get()
        #expect(renamed == "file://\(folder.file("data/playlists/b.xspf"))")
        // The first catalog with the new name has the old path.
        #expect(try await library.catalog("b").map(\.kind) == [.saved])
        #expect(try await library.change { $0.rename("b", to: "b", $1) }.get() == renamed)
        await library.end()
    }

    @Test("Lists and searches of the player's own folder can be changed, and no others")
    func kinds() async throws {
        try folder.write("music/b.m3u", text: "x.mp3\n")
        try folder.write("data/playlists/c.m3u", text: "x.mp3\n")
        try folder.write("data/playlists/d.search", text: "year:1990\n")
        let library = try await Library(folder)
        try await library.catalog("b", "c", "d")
        _ = await library.save(["file:///a"], as: "a")
        let kinds = try await library.catalog("a", "b", "c", "d").map(\.kind)
        #expect(kinds == [.saved, .foreign, .foreign, .search])
        await library.end()
    }

    @Test func onlySavedPlaylistsAreChanged() async throws {
        try folder.write("music/b.m3u", text: "x.mp3\n")
        let library = try await Library(folder)
        try await library.catalog("b")
        let foreign = Result<String, PlaylistSaveError>.failure(.foreign(name: "b"))
        #expect(await library.change { $0.remove("b", $1) } == foreign)
        #expect(await library.change { $0.rename("b", to: "c", $1) } == foreign)
        #expect(await library.change { $0.removeTracks([0], of: "b", $1) } == foreign)
        #expect(await library.change { $0.append([NewEntry(uri: "file:///new.flac")], to: "b", $1) } == foreign)
        #expect(await library.change { $0.remove("none", $1) } == .failure(.unknown(name: "none")))
        // Nothing would distinguish two playlists of one name.
        let list = PlaylistSaveError.foreign(name: "b")
        #expect(await library.save(["file:///a"], as: "b") == .failure(list))
        #expect(await library.change { $0.save(search: "year:1990", as: "b", $1) } == foreign)
        _ = await library.save(["file:///a"], as: "a")
        #expect(await library.change { $0.rename("a", to: "b", $1) } == foreign)
        try await library.catalog("a", "b")
        #expect(try folder.text(of: "music/b.m3u") == "x.mp3\n")
        await library.end()
    }

    @Test("What is no list of tracks is not appended to, and that is said")
    func onlyListsAreAppendedTo() async throws {
        let library = try await Library(folder)
        let entry = NewEntry(uri: "file:///new.flac")
        try FileManager.default.createDirectory(
            atPath: folder.file("data/playlists"), withIntermediateDirectories: true)
        for text in ["", "#EXTM3U\none.flac\n", "<html><body>Hello</body></html>"] {
            try folder.write("data/playlists/a.xspf", text: text)
            let path = folder.file("data/playlists/a.xspf")
            #expect(await library.change { $0.append([entry], to: "a", $1) } == .failure(.otherFormat(path: path)))
            #expect(try folder.text(of: "data/playlists/a.xspf") == text)
        }
        let error = PlaylistSaveError.otherFormat(path: "/a.xspf")
        #expect("\(error)" == "/a.xspf is not an XSPF playlist with a list of tracks: nothing was changed.")
        for list in ["<trackList/>", "<trackList />", "<trackList></trackList>"] {
            try folder.write("data/playlists/a.xspf", text: "<playlist>\(list)</playlist>")
            _ = try await library.change { $0.append([entry], to: "a", $1) }.get()
            let content = try Array(folder.bytes(of: "data/playlists/a.xspf"))
            #expect(Playlist(content, kind: .xspf).items.map(\.location) == [Array("file:///new.flac".utf8)])
        }
        await library.end()
    }

    @Test func whatCannotBeWrittenIsSaid() async throws {
        let library = try await Library(folder)
        _ = await library.save(["file:///a"], as: "Morning")
        try FileManager.default.removeItem(atPath: folder.file("data"))
        try folder.write("data", text: "no folder")
        guard case .failure(.notWritten) = await library.save(["file:///a"], as: "Evening") else {
            Issue.record("it was written into a file")
            return
        }
        await library.end()
    }

    @Test func afterStopNothingIsSaid() async throws {
        let stopped = try await Library(folder)
        let other = try await Library(folder)
        await stopped.onLoop { $0.stop() }
        try folder.write("music/a.m3u", text: "x.mp3\n")
        try await other.catalog("a")
        await stopped.end()
        await #expect(throws: CancellationError.self) { try await stopped.catalog("a") }
        await other.end()
    }
}
