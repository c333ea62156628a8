import SDBus
import Testing

@testable import SegueWindowModel

/// A person's path through the music library.
@Suite struct MusicBrowserTests {
    /// A person who browses the library.
    private final class Person {
        var browser = MusicBrowser(
            MusicBrowser.Words(
                recent: "Recent", albums: "Albums", artists: "Artists", genres: "Genres", folders: "Folders",
                count: { "\($0) tracks" }))

        var rows: [MusicBrowser.Row] { browser.rows }
        var level: MusicBrowser.Level? { browser.level }
        func search(_ text: String) -> MusicBrowser.Request? { browser.search(text) }
        func goBack() -> MusicBrowser.Request? { browser.goBack() }
        func refresh() -> MusicBrowser.Request? { browser.refresh() }

        func take(_ answer: Result<[BusValue], BusError>, to request: MusicBrowser.Request) -> MusicBrowser.Request? {
            browser.take(answer, to: request)
        }

        /// Opens the row with this title, and returns its request.
        func open(_ title: String) -> MusicBrowser.Request? {
            guard case .level(let level) = rows.first(where: { $0.title == title })?.target else { return nil }
            return browser.open(level)
        }
    }

    private let browser = Person()

    private static func track(_ title: String, disc: Int32 = 1) -> BusValue {
        .properties([
            "xesam:trackNumber": .int32(4), "xesam:discNumber": .int32(disc),
            "xesam:title": .string(title), "xesam:url": .string("file:///\(title)"),
            "xesam:artist": .strings(["A", "B"]),
            "xesam:album": .string("C"), "mpris:length": .int64(65_000_000), "mpris:artUrl": .string("file:///c.png"),
        ])
    }

    private static func album(
        _ title: String, by artist: String = "A", number: Int64 = 7, cover: String = ""
    ) -> BusValue {
        .structure([
            .int64(number), .string(title), .strings([artist]), .int32(1999), .uint32(3), .string("file:///x"),
            .string(cover),
        ])
    }

    private static func name(_ name: String, _ uri: String = "") -> BusValue {
        .structure([.string(name), .uint32(2), .string(uri)])
    }

    private static func page(_ rows: [BusValue], _ signature: String) -> Result<[BusValue], BusError> {
        .success([.array(of: signature, rows)])
    }

