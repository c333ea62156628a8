import Foundation
import SDBus
import SegueTestSupport
import Testing

/// Music found by its tags.
extension EndToEnd {
    @Suite struct Library {
        @Test("A search reads the music folders once, and what it finds is played, in order")
        func search() async throws {
            try await Session.run { session in
                try FileManager.default.createDirectory(
                    at: session.music("albums"), withIntermediateDirectories: true)
                try await session.makeFLAC("albums/2.flac", title: "Second Song", seconds: 60)
                try await session.makeFLAC("albums/10.flac", title: "Tenth Søng", seconds: 60)
                try await session.makeFLAC("other.flac", title: "Else", seconds: 60)
                let folder = session.music("albums").path
                try session.configure("musicFolders = \"\(folder)\"")

                let first = try await session.segue("search", "song")
                #expect(first.output == "\(folder)/2.flac\n\(folder)/10.flac\n", "\(first)")
                #expect(first.errors == "2 tracks: 2 new, 0 changed, 0 removed.\n")
                let seen = try await session.run(
                    "script", "-qec", "\(BuiltProducts.segue.path) search second", "/dev/null")
                #expect(seen.output.contains("The Tones – Second Song  1:00"), "\(seen)")
                let second = try await session.segue("search", "--json", "title:TENTH")
                #expect(second.output.contains("\"title\":\"Tenth Søng\"") && second.errors.isEmpty, "\(second)")
                #expect(try await session.segue("search", "--count", "").output == "2\n")
                #expect(try await session.segue("search", "--count", "--", "song", "-tenth").output == "1\n")
                let other = try await session.segue("search", "song", "-tenth")
                #expect(other.output == "\(folder)/2.flac\n", "\(other)")
                // Quoted for the shell: whole queries, a phrase, and a phrase in one field.
                for words in ["song -tenth", "artist:tones title:second", "second song", "title:second song"] {
                    #expect(try await session.segue("search", words).output == "\(folder)/2.flac\n", "\(words)")
                }
                #expect(try await session.segue("search", "song second").status == 1)
                try await session.makeFLAC("albums/o\tdd.flac", title: "Odd", seconds: 1)
                #expect(try await session.segue("library", "update").status == 0)
                #expect(try await session.segue("search", "odd").output == "file://\(folder)/o%09dd.flac\n")
                try FileManager.default.removeItem(at: session.music("albums/o\tdd.flac"))
                #expect(try await session.segue("library", "update").status == 0)
                let nothing = try await session.segue("search", "else")
                #expect(nothing.status == 1 && nothing.errors == "Nothing was found.\n")
                let mistake = try await session.segue("search", "a", "year:19x")
                #expect(mistake.status == 2 && mistake.errors.contains("Expected: a year"), "\(mistake)")

                _ = try await session.startDaemon("--output", "null")
                #expect(try await session.segue("play", "--search", "song").status == 0)
                #expect(try await session.title() == "Second Song")
                #expect(try await session.segue("play", "--random-album").status == 0)
                #expect(try await session.segue("play", "--album", "nothing like it").status == 1)
                #expect(try await session.segue("play", "--album", "x", "--random-album").status == 2)
                #expect(try await session.segue("play", "--random", "--album", "x").status == 2)
                #expect(try await session.segue("play", "--random").status == 0)
                let dealt = try await session.segue("queue", "list", "--json").output
                #expect(Set(dealt.matches(of: /\/(\d+)\.flac/).map(\.output.1)) == ["2", "10"], "\(dealt)")
                #expect(try await session.segue("play", "--search", "song").status == 0)
                #expect(try await session.segue("add", "--search", "title:second").status == 0)
                let list = try await session.segue("queue", "list", "--json").output
                #expect(list.matches(of: /\/(\d+)\.flac/).map { String($0.output.1) } == ["2", "10", "2"], "\(list)")
                #expect(try await session.segue("add", "--search", "else").status == 1)

                #expect(try await session.segue("rate").output == "none\n")
                #expect(try await session.segue("rate", "4").status == 0)
                #expect(try await session.segue("rate").output == "4\n")
                // The player has the session file open meanwhile.
                while try await session.segue("search", "rating:4").output != "\(folder)/2.flac\n" {
                    try Task.checkCancellation()
                }
                #expect(try await session.found("rating:4") == ["Second Song"])
                #expect(try await session.segue("love", "toggle").output == "off\n", "four stars are a favourite")
                #expect(try await session.segue("rate").output == "none\n")
                #expect(try await session.segue("love").status == 0)
                #expect(try await session.segue("rate").output == "5\n")
                #expect(try await session.segue("love", "off").status == 0)
                #expect(try await session.segue("rate").output == "none\n")
                #expect(try await session.segue("search", "--save", "Songs", "title:song").status == 0)
                #expect(try await session.segue("search", "--save", "a/b", "song").status == 1)
                #expect(try await session.segue("playlist", "list").output.contains("Songs"))
                #expect(try await session.segue("playlist", "show", "Songs").output.contains("Tenth Søng"))
                #expect(try await session.segue("playlist", "rename", "Songs", "All Songs").status == 0)
                #expect(
                    try await session.segue("playlist", "add", "All Songs", session.music("other.flac").path).status
                        == 1)
                #expect(try await session.segue("playlist", "play", "All Songs").status == 0)
                let played = try await session.segue("queue", "list", "--json").output
                #expect(played.matches(of: /\/(\d+)\.flac/).map { String($0.output.1) } == ["2", "10"], "\(played)")
                #expect(try await session.segue("playlist", "remove", "All Songs").status == 0)
                #expect(try await !session.segue("playlist", "list").output.contains("Songs"))

                try FileManager.default.removeItem(at: session.music("albums/10.flac"))
                let update = try await session.segue("library", "update")
                // The running player may have noticed the file first.
                #expect(update.errors.wholeMatch(of: /1 track: 0 new, 0 changed, [01] removed.\n/) != nil, "\(update)")
                #expect(try await session.segue("library").output.hasPrefix("\(folder)  read "))
            }
        }

