import Foundation
import Testing

/// The command without a player: exit statuses, and one sentence each (design.md, Command line).
extension EndToEnd {
    @Suite struct Usage {
        @Test("Help and version are answers")
        func help() async throws {
            try await Session.run { session in
                let help = try await session.segue("--help")
                #expect(help.status == 0)
                #expect(help.errors.isEmpty)
                for verb in [
                    "play", "add", "next", "previous", "pause", "resume", "toggle", "stop", "seek", "volume", "queue",
                    "crossfade", "mute", "rate", "shuffle", "repeat", "single", "consume", "undo", "redo", "wait",
                    "playlist",
                    "output", "sleep", "status", "transition", "analyse", "config", "stats", "doctor", "completions",
                    "daemon",
                    "render",
                ] {
                    #expect(help.output.contains("  \(verb) "), "no \(verb)")
                    #expect(try await session.segue(verb, "--help").status == 0)
                }
                #expect(try await session.segue("--version").text.hasPrefix("segue "))
            }
        }

        @Test(
            "Bad usage is status 2 and one sentence",
            arguments: [
                ["--loud"], ["frobnicate"], ["play", "--wrong"], ["seek"], ["seek", "soon"], ["seek", "1:75"],
                ["seek", "1", "2"], ["volume", "101"], ["volume", "loud"], ["volume", "+-5"], ["rate", "6"],
                ["rate", "good"], ["sleep", "5x"],
                ["add"], ["queue", "remove", "0"], ["queue", "remove", "5-3"], ["repeat", "some"],
                ["shuffle", "maybe"], ["queue", "move", "1"], ["config", "get", "loudness"],
                ["config", "set", "fadeCurve"], ["completions", "tcsh"], ["stop", "--fade", "99"], ["render"],
                ["output", "--json"], ["help", "nonsense"], ["queue", "jmup", "3"],
                ["queue", "sort", "colour"], ["queue", "crop", "0"], ["add", "--null", "a.flac"], ["mute", "maybe"],
                ["stop", "--after-track", "--fade", "1"], ["status", "--format", "{x}"], ["wait"],
                ["config", "set", "crossfadeDuration", "abc"], ["config", "set", "repeatCount", "-1"],
                ["transition", "set", "curve", "wavy"], ["transition", "set", "curve"],
                ["wait", "state", "happy"], ["--instance", "2nd", "status"], ["playlist", "rename", "a"],
                ["config", "set", "musicFolders", "music"], ["queue", "save", "-shopping"], ["search", "a", "--heavy"],
            ])
        func badUsage(arguments: [String]) async throws {
            try await Session.run { session in
                let program = try session.start(BuiltProducts.segue.path, arguments)
                let result = try await program.finish()
                #expect(result.status == 2, "\(result)")
                #expect(result.output.isEmpty)
                #expect(result.sentences.count == 1, "\(result)")
                #expect(result.errors.hasPrefix("segue: "))
            }
        }

        @Test(
            "What can't be played is status 1 and one sentence, and starts nothing",
            arguments: [
                ("nothing.flac", "nothing.flac: there is no such file."),
                ("gopher://example.org/a", "gopher://example.org/a: Segue plays files and http(s) streams"),
            ])
        func unplayable(argument: String, sentence: String) async throws {
            try await Session.run { session in
                let result = try await session.segue("play", argument)
                #expect(result.status == 1)
                #expect(result.sentences.count == 1, "\(result)")
                #expect(result.errors.contains(sentence))
                #expect(try await session.process(of: Session.player) == nil)
            }
        }

