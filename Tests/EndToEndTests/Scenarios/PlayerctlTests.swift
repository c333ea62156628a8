import Foundation
import Glibc
import SDBus
import Testing

/// All functions of playerctl.
extension EndToEnd {
    @Suite struct Playerctl {
        /// Starts a player with three tracks of two minutes, the first of them playing.
        private func start(_ session: Session) async throws {
            for name in ["A", "B", "C"] { try await session.makeFLAC("\(name).flac", title: name, seconds: 120) }
            _ = try await session.startDaemon("--output", "null", "A.flac", "B.flac")
            try await session.playing("A")
        }

        /// Returns playerctl's output. The test fails if playerctl fails or prints an error.
        @discardableResult
        private func ask(
            _ session: Session, _ arguments: String..., location: SourceLocation = #_sourceLocation
        ) async throws -> String {
            let result = try await session.start("playerctl", arguments).finish()
            #expect(result.status == 0 && result.errors.isEmpty, "\(arguments): \(result)", sourceLocation: location)
            return result.text
        }

        @Test("Every command of playerctl does what it says")
        func commands() async throws {
            try await Session.run { session in
                try await start(session)
                // The player announces its state before it replies, so each query below sees the effect of the
                // preceding command.
                try await ask(session, "pause")
                #expect(try await ask(session, "status") == "Paused")
                try await ask(session, "pause")
                #expect(try await ask(session, "status") == "Paused")
                try await ask(session, "play")
                #expect(try await ask(session, "status") == "Playing")
                try await ask(session, "play-pause")
                #expect(try await ask(session, "status") == "Paused")

                for (argument, position) in [("12.5", "12.500000"), ("10+", "22.500000"), ("2.5-", "20.000000")] {
                    try await ask(session, "position", argument)
                    #expect(try await ask(session, "position") == position)
                }
                for (argument, volume) in [("0.5", 0.5), ("0.25+", 0.75), ("0.5-", 0.25)] {
                    try await ask(session, "volume", argument)
                    #expect(Double(try await ask(session, "volume")) == volume)
                }
                for status in ["Track", "Playlist", "None"] {
                    try await ask(session, "loop", status)
                    #expect(try await ask(session, "loop") == status)
                }
                for (argument, status) in [("On", "On"), ("Toggle", "Off"), ("Toggle", "On"), ("Off", "Off")] {
                    try await ask(session, "shuffle", argument)
                    #expect(try await ask(session, "shuffle") == status)
                }
                try await ask(session, "next")
                #expect(try await ask(session, "metadata", "title") == "B")
                try await ask(session, "previous")
                #expect(try await ask(session, "metadata", "title") == "A")
                #expect(try await ask(session, "status") == "Paused")
                try await ask(session, "play")
                try await ask(session, "stop")
                #expect(try await ask(session, "status") == "Stopped")
                #expect(try await ask(session, "position") == "0.000000")
                try await ask(session, "play")
                #expect(try await ask(session, "status") == "Playing")

                try await ask(session, "open", session.music("C.flac").path)
                try await session.playing("C")
                let bad = try await session.run("playerctl", "open", "gopher://example.org/a")
                #expect(bad.status == 1)
                #expect(bad.errors.contains("gopher"), "\(bad)")
                // An error of the player, as received by GLib's clients.
                let gone = try await session.run("playerctl", "open", "file://\(session.music("D.flac").path)")
                #expect(gone.errors.contains("D.flac: there is no such file."), "\(gone)")
                #expect(try await ask(session, "metadata", "title") == "C")
            }
        }

