import Foundation
import GRDB
import SegueCore
import SegueFiles
import SegueMPRIS
import SegueTestSupport
import Testing

@testable import SegueKit

/// The index of the library, filled from files and queried (design.md, Music library).
@Suite struct LibraryTests: IndexTests {
    let files: TaggedFiles

    init() throws { files = try TaggedFiles() }

    @Test func tooFewWatchesAreNamedWithTheirRemedy() {
        let none = LibraryExamination(tracks: 0, folders: 0, watches: 65_536).finding
        #expect(none.state == .note && none.remedy == "segue config set musicFolders FOLDER")
        let few = LibraryExamination(tracks: 9, folders: 70_000, watches: 65_536).finding
        #expect(few.state == .note && few.text.contains("at most 65536"))
        #expect(few.remedy == "sudo sysctl fs.inotify.max_user_watches=140000")
        for enough in [70_000, nil] {
            #expect(LibraryExamination(tracks: 9, folders: 70_000, watches: enough).finding.state == .ok)
        }
    }

    @Test func thePictureOfAFolderIsKnown() throws {
        try add("album/1", "TITLE=One", "ALBUM=A")
        try update()
        func covers() throws -> [String?] {
            let track = try library().tracks(LibraryQuery(), now: 0).first?.cover?.description
            return [track, try library().albums(LibraryQuery(), now: 0).first?.cover?.description]
        }
        #expect(try covers() == [nil, nil])
        try folder.write("music/album/Folder.PNG", SampleFiles.png(seed: 1))
        #expect(try update().isChange)
        let place = "\(folder.path)/music/album/Folder.PNG"
        #expect(try covers() == [place, place])
        #expect(try !update().isChange)
        #expect(
            try LibraryWriter.refresh([music.appending("album".utf8)], articles: "the a die", in: database, now: 0)?
                .isChange == false)
        folder.remove("music/album/Folder.PNG")
        #expect(
            try LibraryWriter.refresh([music.appending("album".utf8)], articles: "the a die", in: database, now: 0)?
                .isChange == true)
        #expect(try covers() == [nil, nil])
    }

    @Test func tagsAreRead() throws {
        try add(
            "a/one", "TITLE=One", "ARTIST=First", "ARTIST=Second", "ALBUMARTIST=Both", "ALBUM=Album", "GENRE=Rock",
            "COMPOSER=Writer", "DATE=1994-05-06", "TRACKNUMBER=3/12", "DISCNUMBER=2",
            "MUSICBRAINZ_TRACKID=0123")
        try update()
        let track = try #require(library().tracks(LibraryQuery(), now: 0).first)
        #expect(track.path == music.appending("a/one.flac".utf8))
        func row(_ uri: String) throws -> LibraryRows {
            try library().rows(LibraryRequest(.track(at: uri), limit: 1), now: 0)
        }
        #expect(try row(track.uri) == .tracks([LibraryItem(uri: track.uri, metadata: track.metadata)]))
        for other in ["\(track.uri)c", "http://127.0.0.1/a", ""] { #expect(try row(other) == .tracks([])) }
        #expect(track.tags.title == "One")
        #expect(track.tags.artists == ["First", "Second"])
        #expect(track.tags.albumArtists == ["Both"])
        #expect(track.tags.album == "Album")
        #expect(track.tags.genres == ["Rock"])
        #expect(track.tags.composers == ["Writer"])
        #expect(track.tags.year == 1994)
        #expect(track.tags.track == 3)
        #expect(track.tags.disc == 2)
        #expect(track.tags.recording == "0123")
        #expect(track.tags.length == 100)
        #expect(track.tags.codec == "FLAC")
        #expect(!track.tags.hasPicture)
    }

    @Test func caseAccentsAndPunctuationDoNotMatter() throws {
        try add("1", "TITLE=Jóga", "ARTIST=Björk")
        try add("2", "TITLE=Thunderstruck", "ARTIST=AC/DC")
        try add("3", "TITLE=Losing My Religion", "ARTIST=R.E.M.")
        try add("4", "TITLE=Ørsteds Straße", "ARTIST=!!!")
        try add("5", "TITLE=夜に駆ける", "ARTIST=YOASOBI")
        try add("6", "TITLE=Don’t Stop", "ARTIST=x\"y")
        try update()
        for (query, title) in [
            ("bjork", "Jóga"), ("BJÖRK jog", "Jóga"), ("acdc", "Thunderstruck"), ("ac/dc", "Thunderstruck"),
            ("artist:acdc", "Thunderstruck"), ("rem", "Losing My Religion"), ("r.e.m.", "Losing My Religion"),
            ("orsteds strasse", "Ørsteds Straße"), ("!!!", "Ørsteds Straße"), ("夜", "夜に駆ける"), ("駆ける", "夜に駆ける"),
            ("don't", "Don’t Stop"), ("dont", "Don’t Stop"), ("x\"y", "Don’t Stop"), ("derstr", "Thunderstruck"),
        ] {
            #expect(try found(query) == [title], "\(query)")
        }
        #expect(try found("title:bjork") == [])
        #expect(try found("nothing") == [])
    }

    @Test func theBestComesFirst() throws {
        try add("1", "TITLE=Other", "ALBUM=Night")
        try add("2", "TITLE=Other", "ARTIST=Nightwish")
        try add("3", "TITLE=In the Night")
        try add("4", "TITLE=Nightfall")
        try add("5", "TITLE=Midnight")
        try add("6", "TITLE=Song", "GENRE=Nightcore")
        try update()
        let tracks = try library().tracks(LibraryQuery("night"), now: 0).map { $0.path.name }
        #expect(tracks.map { String(decoding: $0, as: UTF8.self).prefix(1) } == ["4", "3", "2", "1", "6", "5"])
        #expect(try found("night", now: 0).count == library().count(LibraryQuery("night"), now: 0))
        #expect(
            try library().tracks(LibraryQuery("night"), now: 0, limit: 2, offset: 1).map(\.path.name) == [
                Array("3.flac".utf8)[...], Array("2.flac".utf8)[...],
            ])
    }

    @Test func allWordsCount() throws {
        try add("1", "TITLE=Blue Train", "ARTIST=John Coltrane", "DATE=1957", "GENRE=Jazz")
        try add("2", "TITLE=Blue in Green", "ARTIST=Miles Davis", "DATE=1959", "GENRE=Jazz")
        try add("3", "TITLE=Blue Monday", "ARTIST=New Order", "DATE=1983", "GENRE=Synthpop")
        try add("loose/4")
        try update()
        #expect(try found("blue col") == ["Blue Train"])
        #expect(try found("col blue") == ["Blue Train"])
        #expect(try found("lue oltran") == ["Blue Train"])
        #expect(try found("blue train monday") == [])
        #expect(try found("blue -genre:jazz") == ["Blue Monday"])
        #expect(try found("blue year:1950..1959") == ["Blue Train", "Blue in Green"])
        #expect(try found("year:>1959") == ["Blue Monday"])
        #expect(try found("\"in green\"") == ["Blue in Green"])
        #expect(try found("\"green in\"") == [])
        #expect(try found("folder:loose") == ["4"])
        #expect(try found("-folder:loose").count == 3)
        #expect(try found("length:<1").count == 4)
        #expect(try found("added:<1d", now: 1_000_010).count == 4)
        #expect(try found("added:>1d", now: 1_000_010).isEmpty)
        #expect(try found("added:>1d", now: 2_000_000).count == 4)
        // A track without a year is neither from the nineties nor from another time.
        #expect(try found("-year:1950..1959") == ["Blue Monday", "4"])
    }

    @Test func articlesAreASetting() throws {
        try add("1", "TITLE=A", "ARTIST=The Band", "ALBUM=Die Platte", "GENRE=The Blues")
        try add("2", "TITLE=B", "ARTIST=Cream", "ALBUM=Quiet", "GENRE=Country")
        try add("3", "TITLE=C", "ARTIST=Ἡ Μουσική", "ALBUM=None of It", "GENRE=Zydeco")
        func names(_ articles: String) throws -> [[String]] {
            #expect(try update(articles: articles).isChange)
            let library = try library()
            let all = try LibraryQuery("")
            return [
                try library.artists(all, now: 0).map(\.name), try library.albums(all, now: 0).map(\.title),
                try library.genres(all, now: 0).map(\.name),
            ]
        }
        #expect(
            try names("the a die") == [
                ["The Band", "Cream", "Ἡ Μουσική"], ["Die Platte", "Quiet", "None of It"],
                ["The Blues", "Country", "Zydeco"],
            ])
        #expect(try names("none")[0] == ["Cream", "The Band", "Ἡ Μουσική"])
        #expect(try names("none of")[2] == ["Country", "The Blues", "Zydeco"])
        #expect(try names("THE  none")[0] == ["The Band", "Cream", "Ἡ Μουσική"])
        #expect(try !update(articles: "THE  none").isChange)
    }

    @Test func albumsAndArtists() throws {
        try add("1", "TITLE=A", "ARTIST=One", "ALBUM=Both", "DATE=2001")
        try add("2", "TITLE=B", "ARTIST=One", "ALBUM=Both", "DATE=2000")
        try add("3", "TITLE=C", "ARTIST=Two", "ALBUM=Mixed")
        try add("4", "TITLE=D", "ARTIST=One", "ALBUM=Mixed")
        try update()
        let albums = try library().albums(LibraryQuery(), now: 0)
        // By their artists; an album by several artists, by its title.
        #expect(albums.map(\.title) == ["Mixed", "Both"])
        #expect(albums.map(\.artists) == [[], ["One"]])
        #expect(albums.map(\.year) == [nil, 2000])
        #expect(albums.map(\.count) == [2, 2])
        #expect(try library().artists(LibraryQuery(), now: 0).map(\.name) == ["One", "Two"])
        #expect(try library().artists(LibraryQuery("album:mixed"), now: 0).map(\.count) == [1, 1])
    }

    /// Albums with one name are one album only if they are by the same artists, or in one folder.
    @Test func albumsOfOneNameAreKeptApart() throws {
        try add("x/1", "TITLE=A", "ARTIST=One", "ALBUM=Greatest Hits")
        try add("y/1", "TITLE=B", "ARTIST=Two", "ALBUM=Greatest Hits")
        try add("z/CD 1/1", "TITLE=C", "ARTIST=Three", "ALBUM=Greatest Hits")
        try add("z/CD 2/1", "TITLE=D", "ARTIST=Three", "ALBUM=Greatest Hits", "DATE=1980")
        try add("p/1", "TITLE=E", "ARTIST=Guest", "ALBUMARTIST=The Band", "ALBUM=Greatest Hits")
        try add("q/1", "TITLE=F", "ALBUMARTIST=The Band", "ALBUM=Greatest Hits")
        try update()
        let albums = try library().albums(LibraryQuery(), now: 0)
        #expect(albums.map(\.artists) == [["The Band"], ["One"], ["Three"], ["Two"]])
        #expect(albums.map(\.count) == [2, 1, 2, 1])
        #expect(albums.map(\.year) == [nil, nil, 1980, nil])
        #expect(albums[2].first == music.appending("z/CD 1/1.flac".utf8))
        for album in albums {
            #expect(try found("albumid:\(album.id)").count == album.count)
            #expect(try library().albums(LibraryQuery("albumid:\(album.id)"), now: 0) == [album])
        }
        #expect(try library().albums(LibraryQuery(), now: 0, limit: 2, offset: 1) == Array(albums[1...2]))
    }

    /// Plays and ratings come from the session.
    @Test func listeningIsAsked() throws {
        for number in 1...4 { try add("\(number)", "TITLE=T\(number)") }
        try update()
        let session = "\(folder.path)/session.sqlite"
        try DatabaseQueue(path: session).write { database in
            try database.execute(
                sql: """
                    CREATE TABLE statistics (uri TEXT PRIMARY KEY, useCount INTEGER, lastUsed TEXT, userRating REAL);
                    INSERT INTO statistics VALUES ('file://\(music)/1.flac', 12, '2026-01-10T00:00:00Z', 1.0),
                    ('file://\(music)/2.flac', 1, '2026-01-01T00:00:00Z', NULL), ('file:///gone.flac', 5, NULL, 0.6),
                    ('file://\(music)/3.flac', 0, NULL, 0.6), ('http://x/', 9, NULL, 1.0);
                    """)
        }
        // 2026-01-11.
        let now: Int64 = 1_768_089_600
        func found(_ query: String) throws -> [String] {
            let library = try #require(LibrarySearch(path: database, session: session))
            return try library.tracks(LibraryQuery(query), now: now).map(\.displayTitle)
        }
        for (query, titles) in [
            ("rating:5", ["T1"]), ("rating:>=3", ["T1", "T3"]), ("rating:<4", ["T3"]),
            ("-rating:5", ["T2", "T3", "T4"]),
            ("played:0", ["T3", "T4"]), ("played:>0", ["T1", "T2"]), ("plays:>=10", ["T1"]),
            ("-played:0", ["T1", "T2"]),
            ("played:<2d", ["T1"]), ("played:>7d", ["T3", "T4", "T2"]), ("played:>1y", ["T3", "T4"]),
            ("t2 played:>0", ["T2"]), ("played:1..5", ["T2"]),
            // The order is that of the figure, unless words determine one.
            ("played:>=0", ["T1", "T2", "T3", "T4"]), ("rating:<=5", ["T1", "T3"]),
            ("title:t played:<9y", ["T1", "T2"]),
        ] { #expect(try found(query) == titles, "\(query)") }
        let played = PlayedTrack.last(10, session: session)
        #expect(played.map { $0.uri.split(separator: "/").last } == ["1.flac", "2.flac"], "the last one first")
        #expect(PlayedTrack.last(1, session: session) == Array(played.prefix(1)))
        #expect(PlayedTrack.last(10, session: "/nowhere").isEmpty)
        let none = try #require(LibrarySearch(path: database, session: "/nowhere"))
        #expect(try none.tracks(LibraryQuery("played:0"), now: now).count == 4)
        #expect(try none.tracks(LibraryQuery("rating:>=0"), now: now).isEmpty)
    }

    @Test func theNewestComesFirst() throws {
        for (day, name) in ["one", "two", "three"].enumerated() {
            try add(name, "TITLE=\(name)", "ALBUM=\(name)")
            try update(now: Int64(day) * 86_400)
        }
        let now: Int64 = 3 * 86_400
        #expect(try found("added:<30d", now: now) == ["three", "two", "one"])
        #expect(try found("added:<50h", now: now) == ["three", "two"])
        #expect(try found("t added:<30d", now: now) == ["three", "two"], "words have their own order")
        #expect(try library().albums(LibraryQuery("added:<30d"), now: now).map(\.title) == ["three", "two", "one"])
    }

    @Test func namesWithPunctuationComeBeforeLongerWords() throws {
        try add("1", "TITLE=A", "ALBUM=Gold (Remastered)", "ARTIST=Accident")
        try add("2", "TITLE=B", "ALBUM=Up", "ARTIST=R.E.M.")
        try add("3", "TITLE=C", "ALBUM=Back", "ARTIST=AC/DC")
        try update()
        #expect(try found("rem") == ["B", "A"])
        #expect(try found("r.e.m.").first == "B" && found("acdc") == ["C"] && found("ac/dc") == ["C"])
        #expect(LibraryText.words(of: "don't (stop)  r.e.m. …") == "don't (stop)  r.e.m. … dont rem")
    }

    @Test func anAlbumIsFoundByItsName() throws {
        try add("1", "TITLE=A", "ALBUM=Blue Train", "ARTIST=John Coltrane")
        try add("2", "TITLE=B", "ALBUM=Blue", "ARTIST=Joni Mitchell")
        try update()
        func album(_ words: String) throws -> String? { try library().album(named: words, now: 0)?.title }
        #expect(try album("blue") == "Blue")
        #expect(try album("Blue tr") == "Blue Train")
        #expect(try album("coltrane blue") == "Blue Train")
        #expect(try album("red") == nil)
        // The titles of tracks are no names of albums, nor is a name of artists alone.
        try add("3", "TITLE=Train", "ALBUM=A Love Supreme", "ARTIST=John Coltrane")
        try add("4", "TITLE=Love", "ALBUM=!!!", "ARTIST=!!!")
        try update()
        #expect(try album("train") == "Blue Train")
        #expect(try album("b") == "Blue")
        #expect(try album("john") == nil)
        #expect(try album("coltrane train supreme") == nil)
        #expect(try album("!!!") == "!!!")
        #expect(try album(" ") == nil)
    }

    @Test func listsAreInTheOrderOfPeople() throws {
        for (number, artist) in ["Zebra", "The Änimals", "10cc", "2 Unlimited", "!!!", "a-ha", "the"].enumerated() {
            try add("\(number)", "TITLE=T", "ARTIST=\(artist)", "GENRE=\(number % 2 == 0 ? "Rock" : "ROCK")")
        }
        try update()
        #expect(
            try library().artists(LibraryQuery(), now: 0).map(\.name) == [
                "!!!", "2 Unlimited", "10cc", "a-ha", "The Änimals", "the", "Zebra",
            ])
        let genres = try library().genres(LibraryQuery(), now: 0)
        #expect(genres.map(\.count) == [7] && genres[0].name.lowercased() == "rock")
    }

    @Test func anAlbumHasTheOrderOfItsDiscs() throws {
        for (disc, track) in [(2, 1), (1, 10), (1, 2), (2, 3), (1, 1)] {
            try add(
                "\(disc * 7 % 5)\(track)", "TITLE=Song \(disc).\(track)", "ALBUM=A", "TRACKNUMBER=\(track)",
                "DISCNUMBER=\(disc)")
        }
        try update()
        let expected = ["Song 1.1", "Song 1.2", "Song 1.10", "Song 2.1", "Song 2.3"]
        #expect(try found("album:a") == expected)
        #expect(try found("") == expected)
        #expect(try found("song") == expected)
    }

    @Test func foldersAreListedLevelByLevel() throws {
        for name in ["a/b/1", "a/2", "c/10/3", "c/9/4"] { try add(name, "TITLE=T") }
        try update()
        func folders(_ name: String?) throws -> [String] {
            try library().folders(in: name.map { music.appending($0.utf8) }).map {
                String(decoding: $0.path.name, as: UTF8.self) + " \($0.count)"
            }
        }
        #expect(try folders(nil) == ["music 4"])
        #expect(try library().folders(in: music).map(\.count) == [2, 2])
        #expect(try folders("c") == ["9 1", "10 1"])
        #expect(try folders("a/b").isEmpty)
        #expect(try folders("nowhere").isEmpty)
    }

    /// After a crash at a file, the file is tried once more, and then not again until it changes.
    @Test func aFileThatEndsTheProcessIsLeftAlone() throws {
        let path = try add("1", "TITLE=One")
        let file = LocalPath(path)
        let record = "\(folder.path)/cache/library.db.reading"
        try folder.write("cache/library.db.reading", [1] + file.bytes + [0])
        try update()
        #expect(try found("one") == ["One"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: record)).isEmpty)
        LibraryDatabase.remove(database)
        try folder.write("cache/library.db.reading", [2] + file.bytes + [0])
        try update()
        #expect(try found("") == ["1"])
        // A process records the file that it reads, and counts the processes that ended at the same file.
        for ends in 1...2 {
            let reading = ReadingRecord(path: record)
            #expect(!reading.isSuspect(file))
            #expect(reading.reading(file) { try? Data(contentsOf: URL(fileURLWithPath: record)).first } == UInt8(ends))
        }
        #expect(ReadingRecord(path: record).isSuspect(file))
        #expect(!ReadingRecord(path: record).isSuspect(LocalPath("/other")))
    }

    /// Programs that watch the folder do not mistake reading for writing.
    @Test func filesAreOpenedForReadingOnly() throws {
        let path = try add("1", "TITLE=One")
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
        let inotify = try #require(Inotify())
        #expect(music.withCString { inotify.watch($0, FolderWatch.mask) } >= 0)
        try update()
        #expect(try found("one") == ["One"])
        inotify.drain { Issue.record("\($0)") }
    }

    @Test func changesAreFollowed() throws {
        try add("a/1", "TITLE=First")
        let second = try add("a/2", "TITLE=Second")
        #expect(try update() == LibraryWriter.Report(found: 2, total: 2))
        #expect(try update() == LibraryWriter.Report(total: 2))
        try add("b/3", "TITLE=Third")
        try folder.write("music/a/2.flac", SampleFiles.flac(sound, comments: ["TITLE=Second Again"]))
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 5)], ofItemAtPath: second)
        #expect(try update() == LibraryWriter.Report(found: 1, changed: 1, total: 3))
        #expect(try found("second") == ["Second Again"])
        #expect(try found("\"second\" -again") == [])
        try FileManager.default.removeItem(atPath: second)
        try FileManager.default.removeItem(atPath: "\(folder.path)/music/b")
        #expect(try update() == LibraryWriter.Report(removed: 2, total: 1))
        #expect(try found("") == ["First"])
        #expect(try found("third") == [])
    }

    /// A USB stick is removed and plugged in again.
    @Test func aFolderThatIsAwayIsKept() throws {
        try add("1", "TITLE=Here")
        try folder.write("stick/1.flac", SampleFiles.flac(sound, comments: ["TITLE=Away"]))
        let stick = LocalPath(folder.path).appending("stick".utf8)
        let elsewhere = "\(folder.path)/elsewhere"
        try update([music, stick])
        try FileManager.default.moveItem(atPath: stick.description, toPath: elsewhere)
        #expect(try update(now: 2_000_000, [music, stick]) == LibraryWriter.Report(removed: 1, total: 1))
        #expect(try found("away") == [])
        try FileManager.default.moveItem(atPath: elsewhere, toPath: stick.description)
        #expect(try update(now: 2_000_100, [music, stick]).total == 2)
        #expect(try found("away added:>10d", now: 2_000_100) == ["Away"])
        try FileManager.default.moveItem(atPath: stick.description, toPath: elsewhere)
        try update(now: 3_000_000, [music, stick])
        #expect(try update(now: 3_000_000 + 91 * 86_400, [music, stick]).removed == 1)
        // Not a music folder any more.
        try FileManager.default.moveItem(atPath: elsewhere, toPath: stick.description)
        try update(now: 20_000_000, [music, stick])
        #expect(try update(now: 20_000_001, [music]) == LibraryWriter.Report(removed: 1, total: 1))
        #expect(try library().roots().map(\.path) == [music])
    }

    @Test func linksLeadNowhereTwice() throws {
        try add("a/1", "TITLE=Once")
        for (link, target) in [("music/a/loop", "music"), ("music/b", "music/a"), ("music/dead", "nowhere")] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder.path)/\(link)", withDestinationPath: "\(folder.path)/\(target)")
        }
        try update()
        #expect(try found("") == ["Once"])
    }

    @Test func awkwardFilesAreListed() throws {
        try folder.write("music/empty.mp3")
        try folder.write("music/noise.ogg", [UInt8](repeating: 0xFF, count: 999))
        try folder.write("music/.hidden.wav", SampleFiles.wav(samples: 100))
        try folder.write("music/picture.png", SampleFiles.wav(samples: 100))
        let name: [UInt8] = Array("odd \u{1}".utf8) + [0xFE] + Array("\n.wav".utf8)
        let odd = LocalPath(
            bytes: try folder.write(rawName: Array("music/".utf8) + name, SampleFiles.wav(samples: 4410)))
        try update()
        #expect(
            try Set(library().tracks(LibraryQuery(), now: 0).map(\.path)) == [
                odd, music.appending("empty.mp3".utf8), music.appending("noise.ogg".utf8),
            ])
        #expect(try library().tracks(LibraryQuery("odd"), now: 0).map(\.path) == [odd])
    }

    /// A deep tree, and texts that begin like others.
    @Test func deepFolders() throws {
        let deep = (0..<400).map { "\($0)" }.joined(separator: "/")
        try add(deep, "TITLE=Deep")
        try update()
        #expect(try found("deep") == ["Deep"])
    }

    @Test(arguments: ["no database", "", "SQLite format 3\0"])
    func aDatabaseThatIsNoneIsMadeAnew(content: String) throws {
        try add("1", "TITLE=One")
        try folder.write("cache/library.db", Array(content.utf8))
        #expect(LibrarySearch(path: database) == nil)
        try update()
        #expect(try found("one") == ["One"])
    }

    /// A file that looks like an index, but has other contents.
    @Test func aDamagedIndexIsMadeAnew() throws {
        try add("1", "TITLE=One")
        try update()
        try DatabaseQueue(path: database).write { database in
            try database.execute(sql: "UPDATE folder SET path = 5; UPDATE file SET name = 'x'")
        }
        #expect(throws: (any Error).self) { try library().tracks(LibraryQuery("one"), now: 0) }
        try update()
        #expect(try found("one") == ["One"])
    }

    @Test func twoUpdatesTakeTurns() async throws {
        for number in 0..<30 { try add("\(number)", "TITLE=Title \(number)") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { _ = try update() } }
            try await group.waitForAll()
        }
        #expect(try found("title").count == 30)
    }

    /// A search with any parsed query returns without an error.
    @Test func anyQueryHasAnAnswer() throws {
        for number in 0..<5 { try add("\(number)", "TITLE=Title \(number) “é” 夜", "ARTIST=A/B", "DATE=199\(number)") }
        try update()
        var random = SeededRandom.anew()
        let pieces = [
            "a", "é", "夜", "\"", "“", "”", "*", "^", "(", ")", "AND", "OR", "NOT", "NEAR", "{", "}", "+", "-", ":", "'",
            "\u{0}",
            "\u{301}", "title:", "folder:", "year:1991", " ", " ", "½", "🎵", ";", "--", "%", "_",
        ]
        for _ in 0..<1500 {
            let text = (0..<Int.random(in: 1..<8, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }.joined()
            guard let query = try? LibraryQuery(text) else { continue }
            #expect(throws: Never.self, "“\(text)”") { try library().tracks(query, now: 0) }
        }
    }

    @Test func noDatabaseIsNoLibrary() throws {
        #expect(LibrarySearch(path: database) == nil)
        try update()
        #expect(try library().count(LibraryQuery(), now: 0) == 0)
        #expect(try library().roots().isEmpty)
    }

    /// The index after random changes equals a fresh one.
    @Test func anIndexThatIsFollowedIsThatOfAFreshOne() throws {
        var random = SeededRandom.anew()
        var clock = 1_000_000.0
        for round in 0..<12 {
            for _ in 0..<6 {
                let number = Int.random(in: 0..<12, using: &random)
                let name = "\(["a", "a/b", "c"][number % 3])/\(number)"
                let path = "\(folder.path)/music/\(name).flac"
                clock += 1
                switch Int.random(in: 0..<4, using: &random) {
                case 0: try? FileManager.default.removeItem(atPath: path)
                case 1:
                    let other = "\(folder.path)/music/\(Int.random(in: 0..<12, using: &random)).flac"
                    try? FileManager.default.moveItem(atPath: path, toPath: other)
                default:
                    try add(
                        name, "TITLE=Title \(clock)", "ARTIST=Artist \(number % 4)",
                        "ALBUM=Album \(number % 5)", "GENRE=Genre \(number % 3)", "DATE=\(2000 + Int(clock) % 9)")
                    try FileManager.default.setAttributes(
                        [.modificationDate: Date(timeIntervalSince1970: clock)], ofItemAtPath: path)
                }
            }
            try update()
            let other = "\(folder.path)/fresh/\(round).db"
            _ = try LibraryWriter.update([music], articles: "the a die", in: other, now: 1_000_000)
            let fresh = try #require(LibrarySearch(path: other))
            for query in ["", "title", "artist", "artist:1", "\(Int(clock))", "-1"] {
                let query = try LibraryQuery(query)
                #expect(
                    try Set(library().tracks(query, now: 0)) == Set(fresh.tracks(query, now: 0)), "\(query)")
            }
            try expectSameLists(library(), fresh)
        }
    }
}

/// Expects the same albums, artists, genres and folders, regardless of their numbers.
func expectSameLists(_ library: LibrarySearch, _ fresh: LibrarySearch) throws {
    func albums(_ library: LibrarySearch) throws -> Set<LibrarySearch.Album> {
        Set(
            try library.albums(LibraryQuery(), now: 0).map { album in
                var album = album
                (album.id, album.first) = (0, nil)
                return album
            })
    }
    #expect(try albums(library) == albums(fresh))
    for list in [LibrarySearch.artists, LibrarySearch.genres] {
        #expect(
            try list(library)(LibraryQuery(), 0, .max, 0) == list(fresh)(LibraryQuery(), 0, .max, 0))
    }
    #expect(try library.folders(in: nil).map(\.count) == fresh.folders(in: nil).map(\.count))
}