        @Test(
            "An error points at the help of its own verb, a verb that is none at the one that was meant",
            arguments: [
                (["plya", "x"], "There is no verb 'plya'; did you mean `segue play`? See `segue --help`."),
                (["xyzzy"], "There is no verb 'xyzzy'. See `segue --help`."),
                (["queue", "jmup", "3"], "'jmup'; did you mean `segue queue jump`? See `segue queue --help`."),
                (["help", "queue", "lits"], "'lits'; did you mean `segue queue list`? See `segue queue --help`."),
                (["queue", "move", "1"], "See `segue queue move --help`."), (["seek"], "See `segue seek --help`."),
                (["config", "set", "fadeCurve"], "See `segue config set --help`."),
            ])
        func pointers(arguments: [String], sentence: String) async throws {
            try await Session.run { session in
                let result = try await session.start(BuiltProducts.segue.path, arguments).finish()
                #expect(result.status == 2)
                #expect(result.sentences.count == 1 && result.errors.hasSuffix(sentence + "\n"), "\(result)")
            }
        }

        @Test("What can't be written is a failure", arguments: [["--help"], ["config", "get"]])
        func fullOutput(arguments: [String]) async throws {
            try await Session.run { session in
                let command = ([BuiltProducts.segue.path] + arguments).joined(separator: " ")
                let result = try await session.run("sh", "-c", "\(command) > /dev/full")
                #expect(result.status == 1)
                #expect(result.sentences.count == 1 && result.errors.contains("No space left"), "\(result)")
            }
        }

        @Test("`add` starts the player, `--` may stand before a minus, and `sleep` says what it took")
        func addAndSeek() async throws {
            try await Session.run { session in
                try session.makeLevel("A.wav", frames: 44100, left: 0, right: 0)
                let added = try await session.segue("add", "A.wav")
                #expect(added.status == 0, "\(added)")
                #expect(try await session.status().queueCount == 1)
                #expect(try await session.status().status == "Stopped")
                #expect(try await session.segue("volume", "--", "-5").status == 0)
                #expect(try await session.segue("volume").text == "95%")
                #expect(try await session.segue("sleep", "10").text == "Fades out and stops in 10:00.")
                #expect(try await session.segue("sleep", "90s").text == "Fades out and stops in 1:30.")
                #expect(try await session.segue("sleep", "off").text == "off")
                #expect(try await session.segue("queue", "clear").status == 0)
                for position in ["10", "+10", "50%"] {
                    let seek = try await session.segue("seek", position)
                    #expect(seek.status == 1 && seek.errors.contains("nothing is playing"), "\(seek)")
                }
            }
        }

        @Test("A player that does not run is stopped and idle")
        func waiting() async throws {
            try await Session.run { session in
                for event in ["stop", "idle"] { #expect(try await session.segue("wait", event).status == 0) }
                for words in [["track"], ["state", "playing"]] {
                    let result = try await session.start(BuiltProducts.segue.path, ["wait"] + words).finish()
                    #expect(result.status == 1 && result.errors.contains("No player is running"), "\(result)")
                }
            }
        }

        @Test("Of several files the rest plays, and each that is left out is named", arguments: ["play", "add"])
        func leftOut(verb: String) async throws {
            try await Session.run { session in
                try "no music".write(to: session.music("text.wav"), atomically: true, encoding: .utf8)
                try session.makeLevel("A.wav", frames: 44100, left: 0, right: 0)
                _ = try await session.startDaemon("--output", "null")
                let some = try await session.segue(verb, "gone.wav", "text.wav", "A.wav")
                #expect(some.status == 0, "\(some)")
                #expect(some.sentences.count == 2, "\(some)")
                #expect(some.sentences.first == "segue: Left out: gone.wav: there is no such file.")
                #expect(some.sentences.last?.contains("text.wav: is not audio") == true)
                #expect(try await session.status().queueCount == 1)
                let none = try await session.segue(verb, "gone.wav", "lost.wav")
                #expect(none.status == 1)
                #expect(none.sentences.prefix(2).allSatisfy { $0.contains("there is no such file") }, "\(none)")
                #expect(none.sentences.count == 3, "\(none)")
            }
        }

        @Test(
            "Without a player, verbs that need one say so",
            arguments: [
                ["next"], ["previous"], ["pause"], ["resume"], ["toggle"], ["stop"], ["seek", "-5"], ["volume", "-5"],
                ["queue", "list"], ["output", "list"], ["status"], ["status", "--json"], ["stats"], ["sleep"],
            ])
        func noPlayer(arguments: [String]) async throws {
            try await Session.run { session in
                let result = try await session.start(BuiltProducts.segue.path, arguments).finish()
                #expect(result.status == 1)
                #expect(result.sentences == ["segue: No player is running. `segue play` starts one."])
            }
        }

        @Test("The advice names the player that was asked for")
        func noInstance() async throws {
            try await Session.run { session in
                _ = try await session.startDaemon("--output", "null")
                let result = try await session.segue("--instance", "kitchen", "status")
                #expect(result.status == 1)
                #expect(
                    result.sentences == [
                        "segue: No player “kitchen” is running. `segue --instance kitchen play` starts one."
                    ])
            }
        }

