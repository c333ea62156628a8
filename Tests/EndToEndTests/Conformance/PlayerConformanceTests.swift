import Foundation
import SDBus
import Testing

/// Clients' requirements on the player, tested on the running one (mpris.md, org.mpris.MediaPlayer2.Player).
extension EndToEnd {
    @Suite struct PlayerConformance {
        private static let second: Int64 = 1_000_000

        private func start(_ session: Session, _ names: [String] = ["A", "B", "C"]) async throws {
            for name in names { try await session.makeFLAC("\(name).flac", title: name, seconds: 120) }
            try session.configure("fadeOutDuration = 0")
            _ = try await session.startDaemon(["--output", "null"] + names.map { "\($0).flac" })
            try await session.playing(names[0])
        }

        @Test("M1–M5, P15, P18: what the keys do in each state")
        func keys() async throws {
            try await Session.run { session in
                try await start(session)
                let mark = await session.observer.mark()
                try await session.player("Play")
                try await session.settle()
                #expect(await session.announcements(from: mark).isEmpty, "M1: Play while playing")
                // On a busy machine, the first sample of the track may not have been heard yet.
                while try await session.position() == 0 {}
                try await session.player("Pause")
                try await session.player("Pause")
                #expect(try await session.status(is: "Paused"), "M2")
                #expect(try await session.playerProperty("CanPause").asBoolean == true, "P15")
                let held = try await session.position()
                try await session.player("Next")
                #expect(try await session.status(is: "Paused"), "M5")
                #expect(try await session.title() == "B")
                #expect(try await session.position() == 0, "M5")
                try await session.player("Previous")
                #expect(try await session.title() == "A")
                #expect(try await session.status(is: "Paused"), "M5")
                #expect(held > 0)
                try await session.player("PlayPause")
                #expect(try await session.status(is: "Playing"), "M3")
                try await session.player("Stop")
                #expect(try await session.status(is: "Stopped"), "M4")
                #expect(try await session.position() == 0, "M4, P7")
                #expect(try await session.playerProperty("CanPause").asBoolean == true, "P15")
                #expect(try await session.playerProperty("CanPlay").asBoolean == true, "P14, P18")
                try await session.player("Stop")
                try await session.player("Next")
                #expect(try await session.status(is: "Stopped"), "M5")
                #expect(try await session.title() == "B", "M5")
                try await session.player("PlayPause")
                try await session.playing("B")
                // M6, P13: at the end there is no next track.
                try await session.player("Next")
                #expect(try await session.title() == "C")
                #expect(try await session.playerProperty("CanGoNext").asBoolean == false, "M6, P13")
                try await session.player("Next")
                #expect(try await session.title() == "C", "M6")
                // M7: the list wraps around in both directions; with a repeated track, the keys still skip.
                try await session.set("LoopStatus", .string("Playlist"))
                #expect(try await session.playerProperty("CanGoNext").asBoolean == true, "M7, P13")
                try await session.player("Next")
                #expect(try await session.title() == "A", "M7")
                try await session.set("LoopStatus", .string("Track"))
                try await session.player("Next")
                #expect(try await session.title() == "B", "M7")
                try await session.queue("Clear")
                #expect(try await session.playerProperty("CanPlay").asBoolean == false, "P14, P18")
                #expect(try await session.track() == Session.noTrack, "D2, P18")
                for member in ["Play", "Pause", "Stop", "Next", "Previous"] { try await session.player(member) }
                #expect(await session.error("M3") { try await session.player("PlayPause") } == .notSupported)
            }
        }

        @Test("M9–M13, P9, P10: seeking to the microsecond, from anywhere to anywhere")
        func seeking() async throws {
            try await Session.run { session in
                try await start(session)
                try await session.player("Pause")
                let track = try await session.track()
                var mark = await session.observer.mark()
                try await session.player("SetPosition", .objectPath(track), .int64(12_345_678))
                #expect(try await session.position() == 12_345_678, "M12, M13, P9")
                try await session.settle()
                #expect(await session.seeks(from: mark) == [12_345_678], "P10")
                #expect(try await session.status(is: "Paused"), "M13")

                mark = await session.observer.mark()
                for position in [-1, 121 * Self.second] {
                    try await session.player("SetPosition", .objectPath(track), .int64(position))
                }
                for wrong in [Session.noTrack, "/not/of/this/queue"] {
                    try await session.player("SetPosition", .objectPath(wrong), .int64(Self.second))
                }
                try await session.settle()
                #expect(await session.seeks(from: mark).isEmpty, "M11")
                #expect(try await session.position() == 12_345_678, "M11")

                for _ in 0..<5 { try await session.player("Seek", .int64(5 * Self.second)) }
                #expect(try await session.position() == 37_345_678, "M10")
                try await session.player("Seek", .int64(.min))
                #expect(try await session.position() == 0, "M9")
                try await session.player("Seek", .int64(.max))
                #expect(try await session.title() == "B", "M9: beyond the end is Next")
                #expect(try await session.status(is: "Paused"), "M9")
                #expect(try await session.position() == 0, "M9")
            }
        }