        @Test("Pictures are found in folders, and inside of files")
        func covers() async throws {
            try await Session.run { session in
                for name in ["in folder", "inside"] {
                    try FileManager.default.createDirectory(
                        at: session.music("library/\(name)"), withIntermediateDirectories: true)
                    try await session.makeFLAC("library/\(name)/1.flac", title: name, seconds: 1)
                }
                let picture = session.music("library/in folder/cover.png")
                try Data(SampleFiles.png(seed: 1)).write(to: picture)
                let embedded = session.music("inside.png")
                try Data(SampleFiles.png(seed: 2)).write(to: embedded)
                let inside = session.music("library/inside/1.flac")
                let written = try await session.run(
                    "metaflac", "--import-picture-from=3|image/png||1x1x24|\(embedded.path)", inside.path)
                #expect(written.status == 0, "\(written)")
                let folder = session.music("library")
                try session.configure("musicFolders = \"\(folder.path)\"")
                #expect(try await session.segue("library", "update").status == 0)
                _ = try await session.startDaemon("--output", "null")

                let files = [inside, folder.appending(path: "in folder/1.flac"), session.music("inside.png")]
                let answer = try await session.observer.call(
                    Session.player, Session.seguePath, Session.library, "Covers",
                    arguments: [.strings(files.map(\.absoluteString))])
                let covers = answer[0].asStrings ?? []
                #expect(covers.dropFirst() == [picture.absoluteString, ""])
                let copy = try #require(covers.first.flatMap { URL(string: $0) })
                #expect(try Data(contentsOf: copy) == Data(SampleFiles.png(seed: 2)))
            }
        }