        @Test("Without a session bus, that is what is said")
        func noBus() async throws {
            try await Session.run { session in
                let result = try await session.run(
                    BuiltProducts.segue.path, "status",
                    environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"])
                #expect(result.status == 1)
                #expect(result.sentences.count == 1)
                #expect(result.errors.contains("There is no session bus"))
            }
        }

        @Test("Settings can be read and changed while no player runs")
        func configuration() async throws {
            try await Session.run { session in
                #expect(try await session.segue("config", "get", "crossfadeDuration").text == "10")
                #expect(try await session.segue("config", "set", "preamplification", "-3").status == 0)
                #expect(try await session.segue("config", "get", "preamplification").text == "-3")
                #expect(try await session.segue("config", "set", "gaplessAlbums", "off").status == 0)
                #expect(try await session.segue("config", "get", "gaplessAlbums").text == "false")
                let refused = try await session.segue("config", "set", "crossfadeDuration", "31")
                #expect(refused.status == 2)
                #expect(refused.errors.contains("from 1 to 30"))
                #expect(try await session.segue("config", "get").output.contains("crossfadeDuration = 10\n"))
            }
        }

        @Test("A setting that can't be saved is told and holds until the player ends; an unknown key stops no edit")
        func unsaved() async throws {
            try await Session.run { session in
                let file = session.folder.appendingPathComponent("home/.config/segue")
                try FileManager.default.removeItem(at: file)
                try "in the way".write(to: file, atomically: true, encoding: .utf8)
                let daemon = try await session.startDaemon("--output", "null")
                let set = try await session.segue("config", "set", "fadeInDuration", "1.5")
                #expect(set.status == 1)
                #expect(set.sentences.count == 1 && set.errors.contains("holds until the player ends"), "\(set)")
                #expect(try await session.segue("config", "get", "fadeInDuration").text == "1.5")
                try FileManager.default.removeItem(at: file)
                #expect(try await session.segue("config", "set", "fadeInDuration", "1.5").status == 0)
                #expect(
                    try String(contentsOf: file.appendingPathComponent("config.toml"), encoding: .utf8).contains("1.5"))
                #expect(daemon.errors.contains("holds until the player ends"))
            }
        }

        @Test("Without a folder to keep anything in, `play` plays and says so")
        func nothingKept() async throws {
            try await Session.run { session in
                try session.makeLevel("A.wav", frames: 44100 * 60, left: 0, right: 0)
                try "in the way".write(to: session.music("state"), atomically: true, encoding: .utf8)
                let state = ["XDG_STATE_HOME": session.music("state").path]
                let play = try await session.run(BuiltProducts.segue.path, "play", "A.wav", environment: state)
                #expect(play.status == 0, "\(play)")
                #expect(play.sentences.count == 1 && play.errors.contains("neither its session nor a log"), "\(play)")
                #expect(try await session.status().queueCount == 1)
            }
        }

        @Test("Completion scripts are what their shells take", arguments: ["bash", "zsh", "fish"])
        func completions(shell: String) async throws {
            try await Session.run { session in
                let result = try await session.segue("completions", shell)
                #expect(result.status == 0)
                #expect(result.output.contains("crossfade"))
                guard shell == "bash" else { return }
                try result.output.write(to: session.music("segue.bash"), atomically: true, encoding: .utf8)
                #expect(try await session.run("bash", "-n", "segue.bash").status == 0)
            }
        }
    }
}
