import Foundation
import Glibc
import SDBus
import SegueTestSupport
import Testing

/// A file that crashes the player while it is being opened does so only once (design.md, Robustness).
extension EndToEnd {
    @Suite struct Crashes {
        /// Stops the player once it is opening something from the network, and nothing else: anything opened at the
        /// same time is blamed too.
        private func holdOpening(_ player: RunningProgram, _ session: Session) async {
            let record = session.folder.appendingPathComponent("home/.local/state/segue/opening")
            func isOpening() -> Bool {
                let lines = (try? String(contentsOf: record, encoding: .utf8))?.split(separator: "\n") ?? []
                return lines.count > 1 && lines[0].hasPrefix("opening http") && lines[1] == "end"
            }
            while true {
                while !isOpening() { await Task.yield() }
                await player.hold()
                if isOpening() { return }
                player.send(SIGCONT)
            }
        }

        /// Starts a player that a signal ends immediately, because the runtime's own crash report takes time.
        private func startMortalDaemon(_ session: Session) async throws -> RunningProgram {
            let mark = await session.observer.mark()
            let daemon = try session.start(
                BuiltProducts.segue.path, ["daemon", "--output", "null"],
                environment: ["SWIFT_BACKTRACE": "enable=no"])
            try await session.observer.signal(from: mark, "the player's names") { signal in
                signal.member == "NameOwnerChanged" && signal.arguments[0].asString == Session.application
                    && signal.arguments[2].asString != ""
            }
            return daemon
        }

        @Test("What was being opened when the player crashed is passed over, until somebody asks for it by name")
        func opening() async throws {
            let server = try MediaServer()
            defer { server.close() }
            server.serve(.silence, at: "/B.mp3")
            try await Session.run { session in
                let complaint = "/B.mp3: skipped until played by name"
                try session.makeLevel("C.wav", frames: 44100 * 60, left: 3000, right: 3000)
                let crashing = try await startMortalDaemon(session)
                let caller = try session.start(
                    BuiltProducts.segue.path, ["play", server.url("/B.mp3"), session.music("C.wav").path])
                await session.saves("C.wav")
                await holdOpening(crashing, session)
                crashing.send(SIGABRT)
                crashing.send(SIGCONT)
                #expect(try await crashing.finish().status > 128)
                _ = try await caller.finish()

                let second = try await session.startDaemon("--output", "null")
                try await second.complained(complaint)
                let mark = await session.observer.mark()
                let play = try await session.segue("play")
                #expect(play.status == 0, "\(play)")
                try await session.playing("C")
                try await session.observer.signal(from: mark, "the word about it") { signal in
                    signal.member == "Event" && signal.arguments[0].asString == "trackSkipped"
                        && signal.arguments[1].asString?.contains("play it by name") == true
                }
                // A file that is only playing is not blamed, whatever ends the player.
                second.send(SIGKILL)
                _ = try await second.finish()

                let third = try await session.startDaemon("--output", "null")
                #expect(try await session.segue("play").status == 0)
                try await session.playing("C")
                #expect(!third.errors.contains("crashed"), "\(third.errors)")
                // A file named by a person is always opened; a player that ends regularly blames nothing.
                let jump = try session.start(BuiltProducts.segue.path, ["queue", "jump", "1"])
                await holdOpening(third, session)
                third.send(SIGCONT)
                try await session.endPlayer()
                _ = try await (jump.finish(), third.finish())
                let last = try await session.startDaemon("--output", "null")
                #expect(!last.errors.contains("crashed"), "\(last.errors)")
            }
        }
    }
}
