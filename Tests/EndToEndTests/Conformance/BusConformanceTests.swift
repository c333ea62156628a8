import Foundation
import Glibc
import SDBus
import Testing

/// Clients' requirements on the bus and the root interface, tested on the running player (mpris.md, The bus).
extension EndToEnd {
    @Suite struct BusConformance {
        @Test("B1–B9, B18, R1–R7: names, objects, properties and errors")
        func surface() async throws {
            try await Session.run { session in
                // B3: a client that queries everything when the name appears receives it.
                try await session.makeFLAC("A.flac", title: "A", seconds: 60)
                _ = try await session.startDaemon("--output", "null", "A.flac")
                for interface in [Session.root, Session.playerInterface, Session.trackList] {
                    let all = try await session.all(of: interface)
                    #expect(!all.isEmpty, "B3: \(interface)")
                }
                try await session.playing("A")

                // B5, B6: GetAll has every property of the file, Position among them.
                let properties = try await session.all()
                for name in [
                    "PlaybackStatus", "LoopStatus", "Rate", "Shuffle", "Metadata", "Volume", "Position", "MinimumRate",
                    "MaximumRate", "CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanSeek", "CanControl",
                ] { #expect(properties[name] != nil, "B6: \(name)") }
                let shown = try await session.run(
                    "busctl", "--user", "introspect", Session.player, Session.mprisPath)
                #expect(shown.output.contains("interface"), "B5")
                #expect(shown.output.split(separator: "\n").contains { $0.contains(".Position ") && $0.hasSuffix("-") })
                // B4: the MPRIS interfaces are on their own path only.
                let other = try await session.run(
                    "busctl", "--user", "introspect", Session.player, Session.seguePath)
                #expect(!other.output.contains("org.mpris.MediaPlayer2"), "B4")

                // B8, B9: every kind of wrong call returns its error, with text.
                let mpris = Session.mprisPath
                let (observer, player) = (session.observer, Session.player)
                func get(_ interface: String, _ name: String) async throws {
                    try await observer.call(
                        player, mpris, "org.freedesktop.DBus.Properties", "Get", .string(interface), .string(name))
                }
                #expect(
                    await session.error("B8") { try await get(Session.playerInterface, "Loudness") } == .unknownProperty
                )
                #expect(
                    await session.error("B8") { _ = try await session.all(of: "org.example.Nothing") }
                        == .unknownInterface)
                #expect(await session.error("B8") { try await session.player("Dance") } == .unknownMethod)
                #expect(
                    await session.error("B8") { try await session.player("Seek", .string("far")) } == .invalidArguments)
                #expect(
                    await session.error("B8") { try await session.set("Volume", .string("loud")) } == .invalidArguments)
                #expect(
                    await session.error("B8") { try await session.set("Position", .int64(1)) } == .propertyReadOnly)
                #expect(
                    await session.error("B8") {
                        try await observer.call(player, "/nowhere", Session.playerInterface, "Play")
                    } == .unknownObject)

                // R1–R6
                let root = try await session.all(of: Session.root)
                #expect(root["Identity"]?.asString == "Segue", "R1")
                let entry = try #require(root["DesktopEntry"]?.asString)
                let file = BuiltProducts.repository.appendingPathComponent("data/\(entry).desktop")
                let desktop = try String(contentsOf: file, encoding: .utf8)
                #expect(desktop.contains("\nName=Segue\n"), "R1, R2")
                #expect(root["CanRaise"]?.asBoolean == false, "R4")
                try await observer.call(player, mpris, Session.root, "Raise")
                #expect(root["HasTrackList"]?.asBoolean == true, "R5")
                #expect(root["SupportedUriSchemes"]?.asStrings?.contains("file") == true, "R6")
                let types = try #require(root["SupportedMimeTypes"]?.asStrings)
                let line = try #require(desktop.split(separator: "\n").first { $0.hasPrefix("MimeType=") })
                let declared = line.dropFirst(9).split(separator: ";").map(String.init)
                #expect(Set(types).isSubset(of: declared), "R6")
                #expect(await session.error("R7") { try await get(Session.root, "Fullscreen") } == .unknownProperty)

                // R3, B17: Quit is answered, and the name is released.
                #expect(root["CanQuit"]?.asBoolean == true, "R3")
                let mark = await observer.mark()
                try await observer.call(player, mpris, Session.root, "Quit")
                try await observer.signal(from: mark, "the name to go") { signal in
                    signal.member == "NameOwnerChanged" && signal.arguments[0].asString == player
                        && signal.arguments[2].asString == ""
                }
            }
        }

        @Test("B2: a second player that is wanted has a name of its own, and does not take the first one's place")
        func instances() async throws {
            try await Session.run { session in
                let first = try await session.startDaemon("--output", "null")
                let mark = await session.observer.mark()
                let second = try session.start(
                    BuiltProducts.segue.path, ["daemon", "--new-instance", "--output", "null"])
                let name = "\(Session.player).instance\(second.identifier)"
                try await session.observer.sees(name, from: mark)
                first.send(SIGTERM)
                _ = try await first.finish()
                try await session.observer.call(
                    name, Session.mprisPath, "org.freedesktop.DBus.Peer", "Ping")
                #expect(try await session.process(of: Session.player) == nil)
                second.send(SIGTERM)
                #expect(try await second.finish().status == 0)
            }
        }

        @Test("B11, B14–B16: silence while nothing changes; values in the message, which a Get confirms")
        func quiet() async throws {
            try await Session.run { session in
                for name in ["A", "B", "C"] { try await session.makeFLAC("\(name).flac", title: name, seconds: 60) }
                _ = try await session.startDaemon("--output", "null", "A.flac", "B.flac", "C.flac")
                try await session.playing("A")
                // Tags and covers of a track that has just begun may still arrive. A player that sends signals as time
                // passes never becomes quiet.
                var heard: [BusSignal] = []
                for _ in 0..<5 {
                    heard = try await session.signals(whilePlaying: 3_000_000)
                    if heard.isEmpty { break }
                }
                #expect(heard.isEmpty, "B11")

                for _ in 0..<20 {
                    let mark = await session.observer.mark()
                    try await session.player("Next")
                    try await session.player("Previous")
                    try await session.settle()
                    for signal in await session.observer.signals(from: mark)
                    where signal.member == "PropertiesChanged" && signal.path == Session.mprisPath {
                        let interface = signal.arguments[0].asString ?? ""
                        #expect(interface.hasPrefix("org.mpris.MediaPlayer2"), "B16")
                        #expect(
                            signal.arguments[2].asStrings?.isEmpty != false || interface == Session.trackList, "B14")
                    }
                    let last = await session.announcements(from: mark).last { $0["Metadata"] != nil }
                    let told = last?["Metadata"]?.asProperties?["mpris:trackid"]
                    #expect(try await session.metadata()["mpris:trackid"] == told, "B15")
                }
            }
        }
    }
}
