import Foundation
import Glibc
import SDBus
import Testing

/// Support for scripts: custom status lines, and waiting without polling.
extension EndToEnd {
    @Suite struct Scripts {
        @Test("wait returns when it has happened, when the time is over, and when the player ends")
        func wait() async throws {
            try await Session.run { session in
                try session.configure(
                    "transitions = \"listen\"", "crossfadeDuration = 1", "skipCrossfadeDuration = 1",
                    "fadeOutDuration = 1")
                for name in ["A", "B", "C"] {
                    try session.makeLevel("\(name).wav", frames: 44100 * 60, left: 3000, right: 3000)
                }
                let segue = BuiltProducts.segue.path
                #expect(try await session.segue("wait", "track").status == 1, "no player")
                #expect(try await session.segue("wait", "stop").status == 0, "no player is a stopped one")
                _ = try await session.startDaemon("--output", "null", "A.wav", "B.wav", "C.wav")
                try await session.playing("A")
                // Conditions that are already met.
                #expect(try await session.segue("wait", "state", "playing").status == 0)
                #expect(try await session.segue("wait", "track", "--timeout", "0.2").status == 3)

                #expect(try await session.segue("repeat", "queue").status == 0)
                // The moment at which the verb starts to listen is not visible; the first skip that it receives ends
                // it.
                let track = try session.start(segue, ["wait", "track"])
                while track.isRunning { #expect(try await session.segue("next").status == 0) }
                #expect(try await track.finish().status == 0)
                let stop = try session.start(segue, ["wait", "stop"])
                let idle = try session.start(segue, ["wait", "idle", "--timeout", "30"])
                #expect(try await session.segue("stop").status == 0)
                #expect(try await stop.finish().status == 0)
                #expect(try await idle.finish().status == 0)
                #expect(try await session.status().state == "finished")

                let never = try session.start(segue, ["wait", "state", "paused"])
                try await session.endPlayer()
                let result = try await never.finish()
                #expect(result.status == 1 && result.errors.contains("player"), "\(result)")
                for wrong in [["state"], ["state", "happy"], ["track", "x"], ["stop", "--timeout", "soon"]] {
                    let result = try await session.start(segue, ["wait"] + wrong).finish()
                    #expect(result.status == 2, "\(wrong): \(result)")
                }
            }
        }

        @Test("A player with a name has a queue and a session of its own, and the verbs find it by that name")
        func instance() async throws {
            try await Session.run { session in
                for name in ["A", "B"] {
                    try session.makeLevel("\(name).wav", frames: 44100 * 60, left: 3000, right: 3000)
                }
                try session.configure("transitions = \"listen\"", "output = \"null\"")
                _ = try await session.startDaemon("A.wav")
                try await session.playing("A")
                let mark = await session.observer.mark()
                // The named player is started if it is not running, like the default player.
                #expect(try await session.segue("--instance", "kitchen", "play", "B.wav").status == 0)
                let name = "\(Session.player).instancekitchen"
                #expect(try await session.segue("status", "--instance=kitchen", "--format", "{title}").text == "B")
                #expect(try await session.segue("status", "--format", "{title}").text == "A")
                #expect(try await session.status().status == "Playing", "the other goes on")
                let first = try #require(try await session.process(of: name))
                try await session.end(name, process: first, from: mark)

                // The session is restored for the same name.
                let second = try session.start(BuiltProducts.segue.path, ["daemon", "--instance", "kitchen"])
                try await session.observer.signal(from: mark, name) { signal in
                    signal.member == "NameOwnerChanged" && signal.arguments[0].asString == name
                        && signal.arguments[1].asString == "" && signal.arguments[2].asString != ""
                }
                while try await session.process(of: name) != second.identifier { await Task.yield() }
                #expect(try await session.segue("queue", "list", "--instance", "kitchen").output.contains("B"))
                second.send(SIGTERM)
                #expect(try await second.finish().status == 0)
                #expect(try await session.segue("status", "--instance", "kitchen").status == 1, "none of that name")
                for wrong in ["", "2nd", "a.b", "ä"] {
                    #expect(try await session.segue("status", "--instance", wrong).status == 2)
                }
            }
        }

        @Test("A line of one's own, once and whenever it is another one")
        func format() async throws {
            try await Session.run { session in
                try await session.makeFLAC("A.flac", title: "First", seconds: 60)
                try await session.makeFLAC("B.flac", title: "Second", seconds: 60)
                _ = try await session.startDaemon("--output", "null", "A.flac", "B.flac")
                try await session.playing("First")
                let format = #"{artist} – {title}{? on [album]}{? ([error])}\t{place}/{count}"#
                #expect(
                    try await session.segue("status", "--format", format).output == "The Tones – First on First\t1/2\n")
                let wrong = try await session.segue("status", "--format", "{title} {artst}")
                #expect(
                    wrong.status == 2 && wrong.errors.contains("character 10: there is no field 'artst'"), "\(wrong)")
                let follower = try session.start(
                    BuiltProducts.segue.path, ["status", "--follow", "--format", "{title}"])
                try await follower.wrote("First\n")
                #expect(try await session.segue("pause").status == 0)
                #expect(try await session.segue("next").status == 0)
                try await follower.wrote("Second\n")
                follower.send(SIGINT)
                #expect(try await follower.finish().output == "First\nSecond\n", "a pause is no line")
            }
        }
    }
}
