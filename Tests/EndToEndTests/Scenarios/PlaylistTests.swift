import Foundation
import SDBus
import Testing

/// Playlists on the bus, with files that come and go.
extension EndToEnd {
    @Suite struct Playlists {
        private static let interface = "org.mpris.MediaPlayer2.Playlists"

        @Test("Playlists are found, counted, named, played and saved, and playerctld survives it")
        func wholeLife() async throws {
            try await Session.run { session in
                for name in ["A", "B", "C"] {
                    try await session.makeFLAC("\(name).flac", title: name, seconds: 60)
                }
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
                try await session.observer.signal(from: mark, "playerctld") { signal in
                    signal.member == "NameOwnerChanged"
                        && signal.arguments[0].asString == "org.mpris.MediaPlayer2.playerctld"
                }
                _ = try await session.startDaemon("--output", "null")
                try await session.announced("PlaylistCount", of: Self.interface, from: mark) { $0.asInt64 == 1 }

                // Another playlist appears while the player runs, in a folder that is new too.
                var start = await session.observer.mark()
                try write("deep/night.xspf", "<playlist><title>Night</title></playlist>")
                try await session.announced("PlaylistCount", of: Self.interface, from: start) { $0.asInt64 == 2 }
                let both = try await Self.list(session, "Alphabetical")
                #expect(both.map(\.name) == ["morning", "Night"])

                // The playlist gets another name, and then another place: it is still the same playlist.
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
                #expect(try await session.segue("queue", "save", "--replace", "My Evening").status == 0)
                let evening = try #require(
                    try await Self.list(session, "Alphabetical").first { $0.name == "My Evening" })

                // Calls that are refused, through the proxy too, which survives.
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

                // After a new start, the playlists are the same ones.
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
