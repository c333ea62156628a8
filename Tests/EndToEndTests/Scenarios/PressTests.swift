import Foundation
import Glibc
import SDBus
import Testing

/// Commands as people and scripts send them: each is replied to, and the shown state is the player's state.
extension EndToEnd {
    @Suite struct Presses {
        private static let seconds = 30.0

        private func playing(_ session: Session, _ names: String...) async throws {
            for name in names {
                try session.makeLevel("\(name).wav", frames: Int(44100 * Self.seconds), left: 8192, right: 8192)
            }
            _ = try await session.startDaemon(["--output", "null"] + names.map { "\($0).wav" })
            try await session.playing(names[0])
        }

        @Test("Every one of 20 seeks in a row is answered")
        func seeks() async throws {
            try await Session.run { session in
                try await playing(session, "one", "two")
                for number in 1...20 {
                    let seek = try await session.segue("seek", "+1")
                    #expect(seek.status == 0, "seek \(number): \(seek)")
                }
            }
        }

        @Test("`next` returns when it is heard, a seek right behind a skip is taken, and two Previous go back twice")
        func skips() async throws {
            try await Session.run { session in
                try await playing(session, "one", "two", "three")
                #expect(try await session.segue("next").status == 0)
                var status = try await session.status()
                #expect(status.title == "two")
                #expect(status.state == "crossfading" || status.state == "playing", "\(status.state)")

                #expect(try await session.segue("next", "--no-wait").status == 0)
                #expect(try await session.segue("seek", "20").status == 0)
                status = try await session.status()
                #expect(status.title == "three")
                #expect(status.position >= 20, "\(status.position)")
                try await session.playing("three")

                #expect(try await session.segue("previous", "--no-wait").status == 0)
                #expect(try await session.segue("previous", "--no-wait").status == 0)
                #expect(try await session.status().title == "one")
            }
        }

        @Test("A stop keeps the place, through a restart too, and MPRIS's goes back to the start")
        func stops() async throws {
            try await Session.run { session in
                try await playing(session, "one", "two")
                #expect(try await session.segue("seek", "12").status == 0)
                #expect(try await session.segue("stop", "--fade", "0").status == 0)
                var status = try await session.status()
                #expect(status.statusText == "Stopped")
                #expect(status.position >= 12 && status.position < 14, "\(status.position)")
                #expect(try await session.segue("resume").status == 0)
                status = try await session.status()
                #expect(status.position >= 12 && status.position < 15, "\(status.position)")
                #expect(try await session.run("playerctl", "-p", "segue", "stop").status == 0)
                status = try await session.status()
                #expect(status.position == 0)
            }
        }
    }
}
