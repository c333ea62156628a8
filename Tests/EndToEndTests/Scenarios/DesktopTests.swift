import Foundation
import Glibc
import SDBus
import SegueTestSupport
import Testing

/// Real clients of MPRIS, with a sound server and its null sink.
extension EndToEnd {
    @Suite struct Desktop {
        @Test("It plays through a sound server's null sink")
        func soundServer() async throws {
            try await Session.run { session in
                let sound = try await session.startSoundServer("null")
                try await session.makeFLAC("A.flac", title: "A", seconds: 60)
                _ = try await session.startDaemon("A.flac")
                try await session.playing("A")
                #expect(try await session.status().outputFallback == nil)
                try await session.endPlayer()
                sound.send(SIGTERM)
                _ = try await sound.finish()
            }
        }

        @Test("busctl and gdbus see what dbus/ says, on both objects")
        func introspection() async throws {
            try await Session.run { session in
                _ = try await session.startDaemon("--output", "null")
                for (path, interfaces) in [
                    (Session.mprisPath, [Session.root, Session.playerInterface, Session.trackList, Session.playlists]),
                    (
                        Session.seguePath,
                        [
                            Session.crossfade, Session.transitions, Session.queue, Session.control,
                            Session.savedPlaylists, Session.library, "org.freedesktop.Application",
                        ]
                    ),
                ] {
                    let shown = try await session.run(
                        "gdbus", "introspect", "--session", "--dest", Session.player, "--object-path", path, "--xml")
                    #expect(shown.status == 0, "\(shown)")
                    let live = try InterfaceLines.of(xml: shown.output)
                    for interface in interfaces {
                        let file = try Self.file(interface)
                        #expect(live[interface] == (try InterfaceLines.of(xml: file)[interface]), "\(interface)")
                        let listed = try await session.run(
                            "busctl", "--user", "introspect", Session.player, path, interface)
                        #expect(listed.status == 0, "\(listed)")
                        for member in file.matches(of: /<(?:method|property|signal) name="([A-Za-z]+)"/) {
                            #expect(listed.output.contains(".\(member.output.1) "), "\(interface).\(member.output.1)")
                        }
                    }
                    // All interfaces other than Segue's and MPRIS's belong to the bus.
                    let others = Set(live.keys).subtracting(interfaces + [Session.crossfade])
                    #expect(others.allSatisfy { $0.hasPrefix("org.freedesktop.DBus.") }, "\(others)")
                }
            }
        }

        private static func file(_ interface: String) throws -> String {
            let file = BuiltProducts.repository.appendingPathComponent("dbus/\(interface).xml")
            return try String(contentsOf: file, encoding: .utf8)
        }

        @Test("playerctld survives a hundred skips and fades")
        func playerctld() async throws {
            try await Session.run { session in
                for index in 1...4 {
                    try await session.makeFLAC("\(index).flac", title: "\(index)", seconds: 60, hertz: 200 * index)
                }
                let mark = await session.observer.mark()
                let proxy = try session.start("playerctld", [])
                try await session.observer.sees("org.mpris.MediaPlayer2.playerctld", from: mark)
                try session.configure("skipCrossfadeDuration = 1")
                _ = try await session.startDaemon("--output", "null", "1.flac", "2.flac", "3.flac", "4.flac")
                try await session.playing("1")
                #expect(try await session.segue("repeat", "queue").status == 0)
                // Half of the skips go through the proxy, as the media keys would. After every tenth, the fade is heard
                // to its end.
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
                // Errors go through the proxy too.
                _ = try await session.run("playerctl", "-p", "playerctld", "open", "gopher://example.org/a")
                #expect(proxy.isRunning, "\(proxy.errors)")
                #expect(try await session.run("playerctl", "-p", "playerctld", "status").text == "Playing")
                proxy.send(SIGTERM)
                _ = try await proxy.finish()
            }
        }
    }
}
