import Foundation
import Testing

/// The completions of Tab, in real shells on real terminals.
extension EndToEnd {
    @Suite struct Completion {
        @Test("Verbs, options, files, outputs, settings and queue entries", arguments: Shell.allCases)
        func candidates(shell: Shell) async throws {
            try await Session.run { session in
                for name in ["One", "Two"] {
                    try await session.makeFLAC("\(name).flac", title: "Title: \(name)", seconds: 60)
                }
                let sound = try await session.startSoundServer()
                let room = try await session.run("pactl", "load-module", "module-null-sink", "sink_name=room")
                #expect(room.status == 0, "\(room)")
                _ = try await session.startDaemon("One.flac", "Two.flac")
                try await session.playing("Title: One")

                try session.configure("musicFolders = \"\(session.music("").path)\"")
                let other = try await session.makeFLAC("Other.flac", title: "Other", seconds: 1)
                var file = try Data(contentsOf: other)
                let artist = try #require(file.range(of: Data("The Tones".utf8)))
                file.replaceSubrange(artist, with: Data("Six Bones".utf8))
                try file.write(to: other)
                #expect(try await session.segue("library", "update").status == 0)
                for name in ["Late evening", "Slow evening"] {
                    #expect(try await session.segue("queue", "save", name).status == 0)
                }

                // Words with more than one candidate, so that the shell lists them.
                for (line, wanted) in [
                    ("segue ", ["play", "queue", "analyse", "doctor", "render"]),
                    ("segue queue ", ["list", "jump", "move", "remove"]),
                    ("segue render --", ["crossfade", "curve", "format"]),
                    ("segue analyse --", ["json", "curves"]),
                    ("segue play ", ["One.flac", "Two.flac", "Late evening", "Slow evening"]),
                    ("segue add ", ["One.flac", "Two.flac"]),
                    ("segue playlist rename ", ["Late evening", "Slow evening"]),
                    ("segue transition set ", ["earlier", "longer", "on-beat", "curve", "joined"]),
                    ("segue transition set longer 2 curve ", ["equalPower", "linear"]),
                    ("segue help ", ["play", "queue", "transition"]),
                    ("segue help queue ", ["list", "jump", "remove"]),
                    ("segue config set gaplessAlbums ", ["true", "false", "on", "off"]),
                    ("segue config set ", ["fadeCurve", "trimLimit"]),
                    ("segue config set fadeCurve ", ["equalPower", "exponential"]),
                    ("segue output ", ["auto", "list", "room"]),
                    ("segue search ", ["The Tones", "Six Bones"]),
                    ("segue play --search ", ["The Tones", "Six Bones"]),
                ] {
                    try await session.pressTab(in: shell, after: line, shows: wanted)
                }
                // Queue positions with their entries.
                let places = ["The Tones – Title: One", "The Tones – Title: Two"]
                for verb in ["jump", "remove", "move 1"] {
                    try await session.pressTab(in: shell, after: "segue queue \(verb) ", shows: places)
                }
                try await session.endPlayer()
                sound.send(SIGTERM)
                _ = try await sound.finish()
            }
        }

        @Test("The players that have a name, and what each of them knows", arguments: Shell.allCases)
        func instances(shell: Shell) async throws {
            try await Session.run { session in
                try await session.makeFLAC("Only here.flac", title: "Only here", seconds: 60)
                var players: [RunningProgram] = []
                for name in ["kitchen", "kiosk"] {
                    players.append(
                        try session.start(
                            BuiltProducts.segue.path, ["daemon", "--instance", name, "--output", "null"]))
                    while try await session.process(of: "\(Session.player).instance\(name)") == nil {
                        await Task.yield()
                    }
                }
                #expect(try await session.segue("--instance", "kitchen", "add", "Only here.flac").status == 0)
                try await session.pressTab(in: shell, after: "segue --instance ki", shows: ["kitchen", "kiosk"])
                try await session.pressTab(
                    in: shell, after: "segue --instance kitchen queue ", shows: ["list", "jump", "remove"])
                let places = try await session.complete("queue", "jump", "0", of: ["--instance", "kitchen"])
                #expect(places.text.contains("Only\\ here"), "\(places)")
                for player in players {
                    player.send(SIGTERM)
                    _ = try await player.finish()
                }
            }
        }

        @Test("Without a player, and with one that hangs, Tab comes back at once")
        func noPlayer() async throws {
            try await Session.run { session in
                let nobody = try await session.complete("output", "0")
                #expect(words(nobody) == ["list", "auto", "null"], "\(nobody)")
                #expect(try await session.complete("queue", "remove", "0").text.isEmpty)
                #expect(try await session.process(of: Session.player) == nil, "completing starts no player")

                let daemon = try await session.startDaemon("--output", "null")
                daemon.send(SIGSTOP)
                let clock = ContinuousClock()
                let start = clock.now
                let hanging = try await session.complete("output", "0")
                // The verb waits for half a second, and the machine may be busy; the usual limit of a call is 25 s.
                #expect(start.duration(to: clock.now) < .seconds(10))
                daemon.send(SIGCONT)
                #expect(words(hanging) == ["list", "auto", "null"], "\(hanging)")
            }
        }

        @Test("All places are offered, in the order of the queue")
        func longQueue() async throws {
            try await Session.run { session in
                let lines = (1...1200).map { "http://127.0.0.1:9/\($0)\n" }.joined()
                try lines.write(to: session.music("long.m3u"), atomically: true, encoding: .utf8)
                _ = try await session.startDaemon("--output", "null")
                #expect(try await session.segue("add", "long.m3u").status == 0)
                let places = try await session.complete("queue", "jump", "0")
                #expect(words(places) == (1...1200).map { "\($0)" })
                #expect(places.text.split(separator: "\n").last?.contains("\t") == true)
            }
        }

        private func words(_ candidates: Finished) -> [String] {
            candidates.text.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
        }
    }
}

extension Session {
    /// Requests the candidates of a positional argument as bash's completion script does.
    fileprivate func complete(_ words: String..., of player: [String] = []) async throws -> Finished {
        let verbs = words.dropLast()
        let position = words.last ?? "0"
        let line = ["segue"] + player + verbs + [""]
        return try await start(
            BuiltProducts.segue.path,
            ["---completion"] + verbs + ["--", "positional@\(position)", "\(line.count - 1)", "0"] + line,
            environment: ["SAP_SHELL": "bash"]
        ).finish()
    }
}