        @Test("Plays and stars of Rhythmbox are taken over, once, and after a look at what would be")
        func takeover() async throws {
            try await Session.run { session in
                let file = try await session.makeFLAC("1.flac", title: "One", seconds: 1)
                try session.configure("musicFolders = \"\(file.deletingLastPathComponent().path)\"")
                #expect(try await session.segue("library", "update").status == 0)
                let none = try await session.segue("library", "import")
                #expect(none.status == 1 && none.errors.contains("Rhythmbox, Strawberry, Clementine"), "\(none)")
                let folder = session.folder.appending(path: "home/.local/share/rhythmbox")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Data(
                    """
                    <rhythmdb><entry type="song"><location>\(file.absoluteString)</location><play-count>7</play-count>
                    <rating>5</rating></entry></rhythmdb>
                    """.utf8
                ).write(to: folder.appending(path: "rhythmdb.xml"))
                let look = try await session.segue("library", "import", "--dry-run")
                #expect(look.text == "Rhythmbox: 1 track with plays or stars; 1 would get plays, 1 would get stars.")
                #expect(try await session.segue("search", "rating:5").status == 1)
                _ = try await session.startDaemon("--output", "null")
                let taken = try await session.segue("library", "import", "--from", "rhythmbox")
                #expect(taken.text == "Rhythmbox: 1 track with plays or stars; 1 got plays, 1 got stars.", "\(taken)")
                #expect(try await session.segue("search", "rating:5", "played:7").output == "\(file.path)\n")
                let again = try await session.segue("library", "import")
                #expect(again.text == "Rhythmbox: 1 track with plays or stars; 0 got plays, 0 got stars.", "\(again)")
                try Data("<bad".utf8).write(to: folder.appending(path: "rhythmdb.xml"))
                let broken = try await session.segue("library", "import")
                #expect(broken.status == 1, "\(broken)")
                #expect(broken.errors.contains("rhythmdb.xml can't be read: it is no library of Rhythmbox."))
            }
        }

        @Test("Plays, stars and playlists follow files that are moved, while a player runs and while none does")
        func moves() async throws {
            try await Session.run { session in
                let (music, away) = (session.music("library"), session.music("library/away"))
                try FileManager.default.createDirectory(at: music, withIntermediateDirectories: true)
                try await session.makeFLAC("library/1.flac", title: "First", seconds: 60)
                try session.configure("musicFolders = \"\(music.path)\"")
                func search(_ query: String, finds path: String) async throws {
                    while try await session.segue("search", query).text != path { try Task.checkCancellation() }
                }
                let player = try await session.startDaemon("--output", "null")
                try await session.libraryChanged(to: 1, from: 0)
                #expect(try await session.segue("play", music.path).status == 0)
                #expect(try await session.segue("rate", "4").status == 0)
                #expect(try await session.segue("playlist", "add", "list", "\(music.path)/1.flac").status == 0)
                try await search("rating:4", finds: "\(music.path)/1.flac")
                try FileManager.default.createDirectory(at: away, withIntermediateDirectories: true)
                try FileManager.default.moveItem(
                    at: music.appendingPathComponent("1.flac"), to: away.appendingPathComponent("new.flac"))
                try await search("rating:4", finds: "\(away.path)/new.flac")
                let list = try await session.segue("playlist", "show", "list", "--json")
                #expect(list.output.contains("/library/away/new.flac") && !list.output.contains("/1.flac"), "\(list)")
                #expect(try await session.segue("play", "list").status == 0)
                #expect(try await session.segue("status", "--format", "{url}").text.hasSuffix("/library/away/new.flac"))

                player.send(SIGTERM)
                _ = try await player.finish()
                try FileManager.default.removeItem(
                    at: session.folder.appendingPathComponent("home/.cache/segue/library.db"))
                try FileManager.default.moveItem(
                    at: away.appendingPathComponent("new.flac"), to: music.appendingPathComponent("2.flac"))
                _ = try await session.startDaemon("--output", "null")
                try await search("rating:4", finds: "\(music.path)/2.flac")
            }
        }

