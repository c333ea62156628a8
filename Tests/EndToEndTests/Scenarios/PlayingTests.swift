import Foundation
import Glibc
import SDBus
import Testing

/// The verbs at a terminal, and their effects on a running player (design.md, Commands).
extension EndToEnd {
    @Suite struct Playing {
        @Test("`play` starts a player of its own, which goes on without the terminal")
        func playStartsDaemon() async throws {
            try await Session.run { session in
                try await session.makeFLAC("One Two.flac", title: "One Two", seconds: 120)
                let played = try await session.segue("play", "One Two.flac")
                #expect(played.status == 0, "\(played)")
                let process = try #require(try await session.process(of: Session.player))
                #expect(getsid(process) == process, "it leads a session of its own")
                let log = session.folder.appendingPathComponent("home/.local/state/segue/daemon.log")
                #expect(FileManager.default.fileExists(atPath: log.path))

                let mark = await session.observer.mark()
                if try await session.status().status != "Playing" {
                    try await session.announced("PlaybackStatus", from: mark) { $0.asString == "Playing" }
                }
                let status = try await session.status()
                #expect(status.title == "One Two")
                // There is no sound server in this session: the player reports the output that it uses instead.
                #expect(status.outputFallback != nil)
                #expect(status.names.isSuperset(of: ["player", "version", "crossfade", "sleepRemaining", "repeat"]))
                let line = try await session.segue("status")
                #expect(line.text.contains("The Tones – One Two"), "\(line)")
                #expect(line.text.contains("/ 2:00"))
            }
        }

        @Test("Every verb does what it says")
        func verbs() async throws {
            try await Session.run { session in
                for (name, hertz) in [("A", 300), ("B", 400), ("C", 500)] {
                    try await session.makeFLAC("\(name).flac", title: name, seconds: 60, hertz: hertz)
                }
                let daemon = try await session.startDaemon("--output", "null", "A.flac", "B.flac")
                try await session.playing("A")

                #expect(try await session.segue("pause").status == 0)
                #expect(try await session.status().status == "Paused")
                #expect(try await session.segue("pause").status == 0, "a second pause is no error")
                #expect(try await session.segue("seek", "12.5").status == 0)
                #expect(abs(try await session.status().position - 12.5) < 0.05)
                #expect(try await session.segue("seek", "-2.5").status == 0)
                #expect(abs(try await session.status().position - 10) < 0.05)
                #expect(try await session.segue("seek", "+0:05").status == 0)
                #expect(abs(try await session.status().position - 15) < 0.05)
                let beyond = try await session.segue("seek", "2:30")
                #expect(beyond.status == 1)
                #expect(beyond.sentences.count == 1, "\(beyond)")

                #expect(try await session.segue("resume").status == 0)
                #expect(try await session.status().status == "Playing")
                #expect(try await session.segue("toggle").status == 0)
                #expect(try await session.status().status == "Paused")
                #expect(try await session.segue("toggle").status == 0)

                #expect(try await session.segue("volume", "40").status == 0)
                #expect(try await session.segue("volume", "+20").status == 0)
                #expect(try await session.segue("volume").text == "60%")
                #expect(try await session.segue("volume", "-90").status == 0)
                #expect(try await session.segue("volume").text == "0%")

                #expect(try await session.segue("add", "C.flac").status == 0)
                let list = try await session.segue("queue", "list")
                #expect(
                    list.text.split(separator: "\n").map { $0.contains("▶") } == [true, false, false], "\(list)")
                #expect(list.text.contains("The Tones – C"))
                #expect(try await session.segue("next").status == 0)
                #expect(try await session.status().title == "B")
                #expect(try await session.segue("previous").status == 0)
                #expect(try await session.status().title == "A")

                #expect(try await session.segue("stop", "--fade", "0").status == 0)
                #expect(try await session.status().status == "Stopped")
                #expect(daemon.isRunning)
                daemon.send(SIGTERM)
                #expect(try await daemon.finish().status == 0)
            }
        }

        @Test("The queue is edited by place")
        func queueEdits() async throws {
            try await Session.run { session in
                for name in ["A", "B", "C", "D"] {
                    try await session.makeFLAC("\(name).flac", title: name, seconds: 60)
                }
                _ = try await session.startDaemon("--output", "null", "A.flac", "B.flac", "C.flac", "D.flac")
                try await session.playing("A")
                #expect(try await session.segue("queue", "move", "4", "2").status == 0)
                #expect(try await session.titles() == ["A", "D", "B", "C"])
                #expect(try await session.segue("queue", "move", "2", "4").status == 0)
                #expect(try await session.titles() == ["A", "B", "C", "D"])
                #expect(try await session.segue("queue", "move", "1-2", "3").status == 0)
                #expect(try await session.titles() == ["C", "D", "A", "B"])
                #expect(try await session.segue("queue", "move", "3-4", "1").status == 0)
                #expect(try await session.titles() == ["A", "B", "C", "D"])
                let beyond = try await session.segue("queue", "move", "2-3", "4")
                #expect(beyond.status == 1 && beyond.errors.contains("2 entries can't begin at place 4"))
                #expect(try await session.segue("queue", "remove", "2-3").status == 0)
                #expect(try await session.titles() == ["A", "D"])
                let gone = try await session.segue("queue", "remove", "7")
                #expect(gone.status == 1)
                #expect(gone.errors.contains("There is no place 7 in the queue"))
                #expect(try await session.segue("repeat", "queue").status == 0)
                #expect(try await session.segue("repeat").text == "queue")
                #expect(try await session.segue("shuffle", "on").status == 0)
                #expect(try await session.segue("shuffle").text == "on")
                #expect(try await session.segue("queue", "clear").status == 0)
                #expect(try await session.titles().isEmpty)
                #expect(try await session.status().status == "Stopped")
            }
        }

