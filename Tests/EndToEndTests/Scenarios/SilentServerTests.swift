import Foundation
import Glibc
import SDBus
import SegueTestSupport
import Testing

/// Sound servers that hang or break off: the player waits for them and returns to them. ALSA, which each of these
/// sessions offers as an inaudible device, is for machines without a sound server.
extension EndToEnd {
    @Suite(.timeLimit(.minutes(2))) struct SilentServers {
        private static func run(_ body: (Session) async throws -> Void) async throws {
            try await Session.run { session in
                try "pcm.default { type null }\nctl.default { type null }\n".write(
                    to: session.folder.appendingPathComponent("alsa.conf"), atomically: true, encoding: .utf8)
                try await session.makeFLAC("A.flac", title: "A", seconds: 60)
                try await body(session)
            }
        }

        /// Waits until the player is paused because of its output. Then calls `comeBack`, and waits until the player
        /// plays on the sound server.
        private static func expectReturn(
            _ session: Session, from mark: Int, _ comeBack: () async throws -> Void
        ) async throws {
            try await session.observer.signal(from: mark, "the loss") { $0.isEvent("outputLost") }
            let lost = try await session.status()
            #expect(lost.status == "Paused" && lost.outputFallback != nil, "\(lost)")
            // A caller that requests playback receives the reason why there is none.
            let asked = try await session.segue("resume")
            #expect(asked.status == 1 && asked.sentences.count == 1, "\(asked)")
            #expect(asked.errors.contains("resumes when it is back"), "\(asked)")
            #expect(try await session.status().output == "PulseAudio")
            let end = await session.observer.mark()
            try await comeBack()
            try await session.observer.signal(from: end, "the return") { $0.isEvent("outputReady") }
            try await session.playing("A")
            let found = try await session.status()
            #expect(found.output == "PulseAudio" && found.outputFallback == nil, "\(found)")
            #expect(found.position >= lost.position && found.position < lost.position + 2, "\(found)")
            try await session.wait(forSound: true)
            try await session.endPlayer()
        }

        /// Waits until the player is paused and has a track, because a starting player may lose its output before it
        /// knows its files.
        private static func waitsWithATrack(_ session: Session, from mark: Int) async throws {
            try await session.announced("PlaybackStatus", from: mark) { $0.asString == "Paused" }
        }

        @Test("A server that hangs while it plays, or in a pause", arguments: [false, true])
        func hangs(inPause: Bool) async throws {
            try await Self.run { session in
                let server = try await session.startSoundServer("speakers")
                _ = try await session.startDaemon("A.flac")
                try await session.playing("A")
                try await session.wait(forSound: true)
                if inPause { #expect(try await session.segue("pause").status == 0) }
                if inPause { try await session.wait(forSound: false) }
                let mark = await session.observer.mark()
                await server.hold()
                if inPause { #expect(try await session.segue("resume").status == 0) }
                try await Self.expectReturn(session, from: mark) { server.send(SIGCONT) }
                server.send(SIGTERM)
                _ = try await server.finish()
            }
        }

        @Test("A server that hangs when the player starts")
        func hangsAtTheStart() async throws {
            try await Self.run { session in
                let server = try await session.startSoundServer("speakers")
                await server.hold()
                let mark = await session.observer.mark()
                _ = try await session.startDaemon("A.flac")
                try await Self.waitsWithATrack(session, from: mark)
                try await Self.expectReturn(session, from: mark) { server.send(SIGCONT) }
                server.send(SIGTERM)
                _ = try await server.finish()
            }
        }

        @Test("A server that breaks off in the middle of a message is waited for")
        func breaksOff() async throws {
            try await Self.run { session in
                let runtime = session.folder.appendingPathComponent("run/pulse")
                try FileManager.default.createDirectory(at: runtime, withIntermediateDirectories: true)
                let broken = try BadSoundServer(
                    at: runtime.appendingPathComponent("native").path, .breakingOff)
                let mark = await session.observer.mark()
                _ = try await session.startDaemon("A.flac")
                try await Self.waitsWithATrack(session, from: mark)
                var server: RunningProgram?
                try await Self.expectReturn(session, from: mark) {
                    broken.end()
                    server = try await session.startSoundServer("speakers")
                }
                server?.send(SIGTERM)
                _ = try await server?.finish()
            }
        }

        @Test("A server that is killed and comes back is not taken for a machine without one")
        func comesBack() async throws {
            try await Self.run { session in
                var server = try await session.startSoundServer("speakers")
                _ = try await session.startDaemon("A.flac")
                try await session.playing("A")
                let mark = await session.observer.mark()
                server.send(SIGKILL)
                _ = try await server.finish()
                try await Self.expectReturn(session, from: mark) {
                    server = try await session.startSoundServer("speakers")
                }
                server.send(SIGTERM)
                _ = try await server.finish()
            }
        }

        @Test("Without a sound server, a track is heard to its end through ALSA")
        func withoutServer() async throws {
            try await Self.run { session in
                try await session.makeFLAC("B.flac", title: "B", seconds: 2)
                let daemon = try await session.startDaemon("B.flac")
                try await session.playing("B")
                #expect(try await session.status().output == "ALSA")
                try await session.announced("PlaybackStatus", from: 0) { $0.asString == "Stopped" }
                #expect(!daemon.errors.contains("The output ALSA failed"), "\(daemon.errors)")
                try await session.endPlayer()
            }
        }
    }
}
