import Foundation
import Glibc
import SDBus
import Testing

/// A crossfade, as seen from the bus and from a terminal (design.md, States on the bus).
extension EndToEnd {
    @Suite struct Crossfade {
        /// Starts a player that fades for 6 s at the end of each track.
        private func start(_ session: Session) async throws {
            for name in ["A", "B", "C"] {
                try await session.makeFLAC("\(name).flac", title: name, seconds: 60)
            }
            try session.configure("crossfadeDuration = 6", "fadeInDuration = 0")
            _ = try await session.startDaemon("--output", "null", "A.flac", "B.flac", "C.flac")
            try await session.playing("A")
        }

        private static let interface = "io.github.segueplayer.Segue.Crossfade1"

        @Test("Progress rises from 0 to 1, stays in a pause, and goes on")
        func progress() async throws {
            try await Session.run { session in
                try await start(session)
                let mark = await session.observer.mark()
                #expect(try await session.segue("seek", "53").status == 0)
                try await session.announced("State", of: Self.interface, from: mark) { $0.asString == "Fading" }
                #expect(try await session.title() == "B")
                try await session.announced("Progress", of: Self.interface, from: mark) {
                    ($0.asDouble ?? 0) >= 0.1
                }
                #expect(try await session.segue("pause").status == 0)
                #expect(try await session.crossfadeProperty("State").asString == "Suspended")
                let held = try await session.crossfadeProperty("Progress").asDouble ?? 0
                #expect(held > 0.1 && held < 1)
                let status = try await session.status()
                #expect(status.crossfade?["state"] as? String == "suspended")
                #expect((status.crossfade?["outgoing"] as? [String: Any])?["title"] as? String == "A")
                #expect((status.crossfade?["incoming"] as? [String: Any])?["title"] as? String == "B")
                // Another process reads the property, some time later.
                let asked = try await session.run(
                    "busctl", "--user", "get-property", Session.player, Session.seguePath, Self.interface, "Progress")
                #expect(asked.status == 0)
                #expect(abs((Double(asked.text.dropFirst(2)) ?? -1) - held) < 0.001, "\(asked)")

                #expect(try await session.segue("resume").status == 0)
                try await session.announced("State", of: Self.interface, from: mark) { $0.asString == "Idle" }
                let progress = await session.observer.signals(from: mark).compactMap { signal -> Double? in
                    guard signal.member == "PropertiesChanged",
                        signal.arguments[0].asString == Self.interface
                    else { return nil }
                    return signal.arguments[1].asProperties?["Progress"]?.asDouble
                }
                let rise = progress.prefix { $0 != 0 || progress.first == 0 }
                #expect(zip(rise, rise.dropFirst()).allSatisfy { $0 <= $1 } || rise.last == 0)
                #expect((progress.max() ?? 0) > 0.95)
                #expect(progress.count > 10)
                let finished = try await session.observer.signal(from: mark, "Finished") { $0.member == "Finished" }
                #expect(finished.arguments[2].asBoolean == true)
            }
        }

        @Test("A track that is removed while it fades out keeps its title to the end")
        func removedWhileFadingOut() async throws {
            try await Session.run { session in
                try await start(session)
                let mark = await session.observer.mark()
                #expect(try await session.segue("seek", "53").status == 0)
                try await session.announced("State", of: Self.interface, from: mark) { $0.asString == "Fading" }
                #expect(try await session.segue("pause").status == 0)
                #expect(try await session.segue("queue", "remove", "1").status == 0)
                #expect(try await session.segue("queue", "list").output.contains("– A") == false)
                let shown = try await session.segue("status")
                #expect(shown.text.contains("The Tones – A → The Tones – B"), "\(shown)")
                let follower = try session.start(BuiltProducts.segue.path, ["status", "--follow"])
                try await follower.wrote("The Tones – A → The Tones – B")
                #expect(try await session.segue("resume").status == 0)
                try await follower.wrote("Playing  The Tones – B  ")
                follower.send(SIGINT)
                #expect(try await follower.finish().output.contains("a removed track") == false)
            }
        }

        @Test("`status --follow` tells it line by line where lines stay")
        func followPlain() async throws {
            try await Session.run { session in
                let follower = try session.start(BuiltProducts.segue.path, ["status", "--follow"])
                try await follower.wrote("No player is running.\n")
                try await start(session)
                try await follower.wrote("Playing  The Tones – A  ")
                #expect(try await session.segue("seek", "53").status == 0)
                try await follower.wrote("Crossfading")
                try await follower.wrote("The Tones – A → The Tones – B")
                try await follower.wrote("Playing  The Tones – B  ")
                #expect(try await session.segue("pause").status == 0)
                try await follower.wrote("Paused  The Tones – B  ")
                try await session.endPlayer()
                follower.send(SIGINT)
                let result = try await follower.finish()
                #expect(result.status == 0)
                #expect(result.output.hasSuffix("No player is running.\n"), "\(result)")
            }
        }

        @Test("On a terminal it is one line with both titles and a bar that moves")
        func followTerminal() async throws {
            try await Session.run { session in
                try await start(session)
                let follower = try session.start(
                    "script", ["-q", "-f", "-c", "\(BuiltProducts.segue.path) status --follow", "/dev/null"],
                    environment: ["TERM": "xterm"])
                try await follower.wrote("\rPlaying  The Tones – A  ")
                let mark = await session.observer.mark()
                #expect(try await session.segue("seek", "53").status == 0)
                try await session.announced("State", of: Self.interface, from: mark) { $0.asString == "Idle" }
                try await follower.wrote("\rPlaying  The Tones – B  ")
                let drawn = follower.output.split(separator: "\r").filter { $0.hasPrefix("Crossfading") }
                #expect(drawn.count > 15, "ten times a second for 6 s: \(drawn.count)")
                #expect(drawn.allSatisfy { $0.contains("The Tones – A ▕") && $0.contains("▏ The Tones – B") })
                let bars = drawn.map { $0.filter { $0 == "█" }.count }
                #expect(zip(bars, bars.dropFirst()).allSatisfy { $0 <= $1 })
                #expect((bars.last ?? 0) > (bars.first ?? 0) + 8, "\(bars)")
                #expect(!follower.output.contains("\n"))
                follower.send(SIGTERM)
                _ = try await follower.finish()
            }
        }
    }
}
