import Foundation
import Glibc
import SDBus
import Testing

/// Real clients of MPRIS, with a sound server and its null sink.
extension EndToEnd {
    @Suite struct Desktop {
        @Test("playerctl drives every part of it")
        func playerctl() async throws {
            try await Session.run { session in
                let sound = try await session.startSoundServer("null")
                for name in ["A", "B", "C"] {
                    try await session.makeFLAC("\(name).flac", title: name, seconds: 120)
                }
                _ = try await session.startDaemon("A.flac", "B.flac")
                try await session.playing("A")
                #expect(try await session.status().outputFallback == nil)

                func playerctl(_ arguments: String...) async throws -> Finished {
                    try await session.start("playerctl", ["-p", "segue"] + arguments).finish()
                }
                #expect(try await playerctl("status").text == "Playing")
                #expect(try await playerctl("metadata", "title").text == "A")
                #expect(try await playerctl("metadata", "artist").text == "The Tones")
                #expect(try await playerctl("metadata", "mpris:length").text == "120000000")
                let url = try await playerctl("metadata", "xesam:url").text
                #expect(url == "file://\(session.music("A.flac").path)")

                #expect(try await playerctl("play-pause").status == 0)
                #expect(try await playerctl("status").text == "Paused")
                #expect(try await playerctl("position", "12.5").status == 0)
                let position = Double(try await playerctl("position").text) ?? -1
                #expect(abs(position - 12.5) < 0.05, "\(position)")
                #expect(try await playerctl("play-pause").status == 0)
                #expect(try await playerctl("status").text == "Playing")

                #expect(try await playerctl("volume", "0.5").status == 0)
                #expect(Double(try await playerctl("volume").text) == 0.5)
                #expect(try await playerctl("next").status == 0)
                #expect(try await playerctl("metadata", "title").text == "B")
                #expect(try await playerctl("previous").status == 0)
                #expect(try await playerctl("metadata", "title").text == "A")
                #expect(try await playerctl("loop", "Playlist").status == 0)
                #expect(try await playerctl("loop").text == "Playlist")
                #expect(try await playerctl("shuffle", "On").status == 0)
                #expect(try await playerctl("shuffle").text == "On")
                #expect(try await playerctl("open", session.music("C.flac").path).status == 0)
                try await session.playing("C")
                #expect(try await playerctl("stop").status == 0)

                let bad = try await playerctl("open", "gopher://example.org/a")
                #expect(bad.status == 1)
                #expect(bad.errors.contains("gopher"), "\(bad)")
                try await session.endPlayer()
                sound.send(SIGTERM)
                _ = try await sound.finish()
            }
        }

        @Test("busctl sees what dbus/ says, on both objects")
        func introspection() async throws {
            try await Session.run { session in
                _ = try await session.startDaemon("--output", "null")
                for (path, interfaces) in [
                    (
                        Session.mprisPath,
                        [
                            "org.mpris.MediaPlayer2", "org.mpris.MediaPlayer2.Player",
                            "io.github.segueplayer.Segue.Crossfade1",
                        ]
                    ),
                    (
                        Session.seguePath,
                        [
                            "io.github.segueplayer.Segue.Crossfade1", "io.github.segueplayer.Segue.Queue1",
                            "io.github.segueplayer.Segue.Control1",
                        ]
                    ),
                ] {
                    for interface in interfaces {
                        let shown = try await session.run(
                            "busctl", "--user", "introspect", Session.player, path, interface)
                        #expect(shown.status == 0, "\(shown)")
                        for member in try Self.members(of: interface) {
                            #expect(shown.output.contains(".\(member) "), "\(interface).\(member) at \(path)")
                        }
                    }
                }
            }
        }

        /// The names of methods and properties in the interface's file.
        private static func members(of interface: String) throws -> [Substring] {
            let file = BuiltProducts.repository.appendingPathComponent("dbus/\(interface).xml")
            let text = try String(contentsOf: file, encoding: .utf8)
            return text.matches(of: /<(?:method|property) name="([A-Za-z]+)"/).map(\.output.1)
        }

        @Test("playerctld survives a hundred skips and fades")
        func playerctld() async throws {
            try await Session.run { session in
                for index in 1...4 {
                    try await session.makeFLAC("\(index).flac", title: "\(index)", seconds: 120, hertz: 200 * index)
                }
                let mark = await session.observer.mark()
                let proxy = try session.start("playerctld", [])
                try await session.observer.signal(from: mark, "playerctld") { signal in
                    signal.member == "NameOwnerChanged"
                        && signal.arguments[0].asString == "org.mpris.MediaPlayer2.playerctld"
                }
                _ = try await session.segue("config", "set", "skipCrossfadeDuration", "1")
                _ = try await session.startDaemon("--output", "null", "1.flac", "2.flac", "3.flac", "4.flac")
                try await session.playing("1")
                #expect(try await session.segue("queue", "repeat", "queue").status == 0)
                // Half of them through the proxy, as the media keys would; at every tenth the fade is heard to its end.
                for skip in 1...100 {
                    let start = await session.observer.mark()
                    let name = skip % 2 == 0 ? Session.player : "org.mpris.MediaPlayer2.playerctld"
                    try await session.observer.call(
                        name, Session.mprisPath, "org.mpris.MediaPlayer2.Player", skip % 5 == 0 ? "Previous" : "Next")
                    try await session.announced("Metadata", from: start) { _ in true }
                    if skip % 10 == 0 {
                        try await session.observer.signal(from: start, "the end of a fade") { $0.member == "Finished" }
                    }
                }
                // Errors go through it too.
                _ = try await session.run("playerctl", "-p", "playerctld", "open", "gopher://example.org/a")
                #expect(proxy.isRunning, "\(proxy.errors)")
                #expect(try await session.run("playerctl", "-p", "playerctld", "status").text == "Playing")
                proxy.send(SIGTERM)
                _ = try await proxy.finish()
            }
        }
    }
}