    @Test func aNameFromRightToLeftIsKeptApart() throws {
        #expect("The Tones".keptApart == "The Tones")
        for name in ["מוזיקה", "مجموعة النور", "A النور"] { #expect(name.keptApart == "\u{2068}\(name)\u{2069}") }
    }

    @Test func theWayLeadsFromAnArtistToATrack() throws {
        #expect(browser.rows.map(\.title) == ["Recent", "Albums", "Artists", "Genres", "Folders"])
        let artists = try #require(browser.open("Artists"))
        #expect((artists.member, artists.argument, artists.offset, artists.limit) == ("Artists", "", 0, 500))
        #expect(!browser.browser.isKnown && browser.rows.isEmpty && browser.level?.query == nil)
        #expect(browser.take(Self.page([Self.name("Say \"Hi\"")], "(sus)"), to: artists) == nil)
        #expect(browser.browser.isKnown && browser.rows.map(\.subtitle) == ["2 tracks"])
        let albums = try #require(browser.open("Say \"Hi\""))
        #expect((albums.member, albums.argument) == ("Albums", "artist:“Say \"Hi\"”"))
        let tracks = try #require(browser.take(Self.page([Self.album("One")], "(xsasiuss)"), to: albums))
        #expect((tracks.member, tracks.argument) == ("Search", albums.argument))
        #expect(browser.take(Self.page([Self.track("T")], "a{sv}"), to: tracks) == nil)
        #expect(browser.rows.map(\.title) == ["One", "T"])
        #expect(browser.rows.map(\.subtitle) == ["A – 1999 – 3 tracks", "A, B – C"])
        #expect(browser.rows.map(\.detail) == ["", "1:05"] && browser.rows.map(\.number) == ["", ""])
        #expect(browser.rows.map(\.cover) == [nil, "file:///c.png"])
        #expect(browser.rows[1].target == .track("file:///T"))
        #expect(browser.rows.map(\.file) == ["file:///x", "file:///T"])
        #expect(MusicBrowser.tracks(from: browser.rows[0], at: 0, in: browser.rows) == [], "an album")
        #expect(MusicBrowser.tracks(from: browser.rows[1], at: 1, in: browser.rows) == ["file:///T"], "beside an album")
        let album = try #require(browser.open("One"))
        #expect((album.member, album.argument) == ("Search", "albumid:7"))
        #expect(browser.level?.query == "albumid:7" && browser.browser.levels.count == 3)
        #expect(browser.take(Self.page([Self.track("T"), Self.track("U", disc: 2)], "a{sv}"), to: album) == nil)
        #expect(browser.rows.map(\.number) == ["4", "2-4"] && browser.rows.map(\.subtitle) == ["A, B", "A, B"])
        #expect(MusicBrowser.tracks(from: browser.rows[0], at: 0, in: browser.rows) == ["file:///T", "file:///U"])
        #expect(MusicBrowser.tracks(from: browser.rows[1], at: 1, in: browser.rows) == ["file:///U"])
        #expect(browser.goBack()?.argument == albums.argument)
        #expect(browser.goBack()?.member == "Artists")
        #expect(browser.goBack() == nil && browser.level == nil && browser.rows.count == 5)
    }

    @Test func aTrackThatIsInAListTwiceIsPlayedFromItsPlace() throws {
        var list = PlaylistTracks(path: "/a", name: "A")
        let tracks = ["a", "b", "a", "c"].map {
            BusValue.structure([.string("file:///\($0)"), .string($0), .int64(1_000_000)])
        }
        list.take([.array(of: "(ssx)", tracks)])
        func played(at place: Int, of row: Int) -> [String] {
            MusicBrowser.tracks(from: list.rows[row], at: place, in: list.rows)
        }
        #expect(played(at: 0, of: 0) == ["a", "b", "a", "c"].map { "file:///\($0)" })
        #expect(played(at: 2, of: 2) == ["file:///a", "file:///c"])
        // The list has changed since the menu of the row was opened.
        #expect(played(at: 1, of: 2) == ["file:///a"] && played(at: 4, of: 2) == ["file:///a"])
    }

    @Test func aLongListComesInPages() throws {
        let first = try #require(browser.open("Albums"))
        let full = Array(repeating: Self.album("X"), count: 500)
        let second = try #require(browser.take(Self.page(full, "(xsasiuss)"), to: first))
        #expect((second.offset, second.limit) == (500, 500))
        #expect(browser.take(Self.page([Self.album("Y")], "(xsasiuss)"), to: second) == nil)
        #expect(browser.rows.count == 501)
        // A full last page is followed by an empty one.
        browser.browser.goHome()
        let again = try #require(browser.open("Albums"))
        let rest = try #require(browser.take(Self.page(full, "(xsasiuss)"), to: again))
        #expect(browser.take(Self.page([], "(xsasiuss)"), to: rest) == nil)
        #expect(browser.rows.count == 500)
    }

    @Test func aLateAnswerChangesNothing() throws {
        let late = try #require(browser.search("late"))
        let new = try #require(browser.search("new"))
        #expect(browser.take(Self.page([Self.name("Late")], "(sus)"), to: late) == nil)
        #expect(browser.rows.isEmpty)
        #expect(browser.take(Self.page([Self.name("New")], "(sus)"), to: new) != nil)
        #expect(browser.rows.map(\.title) == ["New"])
        browser.browser.goHome()
        #expect(browser.take(.failure(BusError(.failed, "Late.")), to: new) == nil)
        #expect(browser.browser.problem == nil && browser.rows.count == 5)
    }

    @Test func aSearchHasArtistsAlbumsAndTracks() throws {
        let artists = try #require(browser.search("blue  train"))
        #expect((artists.member, artists.argument, artists.limit) == ("Artists", "artist:blue artist:train", 3))
        let three = (0..<3).map { Self.name("\($0)") }
        let albums = try #require(browser.take(Self.page(three, "(sus)"), to: artists))
        #expect((albums.member, albums.argument, albums.limit) == ("Albums", "album:blue album:train", 6))
        let tracks = try #require(browser.take(Self.page([], "(xsasiuss)"), to: albums))
        #expect((tracks.member, tracks.argument) == ("Search", "blue  train"))
        #expect(browser.browser.searchText == "blue  train")
        // Another search replaces the first, and is not added after it.
        #expect(browser.search("year:1990")?.member == "Search")
        #expect(browser.browser.levels.count == 1 && browser.level?.query == "year:1990")
        #expect(browser.search(" ") == nil && browser.level == nil && browser.browser.searchText == nil)
        _ = browser.open("Albums")
        #expect(browser.level?.query != nil && browser.browser.searchText == nil)
    }

    @Test func aRefusalIsShown() throws {
        let request = try #require(browser.search("year:x"))
        #expect(browser.take(.failure(BusError(.invalidArguments, "No year.")), to: request) == nil)
        #expect(browser.browser.problem == "No year." && browser.browser.isKnown && browser.rows.isEmpty)
        #expect(browser.search("year:1990") != nil && browser.browser.problem == nil)
    }

    /// While the library changes, the old rows stay until all new rows have arrived.
    @Test func aRefreshTakesNothingAway() throws {
        #expect(browser.refresh() == nil)
        let request = try #require(browser.open("Genres"))
        _ = browser.take(Self.page([Self.name("Rock"), Self.name("Jazz")], "(sus)"), to: request)
        let again = try #require(browser.refresh())
        #expect(browser.rows.count == 2)
        _ = browser.take(Self.page([Self.name("Jazz")], "(sus)"), to: again)
        #expect(browser.rows.map(\.title) == ["Jazz"])
        let failing = try #require(browser.refresh())
        _ = browser.take(.failure(BusError(.failed, "No.")), to: failing)
        #expect(browser.rows.count == 1)
    }

    /// The number of an album is another one once the library has been read anew.
    @Test func anOpenAlbumIsFoundAgain() throws {
        let albums = try #require(browser.open("Albums"))
        _ = browser.take(Self.page([Self.album("Live")], "(xsasiuss)"), to: albums)
        let tracks = try #require(browser.open("Live"))
        #expect(tracks.argument == "albumid:7")
        _ = browser.take(Self.page([Self.track("one")], "a{sv}"), to: tracks)
        for (found, number) in [(9, 9), (7, 9), (12, 12)] as [(Int64, Int64)] {
            let finding = try #require(browser.refresh())
            #expect((finding.member, finding.argument) == ("Albums", "album:\"Live\""))
            let answer = [
                Self.album("Live at Home", number: 1), Self.album("Live", by: "B", number: 2),
                Self.album("Live", number: found), Self.album("Live", number: number),
            ]
            let again = try #require(browser.take(Self.page(answer, "(xsasiuss)"), to: finding))
            #expect((again.member, again.argument) == ("Search", "albumid:\(number)"))
            #expect(browser.level?.query == "albumid:\(number)" && browser.browser.levels.count == 2)
            _ = browser.take(Self.page([Self.track("two")], "a{sv}"), to: again)
            #expect(browser.rows.map(\.title) == ["two"] && browser.rows.first?.number == "4")
        }
        let finding = try #require(browser.refresh())
        let empty = try #require(browser.take(Self.page([], "(xsasiuss)"), to: finding))
        _ = browser.take(Self.page([], "a{sv}"), to: empty)
        #expect(browser.rows.isEmpty && browser.browser.isKnown)
    }

    @Test func aFolderHasFoldersAndItsMusic() throws {
        let roots = try #require(browser.open("Folders"))
        _ = browser.take(Self.page([Self.name("Music", "file:///home/a%20b/Music")], "(sus)"), to: roots)
        let inside = try #require(browser.open("Music"))
        #expect((inside.member, inside.argument) == ("Folders", "file:///home/a%20b/Music"))
        #expect(browser.level?.query == "folder:\"/home/a b/Music\"")
    }

    @Test func anAnswerOfAnotherFormHasNoRows() throws {
        for answer in [[], [BusValue.string("x")], [.array(of: "s", [.string("x")])]] {
            browser.browser.goHome()
            let request = try #require(browser.open("Albums"))
            #expect(browser.take(.success(answer), to: request) == nil)
            #expect(browser.rows.isEmpty)
        }
    }
}
