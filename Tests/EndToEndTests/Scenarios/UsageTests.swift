import Foundation
import Testing

/// What the command says before any player is there: exit statuses, one sentence each (spec §7).
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
                    "output", "sleep", "status", "config", "stats", "doctor", "completions", "daemon", "render",
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
                ["seek", "1", "2"], ["volume", "101"], ["volume", "loud"], ["volume", "+-5"], ["sleep", "5x"],
                ["add"], ["queue", "remove", "0"], ["queue", "remove", "5-3"], ["queue", "repeat", "some"],
                ["queue", "shuffle", "maybe"], ["queue", "move", "1"], ["config", "get", "loudness"],
                ["config", "set", "fadeCurve"], ["completions", "tcsh"], ["stop", "--fade", "99"], ["render"],
                ["output", "--json"],
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
                let refused = try await session.segue("config", "set", "crossfadeDuration", "31")
                #expect(refused.status == 1)
                #expect(refused.errors.contains("from 1 to 30"))
                #expect(try await session.segue("config", "get").output.contains("crossfadeDuration = 10\n"))
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
