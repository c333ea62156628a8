import Foundation
import SDBus
import Testing

/// Playlists on the bus, with files that appear and disappear.
extension EndToEnd {
    @Suite struct Playlists {
        private static let interface = "org.mpris.MediaPlayer2.Playlists"

        @Test("Playlists by name: made, shown, added to, played, renamed under the same identity, and removed")
        func byName() async throws {
            try await Session.run { session in
                for name in ["A", "B", "C"] {
                    try await session.makeFLAC("\(name).flac", title: "Song \(name)", seconds: 60)
                }
                try session.configure("transitions = \"listen\"", "output = \"null\"")
                // The first verb starts the player.
                #expect(try await session.segue("playlist", "add", "Slow evening", "A.flac", "B.flac").status == 0)
                #expect(try await session.segue("playlist", "list").text == "Slow evening")
                let added = try await session.segue("playlist", "add", "Slow evening", "C.flac", "none.flac")
                #expect(added.status == 0 && added.errors.contains("none.flac"), "\(added)")
                let shown = try await session.segue("playlist", "show", "slow Evening").text
                let wanted = ["A", "B", "C"].enumerated().map { "\($0 + 1)  The Tones – Song \($1)" }
                #expect(shown.split(separator: "\n").map(String.init) == wanted)

                #expect(try await session.segue("play", "Slow evening").status == 0)
                // Titles that are still unknown are read during playback.
                while try await session.titles() != ["Song A", "Song B", "Song C"] { try Task.checkCancellation() }
                #expect(try await session.segue("add", "slow evening").status == 0)
                #expect(try await session.segue("queue", "--json").text.components(separatedBy: "/A.flac").count == 3)
                for verb in ["play", "add"] {
                    let nothing = try await session.segue(verb, "Fast morning")
                    let sentence = "segue: Fast morning: there is no such file or playlist."
                    #expect(nothing.sentences == [sentence] && nothing.status == 1, "\(nothing)")
                }

                let id = try await session.segue("playlist", "list", "--json").text
                #expect(id.contains(#""kind":"tracks""#), "\(id)")
                #expect(try await session.segue("playlist", "rename", "Slow evening", "Late").status == 0)
                let renamed = try await session.segue("playlist", "list", "--json").text
                #expect(renamed == id.replacingOccurrences(of: "Slow evening", with: "Late"))
                #expect(try await session.segue("playlist", "show", "Late").text == shown)
                #expect(try await session.segue("playlist", "add", "Other", "A.flac").status == 0)
                let taken = try await session.segue("playlist", "rename", "Late", "Other")
                #expect(taken.status == 1 && taken.errors.contains("already exists"), "\(taken)")
                #expect(try await session.segue("playlist", "remove", "Late").status == 0)
                #expect(try await session.segue("playlist", "list").text == "Other")
                for gone in [["show", "Late"], ["remove", "Late"], ["rename", "Late", "x"], ["play", "Late"]] {
                    let result = try await session.start(BuiltProducts.segue.path, ["playlist"] + gone).finish()
                    #expect(result.status == 1)
                    #expect(result.sentences == ["segue: Late: there is no such playlist."], "\(gone): \(result)")
                }
                #expect(try await session.segue("playlist", "restore", "Late").status == 0)
                #expect(try await session.segue("playlist", "show", "Late").text == shown)
                let outside = try await session.segue("playlist", "add", "../x", "A.flac")
                #expect(outside.status == 1 && outside.errors.contains("named like a file"), "\(outside)")
            }
        }