        @Test("A second daemon gives its files to the first, and says so where it has none")
        func secondDaemon() async throws {
            try await Session.run { session in
                try await session.makeFLAC("A.flac", title: "A", seconds: 60)
                try await session.makeFLAC("B.flac", title: "B", seconds: 60)
                _ = try await session.startDaemon("--output", "null", "A.flac")
                try await session.playing("A")
                let first = try await session.process(of: Session.player)

                let refused = try await session.segue("daemon")
                #expect(refused.status == 1)
                #expect(refused.sentences.count == 1, "\(refused)")
                #expect(refused.errors.contains("already running"))
                #expect(try await session.status().title == "A")

                #expect(try await session.segue("daemon", "B.flac").status == 0)
                try await session.playing("B")
                #expect(try await session.process(of: Session.player) == first)
            }
        }

        @Test("--new-instance is a second player beside the first")
        func newInstance() async throws {
            try await Session.run { session in
                try await session.makeFLAC("A.flac", title: "A", seconds: 60)
                _ = try await session.startDaemon("--output", "null", "A.flac")
                try await session.playing("A")
                let mark = await session.observer.mark()
                let second = try session.start(
                    BuiltProducts.segue.path, ["daemon", "--new-instance", "--output", "null"])
                let name = "\(Session.player).instance\(second.identifier)"
                try await session.observer.sees(name, from: mark)
                let players = try await session.run("playerctl", "-l").text.split(separator: "\n")
                #expect(players.contains("segue") && players.contains("segue.instance\(second.identifier)"))
                second.send(SIGTERM)
                #expect(try await second.finish().status == 0)
                #expect(try await session.status().title == "A")
            }
        }

        @Test("What can't be played leaves what plays untouched, and is named")
        func untouched() async throws {
            try await Session.run { session in
                try await session.makeFLAC("A.flac", title: "A", seconds: 60)
                try FileManager.default.createDirectory(
                    at: session.music("empty folder"), withIntermediateDirectories: true)
                try "not a sound\n".write(to: session.music("text.mp3"), atomically: true, encoding: .utf8)
                _ = try await session.startDaemon("--output", "null", "A.flac")
                try await session.playing("A")
                let track = try await session.playerProperty("Metadata").asProperties?["mpris:trackid"]
                let mark = await session.observer.mark()
                for (verb, argument) in [
                    ("play", "missing.flac"), ("play", "empty folder"), ("play", "text.mp3"),
                    ("play", "gopher://example.org/a"), ("add", "missing.flac"), ("add", "empty folder"),
                    ("add", "gopher://example.org/a"),
                ] {
                    let result = try await session.segue(verb, argument)
                    #expect(result.status == 1, "\(verb) \(argument): \(result)")
                    #expect(result.sentences.count == 1, "\(verb) \(argument): \(result)")
                    #expect(result.errors.contains(argument.split(separator: "/").last ?? ""), "\(result)")
                }
                #expect(try await session.playerProperty("Metadata").asProperties?["mpris:trackid"] == track)
                #expect(try await session.status().queueCount == 1)
                #expect(try await session.status().status == "Playing")
                let statuses = await session.observer.signals(from: mark).filter { signal in
                    signal.member == "PropertiesChanged"
                        && signal.arguments[1].asProperties?["PlaybackStatus"] != nil
                }
                #expect(statuses.isEmpty)
            }
        }

        @Test("Where an activation file is installed, the bus starts the player")
        func activation() async throws {
            try await Session.run { session in
                try await session.makeFLAC("A.flac", title: "A", seconds: 60)
                let service = """
                    [D-BUS Service]
                    Name=\(Session.player)
                    Exec=\(BuiltProducts.segue.path) daemon --output null
                    """
                try service.write(
                    to: session.folder.appendingPathComponent("services/\(Session.player).service"), atomically: true,
                    encoding: .utf8)
                try await session.observer.call(
                    "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ReloadConfig")
                let played = try await session.segue("play", "A.flac")
                #expect(played.status == 0, "\(played)")
                try await session.playing("A")
                #expect(try await session.status().output == "null")
            }
        }
    }
}

extension Session {
    /// Waits until the track with this title plays, looking again after each announcement.
    func playing(_ title: String) async throws {
        while true {
            let mark = await observer.mark()
            let shown = try await all()
            let state = try await observer.property(
                "State", of: Self.control, at: Self.seguePath, destination: Self.player)
            let current = shown["Metadata"]?.asProperties?["xesam:title"]?.asString
            if shown["PlaybackStatus"]?.asString == "Playing", current == title, state.asString != "preparing" {
                return
            }
            try await observer.signal(from: mark, "\(title) to play, after \(current ?? "nothing")") { signal in
                signal.member == "PropertiesChanged"
            }
        }
    }

    /// Returns the titles in the queue, in play order.
    func titles() async throws -> [String] {
        let result = try await segue("queue", "list", "--json")
        guard let data = result.text.data(using: .utf8),
            let entries = try JSONSerialization.jsonObject(with: data) as? [[String: Any]]
        else { throw StatusDocument.Malformed(description: "no queue: \(result)") }
        return entries.compactMap { $0["title"] as? String }
    }
}