        @Test("What playerctl prints: keys, formats, lists, and what it follows")
        func queries() async throws {
            try await Session.run { session in
                try await start(session)
                try await ask(session, "pause")
                try await ask(session, "position", "65")
                let url = "file://\(session.music("A.flac").path)"
                let track = try await session.track()
                for (key, value) in [
                    ("title", "A"), ("artist", "The Tones"), ("album", "A"), ("xesam:title", "A"),
                    ("mpris:length", "120000000"), ("xesam:url", url), ("mpris:trackid", "'\(track)'"),
                ] { #expect(try await ask(session, "metadata", key) == value) }
                let rows = try await ask(session, "metadata").split(separator: "\n").map {
                    $0.split(separator: " ", maxSplits: 2).map { $0.trimmingCharacters(in: .whitespaces) }
                }
                #expect(rows.contains(["segue", "xesam:title", "A"]), "\(rows)")
                #expect(rows.contains(["segue", "mpris:trackid", "'\(track)'"]), "\(rows)")
                let format =
                    "{{playerName}}|{{lc(title)}}|{{artist}}|{{duration(position)}}/{{duration(mpris:length)}}"
                    + "|{{status}}|{{volume}}|{{loop}}|{{shuffle}}"
                #expect(
                    try await ask(session, "metadata", "--format", format)
                        == "segue|a|The Tones|1:05/2:00|Paused|1.0|None|false")
                #expect(try await ask(session, "status", "--format", "{{uc(status)}}") == "PAUSED")

                let follower = try session.start("playerctl", ["--follow", "metadata", "--format", "<{{title}}>"])
                let statuses = try session.start("playerctl", ["--follow", "status"])
                try await follower.wrote("<A>\n")
                try await statuses.wrote("Paused\n")
                try await ask(session, "next")
                try await follower.wrote("<B>\n")
                try await ask(session, "play")
                try await statuses.wrote("Playing\n")
                try await ask(session, "previous")
                try await follower.wrote("<B>\n<A>\n")
                try await ask(session, "stop")
                try await statuses.wrote("Playing\nStopped\n")
                for program in [follower, statuses] { program.send(SIGTERM) }
                #expect(try await follower.finish().output == "<A>\n<B>\n<A>\n")
                #expect(try await statuses.finish().output == "Paused\nPlaying\nStopped\n")
            }
        }

        @Test("The name of the first player matches that player while it runs, and otherwise one with a name")
        func nameOfAll() async throws {
            try await Session.run { session in
                let mark = await session.observer.mark()
                let kitchen = try session.start(
                    BuiltProducts.segue.path, ["daemon", "--instance", "kitchen", "--output", "null"])
                try await session.observer.sees("\(Session.player).instancekitchen", from: mark)
                #expect(try await session.segue("--instance", "kitchen", "volume", "25").status == 0)
                #expect(try await ask(session, "-p", "segue", "volume") == "0.250000")
                _ = try await session.startDaemon("--output", "null")
                #expect(try await ask(session, "-p", "segue", "volume") == "1.000000")
                kitchen.send(SIGTERM)
                _ = try await kitchen.finish()
            }
        }

        @Test("playerctl tells players apart")
        func players() async throws {
            try await Session.run { session in
                #expect(try await session.run("playerctl", "--list-all").errors.contains("No players found"))
                try await start(session)
                #expect(try await ask(session, "--list-all") == "segue")
                let mark = await session.observer.mark()
                let second = try session.start(
                    BuiltProducts.segue.path, ["daemon", "--new-instance", "--output", "null"])
                let instance = "segue.instance\(second.identifier)"
                try await session.observer.signal(from: mark, instance) { signal in
                    signal.member == "NameOwnerChanged"
                        && signal.arguments[0].asString == "org.mpris.MediaPlayer2.\(instance)"
                }
                #expect(try await ask(session, "-l").split(separator: "\n").sorted() == ["segue", instance[...]])
                try await ask(session, "-p", instance, "open", session.music("C.flac").path)
                #expect(try await ask(session, "-p", instance, "metadata", "title") == "C")
                #expect(try await ask(session, "-p", "segue", "metadata", "title") == "A")
                #expect(try await ask(session, "-p", "nobody,\(instance),segue", "metadata", "title") == "C")
                #expect(
                    try await ask(session, "-a", "metadata", "--format", "{{playerInstance}} {{title}}")
                        .split(separator: "\n").sorted() == ["\(instance) C"[...], "segue A"].sorted())
                try await ask(session, "-a", "pause")
                #expect(try await ask(session, "-a", "status") == "Paused\nPaused")
                try await ask(session, "-p", instance, "play")
                #expect(try await ask(session, "-p", "segue", "status") == "Paused")
                #expect(try await ask(session, "-p", instance, "status") == "Playing")
                second.send(SIGTERM)
                _ = try await second.finish()
                for arguments in [["-p", "nobody", "status"], ["-i", "segue", "status"]] {
                    let none = try await session.start("playerctl", arguments).finish()
                    #expect(none.status == 1)
                    #expect(none.errors == "No players found\n", "\(none)")
                }
            }
        }
    }
}