        @Test("M15, M16: OpenUri plays, and what can't be played changes nothing")
        func opening() async throws {
            try await Session.run { session in
                try await start(session, ["A"])
                try await session.makeFLAC("a #1 100% é?.flac", title: "Odd", seconds: 60)
                let uri = session.music("a #1 100% é?.flac").absoluteString
                try await session.player("OpenUri", .string(uri))
                try await session.playing("Odd")
                // D7: the address refers to the file.
                #expect(try await session.metadata()["xesam:url"]?.asString == uri, "D7")
                let track = try await session.track()
                func refused(_ uri: String) async -> BusError.Name? {
                    await session.error("M16: \(uri)") { try await session.player("OpenUri", .string(uri)) }
                }
                #expect(await refused("gopher://example.org/a") == .notSupported)
                #expect(await refused("") == .invalidArguments)
                #expect(await refused("a b") == .invalidArguments)
                #expect(await refused("file:///no/such/file.flac") == .fileNotFound)
                #expect(try await session.track() == track, "M16")
            }
        }

        @Test("P2–P6, P8: settings read back as they were set, and bad ones change nothing")
        func settings() async throws {
            try await Session.run { session in
                try await start(session)
                for loop in ["Track", "Playlist", "None"] {
                    let mark = await session.observer.mark()
                    try await session.set("LoopStatus", .string(loop))
                    #expect(try await session.playerProperty("LoopStatus").asString == loop, "P2")
                    try await session.announced("LoopStatus", from: mark) { $0.asString == loop }
                }
                #expect(
                    await session.error("P2") { try await session.set("LoopStatus", .string("Foo")) }
                        == .invalidArguments)
                let track = try await session.track()
                try await session.set("Shuffle", .boolean(true))
                #expect(try await session.playerProperty("Shuffle").asBoolean == true, "P3")
                #expect(try await session.track() == track, "P3")
                try await session.set("Shuffle", .boolean(false))

                for (value, effective) in [(0.37, 0.37), (-0.5, 0), (2, 1), (0.123456789, 0.123456789)] {
                    try await session.set("Volume", .double(value))
                    #expect(try await session.playerProperty("Volume").asDouble == effective, "P5")
                }
                #expect(
                    await session.error("P5") { try await session.set("Volume", .double(.nan)) } == .invalidArguments)
                for rate in [-1.0, 3, .nan] { try? await session.set("Rate", .double(rate)) }
                for name in ["Rate", "MinimumRate", "MaximumRate"] {
                    #expect(try await session.playerProperty(name).asDouble == 1, "P4")
                }
                try await session.set("Rate", .double(0))
                #expect(try await session.status(is: "Paused"), "P4")
                #expect(try await session.playerProperty("Rate").asDouble == 1, "P4")
                try await session.player("Play")

                // P6, P8: a fade affects neither the volume nor the position.
                let mark = await session.observer.mark()
                try await session.player("Next")
                try await session.observer.signal(from: mark, "the fade to end") { $0.member == "Finished" }
                for announcement in await session.announcements(from: mark) {
                    #expect(announcement["Volume"] == nil, "P6")
                    #expect(announcement["Position"] == nil, "P8")
                }
            }
        }

        @Test("P7, P17: the position runs with the clock and never back; a skip flickers nothing")
        func position() async throws {
            try await Session.run { session in
                try await start(session)
                var last = try await session.position()
                for _ in 0..<300 {
                    let now = try await session.position()
                    #expect(now >= last, "P7")
                    last = now
                }
                let mark = await session.observer.mark()
                try await session.player("Next")
                try await session.playing("B")
                let told = await session.announcements(from: mark)
                #expect(told.filter { $0["PlaybackStatus"].map { $0.asString != "Playing" } == true }.isEmpty, "P1")
                for name in ["CanPlay", "CanPause", "CanSeek"] {
                    #expect(told.allSatisfy { $0[name] == nil }, "P17: \(name)")
                }
            }
        }

        @Test("P11: one and the same entry that begins again tells so")
        func loop() async throws {
            try await Session.run { session in
                try await start(session, ["A"])
                _ = try await session.segue("config", "set", "crossfadeDuration", "2")
                try await session.set("LoopStatus", .string("Track"))
                let mark = await session.observer.mark()
                let track = try await session.track()
                try await session.player("SetPosition", .objectPath(track), .int64(117 * Self.second))
                try await session.observer.signal(from: mark, "Seeked to the beginning") { signal in
                    signal.member == "Seeked" && (signal.arguments[0].asInt64 ?? .max) < Self.second
                }
                #expect(try await session.track() == track)
                #expect(try await session.position() < 5 * Self.second)
            }
        }
    }
}