        @Test("Music of the library follows the queue, and is faded to")
        func continuation() async throws {
            try await Session.run { session in
                try FileManager.default.createDirectory(
                    at: session.music("library"), withIntermediateDirectories: true)
                try await session.makeFLAC("library/album.flac", title: "From the Album", seconds: 60)
                try await session.makeFLAC("last.flac", title: "Last", seconds: 8)
                try session.configure(
                    "musicFolders = \"\(session.music("library").path)\"", "output = \"null\"", "fadeInDuration = 0",
                    "crossfadeDuration = 2", "whenQueueEnds = \"random-album\"")
                #expect(try await session.segue("library", "update").status == 0)
                #expect(try await session.segue("play", session.music("library/album.flac").path).status == 0)
                #expect(try await session.segue("rate", "4").status == 0)
                #expect(try await session.segue("play", session.music("last.flac").path).status == 0)
                try await session.playing("Last")
                let mark = await session.observer.mark()
                try await session.playing("From the Album")
                let fades = await session.observer.signals(from: mark).filter { $0.member == "Started" }
                #expect(fades.count == 1)
                // The continuation is a regular part of the queue.
                #expect(try await session.segue("queue").output.contains("From the Album"))
                #expect(try await session.segue("rate").text == "4", "what is remembered of it")
                try await session.endPlayer()
                let history = try await session.segue("history")
                #expect(history.text == session.music("last.flac").path, "\(history)")
                let objects = try await session.segue("history", "--json").text
                #expect(
                    objects.contains(#""plays":1,"#) && objects.contains(#""title":null,"artists":[]"#), "\(objects)")
                let seen = try await session.run("script", "-qec", "\(BuiltProducts.segue.path) history", "/dev/null")
                #expect(seen.output.contains(/20\d\d-\d\d-\d\d \d\d:\d\d  last/), "\(seen)")
            }
        }

        @Test("A player follows the music folders, answers on the bus, and leaves no helper behind")
        func follower() async throws {
            try await Session.run { session in
                try FileManager.default.createDirectory(
                    at: session.music("library"), withIntermediateDirectories: true)
                try await session.makeFLAC("library/1.flac", title: "First", seconds: 60)
                try session.configure("musicFolders = \"\(session.music("library").path)\"")
                let player = try await session.startDaemon("--output", "null")
                try await session.libraryChanged(to: 1, from: 0)
                #expect(try await session.found("first") == ["First"])
                try await session.announced("PlaylistCount", of: "org.mpris.MediaPlayer2.Playlists", from: 0) {
                    $0.asInt64 == 4
                }
                #expect(
                    try await session.segue("playlist", "list").text
                        == "Favourites\nMost Played\nNot Played for a Year\nRecently Added")
                #expect(try await session.segue("play", "Recently Added").status == 0)
                try await session.playing("First")
                let mark = await session.observer.mark()
                try await session.makeFLAC("library/2.flac", title: "Second", seconds: 60)
                try await session.libraryChanged(to: 2, from: mark)
                try await session.observer.call(
                    Session.player, Session.seguePath, Session.library, "Play", arguments: [.string("second")])
                #expect(try await session.title() == "Second")

                let children = "/proc/\(player.identifier)/task/\(player.identifier)/children"
                let helpers = try String(contentsOfFile: children, encoding: .utf8).split(separator: " ")
                #expect(!helpers.isEmpty)
                player.send(SIGKILL)
                _ = try await player.finish()
                for helper in helpers {
                    #expect(try await session.run("tail", "--pid=\(helper)", "-f", "/dev/null").status == 0)
                }
            }
        }
    }
}

extension Session {
    /// Waits until the player has announced this number of tracks in the music folders.
    fileprivate func libraryChanged(to count: UInt32, from mark: Int) async throws {
        try await observer.signal(from: mark, within: .seconds(60), "\(count) tracks") {
            $0.interface == Session.library && $0.member == "Changed" && $0.arguments == [.uint32(count)]
        }
    }

    /// Returns the titles that a search finds.
    fileprivate func found(_ query: String) async throws -> [String] {
        let answer = try await observer.call(
            Session.player, Session.seguePath, Session.library, "Search",
            arguments: [.string(query), .uint32(0), .uint32(9)])
        return answer[0].asArray?.compactMap { $0.asProperties?["xesam:title"]?.asString } ?? []
    }
}
