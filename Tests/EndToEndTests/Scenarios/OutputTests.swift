import Foundation
import Glibc
import SDBus
import Testing

/// The outputs: listed, selected, lost and found again (design.md, Outputs).
extension EndToEnd {
    @Suite struct Outputs {
        private static let control = "io.github.segueplayer.Segue.Control1"

        /// Waits until the player reports such an event about its output, and returns the sentence.
        private func event(_ kind: String, from mark: Int, _ session: Session) async throws -> String {
            try await session.observer.signal(from: mark, kind) { signal in
                signal.member == "Event" && signal.arguments[0].asString == kind
            }.arguments[1].asString ?? ""
        }

        @Test("To list the outputs costs no descriptor, with a sound server and without one")
        func listing() async throws {
            try await Session.run { session in
                // The library's helper, which starts after 5 s, has a descriptor too.
                try session.configure("musicFolders = \"\"")
                let daemon = try await session.startDaemon("--output", "null")
                func descriptors() throws -> Int {
                    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.identifier)/fd").count
                }
                func growth() async throws -> Int {
                    // Descriptors needed for the first query stay open.
                    _ = try await session.outputs()
                    let before = try descriptors()
                    for _ in 0..<6 { _ = try await session.outputs() }
                    return try descriptors() - before
                }
                #expect(try await growth() <= 2)
                #expect(try await session.segue("output", "list", "--json").text.contains("Silence, in real time"))
                let server = try await session.startSoundServer("speakers")
                #expect(try await session.outputs().names.contains("speakers"))
                #expect(try await growth() <= 2)
                // A hanging server has no devices, and is not waited for long.
                server.send(SIGSTOP)
                #expect(try await session.outputs() == (["null"], "null"))
                #expect(try await session.segue("output", "speakers").status == 1)
                server.send(SIGCONT)
                #expect(try await session.outputs().names.contains("speakers"))
                server.send(SIGKILL)
                _ = try await server.finish()
                #expect(try await growth() <= 2)
            }
        }

        @Test("An output is listed, chosen and changed while playing and in a pause; one that is none changes nothing")
        func choice() async throws {
            try await Session.run { session in
                let server = try await session.startSoundServer("speakers", "headphones")
                try await session.makeFLAC("A.flac", title: "A", seconds: 60)
                _ = try await session.startDaemon("A.flac")
                try await session.playing("A")
                #expect(try await session.outputs() == (["speakers", "headphones"], "speakers"))
                #expect(try await session.segue("output").text == "PulseAudio")
                let list = try await session.segue("output", "list").text.split(separator: "\n")
                #expect(list.first { $0.hasPrefix("▶ speakers ") }?.hasSuffix("The-speakers") == true, "\(list)")
                #expect(list.contains { $0.hasPrefix("  headphones ") }, "\(list)")

                #expect(try await session.segue("output", "headphones").status == 0)
                #expect(try await session.outputs().current == "headphones")
                #expect(try await session.status().output == "headphones")
                #expect(try await session.status().status == "Playing")

                let refused = try await session.segue("output", "kazoo")
                #expect(refused.status == 1)
                #expect(refused.sentences.count == 1 && refused.errors.contains("kazoo"), "\(refused)")
                #expect(try await session.outputs().current == "headphones")
                let position = try await session.status().position
                #expect(try await session.segue("config", "set", "output", "kazoo").status == 1)
                #expect(try await session.status().status == "Playing")

                #expect(try await session.segue("pause").status == 0)
                #expect(try await session.segue("output", "The-speakers").status == 0)
                #expect(try await session.segue("resume").status == 0)
                #expect(try await session.outputs().current == "speakers")
                #expect(try await session.status().position > position)

                // With `auto`, the output is the server's default, even when the default changes.
                #expect(try await session.segue("output", "auto").status == 0)
                #expect(try await session.outputs().current == "speakers")
                #expect(try await session.run("pactl", "set-default-sink", "headphones").status == 0)
                try await session.output(is: "headphones")

                #expect(try await session.segue("output", "null").status == 0)
                #expect(try await session.outputs() == (["null", "speakers", "headphones"], "null"))
                // Outputs that write a file are only permitted in the configuration file and on the command line.
                let file = "file:\(session.music("heard.wav").path)"
                for verb in [["output"], ["config", "set", "output"]] {
                    let denied = try await session.start(BuiltProducts.segue.path, verb + [file]).finish()
                    #expect(denied.status == 1 && denied.sentences.count == 1, "\(denied)")
                    #expect(denied.errors.contains("config.toml") && denied.errors.contains("--output"), "\(denied)")
                }
                let mark = await session.observer.mark()
                try "output = \"\(file)\"\n".write(
                    to: session.folder.appendingPathComponent("home/.config/segue/config.toml"), atomically: true,
                    encoding: .utf8)
                _ = try await event("outputReady", from: mark, session)
                #expect(try await session.segue("output").text == file)
                #expect(try await session.outputs().current == file)
                #expect(try await session.status().status == "Playing")
                try await session.endPlayer()
                #expect(try Wave(contentsOf: session.music("heard.wav")).frames > 0)
                server.send(SIGTERM)
                _ = try await server.finish()
            }
        }