        @Test("Playlists are found, counted, named, played and saved, and playerctld survives it")
        func wholeLife() async throws {
            try await Session.run { session in
                for name in ["A", "B", "C"] {
                    try await session.makeFLAC("\(name).flac", title: name, seconds: 60)
                }
                try session.deleteFirstSearches()
                let music = session.folder.appendingPathComponent("home/Music")
                try FileManager.default.createDirectory(
                    at: music.appendingPathComponent("deep"), withIntermediateDirectories: true)
                func write(_ name: String, _ text: String) throws {
                    try Data(text.utf8).write(to: music.appendingPathComponent(name))
                }
                let songs = session.music("").path
                try write("morning.m3u", "\(songs)/A.flac\n\(songs)/B.flac\n")

                let mark = await session.observer.mark()
                let proxy = try session.start("playerctld", [])
                try await session.observer.sees("org.mpris.MediaPlayer2.playerctld", from: mark)
                _ = try await session.startDaemon("--output", "null")
                try await session.announced("PlaylistCount", of: Self.interface, from: mark) { $0.asInt64 == 1 }

                // Another playlist appears while the player is running, in a folder that is also new.
                var start = await session.observer.mark()
                try write("deep/night.xspf", "<playlist><title>Night</title></playlist>")
                try await session.announced("PlaylistCount", of: Self.interface, from: start) { $0.asInt64 == 2 }
                let both = try await Self.list(session, "Alphabetical")
                #expect(both.map(\.name) == ["morning", "Night"])

                // The playlist gets another name, and then another location: it is still the same playlist.
                start = await session.observer.mark()
                try write("deep/night.xspf", "<playlist><title>Dusk</title></playlist>")
                let renamed = try await session.observer.signal(from: start, "PlaylistChanged") {
                    $0.member == "PlaylistChanged"
                }
                #expect(renamed.path == Session.mprisPath)
                #expect(Self.playlist(renamed.arguments[0])?.path == both[1].path)
                start = await session.observer.mark()
                try FileManager.default.moveItem(
                    at: music.appendingPathComponent("morning.m3u"), to: music.appendingPathComponent("zenith.m3u"))
                let moved = try await session.observer.signal(from: start, "PlaylistChanged") {
                    $0.member == "PlaylistChanged"
                }
                #expect(Self.playlist(moved.arguments[0])?.name == "zenith")
                #expect(Self.playlist(moved.arguments[0])?.path == both[0].path)

                // Playing a playlist.
                start = await session.observer.mark()
                try await session.observer.call(
                    Session.player, Session.mprisPath, Self.interface, "ActivatePlaylist", .objectPath(both[0].path))
                try await session.playing("A")
                try await session.announced("ActivePlaylist", of: Self.interface, from: start) {
                    $0.asStructure?.first == .boolean(true)
                }
                let shown = try await session.run(
                    "busctl", "--user", "get-property", Session.player, Session.mprisPath, Self.interface,
                    "ActivePlaylist")
                #expect(shown.text == "(b(oss)) true \"\(both[0].path)\" \"zenith\" \"\"")
                #expect(try await Self.list(session, "Played").map(\.name) == ["Dusk", "zenith"])

                // Saving the queue.
                #expect(try await session.segue("add", "C.flac").status == 0)
                let saved = try await session.segue("queue", "save", "My Evening")
                let path = session.folder.appendingPathComponent(
                    "home/.local/share/segue/playlists/My Evening.xspf"
                ).path
                #expect(saved.text == path, "\(saved)")
                #expect(try await Self.list(session, "Alphabetical").map(\.name) == ["Dusk", "My Evening", "zenith"])
                let again = try await session.segue("queue", "save", "My Evening")
                #expect(again.status == 1)
                #expect(again.sentences.count == 1, "\(again)")
                #expect(again.errors.hasSuffix("already exists. `--replace` replaces it.\n"), "\(again)")
                #expect(try await session.segue("queue", "save", "--replace", "My Evening").status == 0)
                let evening = try #require(
                    try await Self.list(session, "Alphabetical").first { $0.name == "My Evening" })

                // Rejected calls, also through the proxy, which survives.
                for name in [Session.player, "org.mpris.MediaPlayer2.playerctld"] {
                    let refused = try await session.run(
                        "busctl", "--user", "call", name, Session.mprisPath, Self.interface, "ActivatePlaylist", "o",
                        "/nowhere")
                    #expect(refused.status == 1, "\(refused)")
                    // The proxy has its own text for every error.
                    if name == Session.player { #expect(refused.errors.contains("/nowhere"), "\(refused)") }
                }
                start = await session.observer.mark()
                try write("empty.m3u", "# nothing\n")
                try await session.announced("PlaylistCount", of: Self.interface, from: start) { $0.asInt64 == 4 }
                start = await session.observer.mark()
                try FileManager.default.removeItem(at: music.appendingPathComponent("deep"))
                try await session.announced("PlaylistCount", of: Self.interface, from: start) { $0.asInt64 == 3 }
                #expect(try await session.title() == "A")

                // After a restart, the playlists are the same.
                try await session.endPlayer()
                start = await session.observer.mark()
                _ = try await session.startDaemon("--output", "null")
                try await session.announced("PlaylistCount", of: Self.interface, from: start) { $0.asInt64 == 3 }
                let later = try await Self.list(session, "Alphabetical")
                #expect(later.map(\.name) == ["empty", "My Evening", "zenith"])
                #expect(later[1].path == evening.path)
                #expect(later[2].path == both[0].path)
                try await session.observer.call(
                    Session.player, Session.mprisPath, Self.interface, "ActivatePlaylist", .objectPath(evening.path))
                try await session.playing("A")
                #expect(try await session.status().queueCount == 3)

                #expect(proxy.isRunning, "\(proxy.errors)")
                #expect(try await session.run("playerctl", "-p", "playerctld", "status").text == "Playing")
                proxy.send(SIGTERM)
                _ = try await proxy.finish()
            }
        }

        private static func list(_ session: Session, _ order: String) async throws -> [(path: String, name: String)] {
            let reply = try await session.observer.call(
                Session.player, Session.mprisPath, interface, "GetPlaylists", .uint32(0), .uint32(100), .string(order),
                .boolean(false))
            return (reply.first?.asArray ?? []).compactMap(playlist)
        }

        private static func playlist(_ value: BusValue) -> (path: String, name: String)? {
            guard let fields = value.asStructure, fields.count == 3, let path = fields[0].asObjectPath,
                let name = fields[1].asString
            else { return nil }
            return (path, name)
        }
    }
}