        @Test(
            "A sound server is killed three times in a fade: the fade goes on each time, and nobody has to do anything"
        )
        func killedInFade() async throws {
            try await Session.run { session in
                var server = try await session.startSoundServer("speakers")
                for name in ["A", "B"] { try await session.makeFLAC("\(name).flac", title: name, seconds: 60) }
                try session.configure("crossfadeDuration = 20", "fadeInDuration = 0")
                let daemon = try await session.startDaemon("A.flac", "B.flac")
                try await session.playing("A")
                let start = await session.observer.mark()
                #expect(try await session.segue("seek", "40").status == 0)
                let fade = "io.github.segueplayer.Segue.Crossfade1"
                try await session.announced("State", of: fade, from: start) { $0.asString == "Fading" }
                for _ in 1...3 {
                    let mark = await session.observer.mark()
                    try await session.announced("Progress", of: fade, from: mark) { ($0.asDouble ?? 0) > 0 }
                    server.send(SIGKILL)
                    _ = try await server.finish()
                    let sentence = try await event("outputLost", from: mark, session)
                    let lost = try await session.status()
                    #expect(lost.state == "crossfadePaused" && lost.title == "B")
                    #expect(lost.outputFallback != nil)
                    server = try await session.startSoundServer("speakers")
                    _ = try await event("outputReady", from: mark, session)
                    try await session.announced("PlaybackStatus", from: mark) { $0.asString == "Playing" }
                    let found = try await session.status()
                    #expect(found.state == "crossfading" && found.title == "B")
                    #expect(found.position >= lost.position && found.position < lost.position + 2)
                    print("\(sentence) Lost at \(lost.position) s, found again and at \(found.position) s.")
                }
                #expect(daemon.errors.components(separatedBy: "Paused at 0:").count == 4, "\(daemon.errors)")
                server.send(SIGTERM)
                _ = try await server.finish()
            }
        }

        @Test(
            "Whoever asks for sound while there is no output hears why; it comes with the output, or with another"
        )
        func noReturn() async throws {
            try await Session.run { session in
                var server = try await session.startSoundServer("speakers")
                try await session.makeFLAC("A.flac", title: "A", seconds: 60)
                try session.configure("fadeOutDuration = 0")
                _ = try await session.startDaemon("A.flac")
                try await session.playing("A")
                var mark = await session.observer.mark()
                server.send(SIGKILL)
                _ = try await server.finish()
                _ = try await event("outputLost", from: mark, session)
                let asked = try await session.segue("resume")
                #expect(asked.status == 1)
                #expect(asked.sentences.count == 1 && asked.errors.contains("resumes when it is back"), "\(asked)")
                #expect(try await session.status().status == "Paused")
                #expect(try await session.segue("output", "null").status == 0)
                #expect(try await session.status().status == "Playing")

                // While the player is stopped, it notices nothing; the next play detects the loss, and waits.
                server = try await session.startSoundServer("speakers")
                #expect(try await session.segue("output", "auto").status == 0)
                #expect(try await session.outputs().current == "speakers")
                #expect(try await session.segue("stop").status == 0)
                mark = await session.observer.mark()
                server.send(SIGKILL)
                _ = try await server.finish()
                _ = try await session.segue("play")
                _ = try await event("outputLost", from: mark, session)
                #expect(try await session.status().status == "Paused")
                server = try await session.startSoundServer("speakers")
                try await session.playing("A")

                // A pause requested while the output is missing still holds when the output returns.
                mark = await session.observer.mark()
                server.send(SIGKILL)
                _ = try await server.finish()
                _ = try await event("outputLost", from: mark, session)
                #expect(try await session.segue("pause").status == 0)
                server = try await session.startSoundServer("speakers")
                #expect(try await session.segue("output", "speakers").status == 0)
                #expect(try await session.status().status == "Paused")
                #expect(try await session.segue("resume").status == 0)
                try await session.playing("A")
                server.send(SIGTERM)
                _ = try await server.finish()
            }
        }
    }
}
